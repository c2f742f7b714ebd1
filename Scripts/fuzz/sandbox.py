"""A folder in which cutlist runs: with limits, watched, and with something outside that it must not touch."""

import base64
import os
import re
import resource
import select
import shutil
import signal
import stat
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

XPM = b'/* XPM */\nstatic char * p[] = {\n"1 1 1 1",\n"a c red",\n"a"};\n'  # read by a module of gdk-pixbuf
CANARY = "CUTLIST-CANARY-7f3a91"  # what stands in every file outside
ADDRESS_SPACE = 8 << 30  # so that a bomb takes no more of the machine than this
FILE_SIZE = 1 << 30


@dataclass
class Outcome:
    """What became of one run."""

    command: list[str]
    status: int | None = None  # nil where it was ended because its time was over; negative for a signal
    seconds: float = 0
    memory: int = 0  # the most that was resident, in bytes
    out: bytes = b""
    err: bytes = b""
    seen: list[tuple[str, str]] = field(default_factory=list)  # what was opened, made, run: verb and path
    deaf: bool = False  # whether it did not end on SIGTERM
    stack: str = ""  # where it was when its time was over or a signal came, as far as that is known


class Sandbox:
    """One worker's folder. `inside` is where documents stand; `outside` lies beside it."""

    def __init__(self, folder: Path, program: Path, watch: Path | None, fixtures: Path | None = None):
        self.folder = folder
        self.program = program
        self.watch = watch
        self.inside = folder / "inside"
        self.outside = folder / "outside"
        self.temporary = folder / "tmp"
        self.cache = folder / "cache"
        self.home = folder / "home"
        self.scratch = folder / "scratch"
        self.runs = 0
        shutil.rmtree(folder, ignore_errors=True)
        for one in (self.inside, self.outside, self.temporary, self.cache, self.home, self.scratch):
            one.mkdir(parents=True)
        if fixtures:
            copy_tree(fixtures, self.inside)
        self._lay_traps()

    def _lay_traps(self) -> None:
        """What stands outside, and what stands inside and leads out or never ends."""
        for name in ("secret.txt", "secret.cube", "secret.yaml", "secret.srt", "secret.log"):
            (self.outside / name).write_text(f"{CANARY}: line one\n{CANARY}: line two\n")
        clip = next(iter(sorted((self.inside / "media").glob("*.mp4"))), None)
        if clip:
            shutil.copy(clip, self.outside / "secret.mp4")
        outside = str(self.outside)
        traps = self.inside / "traps"
        traps.mkdir()
        for name, target in {
            "out": outside, "out.mp4": f"{outside}/secret.mp4", "out.cube": f"{outside}/secret.cube",
            "out.yaml": f"{outside}/secret.yaml", "loop.mp4": "loop.mp4", "zero.mp4": "/dev/zero",
            "tty.mp4": "/dev/tty", "mem.mp4": "/proc/self/mem", "gone.mp4": f"{outside}/nowhere.mp4",
            "far.mp4": "../../outside/secret.mp4",
        }.items():
            (traps / name).symlink_to(target)
        for name in ("pipe.mp4", "pipe.cube", "pipe.yaml", "pipe.png"):
            os.mkfifo(traps / name)
        os.mknod(traps / "socket.mp4", stat.S_IFSOCK | 0o600)
        for name in ("folder.mp4", "folder.yaml", "folder.cube"):
            (traps / name).mkdir()
        for name in ("empty.mp4", "empty.png", "empty.cube", "empty.yaml"):
            (traps / name).touch()
        with open(traps / "huge.mp4", "wb") as file:
            file.truncate(1 << 40)
        secret = f"{outside}/secret.mp4"
        for name, text in {
            "concat.mp4": f"ffconcat version 1.0\nfile '{secret}'\n",
            "links.mp4": "ffconcat version 1.0\nfile 'out.mp4'\n",
            "playlist.mp4": f"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://{secret}\n#EXT-X-ENDLIST\n",
            "network.m3u8": "#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
            "session.mp4": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
            "embedded.svg": (
                '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">'
                f'<image width="64" height="64" href="data:image/x-xpixmap;base64,{base64.b64encode(XPM).decode()}"/></svg>'
            ),
            "drawing.svg": f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64"><image xlink:href="file://{secret}" width="64" height="64"/></svg>',
            "manifest.mp4": f'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="0" bandwidth="1"><BaseURL>{secret}</BaseURL><SegmentBase><Initialization/></SegmentBase></Representation></AdaptationSet></Period></MPD>',
            "playlist.json": "{}",
        }.items():
            (traps / name).write_text(text)
        self.guarded = self._state(self.outside)

    @staticmethod
    def _state(folder: Path) -> dict[str, tuple]:
        return {
            str(path.relative_to(folder)): (path.lstat().st_size, path.lstat().st_mtime_ns, path.lstat().st_mode)
            for path in folder.rglob("*")
        }

    def touched_outside(self) -> list[str]:
        """What is not as it was outside, which is then put right."""
        now = self._state(self.outside)
        wrong = sorted(name for name in now.keys() | self.guarded.keys() if now.get(name) != self.guarded.get(name))
        if wrong:
            shutil.rmtree(self.outside)
            self.outside.mkdir()
            shutil.rmtree(self.inside / "traps")
            self._lay_traps()
        return wrong

    def listing(self) -> set[str]:
        """The names of all that is inside and among the temporary files."""
        found = set()
        for folder in (self.inside, self.temporary):
            for root, folders, files in os.walk(folder):
                below = os.path.relpath(root, self.folder)
                found.update(f"{below}/{name}" for name in folders + files)
        return found

    def environment(self, more: dict[str, str] | None = None) -> dict[str, str]:
        return {
            "PATH": "/usr/bin:/bin", "HOME": str(self.home), "TMPDIR": str(self.temporary), "LANG": "C.UTF-8",
            "XDG_CACHE_HOME": str(self.cache), "SWIFT_BACKTRACE": "enable=no", **(more or {}),
        }

    def run(self, arguments: list[str], seconds: float = 20, environment: dict[str, str] | None = None,
            traced: bool = False, input: bytes | list[bytes] | None = None, stacks: bool = False,
            kill_after: float | None = None, kill_with: int = signal.SIGKILL, tag: str = "",
            pause: float = 0.7) -> Outcome:
        """Runs cutlist there. `traced` has strace look as well; `kill_after` ends it by a signal after so long; `pause`
        is the seconds between the parts of a list of input. Runs at the same time have different tags."""
        self.runs += 1
        command = [str(self.program), *arguments]
        outcome = Outcome(arguments)
        variables = self.environment(environment)
        journal, trace = self.scratch / f"journal{tag}", self.scratch / f"trace{tag}"
        for one in (journal, trace):
            one.unlink(missing_ok=True)
        if self.watch:
            variables["FUZZ_WATCH"] = str(journal)
            variables["LD_PRELOAD"] = " ".join(filter(None, [str(self.watch), variables.get("LD_PRELOAD")]))
        if traced and shutil.which("strace"):
            preload = [f"-E{name}={variables.pop(name)}" for name in ("LD_PRELOAD", "FUZZ_WATCH") if name in variables]
            command = ["strace", "-f", "-qq", "-y", "--seccomp-bpf", "-s", "4096", "-o", str(trace), "-e", TRACED,
                       *preload, *command]
        out, err = self.scratch / f"out{tag}", self.scratch / f"err{tag}"
        begin = time.monotonic()
        with open(out, "wb") as out_file, open(err, "wb") as err_file:
            process = subprocess.Popen(
                command, cwd=self.inside, env=variables, stdout=out_file, stderr=err_file,
                stdin=subprocess.PIPE if input is not None else subprocess.DEVNULL,
                start_new_session=True, preexec_fn=limit)
            watcher = os.pidfd_open(process.pid)
            try:
                if input is not None:
                    feed(process, input, pause)
                if not ended(watcher, seconds if kill_after is None else kill_after):
                    if kill_after is not None:
                        end_group(process.pid, kill_with)
                        if kill_with != signal.SIGKILL and not ended(watcher, 10):
                            outcome.deaf = True
                            end_group(process.pid, signal.SIGKILL)
                    else:
                        outcome.status = None
                        if stacks:
                            outcome.stack = stack_of(process.pid)
                        end_group(process.pid, signal.SIGTERM)
                        if not ended(watcher, 5):
                            outcome.deaf = True
                            end_group(process.pid, signal.SIGKILL)
                    timed_out = kill_after is None
                else:
                    timed_out = False
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                end_group(process.pid, signal.SIGKILL)  # what it may have started
            finally:
                os.close(watcher)
        outcome.seconds = time.monotonic() - begin
        outcome.memory = usage.ru_maxrss * 1024
        outcome.status = None if timed_out else process.returncode
        outcome.out, outcome.err = tail(out), tail(err)
        outcome.seen = journal_lines(journal)
        if traced and trace.exists():
            outcome.seen += trace_lines(trace)
        return outcome

    def stack_of_crash(self, arguments: list[str], environment: dict[str, str] | None = None) -> str:
        """Where a signal ends the same run, by gdb, where there is one."""
        if not shutil.which("gdb"):
            return ""
        try:
            text = subprocess.run(
                ["gdb", "-nx", "-q", "-batch", "-iex", "set debuginfod enabled off", "-ex", "handle SIGPIPE nostop",
                 "-ex", "run", "-ex", "bt 14", "--args", str(self.program), *arguments],
                cwd=self.inside, env=self.environment(environment), capture_output=True, text=True, errors="replace",
                timeout=90, stdin=subprocess.DEVNULL).stdout
        except subprocess.TimeoutExpired:
            return ""
        return frames(text)


TRACED = ("open,openat,openat2,creat,connect,bind,sendto,execve,execveat,mkdir,mkdirat,rename,renameat,renameat2,link,"
          "linkat,symlink,symlinkat,unlink,unlinkat,rmdir,truncate,chmod,fchmodat,mknod,mknodat")


def limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ended(watcher: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(watcher, select.POLLIN)
    return bool(poll.poll(max(0, seconds) * 1000))


def feed(process: subprocess.Popen, input: bytes | list[bytes], pause: float) -> None:
    """Writes to standard input, for as long as somebody reads, with a pause between the parts of a list."""
    import threading

    def write() -> None:
        try:
            for number, part in enumerate([input] if isinstance(input, bytes) else input):
                if number:
                    time.sleep(pause)
                process.stdin.write(part)
                process.stdin.flush()
            process.stdin.close()
        except OSError:
            pass

    threading.Thread(target=write, daemon=True).start()


def end_group(group: int, number: int) -> None:
    """Ends what was started here, which is a session of its own."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        pass


def tail(path: Path, most: int = 4 << 20) -> bytes:
    with open(path, "rb") as file:
        return file.read(most)


def journal_lines(path: Path) -> list[tuple[str, str]]:
    """What was touched, each once: a long render does the same a million times."""
    try:
        with path.open(errors="replace") as file:
            return [tuple(line.rstrip("\n").split("\t", 1)) for line in dict.fromkeys(file) if "\t" in line]
    except OSError:
        return []


def trace_lines(path: Path) -> list[tuple[str, str]]:
    """What strace saw succeed, as `journal_lines` has it."""
    found = []
    begun: dict[tuple[str, str], str] = {}  # by thread and call, what stands before others' lines come between
    for line in path.read_text(errors="replace").splitlines():
        thread, _, call = line.partition(" ")
        call = call.lstrip()
        if call.endswith("<unfinished ...>"):
            name, _, rest = call.removesuffix("<unfinished ...>").partition("(")
            begun[thread, name] = rest
            continue
        if resumed := re.match(r"<\.\.\. (\w+) resumed>", call):
            name, rest = resumed[1], begun.pop((thread, resumed[1]), "") + call[resumed.end() :]
        else:
            name, _, rest = call.partition("(")
        result = call.rpartition(" = ")[2]
        if name in ("connect", "bind", "sendto"):
            if "sa_family" in rest:
                found.append(("connect", rest[rest.index("sa_family"):][:120]))
        elif result.startswith("-1") or result.startswith("?"):
            continue
        elif name.startswith("open") or name == "creat":
            if "O_PATH" not in rest and "<" in result:
                writes = any(flag in rest for flag in ("O_WRONLY", "O_RDWR", "O_CREAT"))
                found.append(("write" if writes else "read", result[result.index("<") + 1 : result.rindex(">")]))
        elif name.startswith("exec") and '"' in rest:
            found.append(("run", rest.split('"')[1]))
    return found


def stack_of(process: int) -> str:
    """Where a running process is, by gdb, where there is one."""
    children = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True).stdout.split()
    if not shutil.which("gdb"):
        return ""
    for one in [*children, str(process)]:
        try:
            text = subprocess.run(
                ["gdb", "-nx", "-q", "-batch", "-iex", "set debuginfod enabled off", "-p", one, "-ex",
                 "thread apply all bt 14"], capture_output=True, text=True, errors="replace", timeout=60,
                stdin=subprocess.DEVNULL).stdout
        except subprocess.TimeoutExpired:
            continue
        if frames(text):
            return frames(text)
    return ""


IDLE = ("futex", "syscall", "cond_wait", "poll", "select", "nanosleep", "__read", "clone3", "start_thread", "sem_",
        "raise", "abort", "pthread_kill", "gsignal", "wait4", "waitpid", "epoll", "lll_lock")


def frames(text: str) -> str:
    """The functions of a stack that say something, the innermost first."""
    best: list[str] = []
    for thread in text.split("\nThread "):
        names = []
        for line in thread.splitlines():
            if not line.startswith("#"):
                continue
            body = line.split(None, 1)[1]
            if " in " in body:
                body = body.split(" in ", 1)[1]
            name = body.split(" (")[0].strip()
            if name and name != "??":
                names.append(name)
        busy = names and not any(word in names[0] for word in IDLE)
        names = [name for name in names if not any(word in name for word in IDLE)]
        if busy and (not best or len(names) > 2):
            best = names
        elif not best:
            best = names
    return "\n".join(demangled(best[:8]))


def demangled(names: list[str]) -> list[str]:
    if not names or not shutil.which("swift-demangle"):
        return names
    text = subprocess.run(["swift-demangle", "-compact", *names], capture_output=True, text=True).stdout
    return text.splitlines() or names


def copy_tree(source: Path, target: Path) -> None:
    """Copies files, by hard links where the system has them."""
    for path in sorted(source.rglob("*")):
        to = target / path.relative_to(source)
        if path.is_dir():
            to.mkdir(exist_ok=True, parents=True)
        else:
            shutil.copy2(path, to)


def preload(source: Path, target: Path) -> Path:
    """Builds a library to be preloaded, with whichever C compiler is there."""
    compiler = next((one for one in ("cc", "gcc", "clang") if shutil.which(one)), None)
    if not compiler:
        sys.exit("no C compiler: run Scripts/fuzz-setup.sh")
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-Wall", "-o", str(target), str(source), "-ldl"], check=True)
    return target
