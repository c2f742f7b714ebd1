#!/bin/sh
# Installs what `make compare` compares with: Debian packages, and a private Python with MoviePy and OpenTimelineIO.
# Usage: compare-setup.sh FOLDER   (where the private Python goes). Says nothing where there is nothing to do.
set -eu

python=$1/python
sh "$(dirname "$0")/packages.sh" ffmpeg melt gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good \
  gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gstreamer1.0-libav ges1.0-tools python3-venv

if ! "$python/bin/python" -c "import moviepy, opentimelineio" 2>/dev/null; then
  echo "installing: MoviePy and OpenTimelineIO, in $python"
  /usr/bin/python3 -m venv "$python"
  "$python/bin/pip" install -q "moviepy==2.2.1" "opentimelineio==0.18.1"
fi
