"""Texts with slips: whatever somebody has written, `check` says where it is wrong, and JSON is what RFC 8259 says."""

import json
import random
import re

from corpus import Corpus
from engine import Case
from judging import Problem
from slips import as_json, is_json, slip, slip_in_json

WORDS_OF_LIBYAML = re.compile(
    r"did not find expected|while (parsing|scanning)|found (character that|unexpected|undefined|unknown|duplicate|a tab)|could not (find|determine)|mapping values are not|block (sequence|mapping|collection)|control characters are not")


class Texts(Corpus):
    """Each case is one call with many texts."""

    name = "texts"
    each = 20

    def make(self, rng: random.Random, number: int, sandbox) -> Case:
        files: dict[str, bytes | str] = {}
        for index in range(self.each):
            text = rng.choice(self.texts)
            written = as_json(rng, text) if rng.random() < 0.35 else None
            change = slip if written is None else slip_in_json
            text = text if written is None else written
            for _ in range(rng.choice([1, 1, 1, 2, 3])):
                text = change(rng, text)
            data = text.encode("utf-8", "surrogatepass")
            if rng.random() < 0.03:
                at = rng.randrange(len(data) + 1)
                data = data[:at] + rng.choice([b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe4", b"\xfe\xff"]) + data[at:]
            files[f"t{number}-{index}.{'yaml' if written is None else 'json'}"] = data
        names = list(files)
        return Case(number, files, [["check", *(["--offline"] if rng.random() < 0.6 else []), "--format", "json", *names]])

    def judge(self, case, outcomes, sandbox):
        outcome = outcomes[0]
        if outcome.status not in (0, 1):
            return [] if outcome.status is None or outcome.status < 0 else [Problem("refused", f"status {outcome.status}", outcome.err[:300].decode(errors="replace"))]
        problems = []
        found = reports(outcome.out)
        if (outcome.status == 1) != any(one["severity"] == "error" for one in found):
            problems.append(Problem("status", f"check {outcome.status}, which its report does not say"))
        located = placed(found)
        for one in located:
            name = one["place"]["file"]
            data = case.files.get(name)
            if isinstance(data, bytes) and not lies_within(one["place"], data):
                problems.append(Problem("place", f"{one['rule']} beyond the text", f"{name}: {one['place']}"))
            if words := WORDS_OF_LIBYAML.search(one["message"]):
                problems.append(Problem("words", f"libyaml's: {words.group()}", one["message"]))
        broken = {one["place"]["file"] for one in located if one["rule"] == "syntax-error"}
        limited = {one["place"]["file"] for one in located if one["rule"] == "limit-exceeded"}
        for name, data in case.files.items():
            if not name.endswith(".json") or name in limited:
                continue
            right = is_json(data)
            if right is False and name not in broken:
                problems.append(Problem("json", "what is no JSON passes", f"{name}: {why(data)}"))
            if right is True and name in broken:
                said = next(one for one in located if one["rule"] == "syntax-error" and one["place"]["file"] == name)
                problems.append(Problem("json", f"JSON is refused: {re.sub(r'`[^`]*`', '`…`', said['message'])[:60]}", f"{name}: {said['message']}"))
        return problems

    def reduce(self, case, problem, sandbox):
        """The one text that it is about."""
        for name, data in case.files.items():
            smaller = Case(case.number, {name: data}, [[*[part for part in case.commands[0] if part not in case.files], name]])
            if self.still(smaller, problem, sandbox):
                return smaller
        return None


def reports(out: bytes) -> list[dict]:
    """The diagnostics of a report in JSON."""
    return json.loads(out)["diagnostics"]


def placed(found: list[dict]) -> list[dict]:
    """Those at a place in a file; what is wrong with the machine has none."""
    return [one for one in found if "place" in one]


def lies_within(place: dict, data: bytes) -> bool:
    """Whether a place lies in the text, or at its end."""
    return 0 <= place["offset"] <= place["endOffset"] <= len(data) and place["line"] >= 1 and place["column"] >= 1


def why(data: bytes) -> str:
    """Why Python takes something for no JSON."""
    try:
        json.loads(data.decode())
    except ValueError as error:
        return str(error)
    return ""
