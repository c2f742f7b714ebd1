#!/bin/sh
# Installs the Debian packages that the project needs and this machine lacks. Says nothing where there is nothing to do.
set -eu

sh "$(dirname "$0")/packages.sh" libavformat-dev libavcodec-dev libavfilter-dev libyaml-dev libharfbuzz-dev \
  libfreetype-dev libfontconfig-dev libfribidi-dev libunibreak-dev libxml2-dev zlib1g-dev libjpeg-dev \
  fonts-dejavu fonts-lohit-deva fonts-noto-color-emoji pkg-config ffmpeg ninja-build python3 python3-yaml \
  python3-jsonschema python3-venv
