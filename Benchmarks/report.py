"""Writes the results as a page."""

import json
import platform
import re
import shlex
import subprocess
from functools import cache
from pathlib import Path

from setting import CUTLIST, PROJECT, PYTHON, Setting

HEAD = """# Benchmarks

`make bench` wrote this page. It installs the other programs, makes the media, runs everybody in turn on the same
machine, checks what came out, and takes the medians.

- **CPU** is user and system time of a program and all its children, from the kernel. It is what a render costs.
- **wall** depends on what else the machine was doing, and is the least reliable figure here.
- **memory** is the peak of the largest process, or of all processes of a program together where it starts several.
- **×** is how many times cutlist's figure that is; above 1 cutlist is cheaper. It is set in brackets where the output
  is wrong.
- All pictures are encoded with libx264, preset veryfast, crf 20, and sound with AAC at 192 kb/s. smartcut's settings
  cannot be chosen. Where a program was asked in several ways, all are shown.
- cutlist runs two jobs at once. ffmpeg runs with the threads it chooses, and again with one thread in its encoder.
- **limit** is no way to make the edit: ffmpeg reads as many frames from a file in a row and encodes them with the
  same settings. Nobody who encodes every frame can be cheaper.
- **right** means that each frame showed the number that was drawn into the frame that belongs there, and that
  composited pictures, spot-checked, looked as the edit's definition says.
"""

# The section that growth.py writes, which comes last.
GROWTH = "## How it grows\n"


def page(setting: Setting, results: list[Path]) -> str:
    loaded = [json.loads(path.read_text()) for path in results if path.exists()]
    sections = [section(result, setting) for result in loaded]
    return "\n".join([HEAD, *sections, *growth_section()])


def growth_section() -> list[str]:
    """What growth.py has written on the page, which is kept."""
    published = PROJECT / "docs/benchmarks.md"
    text = published.read_text() if published.exists() else ""
    return [text[text.index(GROWTH) :]] if GROWTH in text else []


def section(result: dict, setting: Setting) -> str:
    base = next((one for one in result["contenders"] if one["name"] == result["reference"]), result["contenders"][0])
    rows = ["| program | CPU s | × | wall s | × | memory MB | × | output |", "|---|--:|--:|--:|--:|--:|--:|---|"]
    rows += [row(one, base) for one in result["contenders"]]
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    words = f"{result['date']}, {result['machine']}. {versions}. Rounds: {result['rounds']}. "
    words += f"Load average at the start: {result['load']:.1f}."
    ran = [command for one in result["contenders"] for command in shown(one["commands"])]
    commands = "\n".join(shortened(" ".join(map(shlex.quote, command)), setting) for command in ran)
    folded = f"<details><summary>Commands</summary>\n\n```sh\n{commands}\n```\n\n</details>"
    return f"## {result['title']}\n\n" + "\n".join(rows) + f"\n\n{words}\n\n{folded}\n"


def row(one: dict, base: dict) -> str:
    is_right = one["verdict"] == "right"

    def ratio(key: str) -> str:
        if one is base or not base[key]:
            return ""
        text = f"{one[key] / base[key]:.2f}"
        return text if is_right else f"({text})"

    verdict = one["verdict"]
    if one["hung"]:
        verdict += f"; hung {one['hung']} times and was started again"
    if one["family"] == "limit":
        verdict = ""
    memory = one["peak"] / 2**20
    figures = [f"{one['cpu']:.2f}", ratio("cpu"), f"{one['wall']:.2f}", ratio("wall"), f"{memory:.0f}", ratio("peak")]
    return f"| {one['name']} | {' | '.join(figures)} | {verdict} |"


def shown(commands: list[list[str]]) -> list[list[str]]:
    """The first and the last; what lies between is more of the same."""
    return commands if len(commands) < 3 else [commands[0], ["…"], commands[-1]]


def shortened(command: str, setting: Setting) -> str:
    """Without the folders of this machine, and no longer than one reads."""
    command = command.replace(f"{setting.folder}/", "").replace(f"{PROJECT}/", "")
    return command if len(command) <= 2000 else f"{command[:1900]} … ({len(command):,} characters)"


@cache
def machine() -> str:
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = re.search(r"MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text())
    cores = len(re.findall(r"^processor", Path("/proc/cpuinfo").read_text(), re.MULTILINE))
    name = model[1].strip() if model else platform.processor()
    return f"{cores} cores of {name}, {int(memory[1]) / 2**20:.0f} GB, {platform.system()} {platform.release()}"


@cache
def versions() -> dict[str, str]:
    asked = {
        "cutlist": ([str(CUTLIST), "--version"], r"(\S+)"),
        "ffmpeg": (["ffmpeg", "-version"], r"version (\S+)"),
        "melt": (["melt", "--version"], r"melt (\S+)"),
        "GStreamer": (["gst-launch-1.0", "--version"], r"GStreamer (\S+)"),
        "MoviePy": ([str(PYTHON), "-c", "from importlib.metadata import version; print(version('moviepy'))"], r"(\S+)"),
        "smartcut": ([str(PYTHON.with_name("smartcut")), "--version"], r"([\d.]+)"),
    }
    found = {name: version(command, pattern) for name, (command, pattern) in asked.items()}
    revision = version(["git", "-C", str(PROJECT), "rev-parse", "--short", "HEAD"], r"^([0-9a-f]+)")
    found["cutlist"] += f" ({revision})"
    return found


def version(command: list[str], pattern: str) -> str:
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "missing"
    match = re.search(pattern, said.stdout + said.stderr)
    return match[1] if match else "unknown"
