#!/bin/sh
# Shows mistakes, what is said of them and how they are mended in a terminal, and puts what the screen says into
# docs/linting.md.
# Usage: terminal-captures.sh FOLDER   (where `cutlist` is). Needs tmux and python3.
set -eu

program=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
session=cutlist-captures-$$
trap 'tmux kill-session -t "$session" 2>/dev/null || true; rm -rf "$work"' EXIT

mkdir "$work/edits"
cat > "$work/edits/harbour.yaml" <<'DOCUMENT'
timeline: 1
canvas: { size: 1280x720, rate: 29.97 } # television
tracks:
  - id: main
    kind: vidoe
    segments:
      - { clip: { color: navy }, duration: 60f }
      - { clip: { color: teal }, duration: 60f, opactiy: 0.8 }
DOCUMENT

cat > "$work/edits/signal.yaml" <<'DOCUMENT'
timeline: 1
canvas: { size: 1280x720, rate: 25 }
tracks:
  - kind: video
    segments:
      - { clip: { color: navy }, duration: 2s }
      - clip: { color: white }
        duration: 2s
        opacity: { keys: { 0f: 1, 3f: 0, 6f: 1, 9f: 0, 12f: 1, 15f: 0, 18f: 1, 21f: 0, 24f: 1 } }
titles: [ { text: Harbour, over: 1s..4s, style: { color: yellow } } ]
DOCUMENT

# Waits until the prompt is there again, then keeps the screen without the empty lines at its end.
show() {
  tmux send-keys -t "$session" clear Enter
  sleep 1
  tmux send-keys -t "$session" "$2" Enter
  tries=0
  until tmux capture-pane -p -t "$session" | grep -v '^$' | tail -n +2 | grep -q '^\$ *$' || [ $tries -ge 20 ]; do
    sleep 1
    tries=$((tries + 1))
  done
  tmux capture-pane -p -t "$session" | sed -e 's/[[:space:]]*$//' | sed -e '/^\$$/d' |
    sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' > "$work/$1.txt"
}

tmux new-session -d -s "$session" -x 150 -y 40 \
  "cd '$work' && PATH='$program':\$PATH PS1='\$ ' ENV= sh"
sleep 1
show look 'cutlist check --picture edits/signal.yaml'
show check 'cutlist check edits/harbour.yaml'
show diff 'cutlist check --diff edits/harbour.yaml 2>/dev/null'
show fix 'cutlist check --fix edits/harbour.yaml'
show again 'cutlist check --fix --unsafe edits/harbour.yaml && cutlist check edits/harbour.yaml && echo "nothing left"'

python3 - "$root/docs/linting.md" "$work" <<'PYTHON'
import pathlib
import re
import sys

page, captures = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def block(match):
    text = (captures / f"{match[1]}.txt").read_text().rstrip("\n")
    return f"<!-- {match[1]} -->\n{match[2]}\n{text}\n```"


page.write_text(re.sub(r"<!-- ([a-z]+) -->\n(```[a-z]*)\n.*?```", block, page.read_text(), flags=re.DOTALL))
PYTHON
