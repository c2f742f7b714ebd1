"""Damaged media: small files of many formats with flipped bits, cut ends, lost blocks and great numbers in headers."""

import hashlib
import json
import random
import re
import subprocess
import time
from pathlib import Path

import material
import trees
from damage import Change, apply, damaged
from engine import Case, Program
from hostile import NUMBERS, TEXTS
from judging import Problem

SOUNDS = {"ogg", "opus", "mp3", "m4a", "aac", "flac", "wav", "aiff", "ac3", "wv"}
STILLS = {"png", "jpg", "tiff", "bmp", "tga", "jp2", "exr", "ppm", "jxl", "dpx"}


class Media(Program):
    name = "media"

    def prepare(self) -> Path | None:
        self.originals = material.media(self.setting.folder / "material" / "media")
        self.bytes = {path: path.read_bytes() for path in self.originals}
        self.right: dict[tuple[str, tuple[str, ...]], str] = {}
        return None

    def make(self, rng, number, sandbox):
        original = rng.choice(self.originals)
        changes = damaged(rng, self.bytes[original])
        if rng.random() < 0.2:
            changes += damaged(rng, apply(self.bytes[original], changes))
        if rng.random() < (0.6 if original.stem == "tagged" else 0.1):
            return self.asked(rng, number, original, apply(self.bytes[original], changes))
        return self.with_changes(rng.choice([True, True, False]), rng.choice([True, False]), rng.random() < 0.25, number, original, changes)

    def asked(self, rng: random.Random, number: int, original: Path, data: bytes) -> Case:
        """What a file says about itself: its tags, its cover, its chapters and what stands beside it about them."""
        name = f"m{number}{original.suffix}"
        files: dict[str, bytes | str] = {name: data}
        if rng.random() < 0.6:
            tells = {"movie": name, "chapters": [{"start": start, "end": end, "titles": [{"text": text}, {"locale": "de", "text": "Z"}], "artwork": [{"file": "a.png", "sha256": "0"}]} for start, end, text in (("0", "0.5", "One"), ("0.5", "1.2", "Two"))]}
            for _ in range(rng.choice([1, 1, 3])):
                parent, key = rng.choice(trees.places(tells))
                parent[key] = rng.choice(hostile_texts(parent[key]))
            files[f"m{number}.chapters.json"] = json.dumps(tells).encode()
            if rng.random() < 0.1:
                files[f"m{number}.chapters.json"] = rng.choice(["/dev/zero", "traps/pipe.yaml", "../outside/secret.yaml", "traps", "traps/huge.mp4"])
        commands = [["inspect", name, "--metadata-keys"], ["chapters", name], ["inspect", name, "--chapter-locales"], ["inspect", name, "--artwork", f"m{number}.jpg"], ["init", name], ["chapters", name, "--format", "json"]]
        return Case(number, files, rng.sample(commands, 3), {f"m{number}.jpg"}, note=original.name)

    def with_changes(self, precise: bool, whole: bool, conceals: bool, number: int, original: Path, changes: list[Change]) -> Case:
        kind = original.suffix[1:]
        name = f"m{number}.{kind}"
        files = {name: apply(self.bytes[original], changes), f"m{number}.yaml": document(name, kind, whole).encode()}
        output = f"m{number}.mov" if kind in SOUNDS else f"m{number}-out.mp4"
        more = ["--on-damage", "conceal"] if conceals else []
        commands = [["inspect", name, *(["--precise"] if precise else [])], ["check", f"m{number}.yaml", *more],
                    ["render", f"m{number}.yaml", "-o", output, "--no-store", "-j", "1", "--progress", "none", *more]]
        return Case(number, files, commands, {output}, note=f"{original.name} {changes!r}"[:600], extra=(original, changes, precise, whole, conceals))

    def judge(self, case, outcomes, sandbox):
        problems = []
        if len(outcomes) < 3 or case.extra is None:
            return problems
        check, render = outcomes[1].status, outcomes[2].status
        output = next(iter(case.made))
        there = (sandbox.inside / output).exists()
        if render == 0 and not there:
            problems.append(Problem("lie", "render 0 without a movie"))
        if render not in (0, None) and there:
            problems.append(Problem("lie", f"render {render} with a movie"))
        if check == 1 and render == 0:
            problems.append(Problem("lie", "check 1, render 0"))
        if check == 0 and render == 1:
            problems.append(Problem("lie", f"check 0, render 1: {words(outcomes[2].err)}"))
        original, _, _, whole, conceals = case.extra
        if render == 0 and there and not conceals:
            errors = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-xerror", "-i", str(sandbox.inside / next(iter(case.files))), "-f", "null", "-"], capture_output=True, timeout=60)
            if errors.returncode and self.pictures(sandbox.inside / output) != self.reference(original, whole, sandbox):
                problems.append(Problem("note", f"{original.name}: ffmpeg finds damage and cutlist says nothing", errors.stderr.decode(errors="replace")[-300:]))
        return problems

    def reference(self, original: Path, whole: bool, sandbox) -> str:
        key = (original.name, (str(whole),))
        if key not in self.right:
            kind = original.suffix[1:]
            (sandbox.inside / f"right.{kind}").write_bytes(self.bytes[original])
            (sandbox.inside / "right.yaml").write_text(document(f"right.{kind}", kind, whole))
            output = "right-out.mov" if kind in SOUNDS else "right-out.mp4"
            sandbox.run(["render", "right.yaml", "-o", output, "--no-store", "-j", "1", "--progress", "none", "--overwrite"], 60)
            self.right[key] = self.pictures(sandbox.inside / output)
            for name in (f"right.{kind}", "right.yaml", output):
                (sandbox.inside / name).unlink(missing_ok=True)
        return self.right[key]

    @staticmethod
    def pictures(path: Path) -> str:
        result = subprocess.run(["ffmpeg", "-nostdin", "-v", "quiet", "-i", str(path), "-f", "framemd5", "-"], capture_output=True, timeout=60)
        return hashlib.sha256(b"\n".join(line for line in result.stdout.splitlines() if not line.startswith(b"#"))).hexdigest()

    def reduce(self, case, problem, sandbox):
        """Fewer changes, for as long as the problem stays."""
        if case.extra is None:
            return None
        original, changes, precise, whole, conceals = case.extra
        until, best = time.monotonic() + 60, None
        if problem.kind in ("hang", "deaf"):
            return None
        at = 0
        while at < len(changes) and len(changes) > 1 and time.monotonic() < until:
            fewer = changes[:at] + changes[at + 1 :]
            smaller = self.with_changes(precise, whole, conceals, case.number, original, fewer)
            if self.still(smaller, problem, sandbox):
                changes, best = fewer, smaller
            else:
                at += 1
        return best


def document(name: str, kind: str, whole: bool) -> str:
    canvas = "canvas: { size: 96x64, rate: 25 }\n"
    export = "export: { preset: h264, video: { options: { preset: ultrafast } } }\n"
    if kind in SOUNDS:
        part = "" if whole else ", source: 200ms..900ms"
        return f"timeline: 1\ntracks: [ {{ kind: audio, segments: [ {{ clip: {name}{part} }} ] }} ]\n"
    if kind in STILLS:
        return f"timeline: 1\n{canvas}{export}tracks: [ {{ kind: video, segments: [ {{ clip: {{ image: {name} }}, duration: 400ms }} ] }} ]\n"
    part = "" if whole else ", source: 100ms..300ms, speed: 0.5"
    return f"timeline: 1\n{canvas}{export}tracks: [ {{ kind: {'av' if whole else 'video'}, segments: [ {{ clip: {name}{part} }} ] }} ]\n"


def hostile_texts(was: object) -> list[object]:
    return [*TEXTS, None, [], {}, 0, *(NUMBERS + ["1/9223372036854775807", "9223372036854775807/2", "-9223372036854775808", "1/3", "0.499999999999999999"] if isinstance(was, str) and was[:1].isdigit() else [])] if not isinstance(was, list) else [[], was * 50, None, "a"]


def words(err: bytes) -> str:
    text = err.decode(errors="replace")
    rules = re.findall(r"error:.*\[([a-z-]+)\]", text)
    return rules[0] if rules else re.sub(r"[\d`].*", "", text.strip().splitlines()[-1] if text.strip() else "")[:80]
