#!/bin/sh
# Installs what `make bench` compares with: Debian packages, and a private Python with MoviePy and smartcut.
# Usage: bench-setup.sh FOLDER   (where the private Python goes). Says nothing where there is nothing to do.
set -eu

python=$1/python
sh "$(dirname "$0")/packages.sh" ffmpeg melt gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good \
  gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gstreamer1.0-libav ges1.0-tools gir1.2-ges-1.0 python3-gi \
  python3-gst-1.0 python3-venv fonts-dejavu chromium

if ! "$python/bin/python" -c "import moviepy, smartcut" 2>/dev/null; then
  echo "installing: MoviePy and smartcut, in $python"
  python3 -m venv "$python"
  "$python/bin/pip" install -q "moviepy==2.2.1" "smartcut==1.7"
fi
