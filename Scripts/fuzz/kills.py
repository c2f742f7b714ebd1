"""Kills renders at random moments, alone and two at a time, and renders again."""

import random
import re
import shutil
import signal
import threading
from pathlib import Path

import scenarios
from engine import Case, Program
from judging import Problem
from sandbox import Sandbox
from scenarios import SCENARIOS, Reference

RENDERS = [one for one in SCENARIOS if one.arguments[0] == "render"]


class Kills(Program):
    name = "kills"

    def prepare(self) -> Path | None:
        self.references: dict[tuple[Path, str], Reference] = {}
        return None

    def sandbox(self, worker: int, fixtures: Path | None) -> Sandbox:
        sandbox = Sandbox(self.setting.folder / "run" / f"{self.name}-{worker}", self.setting.program, None)
        scenarios.lay_media(self.setting.folder, sandbox.inside)
        for one in RENDERS:
            found = Reference()
            warm = sandbox.scratch / f"warm-{one.name}"
            scenarios.begin(one, sandbox, None)
            outcome = sandbox.run(list(one.arguments), 120)
            if outcome.status != 0:
                raise RuntimeError(f"{one.name} fails by itself: {outcome.status} {outcome.err!r}")
            found.outputs = {name: (sandbox.inside / name).read_bytes() for name in one.outputs}
            found.seconds = outcome.seconds
            if one.warm:
                shutil.copytree(sandbox.inside / "S", warm)
            self.references[sandbox.folder, one.name] = found
        return sandbox

    def make(self, rng: random.Random, number, sandbox):
        scenario = rng.choice(RENDERS)
        times = [rng.random() * 1.1 for _ in range(rng.choice([1, 1, 2, 4]))]
        return Case(number, {}, [list(scenario.arguments)], note=f"{scenario.name} at {times}", extra=(scenario, times, rng.random() < 0.3, rng.choice([signal.SIGKILL] * 3 + [signal.SIGTERM, signal.SIGINT])))

    def attempt(self, case: Case, sandbox: Sandbox, stacks: bool = False):
        scenario, times, two, number = case.extra
        reference = self.references[sandbox.folder, scenario.name]
        scenarios.begin(scenario, sandbox, sandbox.scratch / f"warm-{scenario.name}")
        before = sandbox.listing()
        problems: list[Problem] = []
        command, outcomes = case.commands[0], []

        def wrong(kind: str, words: str, detail: str = "") -> None:
            problems.append(Problem(kind, f"{scenario.name}: {signal.Signals(number).name}: {words}", detail))

        def rests() -> set[str]:
            return scenarios.store_rests(sandbox) | {f"inside/{name}" for name in scenario.outputs}

        for share in times:
            other: list = []
            if two:
                # Another one with the same store, whose output lies elsewhere and which nobody kills.
                beside = [word.replace("out.", "beside.") for word in command]
                thread = threading.Thread(target=lambda: other.append(sandbox.run(beside, 120, tag="-b")))
                thread.start()
            outcome = sandbox.run(command, 120, kill_after=share * reference.seconds, kill_with=number)
            outcomes.append(outcome)
            if outcome.deaf:
                wrong("deaf", "it did not end")
            if outcome.status not in (-signal.SIGKILL, 0, 130, 143, 3, -number):
                wrong("status", f"status {outcome.status}", outcome.err[-200:].decode(errors="replace"))
            if two:
                thread.join()
                if other[0].status != 0 and "--overwrite" in command:
                    wrong("status", f"the other one has status {other[0].status}", other[0].err[-300:].decode(errors="replace"))
                for name in scenario.outputs:
                    path = sandbox.inside / name.replace("out.", "beside.")
                    if other[0].status == 0 and name.endswith(("mp4", "mkv")) and path.read_bytes() != reference.outputs[name]:
                        wrong("poisoned", "the other one makes another movie")
                    path.unlink(missing_ok=True)
            for name in scenario.outputs:
                now = scenarios.state(scenario, name, sandbox, reference)
                if now in ("wrong", "gone"):
                    wrong("torn", f"{name} is {now}")
                if outcome.status == 0 and now != "new":
                    wrong("lie", f"status 0 and {name} is {now}")
                if not scenario.replaces:
                    (sandbox.inside / name).unlink(missing_ok=True)
            if number != signal.SIGKILL and not outcome.deaf:
                for name in sorted(sandbox.listing() - before - rests()):
                    wrong("left", f"at once: {shortened(name)}", name)
        again = sandbox.run(command, 120)
        outcomes.append(again)
        if again.status != 0:
            wrong("after", f"the next render has status {again.status}", again.err[-300:].decode(errors="replace"))
        for name in scenario.outputs:
            if again.status == 0 and scenarios.state(scenario, name, sandbox, reference) != "new":
                wrong("poisoned", f"the next render makes another {name}")
        if scenario.store:
            collected = sandbox.run(["store", "gc", "--store", "S"], 60)
            verified = sandbox.run(["store", "verify", "--store", "S"], 60)
            for one in (collected, verified):
                if one.status != 0:
                    wrong("after", f"{' '.join(one.command[:2])} has status {one.status}", one.err[-200:].decode(errors="replace") + one.out[-200:].decode(errors="replace"))
        for name in sorted(sandbox.listing() - before - rests()):
            wrong("left", shortened(name), name)
        return problems, outcomes

    def single(self, case: Case, sandbox: Sandbox):
        problems, outcomes = self.attempt(case, sandbox)
        self.count(outcomes[0], 0)
        for problem in problems:
            self.setting.failures.add(self.name, problem, {name: text.encode() for name, text in scenarios.DOCUMENTS.items()}, case.commands,
                                      {"seed": self.setting.seed, "number": case.number, "note": case.note, "err": outcomes[-1].err[-1500:].decode(errors="replace")})
        return problems


def shortened(name: str) -> str:
    """A name without what is another one each time."""
    return re.sub(r"[0-9a-fA-F]{6,}|\d+", "N", re.sub(r"\.[A-Za-z0-9]{6}(?=[./]|$)", ".N", name))[:90]
