ges-launch-1.0 --load edit.xges -o out.mkv -f "video/x-matroska:video/x-h264"
