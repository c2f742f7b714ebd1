#!/bin/sh
# Installs the editors and shells of Debian in which tests try what is written for them, and strace, by which the system
# refuses what tests want refused. Says nothing where there is nothing to do.
set -eu

sh "$(dirname "$0")/packages.sh" zsh fish neovim emacs-nox elpa-eglot elpa-lsp-mode elpa-yaml-mode vim-nox vim-ale \
  kate xvfb xdotool dbus strace
