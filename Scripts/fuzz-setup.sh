#!/bin/sh
# Installs what `make fuzz` needs beside what the project needs: a C compiler, strace, and gdb, which says where something
# crashed or hangs. Says nothing where there is nothing to do.
set -eu

packages="gcc libc6-dev strace gdb ffmpeg python3 python3-yaml fonts-dejavu fonts-lohit-deva fonts-noto-color-emoji"

missing=""
for package in $packages; do
  case $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true) in
    ii*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -z "$missing" ] && exit 0

echo "installing:$missing"
if [ "$(id -u)" -eq 0 ]; then as_root=""; else as_root="sudo"; fi
$as_root apt-get update -qq
# shellcheck disable=SC2086 # The list is meant to be split.
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null
