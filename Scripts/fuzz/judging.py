"""Says what is wrong with how a run ended."""

import os
import re
import signal
from dataclasses import dataclass

from sandbox import CANARY, Outcome, Sandbox

STATUSES = {0, 1, 2, 3}
READ_BY_LIBRARIES = (
    "/usr/lib", "/lib", "/usr/share/font", "/usr/local/share/fonts", "/usr/share/locale", "/usr/share/zoneinfo", "/etc/fonts", "/etc/ld.so",
    "/usr/share/X11/locale", "/usr/share/xml/fontconfig", "/etc/localtime", "/etc/locale", "/usr/lib/locale", "/etc/ssl", "/etc/gnutls",
    "/sys/devices/system/", "/sys/fs/cgroup/", "/dev/null", "/dev/urandom", "/dev/dri", "/proc/filesystems",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/", "/etc/nsswitch.conf", "/etc/passwd",
    "/sys/class/drm", "/etc/OpenCL", "/var/cache/fontconfig", "/memfd:", "/etc/libva", "/usr/share/libdrm", "/dev/shm/",
    "/usr/share/glib-2.0", "/usr/share/mime", "/opt/swift/usr/lib", "pipe:", "socket:", "anon_inode:",
)
PROCESS_FILES = re.compile(
    r"/proc/(\d+|self)(/task/\d+)?(/(maps|status|stat|fd|cgroup|mountinfo|exe|cmdline|comm|statm|oom_score_adj|limits))?$")
CONTROLS = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
FOR_PEOPLE = {"check", "inspect", "chapters", "plan", "diff", "lock", "coverage", "store"}  # what they print, people read
KNOWN_RUNS = ("swift-backtrace",)


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong. Two with the same kind and mark are taken for the same."""

    kind: str
    mark: str  # what tells this one from others of its kind
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.mark}"


def judge(outcome: Outcome, sandbox: Sandbox, memory: int, hang: bool = True) -> list[Problem]:
    """What holds for every run, whatever it was given. `hang`: whether it had to end in its time."""
    problems = []
    verb = outcome.command[0] if outcome.command else ""
    if outcome.status is None:
        if hang:
            problems.append(Problem("hang", f"{verb} {place(outcome)}", f"after {outcome.seconds:.0f} s"))
        if outcome.deaf:
            problems.append(Problem("deaf", verb, "SIGTERM did not end it"))
    elif outcome.status < 0:
        name = signal.Signals(-outcome.status).name
        problems.append(Problem("signal", f"{verb} {name} {last_words(outcome)}".strip(), place(outcome)))
    elif outcome.status not in STATUSES:
        problems.append(Problem("status", f"{verb} {outcome.status}", text(outcome)[-200:]))
    elif outcome.status == 3 and not outcome.err.strip() and not outcome.out.strip():
        problems.append(Problem("silent", verb, "status 3 without a word"))
    if outcome.memory > memory:
        problems.append(Problem("memory", verb, f"{outcome.memory >> 20} MiB"))
    for where in (outcome.out, outcome.err):
        if CANARY.encode() in where:
            problems.append(Problem("leak", verb, shortened(where, CANARY.encode())))
            break
    for where in (outcome.err, outcome.out if verb in FOR_PEOPLE else b""):
        if control := CONTROLS.search(where):
            problems.append(Problem("terminal", verb, repr(where[max(0, control.start() - 60) : control.end() + 30])))
            break
    seen = set()
    for what, path in outcome.seen:
        if not allowed(what, path, sandbox):
            seen.add((what, general(path, sandbox)))
    for what, path in sorted(seen):
        problems.append(Problem("outside", f"{verb} {what} {path}"))
    return problems


def allowed(verb: str, path: str, sandbox: Sandbox) -> bool:
    if verb == "run":
        # The program runs itself to try filters and encoders.
        return path == "/proc/self/exe" or os.path.realpath(path) == str(sandbox.program) or path.endswith(KNOWN_RUNS)
    if verb == "connect":
        return "nscd" in path
    if verb == "load":
        # What it is linked with is loaded before it begins.
        return "/" not in path
    path = re.sub(r" \(deleted\)$", "", path)
    if path.startswith((f"{sandbox.inside}/", f"{sandbox.temporary}/", f"{sandbox.cache}/", f"{sandbox.home}/", f"{sandbox.scratch}/")):
        return True
    if path in (str(sandbox.inside), str(sandbox.temporary), str(sandbox.cache), str(sandbox.home)):
        return True
    if PROCESS_FILES.match(path) and verb in ("read", "list"):
        return True
    if verb == "list" or verb == "read":
        if path in (str(sandbox.program), str(sandbox.program.parent), str(sandbox.watch)) or path.startswith(READ_BY_LIBRARIES):
            return True
        above = str(sandbox.inside)
        while above != "/":
            above = os.path.dirname(above)
            if path in (above, os.path.join(above, ".cutlist.yaml")):
                return True
    return verb == "write" and path in ("/dev/null", "/dev/tty") or path.startswith(("/memfd:", "/dev/shm/sem."))


def general(path: str, sandbox: Sandbox) -> str:
    """A path without what is another one each time."""
    path = path.replace(str(sandbox.folder), "…")
    path = re.sub(r"\.\d+\.\d+\.\d+\.\d+(?=:)", ".N", path)
    return re.sub(r"/proc/\d+", "/proc/N", re.sub(r"[A-Za-z]*\d{3,}", "N", path))[:120]


def place(outcome: Outcome) -> str:
    """Where it was, as one line."""
    return " < ".join(line[:90] for line in outcome.stack.splitlines()[:3])


def last_words(outcome: Outcome) -> str:
    """The runtime's message, or the last line, without what is another one each time."""
    lines = [line for line in text(outcome).splitlines() if line.strip()]
    said = next((line for line in reversed(lines) if "Fatal error" in line or "assert" in line.lower()), "")
    return re.sub(r"\d+", "N", said)[-160:]


def text(outcome: Outcome) -> str:
    return outcome.err.decode(errors="replace")


def shortened(all: bytes, word: bytes) -> str:
    at = all.index(word)
    return repr(all[max(0, at - 80) : at + 40])
