"""Documents as trees of mappings, lists and texts: read, written, made from a JSON Schema, and changed at random."""

import json
import random
import re
from pathlib import Path

import yaml

SAMPLES = """2 0.5 -8 0 1 25 50% 10% 120px 8s 1.5s 1500ms 1001/30s 90f 00:00:08.5 00:00:08:12 start end sea.start sea.end 0s..1s 2s..+1s 1s.. ..2s 0f..10f #203040 #fff #00000080 white red
black -6dB 0dB 3dB 1/2 30000/1001 64x64 160x90 1280x720 200Hz 2kHz 128k 2M 500kB 10MB -16LUFS -23LUFS 01:00:00:00 en de-CH ${name} media/hills.mp4 media/voice.wav media/badge.png main a Hello
-16 LUFS""".split()
PLAIN = re.compile(r"[A-Za-z0-9./%][A-Za-z0-9./%+_-]*$")
WORDS_OF_YAML = {"null", "~", "true", "false", "yes", "no", "on", "off", "y", "n"}


def read(text: str) -> object:
    """Mappings, lists and texts; nil where YAML cannot be read."""
    try:
        return yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def write(tree: object) -> str:
    """YAML that says the same, a mapping's keys on lines of their own at the top."""
    if isinstance(tree, dict) and tree:
        return "".join(f"{scalar(str(key))}: {flow(value)}\n" for key, value in tree.items())
    return flow(tree) + "\n"


def flow(root: object) -> str:
    """Without recursion, because trees may be deep. What is longer than half a million parts is cut off."""
    parts: list[str] = []
    todo: list[object] = [root]
    while todo and len(parts) < 500_000:
        item = todo.pop()
        if isinstance(item, Raw):
            parts.append(item.text)
        elif isinstance(item, dict):
            todo.append(Raw("}"))
            for index, (key, value) in reversed(list(enumerate(item.items()))):
                todo += [value, Raw(("" if index == 0 else ", ") + scalar(str(key)) + ": ")]
            todo.append(Raw("{"))
        elif isinstance(item, list):
            todo.append(Raw("]"))
            for index, value in reversed(list(enumerate(item))):
                todo += [value, Raw("" if index == 0 else ", ")]
            todo.append(Raw("["))
        else:
            parts.append("null" if item is None else scalar(str(item)))
    return "".join(parts)


class Raw:
    """Text that is written as it is."""

    def __init__(self, text: str):
        self.text = text


def scalar(text: str) -> str:
    if PLAIN.match(text) or re.match(r"-?[0-9.]+$", text):
        return text
    return json.dumps(text, ensure_ascii=any(ord(c) > 0xFFFF or 0xD800 <= ord(c) < 0xE000 for c in text))


def places(tree: object, most: int = 4000) -> list[tuple[object, object]]:
    """Where values stand: a mapping or list, and a key or index in it."""
    found, todo = [], [tree]
    while todo and len(found) < most:
        item = todo.pop()
        entries = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else ()
        for key, value in entries:
            found.append((item, key))
            if isinstance(value, (dict, list)):
                todo.append(value)
    return found


class Schema:
    """Makes values that a JSON Schema admits, and says which."""

    def __init__(self, path: Path):
        self.root = json.loads(path.read_text())
        self.matching: dict[str, list[str]] = {}

    def make(self, rng: random.Random, schema: object = None, depth: int = 0) -> object:
        schema = self.root if schema is None else schema
        if schema is True:
            return rng.choice(SAMPLES)
        if "$ref" in schema:
            return self.make(rng, self.root["$defs"][schema["$ref"].rpartition("/")[2]], depth + 1)
        if "anyOf" in schema:
            options = schema["anyOf"]
            if depth > 9:
                options = [one for one in options if one.get("type") in ("string", "number", "boolean") or "enum" in one] or options
            return self.make(rng, rng.choice(options), depth + 1)
        if "enum" in schema:
            return str(rng.choice(schema["enum"]))
        if "const" in schema:
            return str(schema["const"])
        kind = schema.get("type", "string")
        kind = rng.choice(kind) if isinstance(kind, list) else kind
        if kind == "object":
            known = schema.get("properties", {})
            wanted = list(schema.get("required", []))
            share = 0.5 if depth < 2 else 0.25 if depth < 7 else 0
            wanted += [key for key in known if key not in wanted and rng.random() < share * min(1, 8 / max(1, len(known)))]
            made = {key: self.make(rng, known[key], depth + 1) for key in wanted if key in known}
            further = schema.get("additionalProperties")
            if isinstance(further, dict) and depth < 9:
                for _ in range(rng.choice([0, 1, 1, 2])):
                    made[rng.choice(["a", "sea", "name", "main", "0s", "1s", "1.5s", "title", "size"])] = self.make(rng, further, depth + 1)
            return made
        if kind == "array":
            fewest = schema.get("minItems", 0 if depth > 6 else 1)
            count = rng.randint(fewest, max(fewest, min(schema.get("maxItems", 3), 3 if depth < 6 else 1)))
            return [self.make(rng, schema.get("items", True), depth + 1) for _ in range(count)]
        if kind in ("number", "integer"):
            low, high = schema.get("minimum", -2), schema.get("maximum", 8)
            return str(rng.choice([low, high, 1, 2, 0.5, round(rng.uniform(low, high), 2)]))
        if kind == "boolean":
            return rng.choice(["true", "false"])
        if kind == "null":
            return None
        if "pattern" in schema:
            return rng.choice(self.samples(schema["pattern"]))
        if "examples" in schema and rng.random() < 0.6:
            return str(rng.choice(schema["examples"]))
        return rng.choice(SAMPLES)

    def samples(self, pattern: str) -> list[str]:
        if pattern not in self.matching:
            fitting = [one for one in SAMPLES if re.search(pattern, one)]
            self.matching[pattern] = fitting or SAMPLES
        return self.matching[pattern]
