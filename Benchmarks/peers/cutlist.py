"""Writes an edit as a cutlist document."""

import json
import subprocess
from functools import cache
from pathlib import Path

from contender import Contender
from edit import Edit, Inset, Key, Sound, Title
from setting import CUTLIST, Setting

EXPORT = "{ video: { codec: h264, crf: 20, options: { preset: veryfast } }, audio: { codec: aac, bitrate: 192k } }"
SOUND_ALONE = "{ preset: audio, audio: { codec: aac, bitrate: 192k } }"


@cache
def options(verb: str) -> str:
    """What `cutlist help VERB` says, to ask only for what this build has."""
    return subprocess.run([CUTLIST, "help", verb], capture_output=True, text=True, check=False).stdout


def contender(edit: Edit, setting: Setting, name: str = "cutlist", arguments: tuple[str, ...] = ()) -> Contender:
    """Renders without a store, so that every run does the whole work."""
    project = write(edit, setting.work / f"{edit.name}.yaml")
    output = setting.work / f"{edit.name}.{name.replace(' ', '')}.{'mp4' if edit.clips else 'm4a'}"
    storeless = ["--no-store"] if "--no-store" in options("render") else []
    command = render(project, output, setting) + storeless + list(arguments)
    return Contender(name, "cutlist", [command], output, [project])


def render(project: Path, output: Path, setting: Setting) -> list[str]:
    command = [str(CUTLIST), "render", str(project), "-o", str(output), "--root", str(setting.folder)]
    return [*command, "--jobs", "2", "--progress", "none"]


def write(edit: Edit, path: Path) -> Path:
    path.write_text(document(edit))
    return path


def document(edit: Edit) -> str:
    lines = ["timeline: 1"]
    if edit.clips:
        lines += [f"canvas: {{ size: {edit.width}x{edit.height}, rate: {edit.rate} }}", "tracks:"]
    else:
        lines += [f"canvas: {{ rate: {edit.rate} }}", "tracks:"]
    if edit.insets:
        lines += ["  - id: inset", "    kind: video", "    segments:", *map(inset, edit.insets)]
    if edit.clips:
        lines += ["  - id: main", f"    kind: {'av' if edit.has_clip_sound else 'video'}", "    segments:"]
        for clip in edit.clips:
            over = f", transition: {{ dissolve: {clip.dissolve}f }}" if clip.dissolve else ""
            lines.append(f"      - {{ clip: {file(clip)}, source: {clip.start}f..{clip.end}f{over} }}")
    for n, sound in enumerate(edit.sounds):
        lines += [f"  - id: sound-{n}", "    kind: audio", "    segments:", audio(sound, edit.rate)]
    if edit.titles:
        lines += ["titles:", *map(title, edit.titles)]
    lines.append(f"export: {EXPORT if edit.clips else SOUND_ALONE}")
    return "\n".join(lines) + "\n"


def file(part) -> str:
    return f"../media/{part.source.path.name}"


def inset(part: Inset) -> str:
    place = f"position: {changing(part.keys, position)}, scale: {changing(part.keys, lambda key: key.scale)}"
    fade = f", fade: {part.fade}f" if part.fade else ""
    source = f"source: {part.start}f..{part.start + part.frames}f"
    return f"      - {{ clip: {file(part)}, at: {part.at}f, {source}, {place}, opacity: {part.opacity}{fade} }}"


def title(part: Title) -> str:
    style = f"style: {{ size: {part.size:.2%} }}"
    fade = f", fade: {part.fade}f" if part.fade else ""
    over = f"over: {part.at}f..{part.at + part.frames}f"
    return f"  - {{ text: {json.dumps(part.text)}, {over}, {style}, position: {changing(part.keys, position)}{fade} }}"


def audio(part: Sound, rate: int) -> str:
    gains = ", ".join(f"{time(frame, rate)}: {gain:.6f}" for frame, gain in part.gains)
    source = f"source: 0s..{time(part.frames, rate)}"
    at = f", at: {part.at}f" if part.at else ""
    return f"      - {{ clip: {file(part)}{at}, {source}, volume: {{ keys: {{ {gains} }} }} }}"


def time(frame: int, rate: int) -> str:
    """Exact, and also right in the source of a sound, which has no frames to count."""
    return f"{frame}/{rate}s"


def position(key: Key) -> str:
    return f"[{key.x:.2%}, {key.y:.2%}]"


def changing(keys: tuple[Key, ...], value) -> str:
    if len(keys) == 1:
        return str(value(keys[0]))
    return "{ keys: { " + ", ".join(f"{key.frame}f: {value(key)}" for key in keys) + " } }"
