"""The fault walk: lets one call of the system fail in each command and looks at what is left."""

import random
import re
import shutil
import struct
from pathlib import Path

import scenarios
from engine import Case, Program
from judging import Problem, judge
from kills import shortened
from sandbox import Outcome, Sandbox, preload
from scenarios import SCENARIOS, Reference, Scenario

HERE = Path(__file__).parent
HOWS = {  # what becomes of calls of each kind, and how often the kind is chosen
    "write": (6, "ENOSPC ENOSPC EIO EDQUOT EFBIG EINTR short end"), "say": (1, "EIO ENOSPC EINTR short"), "read": (5, "EIO EINTR short end"), "pwrite": (4, "ENOSPC EIO EINTR short"),
    "pread": (4, "EIO EINTR short end"), "sync": (4, "EIO ENOSPC EINTR EINVAL"), "rename": (5, "EACCES EIO ENOSPC EXDEV EROFS"), "link": (4, "EPERM EIO EXDEV EEXIST EMFILE ENOTSUP"), "unlink": (2, "EACCES EIO EBUSY"),
    "openw": (5, "ENOSPC EMFILE EACCES EROFS ENFILE EINTR EIO"), "openr": (5, "EMFILE EACCES EIO EINTR ENFILE ENOMEM ESTALE ENOENT"), "mkdir": (3, "ENOSPC EACCES EROFS EEXIST"), "temporary": (4, "ENOSPC EMFILE EACCES ENOENT"),
    "truncate": (2, "EIO ENOSPC"), "close": (3, "EIO ENOSPC EINTR"), "stat": (3, "EIO EACCES ENOENT ESTALE"), "fstat": (3, "EIO ESTALE ENOMEM"), "statvfs": (1, "EIO ENOSYS"), "lock": (2, "EIO EAGAIN EINTR ENOLCK"), "list": (2, "EMFILE EACCES EIO ENOENT"),
    "seek": (3, "EIO EINVAL"), "map": (3, "ENOMEM EACCES"), "anonymous": (1, "ENOMEM"), "thread": (6, "EAGAIN"), "allocate": (1, "ENOMEM"), "aligned": (5, "ENOMEM"), "start": (3, "EAGAIN ENOMEM"), "real": (2, "EIO ELOOP"), "access": (1, "EACCES EIO"),
    "times": (1, "EPERM EIO"), "mode": (1, "EPERM"), "space": (2, "ENOSPC ENOTSUP"), "pipe": (2, "EMFILE ENFILE"),
}
THE_MACHINES = {"EIO", "EMFILE", "ENFILE", "ENOMEM", "EINTR", "ESTALE", "EAGAIN", "short"}  # for which no document can be blamed
ENDS_SWIFT = "failed to allocate N bytes of memory with alignment N"  # which Swift's own memory cannot survive; libav's can
FATAL = {"allocate", "anonymous"}  # where a program of Swift may end by a signal


class Faults(Program):
    name = "faults"

    def prepare(self) -> Path | None:
        self.library = preload(HERE / "faults.c", self.setting.folder / "faults.so")
        self.kinds = re.findall(r"X\((\w+)\)", re.search(r"#define KINDS\(X\)(.*?)enum", (HERE / "faults.c").read_text(), re.S).group(1))
        self.references: dict[tuple[Path, str], Reference] = {}
        self.fonts: dict[Path, Path] = {}
        return None

    def sandbox(self, worker: int, fixtures: Path | None) -> Sandbox:
        sandbox = Sandbox(self.setting.folder / "run" / f"{self.name}-{worker}", self.setting.program, None)
        scenarios.lay_media(self.setting.folder, sandbox.inside)
        self.fonts[sandbox.folder] = scenarios.lay_fonts(sandbox.folder / "fonts", self.setting.folder / "font-cache")
        for one in SCENARIOS:
            self.references[sandbox.folder, one.name] = self.reference(one, sandbox)
        return sandbox

    def reference(self, scenario: Scenario, sandbox: Sandbox) -> Reference:
        """Runs a scenario without a fault, and counts its calls."""
        warm = sandbox.scratch / f"warm-{scenario.name}"
        if scenario.warm:
            scenarios.begin(scenario, sandbox, None)
            sandbox.run(list(SCENARIOS[0].arguments), 120, self.font_variables(sandbox))
            shutil.rmtree(warm, ignore_errors=True)
            shutil.copytree(sandbox.inside / "S", warm)
        scenarios.begin(scenario, sandbox, warm)
        found = Reference()
        counts = sandbox.scratch / "counts"
        counts.unlink(missing_ok=True)
        outcome = sandbox.run(list(scenario.arguments), 120, self.preloaded({"FUZZ_COUNTS": str(counts)}, sandbox))
        if outcome.status != 0:
            raise RuntimeError(f"{scenario.name} fails without a fault: {outcome.status} {outcome.err!r}")
        found.outputs = {name: (sandbox.inside / name).read_bytes() for name in scenario.outputs}
        found.seconds, found.out = outcome.seconds, outcome.out
        numbers = counts.read_bytes()
        found.counts = dict(zip(self.kinds, struct.unpack(f"{len(numbers) // 8}q", numbers)))
        return found

    def preloaded(self, variables: dict[str, str], sandbox: Sandbox) -> dict[str, str]:
        return {"LD_PRELOAD": str(self.library), "FUZZ_WITHIN": str(sandbox.folder), **self.font_variables(sandbox), **variables}

    def font_variables(self, sandbox: Sandbox) -> dict[str, str]:
        return {"FONTCONFIG_FILE": str(self.fonts[sandbox.folder])}

    def make(self, rng: random.Random, number, sandbox):
        weights = [3 if one.store else 1 for one in SCENARIOS]
        scenario = rng.choices(SCENARIOS, weights)[0]
        counts = self.references[sandbox.folder, scenario.name].counts
        kinds = [kind for kind in HOWS if counts.get(kind, 0) > 0]
        kind = rng.choices(kinds, [HOWS[kind][0] for kind in kinds])[0]
        how = rng.choice(HOWS[kind][1].split())
        fault = f"{kind} {rng.randint(1, counts[kind])}{'+' if rng.random() < 0.25 and how != 'EINTR' else ''} {how}"
        return Case(number, {}, [list(scenario.arguments)], environment={"FUZZ_FAULT": fault}, note=f"{scenario.name}: {fault}", extra=(scenario, kind, how))

    def attempt(self, case: Case, sandbox: Sandbox, stacks: bool = False):
        scenario, kind, how = case.extra
        reference = self.references[sandbox.folder, scenario.name]
        warm = sandbox.scratch / f"warm-{scenario.name}"
        scenarios.begin(scenario, sandbox, warm)
        hit = sandbox.scratch / "hit"
        hit.unlink(missing_ok=True)
        before = sandbox.listing()
        outcome = sandbox.run(case.commands[0], self.setting.budget, self.preloaded({**case.environment, "FUZZ_HIT": str(hit)}, sandbox), stacks=stacks)
        # Who cannot say anything is silent.
        beside = {"signal": FATAL, "silent": ("say",)}
        problems = [one for one in judge(outcome, sandbox, 4 << 30) if kind not in beside.get(one.kind, ()) and not (one.kind == "signal" and ENDS_SWIFT in one.mark)]
        problems = [Problem(one.kind, f"{scenario.name}: {kind} {how}: {one.mark}", one.detail) for one in problems]

        def wrong(what: str, words: str, detail: str = "") -> None:
            where = hit.read_text(errors="replace").splitlines()[:1] if hit.exists() else [""]
            problems.append(Problem(what, f"{scenario.name}: {kind} {how}: {words}", f"{detail} {where}".strip()))

        # What no file can be moved from any more stays, even where another one could not get its name.
        stays = kind == "rename" and "+" in case.environment["FUZZ_FAULT"]
        states = {name: scenarios.state(scenario, name, sandbox, reference) for name in scenario.outputs}
        said = outcome.err.decode(errors="replace")[-400:]
        for name, now in states.items():
            if now in ("wrong", "gone"):
                wrong("torn", f"{name} is {now}", f"status {outcome.status}")
            elif outcome.status == 0 and now != "new" and not (how == "end" and name in scenarios.DOCUMENTS):
                # A document that ends early cannot be told from a shorter one.
                wrong("lie", f"status 0 and {name} is {now}", said)
            elif outcome.status not in (0, None) and now == "new" and not scenario.many and scenario.name != "check" and not stays:
                wrong("lie", f"status {outcome.status} and {name} is new", said)
        if scenario.stamp and outcome.status not in (0, None):
            path = sandbox.inside / scenario.stamp
            if path.exists() and path.stat().st_mtime > 1_000_000_001:
                wrong("lie", f"status {outcome.status} and {scenario.stamp} is touched", said)
        if outcome.status == 1 and how in THE_MACHINES:
            wrong("blame", "status 1, as if the document were wrong", said)
        if outcome.status == 2 and how in THE_MACHINES:
            wrong("blame", "status 2, as if the command line were wrong", said)
        if scenario.name == "inspect" and outcome.status == 0 and outcome.out != reference.out:
            wrong("lie", "status 0 and other words", said)
        if outcome.status is not None and outcome.status >= 0:
            rests = scenarios.store_rests(sandbox) | {f"inside/{name}" for name in (*scenario.outputs, scenario.stamp or "")}
            for name in sorted(sandbox.listing() - before - rests):
                if not name.startswith("inside/pictures/") and kind != "unlink":
                    wrong("left", shortened(name), f"status {outcome.status}")
        outcomes = [outcome]
        if scenario.name != "inspect":
            # Once more, and nothing fails.
            for name in ("out.mp4", "out.mkv", "new.yaml"):
                if not scenario.replaces and name in scenario.outputs:
                    (sandbox.inside / name).unlink(missing_ok=True)
            again = sandbox.run(case.commands[0], 60, self.font_variables(sandbox))
            outcomes.append(again)
            if again.status != 0:
                wrong("after", f"the next run has status {again.status}", again.err.decode(errors="replace")[-300:])
            for name in scenario.outputs:
                if again.status == 0 and scenarios.state(scenario, name, sandbox, reference) != "new":
                    wrong("poisoned", f"the next run makes another {name}", said)
            rests = scenarios.store_rests(sandbox) | {f"inside/{name}" for name in (*scenario.outputs, scenario.stamp or "")}
            for name in sorted(sandbox.listing() - before - rests):
                if not name.startswith("inside/pictures/"):
                    wrong("left", "even after the next run: " + shortened(name))
        return problems, outcomes

    def single(self, case: Case, sandbox: Sandbox):
        problems, outcomes = self.attempt(case, sandbox)
        if any(one.kind in ("hang", "deaf") for one in problems):
            problems, outcomes = self.attempt(case, sandbox, stacks=True)
        self.count(outcomes[0], 0)
        for problem in problems:
            scenario, _, _ = case.extra
            self.setting.failures.add(self.name, problem, {name: text.encode() for name, text in scenarios.DOCUMENTS.items()}, case.commands,
                                      {"seed": self.setting.seed, "number": case.number, "environment": case.environment, "note": case.note, "err": outcomes[0].err[-1500:].decode(errors="replace"), "status": outcomes[0].status})
        return problems
