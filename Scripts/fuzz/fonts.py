"""Damaged fonts, which titles are set in. fontconfig finds them by a configuration of its own."""

import random
from pathlib import Path

from damage import apply, damaged
from engine import Case, Program

FONTS = ["dejavu/DejaVuSans.ttf", "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSansMono.ttf", "lohit-devanagari/Lohit-Devanagari.ttf", "noto/NotoColorEmoji.ttf"]
WORDS = ["Hello, Ångström fi ffl", "AVATAR To", "नमस्ते क्षत्रिय", "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467", "سلام عليكم", "a\u0301\u0323b\u200dc", "Line one\nLine two is longer and wraps"]
CONFIGURATION = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{inside}/fonts</dir><cachedir>{home}/fontcache</cachedir></fontconfig>
"""


class Fonts(Program):
    name = "fonts"

    def prepare(self) -> Path | None:
        self.fonts = {path: path.read_bytes() for name in FONTS if (path := Path("/usr/share/fonts/truetype") / name).exists()}
        self.families = {"DejaVuSans": "DejaVu Sans", "DejaVuSerif": "DejaVu Serif", "DejaVuSansMono": "DejaVu Sans Mono", "Lohit-Devanagari": "Lohit Devanagari", "NotoColorEmoji": "Noto Color Emoji"}
        return None

    def make(self, rng: random.Random, number, sandbox):
        path = rng.choices(list(self.fonts), [1 if "Emoji" in str(one) else 8 for one in self.fonts])[0]
        data = self.fonts[path]
        changes = damaged(rng, data)
        if rng.random() < 0.5:  # within one table, where the header says that it lies
            changes = within_table(rng, data)
        family = self.families[path.stem]
        style = f"font: {family}, size: {rng.choice(['20%', '8', '400'])}" + rng.choice(["", ", outline: { width: 2, color: black }", ", italic: true", ", weight: bold"])
        text = rng.choice(WORDS).replace("\n", "\\n")
        document = f"timeline: 1\ncanvas: {{ size: 128x72, rate: 25 }}\ntracks: [ {{ kind: video, segments: [ {{ clip: {{ color: navy }}, duration: 1s }} ] }} ]\ntitles: [ {{ text: \"{text}\", over: 0s..1s, style: {{ {style} }} }} ]\n"
        # Titles have DejaVu Sans unless they say otherwise, so it has to be there.
        intact = {"fonts/b.ttf": self.fonts[plain]} if (plain := next((one for one in self.fonts if one.stem == "DejaVuSans"), None)) not in (None, path) else {}
        files = {
            **intact, "fonts/a.ttf": apply(data, changes), "fonts.conf": CONFIGURATION.format(inside=sandbox.inside, home=sandbox.home).encode(),
            f"f{number}.yaml": document.encode()}
        return Case(number, files, [["check", f"f{number}.yaml"], ["frames", f"f{number}.yaml", "--at", "0s", "-o", f"f{number}.png"]], {f"f{number}.png", "fonts"},
                    {"FONTCONFIG_FILE": str(sandbox.inside / "fonts.conf")}, note=f"{path.name} {changes!r}"[:400])


def within_table(rng: random.Random, data: bytes):
    count = int.from_bytes(data[4:6], "big")
    tables = [(int.from_bytes(data[at + 8 : at + 12], "big"), int.from_bytes(data[at + 12 : at + 16], "big")) for at in range(12, 12 + 16 * count, 16)]
    begin, length = rng.choice(tables)
    part = data[begin : begin + min(length, rng.choice([16, 256, 1 << 20]))]
    from damage import Change

    return [Change(begin + one.at, one.removed, one.put) for one in damaged(rng, part) if len(one.put) == one.removed] or damaged(rng, data)
