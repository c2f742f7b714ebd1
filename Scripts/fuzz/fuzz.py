"""Gives cutlist what strangers and failing machines would give it, and says what broke.

`make fuzz` calls this. Everything comes from a seed; what broke is kept in a folder and can be run again from there.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from conversations import Conversations
from documents import Documents
from encoders import Encoders
from engine import Setting
from faults import Faults
from fixes import Fixes
from fonts import Fonts
from judging import judge
from keeping import Failures
from kills import Kills
from material import PROJECT
from media import Media
from sandbox import Sandbox, preload
from settings import Configuration, Locks
from tables import Tables
from texts import Texts

PROGRAMS = {one.name: one for one in (Documents, Texts, Fixes, Conversations, Media, Fonts, Tables, Configuration, Locks, Encoders, Faults, Kills)}
# So many cases each, and so many seconds at most: by default, and at night.
USUAL = {"documents": (2500, 150), "texts": (2000, 60), "fixes": (600, 60), "conversations": (4000, 60), "media": (200, 100), "fonts": (120, 40), "tables": (120, 30), "configuration": (150, 30), "locks": (150, 30), "encoders": (150, 90), "faults": (200, 120), "kills": (30, 60)}
NIGHTLY = {"documents": (30_000, 7200), "texts": (200_000, 7200), "fixes": (50_000, 7200), "conversations": (300_000, 7200), "media": (3000, 3600), "fonts": (2000, 1800), "tables": (2000, 1200), "configuration": (3000, 1200), "locks": (3000, 1200), "encoders": (8000, 7200), "faults": (3000, 5400), "kills": (500, 3600)}


def main() -> int:
    # Some documents are nested deeply, and are copied as deeply.
    sys.setrecursionlimit(50_000)
    arguments = parse()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    watch = preload(PROJECT / "Scripts/fuzz/watch.c", folder / "watch.so")
    if arguments.again:
        return again(arguments.again.resolve(), arguments.program.resolve(), folder, watch)
    failures = Failures(folder / "failures")
    whole = True
    for name in arguments.only or PROGRAMS:
        count, seconds = (NIGHTLY if arguments.nightly else USUAL)[name]
        setting = Setting(
            program=arguments.program.resolve(), folder=folder, seed=arguments.seed, count=arguments.count or count,
            seconds=arguments.seconds or seconds, jobs=arguments.jobs, budget=arguments.budget, watch=watch,
            failures=failures, first=arguments.first)
        whole = PROGRAMS[name](setting).run() and whole
    if not whole:
        print(f"what broke with SEED={arguments.seed} is in {failures.folder}; --again FOLDER runs it again")
    return 0 if whole else 1


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=PROJECT / ".build/release/cutlist", help="the cutlist to try")
    parser.add_argument("--folder", type=Path, default=PROJECT / ".build/fuzz", help="for material and what broke")
    parser.add_argument("--only", type=lambda text: text.split(","), help=f"of {', '.join(PROGRAMS)}")
    parser.add_argument("--count", type=int, help="cases of each")
    parser.add_argument("--seconds", type=float, help="the longest that each goes on")
    parser.add_argument("--seed", type=int, default=int(time.strftime("%Y%m%d")), help="the day unless said")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="workers")
    parser.add_argument("--budget", type=float, default=20, help="seconds that a check may take")
    parser.add_argument("--nightly", action="store_true", help="as many as in a night")
    parser.add_argument("--again", type=Path, metavar="FOLDER", help="runs a case that broke again")
    arguments = parser.parse_args()
    if arguments.only and (unknown := [name for name in arguments.only if name not in PROGRAMS]):
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(PROGRAMS)}")
    return arguments


def again(case: Path, program: Path, folder: Path, watch: Path) -> int:
    """Runs what is kept in a folder, in a sandbox of its own, and says what is wrong with it now."""
    told = json.loads((case / "case.json").read_text())
    if told["program"] in (Faults.name, Kills.name):
        # These begin with a store and files of their own, so the case is made anew from its seed and number.
        failures = Failures(folder / "again")
        setting = Setting(program, folder, told["seed"], 1, 600, 1, 20, watch, failures, first=told["number"])
        print("what was found then:", told["problem"], told["mark"])
        return 0 if PROGRAMS[told["program"]](setting).run() else 1
    fixtures = folder / "material" / told.get("fixtures", "fixtures")
    sandbox = Sandbox(folder / "run" / "again", program, watch, fixtures if fixtures.exists() else None)
    files = case / "smaller" if (case / "smaller").exists() else case / "files"
    for path in files.rglob("*"):
        if path.is_symlink() or path.is_file():
            target = sandbox.inside / path.relative_to(files)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_symlink():
                target.symlink_to(os.readlink(path))
            else:
                target.write_bytes(path.read_bytes())
    found = []
    for command in told["commands"]:
        outcome = sandbox.run(command, 60, told.get("environment"), input=told["input"].encode("latin-1") if "input" in told else None, stacks=True)
        sys.stdout.buffer.write(outcome.out[-4000:])
        sys.stderr.buffer.write(outcome.err[-4000:])
        problems = judge(outcome, sandbox, 1 << 30)
        found += problems
        print(f"\n{' '.join(command)[:200]}: {outcome.status}, {outcome.seconds:.1f} s, {outcome.memory >> 20} MiB", *[f"  {problem}" for problem in problems], sep="\n")
    found += [name for name in sandbox.touched_outside()]
    print("what was found then:", told["problem"], told["mark"])
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
