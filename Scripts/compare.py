"""Gives the same broken edits to cutlist and its peers and writes what each says to docs/compare.md.

`make compare` calls this. The edits are in Scripts/mistakes, each in every program's own form.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
MISTAKES = PROJECT / "Scripts/mistakes"
PAGE = PROJECT / "docs/compare.md"
FOLDER = PROJECT / ".build/compare"
PYTHON = FOLDER / "python/bin"
CUTLIST = Path(os.environ.get("CUTLIST", PROJECT / ".build/release/cutlist"))
PATIENCE = 60  # seconds that a program may take
SHOWN = 12  # lines of what it says
COLUMNS = 160

WHAT = {
    "01-missing-file": ("A file that is not there", "The second clip is called beech.mp4, and the file is beach.mp4."),
    "02-misspelt-key": ("A misspelt key", "A letter is wrong in the name of an option of the first clip."),
    "03-dangling-reference": ("A reference to nothing", "Something is referred to by a name that nothing has."),
    "04-negative-duration": ("A range that runs backwards", "The second clip is to play from 3 s to 1 s, and so for -2 s."),
    "05-beyond-the-source": ("More than there is", "The second clip is to play from 2 s to 10 s, and is 4 s long."),
    "06-malformed-document": ("A document that is malformed", "A bracket or a comma is missing."),
    "07-gap": ("A gap", "The second clip begins a second after the first one has ended."),
    "08-overlap": ("An overlap", "The second clip begins on the same track before the first one has ended."),
    "09-fade-longer-than-its-clip": ("A fade longer than its clip", "The first clip lasts 2 s and fades in for 3 s."),
    "10-unknown-filter-option": (
        "An option that a filter does not have",
        "The first clip is blurred, or its gamma changed, with an option that is misspelt; in OpenTimelineIO the speed"
        " is changed, in the same way.",
    ),
}


@dataclass
class Program:
    name: str
    file: str  # The edit in its form, in the folder of the mistake.
    command: list[str]
    version: list[str]
    makes: str | None = None  # The movie that comes of a good one.


PROGRAMS = [
    Program("cutlist", "edit.yaml", [str(CUTLIST), "check", "edit.yaml"], [str(CUTLIST), "--version"]),
    Program(
        "melt", "edit.mlt", ["melt", "-silent", "edit.mlt", "-consumer", "avformat:out.mp4"], ["melt", "--version"], "out.mp4"
    ),
    Program("GES", "ges.sh", ["sh", "ges.sh"], ["dpkg-query", "-W", "-f", "${Version}", "ges1.0-tools"], "out.mkv"),
    Program("ffmpeg", "ffmpeg.sh", ["sh", "ffmpeg.sh"], ["ffmpeg", "-version"], "out.mp4"),
    Program(
        "MoviePy", "edit.py", [str(PYTHON / "python"), "edit.py"],
        [str(PYTHON / "python"), "-c", "from importlib.metadata import version; print(version('moviepy'))"], "out.mp4",
    ),
    Program(
        "OpenTimelineIO", "edit.otio", [str(PYTHON / "otiostat"), "edit.otio"],
        [str(PYTHON / "python"), "-c", "from importlib.metadata import version; print(version('opentimelineio'))"],
    ),
]


@dataclass
class Result:
    status: str
    made: str
    said: str

    @property
    def words(self) -> str:
        return f"{self.status}, {self.made}" if self.made else self.status


def main() -> int:
    media = FOLDER / "media"
    make_media(media)
    results = {}
    for mistake in sorted(path.name for path in MISTAKES.iterdir()):
        for program in PROGRAMS:
            if (MISTAKES / mistake / program.file).exists():
                results[mistake, program.name] = run(program, mistake, media)
                print(f"{mistake}, {program.name}: {results[mistake, program.name].words}", flush=True)
    PAGE.write_text(page(results))
    print(f"what they said is in {PAGE}")
    return 0


def make_media(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in (("harbour.mp4", "testsrc2"), ("beach.mp4", "testsrc")):
        if (folder / name).exists():
            continue
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"{source}=size=320x180:rate=25:duration=4",
             "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-preset", "veryfast", folder / name],
            check=True,
        )


def run(program: Program, mistake: str, media: Path) -> Result:
    work = FOLDER / "work"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(media, work)
    for path in (MISTAKES / mistake).iterdir():
        (work / path.name).write_text(path.read_text().replace("@FOLDER@", str(work)))
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "GST_DEBUG_NO_COLOR": "1", "COLUMNS": str(COLUMNS)}
    process = subprocess.Popen(
        program.command, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=PATIENCE)
        status = f"exit {process.returncode}" if process.returncode >= 0 else "killed by " + signal.Signals(-process.returncode).name
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, _ = process.communicate()
        status = f"still running after {PATIENCE} s"
    return Result(status, made(program, work), normalised(said, work))


def made(program: Program, work: Path) -> str:
    if program.makes is None:
        return ""
    movie = work / program.makes
    if not movie.exists():
        return "no movie"
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames",
         "-of", "json", movie],
        capture_output=True, text=True,
    )
    streams = json.loads(probe.stdout or "{}").get("streams") or [{}]
    frames = int(streams[0].get("nb_read_frames", 0))
    return f"a movie of {frames} frames" if frames else "a file without a frame"


def normalised(said: str, work: Path) -> str:
    """Without what is another each time: folders, addresses, clocks, process ids and progress."""
    for folder, name in ((work, "FOLDER"), (PYTHON.parent, "PYTHON"), (PROJECT, "PROJECT"), (Path.home(), "~")):
        said = said.replace(str(folder), name)
    said = re.sub(r"0x[0-9a-f]{4,}", "0x…", said)
    said = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", said)
    said = re.sub(r"\b\d+:\d\d:\d\d\.\d{6,9}\b", "TIME", said)
    said = re.sub(r"\b\d\d:\d\d:\d\d\.\d{3}\b", "TIME", said)
    said = re.sub(r"\(([\w.-]+):\d+\)", r"(\1:PID)", said)
    said = re.sub(r"/usr/lib(exec)?/[^ :\"']*?python3[^ :\"']*/", "PYTHON/", said)
    lines = [line.split("\r")[-1].rstrip() for line in said.split("\n")]
    lines = [line[:COLUMNS] + ("…" if len(line) > COLUMNS else "") for line in lines if line.strip()]
    # How often progress is said depends on the machine.
    lines = [line for line, before in zip(lines, [None] + lines) if line != before]
    if len(lines) > SHOWN:
        head, tail = SHOWN // 3, SHOWN - SHOWN // 3
        lines = lines[:head] + [f"… {len(lines) - head - tail} lines …"] + lines[-tail:]
    return "\n".join(lines)


def version(program: Program) -> str:
    printed = subprocess.run(program.version, capture_output=True, text=True)
    number = re.search(r"\d+(\.\d+)+", printed.stdout + printed.stderr)
    return f"{program.name} {number.group(0) if number else ''}".strip()


def page(results: dict[tuple[str, str], Result]) -> str:
    names = [program.name for program in PROGRAMS]
    lines = [
        "# The same mistakes, elsewhere",
        "",
        "Ten mistakes that people make in edits, each written as every program has it written, and what the program says."
        " `make compare` runs them all and writes this page; the edits are in [Scripts/mistakes](../Scripts/mistakes)."
        " Nothing is added to what was printed, and of that only folders, addresses and clocks are replaced, lines that"
        f" repeat the one before are left out, and so is the middle of what is longer than {SHOWN} lines.",
        "",
        "cutlist only checks here, with `cutlist check`, and OpenTimelineIO, which makes no movies, reads, with its"
        " `otiostat`. The others make the movie. An empty cell: no form of the mistake was tried.",
        "",
        ", ".join(version(program) for program in PROGRAMS) + ".",
        "",
        "| mistake | " + " | ".join(names) + " |",
        "|---" * (len(names) + 1) + "|",
    ]
    mistakes = sorted({mistake for mistake, _ in results})
    for mistake in mistakes:
        title = WHAT[mistake][0]
        cells = [results[mistake, name].words if (mistake, name) in results else "" for name in names]
        lines.append(f"| [{title}](#{anchor(title)}) | " + " | ".join(cells) + " |")
    for mistake in mistakes:
        title, what = WHAT[mistake]
        lines += ["", f"## {title}", "", what]
        for program in PROGRAMS:
            result = results.get((mistake, program.name))
            if result is None:
                continue
            link = f"[{program.file}](../Scripts/mistakes/{mistake}/{program.file})"
            lines += ["", f"**{program.name}**, {link}: {result.words}" + ("" if result.said else ", without a word")]
            if result.said:
                lines += ["", "```", result.said, "```"]
    return "\n".join(lines) + "\n"


def anchor(title: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


if __name__ == "__main__":
    sys.exit(main())
