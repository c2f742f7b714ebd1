ges-launch-1.0 +clip harbour.mp4 start=0.0 duration=2.0 +clip beach.mp4 start=3.0 duration=2.0 \
  -o out.mkv -f "video/x-matroska:video/x-h264"
