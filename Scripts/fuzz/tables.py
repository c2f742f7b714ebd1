"""Damaged and hostile tables of colours."""

import random
from pathlib import Path

import material
from damage import apply, damaged
from engine import Case, Program
from hostile import NUMBERS, TEXTS


class Tables(Program):
    name = "tables"

    def prepare(self) -> Path:
        return material.fixtures(self.setting.folder / "material" / "fixtures")

    def make(self, rng: random.Random, number, sandbox):
        data = material.table(rng.choice([2, 3, 5, 17])).encode()
        what = rng.random()
        if what < 0.4:
            data = apply(data, damaged(rng, data))
        else:
            lines = data.decode().splitlines()
            for _ in range(rng.choice([1, 1, 2, 4])):
                at = rng.choice([0, 1, 2, rng.randrange(len(lines))])
                line = rng.choice([
                    f"LUT_3D_SIZE {rng.choice(NUMBERS)}", f"LUT_1D_SIZE {rng.choice(NUMBERS)}", "LUT_3D_SIZE", "LUT_3D_SIZE 2 2 2", "LUT_3D_SIZE 256", "LUT_3D_SIZE 65", "LUT_1D_SIZE 65536", "LUT_3D_SIZE 99999",
                    f"DOMAIN_MIN {rng.choice(NUMBERS)} {rng.choice(NUMBERS)} 0", f"DOMAIN_MAX {rng.choice(NUMBERS)} 1 1", "DOMAIN_MIN 1 1 1", "DOMAIN_MAX 0 0 0", f"LUT_3D_INPUT_RANGE {rng.choice(NUMBERS)} {rng.choice(NUMBERS)}",
                    f"{rng.choice(NUMBERS)} {rng.choice(NUMBERS)} {rng.choice(NUMBERS)}", "0 0", "0 0 0 0", "nan nan nan", "-inf inf 1e999", f'TITLE "{rng.choice(TEXTS)}"', rng.choice(TEXTS), "# " + "x" * 100000, "\0", "",
                ])
                how = rng.randrange(3)
                if how == 0:
                    lines[min(at, len(lines) - 1)] = line
                elif how == 1:
                    lines.insert(at, line)
                else:
                    del lines[at:rng.choice([at + 1, len(lines)])]
                    lines = lines or [line]
            data = rng.choice(["\n", "\n", "\r\n", "\r"]).join(lines).encode("utf-8", "surrogatepass")
        document = "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: [ { clip: media/hills.mp4, source: 0s..200ms, effects: [ { lut: c%d.cube%s } ] } ] } ]\n" % (number, rng.choice(["", ", amount: 0.5"]))
        return Case(number, {f"c{number}.cube": data, f"c{number}.yaml": document.encode()},
                    [["check", f"c{number}.yaml"], ["frames", f"c{number}.yaml", "--at", "0s", "-o", f"c{number}.png"]], {f"c{number}.png"})
