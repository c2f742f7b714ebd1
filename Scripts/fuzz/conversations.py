"""What editors say to the language server: it answers each request once, reports what `check` reports, and offers nothing
that harms."""

import json
import random
import re

from corpus import Corpus
from engine import Case, Setting
from judging import Problem
from slips import PIECES, slip
from texts import placed, reports

METHODS = [
    "completion", "hover", "definition", "references", "rename", "prepareRename", "documentSymbol", "codeAction", "formatting", "foldingRange", "inlayHint", "codeLens", "documentHighlight", "semanticTokens/full",
]
WEIGHTS = [4, 1, 1, 1, 3, 1, 0.3, 6, 1, 0.3, 0.5, 0.3, 1, 0.3]
KINDS = {"error": 1, "warning": 2, "remark": 3}


class Conversations(Corpus):
    """Each case is one session with one document."""

    name = "conversations"
    each = 100  # requests

    def __init__(self, setting: Setting):
        super().__init__(setting)
        self.texts = [text for text in self.texts if len(text) < 3000]

    def make(self, rng: random.Random, number: int, sandbox) -> Case:
        name = f"c{number}.yaml"
        uri = f"file://{sandbox.inside}/{name}" if sandbox else name
        document = {"uri": uri}
        text = rng.choice(self.texts)
        if rng.random() < 0.5:
            text = slip(rng, text)
        messages: list[dict] = [
            request(0, "initialize", {"processId": None, "rootUri": None, "capabilities": {}}), notice("initialized", {}),
            notice("textDocument/didOpen", {"textDocument": {**document, "languageId": "cutlist", "version": 1, "text": text}}),
        ]
        asked: dict[int, tuple[str, str]] = {}
        version = 1
        while len(asked) < self.each:
            if rng.random() < 0.25:
                version += 1
                start, end, new = changed(rng, text)
                messages.append(notice("textDocument/didChange", {
                    "textDocument": {**document, "version": version},
                    "contentChanges": [{"range": {"start": place(text, start), "end": place(text, end)}, "text": new}]}))
                text = text[:start] + new + text[end:]
                # Nobody writes on for long without mending what they did.
                if rng.random() < 0.15 or len(text) > 6000:
                    text = rng.choice(self.texts)
                    version += 1
                    messages.append(notice("textDocument/didChange", {"textDocument": {**document, "version": version}, "contentChanges": [{"text": text}]}))
                continue
            method = rng.choices(METHODS, WEIGHTS)[0]
            at = place(text, rng.randrange(len(text) + 1))
            whole = {"start": {"line": 0, "character": 0}, "end": place(text, len(text))}
            identifier = len(asked) + 1
            asked[identifier] = (method, text)
            messages.append(request(identifier, f"textDocument/{method}", {
                "textDocument": document, "position": at, "range": whole if rng.random() < 0.7 else {"start": at, "end": at},
                "newName": rng.choice(["another", "a-b", "x y", "1", "true", "é", "a: b", "'"]), "context": {"diagnostics": [], "includeDeclaration": True}, "options": {"tabSize": 2, "insertSpaces": True}}))
        # It ends when the last text has been looked at.
        ending = [request(9999, "shutdown", None), notice("exit", None)]
        parts = [b"".join(map(framed, messages)), b"".join(map(framed, ending))]
        return Case(number, {name: text.encode("utf-8", "surrogatepass")}, [["lsp"]], input=parts, extra=(uri, name, asked))

    def judge(self, case, outcomes, sandbox):
        if outcomes[0].status != 0:
            return [Problem("status", f"lsp {outcomes[0].status}")] if outcomes[0].status in (1, 2, 3) else []
        uri, name, asked = case.extra
        answers, told = self.heard(outcomes[0].out, uri)
        problems = []
        for identifier, (method, _) in asked.items():
            if len(answers.get(identifier, [])) != 1:
                problems.append(Problem("answers", f"{len(answers.get(identifier, []))} to {method}"))
            elif (error := answers[identifier][0].get("error")) and error["code"] in (-32603, -32602, -32601):
                problems.append(Problem("error", f"{method}: {error['message'][:60]}"))
        if self.compared(case, told, sandbox):
            # It may have had too much to do to report in time.
            later = sandbox.run(["lsp"], self.setting.budget, input=case.input, pause=6)
            problems += self.compared(case, self.heard(later.out, uri)[1], sandbox)
        return problems + self.tried(case, answers, sandbox)

    def heard(self, out: bytes, uri: str) -> tuple[dict[int, list[dict]], list[dict]]:
        """The answers to each request, and the diagnostics that were reported last."""
        answers: dict[int, list[dict]] = {}
        told: list[dict] = []
        for message in unframed(out):
            if "id" in message and "method" not in message:
                answers.setdefault(message["id"], []).append(message)
            elif message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                told = message["params"]["diagnostics"]
        return answers, told

    def compared(self, case: Case, told: list[dict], sandbox) -> list[Problem]:
        """What the server reports at the end and `check` does not, or the other way round."""
        _, name, _ = case.extra
        outcome = sandbox.run(["check", "--format", "json", name], self.setting.budget)
        if outcome.status not in (0, 1):
            return []
        data = case.files[name]
        line = lambda at: place(data[:at].decode("utf-8", "surrogatepass"), len(data))["line"]
        found = {(one["rule"], KINDS[one["severity"]], line(one["place"]["offset"])) for one in placed(reports(outcome.out)) if one["place"]["file"] == name}
        known = {(one["code"], one["severity"], one["range"]["start"]["line"]) for one in told}
        return [Problem("reports", f"{'check' if one in found else 'lsp'} alone has {one[0]}", f"line {one[2] + 1}") for one in sorted(found ^ known)][:3]

    def tried(self, case: Case, answers: dict[int, list[dict]], sandbox) -> list[Problem]:
        """Carries out what was offered, each offer by itself, and checks what comes of it."""
        uri, name, asked = case.extra
        bases: dict[str, str] = {}
        offers: list[tuple[str, str, str]] = []  # kind and title, the text before, the text after
        for identifier, (method, text) in asked.items():
            result = (answers.get(identifier) or [{}])[0].get("result")
            if not result:
                continue
            if method == "codeAction":
                changes = [(f"{method} {one['title']}", one["edit"]["changes"].get(uri, [])) for one in result if "edit" in one]
            elif method == "rename":
                changes = [("rename", result.get("changes", {}).get(uri, []))]
            elif method == "formatting":
                changes = [("formatting", result)]
            elif method == "completion":
                items = result["items"] if isinstance(result, dict) else result
                changes = [(f"completion {one['label']}", [one["textEdit"]]) for one in items[:: max(1, len(items) // 3)] if "textEdit" in one and ends_there(text, one["textEdit"])]
            else:
                continue
            for title, edits in changes:
                after = edited(text, edits)
                if after is None:
                    return [Problem("edits", f"{title.split()[0]}: they overlap", title)]
                offers.append((title, text, after))
                bases.setdefault(text, f"base{len(bases)}-{name}")
        offers = offers[:60]
        if not offers:
            return []
        files = {base: text for text, base in bases.items()} | {f"offer{n}-{name}": after for n, (_, _, after) in enumerate(offers)}
        for file, text in files.items():
            (sandbox.inside / file).write_bytes(text.encode("utf-8", "surrogatepass"))
        outcome = sandbox.run(["check", "--format", "json", *files], self.setting.budget * 2)
        for file in files:
            (sandbox.inside / file).unlink()
        if outcome.status not in (0, 1):
            return [Problem("offers", f"check {outcome.status}")]
        found = placed(reports(outcome.out))
        rules = {file: [one["rule"] for one in found if one["place"]["file"] == file and one["severity"] == "error"] for file in files}
        problems = []
        for number, (title, text, after) in enumerate(offers):
            before, now = rules[bases[text]], rules[f"offer{number}-{name}"]
            kind = title.split()[0]
            if "syntax-error" in now and "syntax-error" not in before:
                problems.append(Problem("harm", f"{kind} leaves what cannot be read", f"{title}\n{text!r}\n{after!r}"))
            elif kind in ("rename", "formatting") and sorted(now) != sorted(before):
                problems.append(Problem("harm", f"{kind} changes what is reported", f"{title}: {set(now) ^ set(before)}\n{text!r}\n{after!r}"))
        return problems[:3]


def changed(rng: random.Random, text: str) -> tuple[int, int, str]:
    """A change that somebody types: where it begins and ends, and what comes there."""
    at = rng.randrange(len(text) + 1)
    what = rng.random()
    if what < 0.4:
        return at, at, rng.choice(PIECES).replace("\ufeff", "").replace("\0", "")
    if what < 0.6:
        return at, min(len(text), at + rng.choice([1, 1, 2, 10])), ""
    other = slip(rng, text)
    start = next((n for n, (a, b) in enumerate(zip(text, other)) if a != b), min(len(text), len(other)))
    most = min(len(text), len(other)) - start
    rest = next((n for n in range(most) if text[-1 - n] != other[-1 - n]), most)
    return start, len(text) - rest, other[start : len(other) - rest]


def place(text: str, at: int) -> dict:
    """Where a character stands, in lines and UTF-16."""
    lines = re.split("\r\n|\n|\r", text[:at])
    if text[at - 1 : at + 1] == "\r\n":
        lines.pop()
    return {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le", "surrogatepass")) // 2}


def edited(text: str, edits: list[dict]) -> str | None:
    """The text after some edits; nil if they overlap or lie outside."""
    pieces = sorted((offset(text, one["range"]["start"]), offset(text, one["range"]["end"]), one["newText"]) for one in edits)
    if any(a[1] > b[0] or a[0] > a[1] for a, b in zip(pieces, [*pieces[1:], (len(text), 0, "")])):
        return None
    for start, end, new in reversed(pieces):
        text = text[:start] + re.sub(r"\$\{\d+:([^}]*)\}", r"\1", new) + text[end:]
    return text


def ends_there(text: str, edit: dict) -> bool:
    """Whether nothing but the end of a line, of an entry or of a bracket comes behind an edit, or the value of a key: who
    puts a word before others has to part them."""
    return re.match(r" *($|[\r\n}\],:])", text[offset(text, edit["range"]["end"]) :]) is not None


def offset(text: str, at: dict) -> int:
    """The place of a character by its line and its place in it, in UTF-16."""
    starts = [0, *(match.end() for match in re.finditer("\r\n|\n|\r", text))]
    if at["line"] >= len(starts):
        return len(text)
    start = starts[at["line"]]
    line = re.split("\r\n|\n|\r", text[start:], maxsplit=1)[0]
    units = line.encode("utf-16-le", "surrogatepass")[: 2 * at["character"]]
    return start + len(units.decode("utf-16-le", "surrogatepass"))


def request(identifier: int, method: str, parameters: object) -> dict:
    return {"jsonrpc": "2.0", "id": identifier, "method": method, "params": parameters}


def notice(method: str, parameters: object) -> dict:
    return {"jsonrpc": "2.0", "method": method, "params": parameters}


def framed(message: dict) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def unframed(data: bytes) -> list[dict]:
    """The messages of a server."""
    messages, at = [], 0
    while (head := data.find(b"\r\n\r\n", at)) >= 0:
        length = int(re.search(rb"Content-Length: (\d+)", data[at:head])[1])
        if head + 4 + length > len(data):
            break
        messages.append(json.loads(data[head + 4 : head + 4 + length]))
        at = head + 4 + length
    return messages
