#!/bin/sh
# What action.yml runs: checks the documents that CUTLIST_FILES names, with the cutlist of this machine or one that is
# built here, and writes what it finds as commands of a workflow. Ends as `cutlist check` does.
set -eu

if command -v cutlist >/dev/null; then
  cutlist=cutlist
else
  project=$(dirname "$0")/..
  make -C "$project" build >&2
  cutlist=$project/.build/release/cutlist
fi

offline=""
[ "${CUTLIST_OFFLINE:-true}" = false ] || offline=--offline

# shellcheck disable=SC2086 # The lists are meant to be split, and patterns to be filled in.
exec "$cutlist" check --format github $offline ${CUTLIST_ARGUMENTS:-} -- $CUTLIST_FILES
