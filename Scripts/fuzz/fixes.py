"""Documents with slips that `check --fix` mends: no fix breaks what was right, and fixes come to an end."""

import collections
import random

from corpus import Corpus
from engine import Case
from judging import Problem
from slips import as_json, slip
from texts import placed, reports

ROUNDS = 3  # after so many, nothing is left to be fixed
# Where something cannot be read, more comes to light behind it.
HIDING = {
    "syntax-error", "unknown-key", "duplicate-key", "missing-key", "wrong-type", "yaml-feature", "comment-swallows-value",
    # A value that can be read now may be wrong in another way.
    "bad-time", "bad-value", "canvas-unknown", "duration-needed", "missing-media", "unknown-option", "unknown-font", "unknown-name",
    "mix-unknown-track", "layer-unknown-track", "time-cycle",
}


class Fixes(Corpus):
    """Each case is one call with many documents."""

    name = "fixes"
    each = 12

    def make(self, rng: random.Random, number: int, sandbox) -> Case:
        files: dict[str, bytes | str] = {}
        for index in range(self.each):
            text = rng.choice(self.texts)
            for _ in range(rng.choice([1, 1, 2, 3])):
                text = slip(rng, text)
            written = as_json(rng, text) if rng.random() < 0.2 else None
            name = f"f{number}-{index}.{'yaml' if written is None else 'json'}"
            data = (text if written is None else written).encode("utf-8", "surrogatepass")
            if rng.random() < 0.08:
                data = data.replace(b"\n", b"\r\n")
            files[name] = data
            # The one beside it stays as it was, to compare with.
            files[f"old-{name}"] = data
        names = [name for name in files if not name.startswith("old-")]
        offline = ["--offline"] if rng.random() < 0.6 else []
        unsafe = ["--unsafe"] if rng.random() < 0.5 else []
        check = ["check", *offline, "--format", "json", *names]
        fix = ["check", *offline, "--fix", *unsafe, *names]
        return Case(number, files, [check, *[fix] * ROUNDS, check, fix], extra=(offline, unsafe))

    def judge(self, case, outcomes, sandbox):
        if len(outcomes) < len(case.commands) or any(one.status not in (0, 1) for one in outcomes):
            return []
        offline, unsafe = case.extra
        problems = []
        found = reports(outcomes[0].out)
        wrong = {one["place"]["file"] for one in placed(found) if one["severity"] == "error"}
        left = reports(outcomes[ROUNDS + 1].out)
        before, after = counted(found), counted(left)
        errors, errors_left = counted(found, "error"), counted(left, "error")
        if b" fixed" in outcomes[-1].err:
            problems.append(Problem("endless", "there is something to be fixed after three rounds", outcomes[-1].err[-400:].decode(errors="replace")))
        compared = 0
        for name in after.keys() | before.keys():
            old, data = before[name], (sandbox.inside / name).read_bytes()
            if data == case.files.get(name):
                continue
            # What is said of a document without errors is not said of one with them.
            shown = errors_left if errors_left[name].total() < errors[name].total() else after
            added = {rule for rule, count in shown[name].items() if count > old[rule]}
            if added and not HIDING & old.keys():
                problems.append(Problem("harm", f"{'unsafe' if unsafe else 'safe'} fixes bring {', '.join(sorted(added))[:60]}", name))
            if "syntax-error" in added and not {"comment-swallows-value", "syntax-error"} & old.keys():
                problems.append(Problem("harm", "fixes leave what cannot be read", name))
            if are_mixed(data) and not are_mixed(case.files[name]):
                problems.append(Problem("harm", "ends of lines are mixed", name))
            if not unsafe and name not in wrong and compared < 3:
                compared += 1
                outcome = sandbox.run(["diff", *offline, f"old-{name}", name], self.setting.budget)
                if outcome.status == 1:
                    problems.append(Problem("harm", "safe fixes make another movie", outcome.out[:400].decode(errors="replace")))
        return problems

    def reduce(self, case, problem, sandbox):
        """The one document that it is about."""
        for name, data in case.files.items():
            if name.startswith("old-"):
                continue
            keep = lambda command: [part for part in command if part not in case.files or part == name]
            smaller = Case(case.number, {name: data, f"old-{name}": data}, [keep(command) for command in case.commands], extra=case.extra)
            if self.still(smaller, problem, sandbox):
                return smaller
        return None


def are_mixed(data: bytes) -> bool:
    """Whether some lines end with CRLF and some with LF."""
    return b"\r\n" in data and b"\n" in data.replace(b"\r\n", b"")


def counted(found: list[dict], severity: str | None = None) -> dict[str, collections.Counter]:
    """How many diagnostics of each rule each file has, or of one severity alone."""
    counts: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for one in placed(found):
        if severity in (None, one["severity"]):
            counts[one["place"]["file"]][one["rule"]] += 1
    return counts
