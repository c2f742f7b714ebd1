"""Makes cases from a seed, runs them on some workers, judges them, and keeps what broke."""

import queue
import random
import shutil
import threading
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from judging import Problem, judge
from keeping import Failures
from sandbox import Outcome, Sandbox

CHECK_MEMORY = 1 << 30
RENDER_MEMORY = 2 << 30


@dataclass
class Case:
    """What is laid into a sandbox and run there."""

    number: int
    files: dict[str, bytes | str]  # a text is where a link leads
    commands: list[list[str]]
    made: set[str] = field(default_factory=set)  # what the commands may leave inside, beside what was there
    environment: dict[str, str] = field(default_factory=dict)
    input: bytes | list[bytes] | None = None  # a list is written with pauses
    note: str = ""
    extra: object = None  # what a program wants to know when it judges
    bounded: bool = True  # whether commands that render have to end in their time as well


@dataclass
class Setting:
    """What all programs are run with."""

    program: Path
    folder: Path  # for material, sandboxes and what broke
    seed: int
    count: int
    seconds: float
    jobs: int
    budget: float  # seconds for one run
    watch: Path
    failures: Failures
    first: int = 0
    trace_every: int = 40


class Program:
    """One kind of fuzzing. Subclasses say what a case is."""

    name = ""
    batch = 0  # how many cases are checked by one call; 0 where each is run by itself
    each = 1  # how many things are tried by one case

    def __init__(self, setting: Setting):
        self.setting = setting
        self.done = 0
        self.runs = 0
        self.statuses: dict[object, int] = {}
        self.lock = threading.Lock()

    def prepare(self) -> Path | None:
        """Makes what all cases need; returns the folder whose files lie in every sandbox, or nil."""
        return None

    def make(self, rng: random.Random, number: int, sandbox: Sandbox) -> Case:
        raise NotImplementedError

    def judge(self, case: Case, outcomes: list[Outcome], sandbox: Sandbox) -> list[Problem]:
        """What is wrong beside what `judge` says of every run."""
        return []

    def reduce(self, case: Case, problem: Problem, sandbox: Sandbox) -> Case | None:
        """A smaller case with the same problem, or nil."""
        return None

    def case(self, number: int, sandbox: Sandbox) -> Case:
        return self.make(random.Random(f"{self.setting.seed} {self.name} {number}"), number, sandbox)

    # What follows runs them.

    def run(self) -> bool:
        """Runs all cases, says in one line what came of them, and returns whether nothing broke."""
        began = time.monotonic()
        fixtures = self.prepare()
        work: queue.Queue[list[int]] = queue.Queue()
        numbers = list(range(self.setting.first, self.setting.first + -(-self.setting.count // self.each)))
        size = max(1, self.batch)
        for at in range(0, len(numbers), size):
            work.put(numbers[at : at + size])
        until = time.monotonic() + self.setting.seconds

        def labour(worker: int) -> None:
            try:
                sandbox = self.sandbox(worker, fixtures)
            except Exception as error:
                self.setting.failures.add(self.name, Problem("driver", repr(error)[:120]), {}, [], {})
                traceback.print_exc(limit=-3)
                return
            while time.monotonic() < until:
                try:
                    batch = work.get_nowait()
                except queue.Empty:
                    break
                try:
                    self.handle(batch, sandbox)
                except Exception as error:  # a mistake of this program's own, which must not look like success
                    self.setting.failures.add(self.name, Problem("driver", repr(error)[:120]), {}, [], {"numbers": batch})
                    traceback.print_exc(limit=-3)
            shutil.rmtree(sandbox.folder, ignore_errors=True)

        threads = [threading.Thread(target=labour, args=(n,)) for n in range(self.setting.jobs)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        found = self.setting.failures.of(self.name)
        broken = {problem: count for problem, count in found.items() if problem.kind != "note"}
        notes = sum(found.values()) - sum(broken.values())
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items(), key=lambda item: -item[1]))
        print(f"{self.name}: {self.done} cases, {self.runs} runs in {time.monotonic() - began:.0f} s ({statuses}); "
              + (f"{sum(broken.values())} broke, in {len(broken)} ways" if broken else "nothing broke")
              + (f"; {notes} to be looked at" if notes else ""), flush=True)
        return not broken

    def sandbox(self, worker: int, fixtures: Path | None) -> Sandbox:
        return Sandbox(self.setting.folder / "run" / f"{self.name}-{worker}", self.setting.program, self.setting.watch, fixtures)

    def handle(self, numbers: list[int], sandbox: Sandbox) -> None:
        cases = []
        for number in numbers:
            try:
                cases.append(self.case(number, sandbox))
            except Exception as error:
                raise RuntimeError(f"case {number} cannot be made") from error
        alone = [case for case in cases if not self.in_batch(case)]
        together = [case for case in cases if self.in_batch(case)]
        if together:
            for case in together:
                self.lay(case, sandbox)
            before = sandbox.listing()
            command = ["check", "-j", "1", *[path for case in together for path in case.commands[0][1:]]]
            outcome = sandbox.run(command, self.setting.budget + len(together) * 0.2, traced=self.traced(sandbox))
            problems = judge(outcome, sandbox, CHECK_MEMORY) + self.leftovers(before, set(), sandbox)
            self.count(outcome, len(together))
            for case in together:
                self.clear(case, sandbox)
            if problems:
                found = [problem for case in together for problem in self.single(case, sandbox)]
                if not found:
                    files = {name: content for case in together for name, content in case.files.items()}
                    for problem in problems:
                        self.setting.failures.add(self.name, Problem(problem.kind, f"(many) {problem.mark}", problem.detail), files, [command], {"seed": self.setting.seed, "numbers": numbers})
        for case in alone:
            self.single(case, sandbox)
            with self.lock:
                self.done += self.each

    def in_batch(self, case: Case) -> bool:
        return self.batch > 0 and len(case.commands) == 1 and case.commands[0][0] == "check" and case.input is None and len(case.commands[0]) == 2 and not case.environment

    def traced(self, sandbox: Sandbox) -> bool:
        return self.setting.trace_every > 0 and sandbox.runs % self.setting.trace_every == self.setting.trace_every - 1

    def lay(self, case: Case, sandbox: Sandbox) -> None:
        for name, content in case.files.items():
            path = sandbox.inside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                path.symlink_to(content)
            else:
                path.write_bytes(content)

    def clear(self, case: Case, sandbox: Sandbox) -> None:
        for name in {*case.files, *case.made}:
            path = sandbox.inside / name
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)

    def leftovers(self, before: set[str], made: set[str], sandbox: Sandbox) -> list[Problem]:
        problems = []
        if wrong := sandbox.touched_outside():
            problems.append(Problem("changed", f"outside {', '.join(wrong)[:80]}"))
        left = sandbox.listing() - before - {f"inside/{name}" for name in made}
        gone = {name for name in before - sandbox.listing() if not name.startswith("tmp/") and name.removeprefix("inside/") not in made}
        for name in sorted(left):
            mark = "".join("N" if c.isdigit() else c for c in name)
            problems.append(Problem("left", mark[:80]))
            path = sandbox.folder / name
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
        for name in sorted(gone):
            problems.append(Problem("gone", name[:80]))
        return problems

    def attempt(self, case: Case, sandbox: Sandbox, stacks: bool = False) -> tuple[list[Problem], list[Outcome]]:
        """Runs a case by itself: what is wrong, and how each run ended."""
        self.lay(case, sandbox)
        before = sandbox.listing()
        outcomes, problems = [], []
        for command in case.commands:
            renders = command[0] in ("render", "frames")
            seconds = self.setting.budget * (3 if renders else 1)
            outcome = sandbox.run(command, seconds, case.environment, traced=self.traced(sandbox), input=case.input, stacks=stacks)
            problems += judge(outcome, sandbox, RENDER_MEMORY if renders else CHECK_MEMORY, hang=case.bounded or not renders)
            outcomes.append(outcome)
            if outcome.status is None:
                break
        problems += self.judge(case, outcomes, sandbox)
        problems += self.leftovers(before, case.made, sandbox)
        self.clear(case, sandbox)
        return problems, outcomes

    def single(self, case: Case, sandbox: Sandbox) -> list[Problem]:
        problems, outcomes = self.attempt(case, sandbox)
        for outcome in outcomes:
            self.count(outcome, 0)
        if any(problem.kind in ("hang", "memory", "deaf") for problem in problems):
            # Once more, and where it is then: the machine may have been busy.
            problems, outcomes = self.attempt(case, sandbox, stacks=True)
        named = []
        for problem in problems:
            if problem.kind == "signal" and len(self.setting.failures.of(self.name)) < 60:
                self.lay(case, sandbox)
                command = next(outcome.command for outcome in outcomes if (outcome.status or 0) < 0)
                stack = sandbox.stack_of_crash(command, case.environment)
                if stack:
                    top = " < ".join(line[:80] for line in stack.splitlines()[:3])
                    problem = Problem(problem.kind, f"{problem.mark} in {top}", stack)
                self.leftovers(sandbox.listing(), case.made, sandbox)
                self.clear(case, sandbox)
            named.append(problem)
        for problem in named:
            note = {"seed": self.setting.seed, "number": case.number, "environment": case.environment, "note": case.note,
                    "out": outcomes[-1].out[-1500:].decode(errors="replace"), "err": outcomes[-1].err[-1500:].decode(errors="replace")}
            if case.input is not None:
                note["input"] = (case.input if isinstance(case.input, bytes) else b"".join(case.input)).decode("latin-1")
            folder = self.setting.failures.add(self.name, problem, case.files, case.commands, note)
            if folder and folder.name == "1":
                smaller = self.reduce(case, problem, sandbox)
                if smaller:
                    for name, content in smaller.files.items():
                        path = folder / "smaller" / name
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return named

    def count(self, outcome: Outcome, cases: int) -> None:
        with self.lock:
            self.runs += 1
            self.done += cases
            status = "over time" if outcome.status is None else outcome.status
            self.statuses[status] = self.statuses.get(status, 0) + 1

    def still(self, case: Case, problem: Problem, sandbox: Sandbox) -> bool:
        """Whether a case has the same problem, as far as it is known without a stack."""
        problems, _ = self.attempt(case, sandbox)
        words = problem.mark.split()[:2]
        return any(one.kind == problem.kind and one.mark.split()[: len(words)][:2] == words for one in problems)
