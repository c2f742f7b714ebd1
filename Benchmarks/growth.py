"""Doubles documents of every kind and writes how much longer the program takes and how much more memory it needs.

A document of twice the length should take twice the time. What the program takes for a document with one of each thing is
subtracted first, so that small documents can be compared as well.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
import report  # noqa: E402
from growing import KINDS, Kind  # noqa: E402

PROJECT = Path(__file__).resolve().parent.parent
# What is a ratio of two by chance is not told from noise below this many seconds.
NOISE = 0.05

COMMANDS: dict[str, list[str]] = {
    "check": ["check", "FILE"],
    "check-json": ["check", "--format", "json", "FILE"],
    "check-sarif": ["check", "--format", "sarif", "FILE"],
    "check-github": ["check", "--format", "github", "FILE"],
    "check-junit": ["check", "--format", "junit", "FILE"],
    "check-diff": ["check", "--diff", "--unsafe", "FILE"],
    "fmt": ["fmt", "--diff", "FILE"],
    "expand": ["expand", "FILE"],
    "diff": ["diff", "FILE", "FILE"],
    "coverage": ["coverage", "FILE"],
    "plan": ["plan", "FILE"],
    "document": ["emit", "--stage", "document", "FILE"],
    "composition": ["emit", "--stage", "composition", "FILE"],
    "chapters": ["chapters", "FILE"],
    "lsp": ["EDITOR", "FILE"],
}


WORDS = """`Benchmarks/growth.py` makes a document of each kind twice, the second with twice as many of something, and gives both to
`cutlist check` and to other commands. × is how many times the second takes what the first does, less what the program
takes for a document with one of that something; it is left out where the first takes less than 0.05 s, or 4 MB, more than that. Where a limit is
reached, as [security.md](security.md#limits) lists them, the error is what is timed.
"""


class Run(NamedTuple):
    seconds: float
    peak: int
    status: int


class Growth(NamedTuple):
    kind: str
    command: str
    runs: list[Run]

    @property
    def time(self) -> float | None:
        """How often longer the second run took than the first, less what the least document takes."""
        least, first, second = (run.seconds for run in self.runs)
        return (second - least) / (first - least) if first - least > NOISE else None

    @property
    def memory(self) -> float | None:
        least, first, second = (run.peak for run in self.runs)
        return (second - least) / (first - least) if first - least > 4 << 20 else None


def main() -> int:
    arguments = parse()
    kinds = [name for name in KINDS if not arguments.only or name in arguments.only]
    commands = [name for name in COMMANDS if name in arguments.commands]
    results: list[Growth] = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            for command in commands:
                result = measure(kind, command, Path(folder), arguments)
                results.append(result)
                print(line(result), flush=True)
    if arguments.page:
        page = PROJECT / "docs/benchmarks.md"
        page.write_text(page.read_text().split(report.GROWTH)[0] + section(results))
    return 0


def section(results: list[Growth]) -> str:
    rows = ["| document | there are | s | twice as many | × | MB | × |", "|---|--:|--:|--:|--:|--:|--:|"]
    for one in results:
        kind, (_, first, second) = KINDS[one.kind], one.runs
        name = kind.title if one.command == "check" else f"{kind.title} (`{one.command}`)"
        ratios = [f"{ratio:.2f}" if ratio else "" for ratio in (one.time, one.memory)]
        rows.append(
            f"| {name} | {kind.count:,} | {first.seconds:.2f} | {second.seconds:.2f} | {ratios[0]} "
            f"| {second.peak >> 20} | {ratios[1]} |"
        )
    words = f"{time.strftime('%Y-%m-%d')}, {report.machine()}. cutlist {report.versions()['cutlist']}."
    return f"{report.GROWTH}\n{WORDS}\n" + "\n".join(rows) + f"\n\n{words}\n"


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = lambda text: text.split(",")
    parser.add_argument("--only", type=names, help="kinds of documents; all unless said")
    parser.add_argument("--commands", type=names, default=["check"], help=f"of {', '.join(COMMANDS)}; check unless said")
    parser.add_argument("--limit", type=float, default=60, help="seconds after which a run is ended")
    parser.add_argument("--scale", type=float, default=1, help="of the documents' lengths")
    parser.add_argument("--program", type=Path, default=PROJECT / ".build/release/cutlist")
    parser.add_argument("--page", action="store_true", help="write the figures to docs/benchmarks.md")
    return parser.parse_args()


def measure(name: str, command: str, folder: Path, arguments: argparse.Namespace) -> Growth:
    kind: Kind = KINDS[name]
    count = max(1, int(kind.count * arguments.scale))
    runs = []
    for length in (1, count, 2 * count):
        file = folder / f"{name}.{kind.ending}"
        file.write_text(kind.text(length))
        runs.append(run(COMMANDS[command], file, arguments))
    return Growth(name, command, runs)


def run(command: list[str], file: Path, arguments: argparse.Namespace) -> Run:
    program = str(arguments.program.resolve())
    words = [str(file) if word == "FILE" else word for word in command]
    if words[0] == "EDITOR":
        words = [sys.executable, str(Path(__file__).parent / "editor.py"), program, *words[1:]]
    else:
        words.insert(0, program)
    start = time.monotonic()
    with open(file.parent / "output", "wb") as output:
        process = subprocess.Popen(words, stdout=output, stderr=output, cwd=file.parent, start_new_session=True)
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() - start > arguments.limit:
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.002)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Run(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, process.returncode)


def line(result: Growth) -> str:
    least, first, second = result.runs
    times = f"{first.seconds:7.2f} s {second.seconds:7.2f} s"
    ratio = f"{result.time:5.2f}" if result.time else "    -"
    memory = f"{result.memory:5.2f}" if result.memory else "    -"
    mark = "  <<<" if result.time and result.time > 2.3 and second.seconds > 0.3 or second.status < 0 else ""
    statuses = ",".join(str(run.status) for run in result.runs)
    return f"{result.kind:22} {result.command:12} {times} ×{ratio}  {second.peak >> 20:5} MB ×{memory}  {statuses}{mark}"


if __name__ == "__main__":
    sys.exit(main())
