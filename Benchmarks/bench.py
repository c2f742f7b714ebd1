"""Runs cutlist and its peers side by side and writes what they took to docs/benchmarks.md.

`make bench` calls this. Everybody's runs take turns, so that a machine that is slower for a while is so for all.
"""

import argparse
import json
import os
import shutil
import signal
import statistics
import sys
import time
from pathlib import Path

import measuring
import report
from contender import Contender
from measuring import Run
from setting import CUTLIST, FULL, PROJECT, QUICK, Setting
from workloads import Workload, workloads

ATTEMPTS = 3  # at a run, for programs that sometimes hang
HUNG = -signal.SIGKILL


def main() -> int:
    arguments = parse()
    setting = QUICK if arguments.quick else FULL
    for folder in (setting.media, setting.work, setting.folder / "results"):
        folder.mkdir(parents=True, exist_ok=True)
    # Some peers leave things where they are run.
    os.chdir(setting.work)
    known = workloads(setting)
    chosen = [name for name in known if not arguments.only or any(name.startswith(only) for only in arguments.only)]
    if not chosen:
        print(f"no such workload; there are {', '.join(known)}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    measuring.adopt_orphans()
    for name in chosen:
        workload = known[name]()
        if workload is None:
            print(f"{name}: this cutlist cannot do it yet", flush=True)
            continue
        if arguments.family and not any(one.family in arguments.family for one in workload.contenders):
            print(f"{name}: none of {', '.join(arguments.family)} takes part", flush=True)
            continue
        rounds = max(1, arguments.rounds // 3) if workload.is_long else arguments.rounds
        result = compete(workload, rounds, setting, arguments.family)
        (setting.folder / "results" / f"{name}.json").write_text(json.dumps(result, indent=1))
    page = PROJECT / "docs/benchmarks.md" if setting is FULL else setting.folder / "benchmarks.md"
    page.write_text(report.page(setting, [setting.folder / "results" / f"{name}.json" for name in known]))
    print(f"the figures are in {page}")
    return 0


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="how many runs of each; more where they are short")
    parser.add_argument("--only", type=lambda text: text.split(","), help="workloads, by how their names begin")
    parser.add_argument("--family", type=lambda text: text.split(","), help="programs; all unless said")
    parser.add_argument("--quick", action="store_true", help="small pictures, to see that everything works")
    return parser.parse_args()


def compete(workload: Workload, rounds: int, setting: Setting, families: list[str] | None) -> dict:
    contenders = [one for one in workload.contenders if not families or one.family in families]
    print(f"\n{workload.title}", flush=True)
    runs: dict[str, list[Run]] = {one.name: [] for one in contenders}
    hung = dict.fromkeys(runs, 0)
    verdicts: dict[str, str] = {}
    load, slowest = os.getloadavg()[0], 0.0
    done, needed = 0, rounds
    while done < needed:
        for one in contenders:
            run, attempts = once(one, setting), 1
            while run.status == HUNG and not one.kill_after and attempts < ATTEMPTS:
                hung[one.name] += 1
                run, attempts = once(one, setting), attempts + 1
            runs[one.name].append(run)
            slowest = max(slowest, run.wall if run.status == 0 else 0)
            if done == 0:
                verdicts[one.name] = verdict(workload, one, run)
            print(f"  {one.name:28} {line(run)}  {verdicts[one.name] if done == 0 else ''}", flush=True)
        done += 1
        if done == 1 < rounds and slowest < 5 and not workload.is_long:
            needed = 2 * rounds + 1
    return {
        "name": workload.name,
        "title": workload.title,
        "reference": workload.reference,
        "date": time.strftime("%Y-%m-%d"),
        "rounds": needed,
        "load": load,
        "machine": report.machine(),
        "versions": report.versions(),
        "contenders": [summary(one, runs[one.name], verdicts[one.name], hung[one.name]) for one in contenders],
    }


def verdict(workload: Workload, one: Contender, run: Run) -> str:
    if run.status and not one.kill_after:
        return "it hung" if run.status == HUNG else f"exit status {run.status}"
    return str(workload.check(one))


def once(one: Contender, setting: Setting) -> Run:
    clear(one.output)
    one.before()
    log = setting.work / f"{one.name}.log"
    total = None
    for command in one.commands:
        run = measuring.measure(command, log, one.kill_after)
        total = total + run if total else run
    return total


def clear(output: Path | None) -> None:
    if output is None:
        return
    if output.is_dir():
        shutil.rmtree(output)
        output.mkdir()
    else:
        output.unlink(missing_ok=True)


def line(run: Run) -> str:
    status = f"  status {run.status}" if run.status else ""
    return f"{run.cpu:8.2f} s CPU {run.wall:8.2f} s wall {run.peak >> 20:6} MB{status}"


def summary(one: Contender, runs: list[Run], verdict: str, hung: int) -> dict:
    """The medians of the runs that ended well, or of all if none did."""
    good = [run for run in runs if run.status == 0 or one.kill_after] or runs
    return {
        "name": one.name,
        "family": one.family,
        "cpu": statistics.median(run.cpu for run in good),
        "wall": statistics.median(run.wall for run in good),
        "peak": statistics.median(run.peak for run in good),
        "spread": [min(run.cpu for run in good), max(run.cpu for run in good)],
        "hung": hung,
        "verdict": verdict,
        "commands": one.commands,
        "inputs": [str(path) for path in one.inputs],
    }


if __name__ == "__main__":
    assert CUTLIST.exists(), "make build first"
    sys.exit(main())
