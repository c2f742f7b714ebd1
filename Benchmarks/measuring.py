"""Runs a command and says what it took, by the kernel's own account of it and of all its children."""

import ctypes
import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Run:
    """What one command, or several in a row, took."""

    cpu: float  # seconds of user and system time
    wall: float  # seconds
    peak: int  # bytes of memory
    status: int  # exit status; below 0 the signal that ended it

    def __add__(self, other: "Run") -> "Run":
        status = self.status or other.status
        return Run(self.cpu + other.cpu, self.wall + other.wall, max(self.peak, other.peak), status)


def adopt_orphans() -> None:
    """Makes this process the parent of children that their own parent leaves behind, so that they are counted."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def measure(command: list[str], log: Path, timeout: float, kill_after: float | None = None) -> Run:
    """Runs the command with its output in `log`. It is killed after `timeout` seconds, or on purpose sooner."""
    with open(log, "ab") as output:
        output.write(f"$ {' '.join(command)}\n".encode())
        output.flush()
        began = time.monotonic()
        child = os.posix_spawnp(
            command[0],
            command,
            os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, output.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, output.fileno(), 2),
            ],
            setpgroup=0,
        )
    watch = MemoryWatch(child)
    killer = threading.Timer(timeout if kill_after is None else kill_after, os.killpg, (child, signal.SIGKILL))
    killer.start()
    _, waited, usage = os.wait4(child, 0)
    wall = time.monotonic() - began
    killer.cancel()
    peak = max(watch.stop(), usage.ru_maxrss * 1024)
    cpu = usage.ru_utime + usage.ru_stime + orphans()
    return Run(cpu, wall, peak, os.waitstatus_to_exitcode(waited))


def orphans() -> float:
    """The CPU time of children that nobody else waited for."""
    cpu = 0.0
    while True:
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return cpu
        cpu += usage.ru_utime + usage.ru_stime


class MemoryWatch(threading.Thread):
    """Samples the memory of a process and its descendants together, each shared page counted once.

    The kernel's own peak is of the largest process alone, which says little of a program that starts others. Reading
    the sum is dear, so it is done only where there are others.
    """

    def __init__(self, root: int):
        super().__init__(daemon=True)
        self.root, self.peak, self.over = root, 0, threading.Event()
        self.start()

    def run(self) -> None:
        while not self.over.wait(0.1):
            family = descendants(self.root)
            if len(family) > 1:
                self.peak = max(self.peak, sum(map(proportional_memory, family)))

    def stop(self) -> int:
        self.over.set()
        self.join()
        return self.peak


def descendants(root: int) -> list[int]:
    found = [root]
    for process in found:
        try:
            found += map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())
        except OSError:
            continue
    return found


def proportional_memory(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
