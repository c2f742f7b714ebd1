ges-launch-1.0 +clip harbour.mp4 duration=2.0 +effect "gaussianblur sigmma=5" +clip beach.mp4 duration=2.0 \
  -o out.mkv -f "video/x-matroska:video/x-h264"
