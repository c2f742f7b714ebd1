ges-launch-1.0 +clip harbour.mp4 duration=2.0 +clip beach.mp4 inpoint=2.0 duration=8.0 \
  -o out.mkv -f "video/x-matroska:video/x-h264"
