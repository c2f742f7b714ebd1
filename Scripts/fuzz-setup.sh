#!/bin/sh
# Installs what `make fuzz` needs beside what the project needs: a C compiler, strace, and gdb, which says where something
# crashed or hangs. Says nothing where there is nothing to do.
set -eu

sh "$(dirname "$0")/packages.sh" gcc libc6-dev strace gdb ffmpeg python3 python3-yaml fonts-dejavu fonts-lohit-deva \
  fonts-noto-color-emoji
