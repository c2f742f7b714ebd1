"""Hostile configurations and hostile locks, beside documents that are as they should be."""

import copy
import json
import random
from pathlib import Path

import material
import trees
from damage import apply, damaged
from engine import Case, Program
from hostile import NUMBERS, TEXTS, TIMES, Hostile
from sandbox import Sandbox

DOCUMENT = """timeline: 1
canvas: { size: 64x64, rate: 25 }
tracks:
  - { id: main, kind: av, segments: [ { clip: media/hills.mp4, source: 0s..1s }, { clip: media/sea.mp4, source: 1s..2010ms } ] }
  - { id: voice, kind: audio, segments: [ { clip: media/voice.wav, source: 0s..1s } ] }
titles: [ { text: Hello, over: 0s..3s } ]
"""


class Configuration(Program):
    name = "configuration"

    def prepare(self) -> Path:
        self.schema = trees.Schema(material.PROJECT / "Schemas/configuration.schema.json")
        return material.fixtures(self.setting.folder / "material" / "fixtures")

    def make(self, rng: random.Random, number, sandbox):
        hostile = Hostile(rng)
        tree = {"root": "true", "rules": {"animation-past-end": "off", "time-not-on-frame": "error"}, "limits": {"programme": "02:00:00.0", "distortion": "3%", "title-safe": "80%", "action-safe": ["90%", "80%"]}}
        if rng.random() < 0.4:
            tree = self.schema.make(rng)
        for _ in range(rng.choice([1, 1, 2, 5])):
            where = trees.places(tree)
            if where:
                parent, key = rng.choice(where)
                parent[key] = rng.choice([hostile.any(parent[key]), rng.choice(NUMBERS), rng.choice(TIMES), rng.choice(NUMBERS) + "%"])
            elif isinstance(tree, dict):
                tree[rng.choice(TEXTS)] = hostile.any()
        data: bytes | str = trees.write(tree).replace("{outside}", str(sandbox.outside)).encode("utf-8", "surrogatepass")
        if rng.random() < 0.25:
            data = apply(data, damaged(rng, data))
        if rng.random() < 0.12:
            data = rng.choice([f"{sandbox.outside}/secret.txt", f"{sandbox.outside}/secret.yaml", "traps/pipe.yaml", "/dev/zero", "/dev/stdin", "/etc/passwd", "/proc/self/environ", "traps/loop.mp4", "traps", ".cutlist.yaml", "gone", "traps/huge.mp4"])
        name, config = f"n{number}.yaml", rng.choice([".cutlist.yaml", ".cutlist.yaml", f"n{number}.config.yaml"])
        files: dict[str, bytes | str] = {name: DOCUMENT.encode(), config: data}
        given = [] if config == ".cutlist.yaml" else ["--config", config]
        commands = [["check", name, *given]]
        made: set[str] = set()
        what = rng.randrange(8)
        if what == 0:
            commands.append(["check", "--format", "json", name, *given])
        elif what == 1:
            files[name] = rng.choice([f"{sandbox.outside}/secret.txt", f"{sandbox.outside}/secret.yaml", "traps/pipe.yaml", "/dev/zero", "traps/loop.mp4", "traps", "traps/huge.mp4", "/proc/self/environ"])
            commands = [[rng.choice(["check", "fmt", "expand", "plan", "coverage", "lock", "chapters"]), name]]
            made |= {f"{name}.lock"}
        elif what == 2:
            commands = [["check", name, *given, "--stamp", f"n{number}.stamp", "--depfile", f"n{number}.d"]]
            made |= {f"n{number}.stamp", f"n{number}.d"}
            if rng.random() < 0.4:
                files[rng.choice(sorted(made))] = f"{sandbox.outside}/{rng.choice(['made', 'secret.txt'])}"
        elif what == 3:
            commands = [["check", "--fix", *rng.choice([[], ["--unsafe"]]), name, *given]]
        return Case(number, files, commands, made)


class Locks(Program):
    name = "locks"

    def prepare(self) -> Path:
        fixtures = material.fixtures(self.setting.folder / "material" / "fixtures")
        sandbox = Sandbox(self.setting.folder / "run" / "lock", self.setting.program, None, fixtures)
        (sandbox.inside / "a.yaml").write_text(DOCUMENT)
        sandbox.run(["lock", "a.yaml"], 60)
        self.lock_text = (sandbox.inside / "a.yaml.lock").read_text()
        return fixtures

    def make(self, rng: random.Random, number, sandbox):
        hostile = Hostile(rng)
        tree = json.loads(self.lock_text)
        for _ in range(rng.choice([1, 1, 2, 4])):
            where = trees.places(tree)
            parent, key = rng.choice(where)
            what, was = rng.random(), parent[key]
            if isinstance(was, bool):
                parent[key] = not was
            elif isinstance(was, (int, float)):
                parent[key] = rng.choice([0, -1, 1, 2, 3, 2**31 - 1, 2**31, 2**32, 2**53, 2**62, 2**63 - 1, -(2**63), was * 1000, -was, was + 1])
            elif isinstance(was, str):
                parent[key] = rng.choice(["", "a", "unknown", "yuv444p16le", "rawvideo", "h264", "bt2020nc", *TEXTS[:40], "0" * 64])
            elif what < 0.3:
                parent[key] = rng.choice([hostile.any(), None, True, [], {}, 0, 2**63, 10**30, 1e308, 0.5, ""])
            elif what < 0.5:
                del parent[key]
            elif isinstance(was, list) and was:
                parent[key] = was * rng.choice([2, 100])
            elif isinstance(was, dict) and isinstance(parent, dict):
                other, name = rng.choice(where)
                if isinstance(other, dict) and isinstance(other.get(name), dict):
                    parent[key] = copy.deepcopy(other[name])
        media = tree.get("media")
        if isinstance(media, dict) and media and rng.random() < 0.4:
            # What is believed of a file that is not there counts for most.
            media[rng.choice(["gone/a.mp4", "gone/b.mp4"])] = copy.deepcopy(next(iter(media.values())))
        text = json.dumps(tree, ensure_ascii=rng.random() < 0.5)
        if rng.random() < 0.03:
            text = rng.choice(["[" * 100000, '{"a":' * 100000, "", "null", "[]", '{"lock":1}', '{"lock":1,"media":[]}', '{"lock":99,"media":{}}'])
        data: bytes | str = text.encode("utf-8", "surrogatepass")
        if rng.random() < 0.05:
            data = apply(data, damaged(rng, data))
        name = f"k{number}.yaml"
        document = DOCUMENT
        if rng.random() < 0.7:
            document = document.replace("media/hills.mp4", "gone/a.mp4").replace("media/sea.mp4", rng.choice(["media/sea.mp4", "gone/b.mp4"]))
            data = data.replace(b"media/hills.mp4", b"gone/a.mp4") if isinstance(data, bytes) else data
            data = data.replace(b"media/sea.mp4", b"gone/b.mp4") if "gone/b" in document else data
        if rng.random() < 0.3:
            document += rng.choice(["export: { video: { crf: 20 } }\n", "chapters: [ { at: 500ms, title: a } ]\n", "duration: main\n", "instructions: [ { over: 0s..1s, layers: [ { track: main } ] } ]\n"])
        commands = [["check", "--locked", name]]
        made = {f"{name}.lock"}
        if rng.random() < 0.08:
            data = rng.choice([f"{sandbox.outside}/secret.txt", f"{sandbox.outside}/made", "traps/pipe.yaml", "/dev/zero", "traps", "traps/loop.mp4"])
            commands = [[rng.choice(["lock", "check"]), name]] if rng.random() < 0.5 else commands
        elif rng.random() < 0.1:
            commands = [["check", "--locked", "--format", "json", name], ["check", "--locked", "--depfile", f"k{number}.d", "--stamp", f"k{number}.s", name]]
            made |= {f"k{number}.d", f"k{number}.s"}
        return Case(number, {name: document.encode(), f"{name}.lock": data}, commands, made)
