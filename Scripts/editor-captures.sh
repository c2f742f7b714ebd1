#!/bin/sh
# Shows mistakes, what is said of them and a fix in Neovim, and puts what the screen says into docs/editors.md.
# Usage: editor-captures.sh FOLDER   (where `cutlist` is). Needs neovim, tmux and python3.
set -eu

program=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
session=cutlist-captures-$$
trap 'tmux kill-session -t "$session" 2>/dev/null || true; rm -rf "$work"' EXIT

cat > "$work/edit.yaml" <<'DOCUMENT'
timeline: 1
canvas: { size: 1280x720, rate: 29.97 }
tracks:
  - id: main
    kind: vidoe
    segments:
      - { clip: { color: navy }, duration: 2s }
      - { clip: { color: teal }, duration: 3 }
DOCUMENT

cat > "$work/init.lua" <<'LUA'
vim.o.swapfile, vim.o.number, vim.o.ruler, vim.o.signcolumn = false, true, false, "yes"
vim.o.laststatus, vim.o.showmode, vim.o.wrap = 0, false, false
LUA
cat "$root/docs/editors/neovim.lua" >> "$work/init.lua"
cp "$root/docs/editors/neovim.lua" "$work/neovim.lua.txt"

keys() {
  tmux send-keys -t "$session" "$@"
  sleep 2
}
# The screen without the empty lines at its end, and without Neovim's own signs for them.
capture() {
  tmux capture-pane -p -t "$session" | sed -e 's/[[:space:]]*$//' -e 's/^~$//' -e 's/^~/ /' -e '/^:/d' |
    sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' > "$work/$1.txt"
}

tmux new-session -d -s "$session" -x 110 -y 16 "cd '$work' && PATH='$program':\$PATH nvim -u init.lua edit.yaml"
sleep 4
capture mistakes
keys ':call cursor(8, 44)' Enter ':lua vim.diagnostic.open_float({ scope = "line" })' Enter
capture message
keys Escape
keys ':call cursor(2, 34)' Enter ':lua vim.lsp.buf.code_action()' Enter
capture offer
keys '1' Enter
keys Escape
capture fixed

python3 - "$root/docs/editors.md" "$work" <<'PYTHON'
import pathlib
import re
import sys

page, captures = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def block(match):
    text = (captures / f"{match[1]}.txt").read_text().rstrip("\n")
    return f"<!-- {match[1]} -->\n{match[2]}\n{text}\n```"


page.write_text(re.sub(r"<!-- ([a-z.]+) -->\n(```[a-z]*)\n.*?```", block, page.read_text(), flags=re.DOTALL))
PYTHON
