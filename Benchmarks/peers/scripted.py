"""GES and MoviePy are libraries: each has a script here that builds the edit through the library's own interface."""

import json
from dataclasses import asdict
from pathlib import Path

from contender import Contender
from edit import Edit
from setting import PROJECT, PYTHON, Setting

RENDERERS = PROJECT / "Benchmarks/renderers"


def ges(edit: Edit, setting: Setting) -> list[Contender]:
    return [contender("GES", edit, setting, ["/usr/bin/python3", str(RENDERERS / "ges_render.py")])]


def moviepy(edit: Edit, setting: Setting) -> list[Contender]:
    """With more than a few hundred clips it starts a process for each and gets nowhere."""
    if len(edit.clips) > 200:
        return []
    return [contender("MoviePy", edit, setting, [str(PYTHON), str(RENDERERS / "moviepy_render.py")])]


def contender(name: str, edit: Edit, setting: Setting, program: list[str]) -> Contender:
    project = setting.work / f"{edit.name}.json"
    project.write_text(json.dumps(asdict(edit), default=str, indent=1))
    output = setting.work / f"{edit.name}.{name.lower()}.{'mp4' if edit.clips else 'm4a'}"
    script = Path(program[-1])
    return Contender(name, name, [[*program, str(project), str(output)]], output, [script])
