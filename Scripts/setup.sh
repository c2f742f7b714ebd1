#!/bin/sh
# Installs the Debian packages that the project needs and this machine lacks. Says nothing where there is nothing to do.
set -eu

packages="libavformat-dev libavcodec-dev libavfilter-dev libyaml-dev libharfbuzz-dev libfreetype-dev libfontconfig-dev
  libfribidi-dev libunibreak-dev fonts-dejavu fonts-lohit-deva fonts-noto-color-emoji pkg-config ffmpeg ninja-build
  python3 python3-yaml python3-jsonschema python3-venv"

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
