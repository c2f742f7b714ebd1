"""Hostile documents: valid ones with hostile values, made-up ones, and bytes that are changed."""

import copy
import json
import random
import time
from pathlib import Path

import libraries
import material
import trees
from corpus import Corpus
from damage import apply, damaged
from engine import Case, Setting
from hostile import NAMES, NUMBERS, PATHS, RATES, SIZES, TEXTS, Hostile
from judging import Problem
from sandbox import Sandbox

OTHERS = {  # other commands, and how often
    "render": 5, "plan": 3, "frames": 3, "expand": 2, "fmt": 3, "emit": 4, "coverage": 1, "diff": 2, "lsp": 3, "chapters": 1, "fix": 3, "lock": 1, "picture": 2, "offline": 2, "json": 2, "inspect": 1,
}


class Documents(Corpus):
    name = "documents"
    batch = 24

    def __init__(self, setting: Setting):
        super().__init__(setting)
        self.schema = trees.Schema(material.PROJECT / "Schemas/timeline.schema.json")
        self.trees = [tree for text in self.texts if isinstance(tree := trees.read(text), dict)]

    def prepare(self) -> Path:
        self.options = libraries.options(self.setting.folder)
        return super().prepare()

    def make(self, rng: random.Random, number: int, sandbox: Sandbox) -> Case:
        name = f"d{number}.yaml"
        files: dict[str, bytes] = {}
        way = rng.random()
        hostile = Hostile(rng, self.options)
        if way < 0.5:
            tree = self.twisted(rng, copy.deepcopy(rng.choice(self.trees)), hostile)
            note, text = "hostile values", trees.write(tree)
        elif way < 0.68:
            tree = self.schema.make(rng)
            if isinstance(tree, dict):
                tree.update({"timeline": "1", "canvas": {"size": "64x64", "rate": "25"}} if rng.random() < 0.8 else {})
                tree = self.twisted(rng, tree, hostile) if rng.random() < 0.6 else tree
            note, text = "made from the schema", trees.write(tree)
        elif way < 0.82:
            tree = self.special(rng, hostile, files, number)
            note, text = "special", tree if isinstance(tree, str) else trees.write(tree)
        else:
            note, text = "bytes", rng.choice(self.texts)
        text = filled(text, name, sandbox)
        data = text.encode("utf-8", "surrogatepass")
        if note == "bytes" or rng.random() < 0.06:
            data = self.scrambled(rng, data)
        # Aliases would be written out, and some of them stand for more than memory holds.
        if rng.random() < 0.04 and (note == "bytes" or "*" not in text):
            name = f"d{number}.json"
            data = json.dumps(trees.read(text) or {}).encode() if note != "bytes" else data
        files[name] = data
        return self.commanded(rng, Case(number, files, [["check", name]], note=note), name)

    def commanded(self, rng: random.Random, case: Case, name: str) -> Case:
        if rng.random() < 0.93:
            return case
        what = rng.choices(list(OTHERS), list(OTHERS.values()))[0]
        made, stem = case.made, name.rpartition(".")[0]
        if what == "render":
            case.commands = [["check", name], ["render", name, "-o", f"{stem}.mp4", "--scale", "1/4", "--range", "0s..1s", "-j", "1", *rng.choice([[], ["--no-store"]])]]
            made |= {f"{stem}.mp4", f"{stem}.chapters.json", f"{stem}.mp4.chapters.json"}
            case.bounded = False
        elif what == "frames":
            case.commands = [["frames", name, "--at", rng.choice(["0s", "1f", "1s"]), "-o", f"{stem}.png", "--overwrite"]]
            made |= {f"{stem}.png"}
        elif what == "fmt":
            case.commands = [["fmt", name], ["fmt", name], ["check", name]]
        elif what == "fix":
            case.commands = [["check", "--fix", *rng.choice([[], ["--unsafe"]]), name], ["check", name]]
        elif what == "lock":
            case.commands = [["lock", name], ["check", "--locked", name]]
            made |= {f"{name}.lock"}
        elif what == "emit":
            case.commands = [["emit", name, "--stage", rng.choice(["document", "composition", "plan", "graph"])]]
        elif what == "diff":
            case.files[f"{stem}-b.yaml"] = self.scrambled(rng, case.files[name]) if rng.random() < 0.5 else rng.choice(self.texts).encode()
            case.commands = [["diff", name, f"{stem}-b.yaml"]]
        elif what == "lsp":
            case.input = self.conversation(rng, case.files[name])
            case.commands = [["lsp"]]
        elif what in ("picture", "offline"):
            case.commands = [["check", f"--{what}", name]]
        elif what == "json":
            case.commands = [["check", "--format", rng.choice(["json", "sarif", "github", "junit"]), name]]
        elif what == "chapters" or what == "inspect":
            case.commands = [[what, name]]
        else:
            case.commands = [[what, name]]
        if rng.random() < 0.1:
            case.commands = [[*command, *(["--set", f"name={rng.choice(TEXTS).replace(chr(0), '')[:2000]}"] if command[0] in ("check", "render", "plan") else [])] for command in case.commands]
        case.commands = [[part.encode("utf-8", "replace").decode() for part in command] for command in case.commands]
        return case

    def twisted(self, rng: random.Random, tree: dict, hostile: Hostile) -> object:
        multiplied = False
        for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
            where = trees.places(tree)
            if not where:
                return tree
            parent, key = rng.choice(where)
            what = rng.random()
            if what < 0.62:
                parent[key] = hostile.any(parent[key])
            elif what < 0.68 and isinstance(parent, dict):
                parent[rng.choice(NAMES)] = hostile.any()
            elif what < 0.74:
                parent[key] = copy.deepcopy(self.schema.make(rng, rng.choice(list(self.schema.root["$defs"].values())), 4))
            elif what < 0.80:
                other, name = rng.choice(where)
                try:
                    parent[key] = copy.deepcopy(other[name])
                except (KeyError, IndexError):
                    pass
            elif what < 0.85 and isinstance(parent, list) and not multiplied:
                multiplied = True
                parent[:] = copy.deepcopy(parent * rng.choice([2, 3, 20]))
            elif what < 0.90:
                del parent[key]
            elif what < 0.96:
                self.with_effect(rng, tree, hostile)
            else:
                tree["export"] = {"preset": rng.choice(["h264", "hevc", "prores"]), "video": hostile.encoder()} if rng.random() < 0.6 else {"audio": hostile.encoder()}
        return tree

    def with_effect(self, rng: random.Random, tree: dict, hostile: Hostile) -> None:
        tracks = tree.get("tracks")
        if not (isinstance(tracks, list) and tracks and isinstance(tracks[0], dict)):
            return
        track = rng.choice([one for one in tracks if isinstance(one, dict)])
        segments = track.get("segments")
        place = track
        if isinstance(segments, list) and segments and isinstance(segments[0], dict) and rng.random() < 0.7:
            place = segments[0]
        if rng.random() < 0.5:
            place["effects"] = [hostile.filter(sound=False)]
        else:
            place["sound"] = {"effects": [hostile.filter(sound=True)]}

    def special(self, rng: random.Random, hostile: Hostile, files: dict[str, bytes], number: int) -> object:
        """Shapes of their own: bombs, depths, circles, multitudes, encoders, filters, sizes."""
        blue = {"clip": {"color": "blue"}, "duration": "2s"}
        base = {"timeline": "1", "canvas": {"size": "64x64", "rate": "25"}, "tracks": [{"id": "main", "kind": "video", "segments": [dict(blue)]}]}
        what = rng.randrange(14)
        if what == 0:  # aliases that double
            depth = rng.choice([5, 12, 30])
            lines = ["timeline: 1", "x-a0: &a0 [ 1, 1 ]"] + [f"x-a{n}: &a{n} [ *a{n - 1}, *a{n - 1} ]" for n in range(1, depth)]
            where = rng.choice(["tracks: *a{0}", "titles: *a{0}\ntracks: []", "tracks: [ {{ kind: video, segments: *a{0} }} ]", "metadata: {{ a: *a{0} }}", "tracks: [ *a{0} ]"])
            return "\n".join(lines) + "\n" + where.format(depth - 1) + "\n"
        if what == 1:  # depths
            depth = rng.choice([10, 100, 1000, 20000])
            opening, closing = rng.choice([("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", ""), ("&a [", "]")])
            return rng.choice(["timeline: 1\ntracks: ", "x-a: ", ""]) + opening * depth + "1" + closing * depth + "\n"
        if what == 2:  # timelines within each other
            levels = rng.choice([1, 2, 5, 10, 24])
            for level in range(levels):
                inner = {**base, "tracks": [{"kind": "av", "segments": [{"clip": {"timeline": f"d{number}-{level + 1}.yaml", **({"with": {"n": str(k)}} if rng.random() < 0.3 else {})}} for k in range(rng.choice([1, 2]))]}]}
                if rng.random() < 0.4:
                    inner["parameters"] = {"n": {"default": "1"}}
                files[f"d{number}-{level}.yaml"] = trees.write(inner).encode()
            last = rng.choice([base, {**base, "tracks": [{"kind": "video", "segments": [f"d{number}-0.yaml"]}]}, {**base, "tracks": [{"kind": "video", "segments": [hostile.rng.choice(PATHS)]}]}])
            files[f"d{number}-{levels}.yaml"] = filled(trees.write(last), "x", None).encode("utf-8", "surrogatepass")
            base["tracks"] = [{"kind": "av", "segments": [{"clip": {"timeline": f"d{number}-0.yaml"}}]}]
            return base
        if what == 3:
            base["tracks"][0]["segments"] = [{"clip": {"timeline": rng.choice(["{self}", "./{self}", "traps/../{self}"])}}]
            return base
        if what in (4, 5):
            if rng.random() < 0.3:
                base["canvas"]["size"] = "128x128"
            base["export"] = {"video": hostile.encoder()} if rng.random() < 0.7 else {"video": hostile.encoder(), "audio": hostile.encoder()}
            return base
        if what in (6, 7, 8):
            place = rng.choice([base, base["tracks"][0], base["tracks"][0]["segments"][0]])
            place["effects"] = [hostile.filter(sound=False) for _ in range(rng.choice([1, 1, 3]))]
            return base
        if what == 9:
            base["tracks"] = [{"kind": "audio", "segments": [{"clip": "media/voice.wav", "source": "0s..1s", "sound": {"effects": [hostile.filter(sound=True)]}}]}]
            return base
        if what == 10:  # multitudes
            count = rng.choice([50, 500, 3000])
            many = rng.choice(["segments", "tracks", "titles", "chapters", "metadata", "parameters", "variants", "assets", "keys", "unknown", "missing", "instructions"])
            if many == "segments":
                base["tracks"][0]["segments"] *= count
            elif many == "tracks":
                base["tracks"] = [{"kind": "video", "id": f"t{n}", "segments": [dict(blue)]} for n in range(count)]
            elif many == "titles":
                base["titles"] = [{"text": f"Title {n}", "over": "0s..1s"} for n in range(count)]
            elif many == "chapters":
                base["chapters"] = [{"at": f"{n}f", "title": str(n)} for n in range(count)]
            elif many == "keys":
                base["tracks"][0]["segments"][0]["opacity"] = {"keys": {f"{n / 1000}s": "1" for n in range(count)}}
            elif many == "missing":
                base["tracks"][0]["segments"] = [{"clip": f"media/gone{n}.mp4"} for n in range(count)]
            elif many == "unknown":
                base.update({f"key{n}": "1" for n in range(count)})
            elif many == "instructions":
                base["instructions"] = [{"over": f"{n}f..+1f", "layers": [{"track": "main"}]} for n in range(count)]
            elif many == "variants":
                base["parameters"] = {"n": {"default": "1"}}
                base["variants"] = {f"v{n}": {"n": str(n)} for n in range(count)}
            else:
                base[many] = {f"n{n}": "a" for n in range(count)}
            return base
        if what == 11:  # sizes, rates and places
            canvas = base["canvas"]
            canvas[rng.choice(["size", "rate", "sample-rate", "channels", "start"])] = rng.choice(rng.choice([SIZES, RATES, NUMBERS]))
            segment = base["tracks"][0]["segments"][0]
            segment[rng.choice(["scale", "rotate", "position", "crop", "speed", "opacity", "duration", "at", "anchor"])] = rng.choice([rng.choice(NUMBERS), [rng.choice(NUMBERS), rng.choice(NUMBERS)], {"from": rng.choice(NUMBERS), "to": rng.choice(NUMBERS)}])
            return base
        if what == 12:  # texts
            title = {"text": rng.choice(TEXTS), "over": "0s..1s", "style": {"font": rng.choice([*NAMES, *PATHS, "DejaVu Sans", "Noto Color Emoji"]), "size": rng.choice([*NUMBERS[:30], "10%"])}}
            if rng.random() < 0.7:
                title["style"] = {}
            if rng.random() < 0.3:
                title["text"] = "".join(rng.choice(TEXTS) for _ in range(5))
            base["titles"] = [title]
            base["metadata"] = {rng.choice(["title", *NAMES]): rng.choice(TEXTS)}
            return base
        base["parameters"] = {rng.choice(["a", *NAMES]): {"default": hostile.any()} for _ in range(2)}
        base["titles"] = [{"text": rng.choice(["${a}", "${", "${${a}}", "${a}" * 500, *TEXTS]), "over": "0s..1s"}]
        base["variants"] = {rng.choice(NAMES): {"a": hostile.any()}}
        return base

    def scrambled(self, rng: random.Random, data: bytes) -> bytes:
        for _ in range(rng.choice([1, 1, 2, 5])):
            what = rng.randrange(6)
            at = rng.randrange(len(data) + 1)
            if what == 0 and data:
                data = apply(data, damaged(rng, data))
            elif what == 1:
                data = data[:at] + rng.choice([b"\0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\t", b"\r", b"\r\n", b"\x85", b"\xc2\x85", b"\xe2\x80\xa8", b"\x1b[2J", b"%YAML 9.9\n---\n", b"---\n", b"...\n", b"!!python/object ", b"<<: *a", b"&a ", b"*a", b"!", b"|", b">", b"'", b'"', b"#", b": ", b"- ", b"? ", b"{", b"}", b"[", b"]", b",", b"\\", b"@"]) + data[at:]
            elif what == 2:
                other = rng.choice(self.texts).encode()
                cut = rng.randrange(len(other) + 1)
                data = data[:at] + other[cut : cut + rng.choice([5, 50, 500])]
            elif what == 3:
                lines = data.split(b"\n")
                if len(lines) > 2:
                    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
                    lines[a], lines[b] = lines[b], lines[a]
                data = b"\n".join(lines)
            elif what == 4:
                data = rng.choice([data.decode("utf-8", "replace").encode("utf-16"), data.replace(b"\n", b"\r\n"), data.replace(b" ", b"\xc2\xa0"), data.replace(b"\n", b"\r"), data + data]) if rng.random() < 0.3 else data
            else:
                data = data[:at] + data[at + rng.choice([1, 3, 10]) :]
        return data

    def conversation(self, rng: random.Random, data: bytes) -> bytes:
        """What an editor says to the language server about a document, some of it damaged."""
        text = data.decode("utf-8", "replace")
        uri = rng.choice(["file:///tmp/nowhere/d.yaml", "file:///proc/self/mem", "untitled:a", "file:///", "", "http://127.0.0.1:9/d.yaml", "file:///tmp/%00.yaml"])
        lines = max(1, text.count("\n"))
        spot = lambda: {"line": rng.choice([0, rng.randrange(lines), lines + 5, -1, 2**31, 2**63]) , "character": rng.choice([0, rng.randrange(40), 10**6, -1])}
        messages: list[object] = [
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
            {"jsonrpc": "2.0", "method": "initialized", "params": {}},
            {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}},
        ]
        document = {"uri": uri}
        for number in range(2, 14):
            method = rng.choice(["completion", "hover", "definition", "references", "rename", "prepareRename", "documentSymbol", "codeAction", "formatting", "foldingRange", "inlayHint", "codeLens", "documentHighlight", "semanticTokens/full", "selectionRange", "documentLink", "didChange", "documentColor"])
            parameters: dict = {"textDocument": document, "position": spot(), "range": {"start": spot(), "end": spot()}, "newName": rng.choice(NAMES), "positions": [spot()], "context": {"diagnostics": [], "includeDeclaration": True}, "options": {"tabSize": 2, "insertSpaces": True}}
            if method == "didChange":
                parameters = {"textDocument": {"uri": uri, "version": number}, "contentChanges": [{"range": {"start": spot(), "end": spot()}, "text": rng.choice(TEXTS)}]}
                messages.append({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": parameters})
            else:
                messages.append({"jsonrpc": "2.0", "id": number, "method": f"textDocument/{method}", "params": parameters})
        messages += [{"jsonrpc": "2.0", "id": 99, "method": "shutdown"}, {"jsonrpc": "2.0", "method": "exit"}]
        parts = []
        for message in messages:
            body = json.dumps(message).encode()
            if rng.random() < 0.03:
                body = self.scrambled(rng, body)
            length = str(len(body)) if rng.random() < 0.98 else rng.choice(["-1", "0", "99999999999", "x", "9223372036854775808", "1"])
            parts.append(f"Content-Length: {length}\r\n\r\n".encode() + body)
        return b"".join(parts)

    def judge(self, case, outcomes, sandbox):
        problems = []
        commands = [command[0] for command in case.commands]
        if commands[:2] == ["check", "render"] and len(outcomes) == 2 and outcomes[0].status == 0 and outcomes[1].status == 1:
            pass  # a range that is empty, say
        if commands[:2] == ["fmt", "fmt"] and len(outcomes) > 1 and outcomes[0].status == 0 and outcomes[1].status != 0:
            problems.append(Problem("fmt", "what fmt wrote cannot be read again", outcomes[1].err[:300].decode(errors="replace")))
        return problems

    def reduce(self, case: Case, problem: Problem, sandbox: Sandbox) -> Case | None:
        """Leaves out keys, entries and lines for as long as the problem stays."""
        main = next(iter(command[-1] for command in case.commands if command[-1] in case.files), None) or next((name for name in case.files if "-" not in name), None)
        if case.input is not None or main is None or problem.kind in ("hang", "deaf"):
            return None
        until = time.monotonic() + 45
        best = case
        data = case.files[main]
        tree = trees.read(data.decode("utf-8", "replace")) if len(data) < 200_000 else None

        def trial(content: bytes) -> bool:
            nonlocal best
            smaller = Case(case.number, {**case.files, main: content}, case.commands, case.made, case.environment, note=case.note, bounded=case.bounded)
            if time.monotonic() < until and self.still(smaller, problem, sandbox):
                best = smaller
                return True
            return False

        if isinstance(tree, dict) and trial(trees.write(tree).encode("utf-8", "surrogatepass")):
            changed = True
            while changed and time.monotonic() < until:
                changed = False
                for parent, key in trees.places(tree, 300):
                    if time.monotonic() > until:
                        break
                    if isinstance(parent, dict) and key not in parent or isinstance(parent, list) and key >= len(parent):
                        continue
                    kept = copy.deepcopy(parent)
                    del parent[key]
                    if trial(trees.write(tree).encode("utf-8", "surrogatepass")):
                        changed = True
                    elif isinstance(parent, dict):
                        parent.clear()
                        parent.update(kept)
                    else:
                        parent[:] = kept
        else:
            lines, size = data.split(b"\n"), max(1, data.count(b"\n") // 2)
            while size and time.monotonic() < until:
                at = 0
                while at < len(lines) and time.monotonic() < until:
                    fewer = lines[:at] + lines[at + size :]
                    if trial(b"\n".join(fewer)):
                        lines = fewer
                    else:
                        at += size
                size //= 2
        return best if best is not case else None


def filled(text: str, name: str, sandbox: Sandbox | None) -> str:
    """Puts in where outside and inside are."""
    text = text.replace("{self}", name)
    return text.replace("{outside}", str(sandbox.outside)).replace("{inside}", str(sandbox.inside)) if sandbox else text
