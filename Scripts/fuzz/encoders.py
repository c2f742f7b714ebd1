"""The encoders with each of their options in turn: what is allowed gives a whole movie, and the same one every time."""

import functools
import json
import random
import re
import subprocess
from pathlib import Path

from engine import Case, Program
from judging import Problem
from libraries import ffmpeg
from material import PROJECT

TABLES = PROJECT / "Sources/Media/Allowed"
LISTS = {"x264-params": ("libx264", "x264", {}), "x265-params": ("libx265", "x265", {"preset": "fast"}), "svtav1-params": ("libsvtav1", "svtAV1", {"preset": "9"}), "aom-params": ("libaom-av1", "aom", {"cpu-used": "6"})}
QUICK = {"libx265": {"preset": "ultrafast"}, "libaom-av1": {"cpu-used": "8", "usage": "realtime"}, "libsvtav1": {"preset": "10"}}
NUMBERS = ["0", "1", "2", "4", "30", "-1", "0.5", "3,2", "100,200"]
COUNT = 40  # frames
# Below this the picture is another one, whatever an option was to do; with noise in it no encoder comes up to much.
LEAST = 11.5


class Encoders(Program):
    name = "encoders"

    def prepare(self) -> Path | None:
        folder = self.setting.folder / "material" / "encoders"
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "v.mkv").exists():
            subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=s=96x64:r=25:d={COUNT / 25},noise=alls=20:allf=t:all_seed=7", "-f", "lavfi", "-i", f"anoisesrc=d={COUNT / 25}:r=48000:a=0.4:seed=3", "-c:v", "ffv1", "-c:a", "pcm_s16le", "-pix_fmt", "yuv420p", "-ac", "2", str(folder / "v.mkv")], check=True)
        self.encoders = sorted(allowed("AllowedEncoders.swift", "table"))
        shared = allowed("AllowedEncoders.swift", "shared")["any"]
        self.shared = [option for option in described(section(ffmpeg("-h", "full"), "AVCodecContext AVOptions")) if option.name in shared]
        self.parameters = {option: list(names) for option, (_, table, _) in LISTS.items() for names in [listed(table)]}
        return folder

    def make(self, rng: random.Random, number, sandbox):
        what, more = rng.random(), ""
        if what < 0.4:
            option = rng.choice(list(LISTS))
            encoder, _, usual = LISTS[option]
            parameter = rng.choice(self.parameters[option])
            medium, options, mark = "video", usual | {option: f"{parameter}={rng.choice(NUMBERS)}"}, f"{option} {parameter}"
        else:
            medium = None
            while not medium:
                encoder = rng.choice(self.encoders)
                medium, own = choices(encoder)
            known = own if own and what < 0.8 else [option for option in self.shared if medium in option.media]
            option = rng.choice(known)
            options, mark = QUICK.get(encoder, {}) | {option.name: rng.choice(option.values)}, option.name
            if rng.random() < 0.05:
                options, mark, more = QUICK.get(encoder, {}), "bitrate", f", bitrate: {rng.choice(['40k', '200k', '2M'])}"
        one, other = ("video", "audio") if medium == "video" else ("audio", "video")
        name, movie = f"e{number}.yaml", f"e{number}.mkv"
        document = f"timeline: 1\ncanvas: {{ size: 96x64, rate: 25 }}\ntracks: [ {{ kind: {medium}, segments: [ {{ clip: v.mkv }} ] }} ]\nexport: {{ {other}: false, {one}: {{ codec: {encoder}, options: {json.dumps(options)}{more} }} }}\n"
        render = ["render", name, "-o", movie, "--no-store", "--progress", "none", "-O1", "--overwrite", "-j"]
        return Case(number, {name: document.encode()}, [["check", name], [*render, "1"]], {movie}, note=f"{encoder} {options}", extra=(f"{encoder} {mark}", medium, render, movie))

    def judge(self, case, outcomes, sandbox):
        mark, medium, render, movie = case.extra
        statuses = [outcome.status for outcome in outcomes]
        if statuses[0] == 0 and b"[output-type-mismatch]" in outcomes[-1].err:
            return []  # which file it goes to, the check does not know
        if statuses != [0, 0]:
            return [Problem("lie", f"{mark}: check {statuses[0]}, render {statuses[1]}")] if len(statuses) == 2 and None not in statuses and statuses[0] != statuses[1] else []
        path = sandbox.inside / movie
        first = path.read_bytes()
        again = sandbox.run([*render, "2"], 60, {"MALLOC_PERTURB_": "165"})
        problems = [] if again.status == 0 and path.read_bytes() == first else [Problem("bytes", f"{mark}: another movie with two jobs and other memory")]
        return problems + (self.looks(mark, path, sandbox) if medium == "video" else [])

    def looks(self, mark: str, path: Path, sandbox) -> list[Problem]:
        """What is wrong with a movie to look at."""
        compare = "[0:v]scale=96:64,format=yuv420p[a];[1:v]format=yuv420p[b];[a][b]psnr"
        command = ["ffmpeg", "-hide_banner", "-nostats", "-nostdin", "-r", "25", "-i", str(path), "-r", "25", "-i", str(sandbox.inside / "v.mkv"), "-lavfi", compare, "-f", "null", "-"]
        said = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60).stderr
        count, likeness = re.findall(r"frame=\s*(\d+)", said), re.search(r"average:(\S+)", said)
        errors = [line for line in said.splitlines() if re.search(r"[Ee]rror|[Ii]nvalid|orrupt|[Ff]ailed|out of range|oncealing", line) and "SAR" not in line]
        if errors:
            return [Problem("damaged", mark, "\n".join(errors)[:400])]
        if not count or int(count[-1]) != COUNT:
            return [Problem("frames", mark, f"{count[-1] if count else 0} frames of {COUNT}")]
        if likeness and likeness[1] != "inf" and float(likeness[1]) < LEAST:
            return [Problem("note", f"{mark}: the picture is another one", likeness[0])]
        return []


class Option:
    """One option of an encoder as FFmpeg describes it, and values to try."""

    def __init__(self, name: str, kind: str, flags: str, rest: str):
        self.name, self.kind = name, kind
        self.media = [medium for letter, medium in (("V", "video"), ("A", "audio")) if letter in flags]
        self.values = ["0", "1", "2", "5", "20"] if kind not in ("rational", "dictionary") else ["1/2", "4/3"]
        if bounds := re.search(r"\(from (\S+) to (\S+)\)", rest):
            limits = [{"INT_MIN": str(-(2**31)), "INT_MAX": str(2**31 - 1)}.get(one, one) for one in bounds.groups()]
            self.values += [one for one in limits if re.fullmatch(r"-?[\d.]+", one)]
        if kind in ("float", "double"):
            self.values.append("0.37")


def described(text: str) -> list[Option]:
    found: list[Option] = []
    for line in text.splitlines():
        if row := re.match(r"  -(\S+)\s+<(\w+)>\s+(\S+)(.*)", line):
            found.append(Option(*row.groups()))
        elif found and (row := re.match(r"     (\S+)\s+(-?\d+)?\s+[E.]", line)):
            found[-1].values.append(row[1])
    return found


def section(text: str, title: str) -> str:
    return text[text.index(title) :].split("\n\n")[0]


@functools.cache
def choices(encoder: str) -> tuple[str | None, list[Option]]:
    """Whether it makes a picture or sound, None where FFmpeg has it not, and the options of its own that documents may name."""
    text = ffmpeg("-h", f"encoder={encoder}")
    own = allowed("AllowedEncoders.swift", "table")[encoder]
    medium = None if "Encoder " not in text else "video" if "pixel formats" in text else "audio"
    return medium, [option for option in described(text) if option.name in own and option.kind != "dictionary"]


@functools.cache
def allowed(file: str, table: str) -> dict[str, set[str]]:
    """The options of each entry of a table of what documents may use."""
    text = re.search(rf'static let {table} = AllowedTable\(\s*"""\n(.*?)"""', (TABLES / file).read_text(), re.S)[1]
    found: dict[str, set[str]] = {}
    for row in re.sub(r"\n {5,}", " ", text).strip().splitlines():
        names, _, words = row.strip().partition(":")
        for name in names.split():
            found.setdefault(name, set()).update(re.split(r"<=|:", word)[0] for word in words.split())
    return found


def listed(table: str) -> list[str]:
    """The parameters of a library's own that documents may give it."""
    text = re.search(rf'static let {table} = AllowedTable\.list\(.*?"""(.*?)"""', (TABLES / "AllowedParameters.swift").read_text(), re.S)[1]
    return [re.split(r"<=|:", word)[0] for word in text.split()]
