#!/usr/bin/env python3
"""Types the beginning of a command line into a shell, asks for completions as a person does, and prints what the shell
shows: complete.py SHELL SCRIPT LINE. The script is the one that the program generates for the shell.
"""
import os
import pty
import re
import select
import subprocess
import sys
import time

ESCAPES = re.compile(rb"\x1b\[[0-9;?>=]*[a-zA-Z]|\x1b[()][A-Z0-9]|\x1b\][^\x07]*\x07|\x1b[=>]|[\x00-\x08\x0e-\x1f]")
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "PS1='> '; shopt -s extglob; . '{script}'"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "PS1='> '; unsetopt beep; setopt no_list_beep; fpath=('{folder}' $fpath); autoload -U compinit; compinit -u -D; LISTMAX=1000",
    ),
    "fish": (["fish", "--no-config", "-i"], "function fish_prompt; echo '> '; end; source '{script}'"),
}


def listen(terminal, quiet, most):
    """What comes until nothing has come for `quiet` seconds."""
    said = b""
    until = time.monotonic() + most
    while time.monotonic() < until:
        ready, _, _ = select.select([terminal], [], [], quiet)
        if not ready:
            if said:
                break
            continue
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        if b"\x1b[0c" in part or b"\x1b[c" in part:
            os.write(terminal, b"\x1b[?1;2c")
        said += part
    return said


def main(shell, script, line):
    command, setup = SHELLS[shell]
    own, other = pty.openpty()
    environment = {**os.environ, "TERM": "vt100", "COLUMNS": "200", "LINES": "200", "INPUTRC": "/dev/null"}
    process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, start_new_session=True, env=environment)
    os.close(other)
    subprocess.run(["stty", "rows", "200", "cols", "200"], stdin=own, check=False)
    listen(own, 0.5, 10)
    os.write(own, (setup.format(script=script, folder=os.path.dirname(script)) + "\n").encode())
    listen(own, 1, 15)
    os.write(own, line.encode())
    listen(own, 0.5, 5)
    os.write(own, b"\t")
    said = listen(own, 1.5, 15)
    os.write(own, b"\t")
    said += listen(own, 1.5, 15)
    process.kill()
    process.wait()
    print(ESCAPES.sub(b"", said).decode(errors="replace"))


if __name__ == "__main__":
    main(*sys.argv[1:])
