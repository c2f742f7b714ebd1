"""What the installed FFmpeg says of its filters and encoders: their options, and of what type each is."""

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def options(folder: Path) -> dict[str, dict[str, dict[str, str]]]:
    """For `filter`, `audio-filter`, `encoder` and `audio-encoder`: names to options to types. Asked once and kept."""
    path = folder / "material" / "options.json"
    if path.exists():
        return json.loads(path.read_text())
    found: dict[str, dict[str, dict[str, str]]] = {"filter": {}, "audio-filter": {}, "encoder": {}, "audio-encoder": {}}
    asked: list[tuple[str, str, str]] = []
    for line in ffmpeg("-filters").splitlines():
        if row := re.match(r" [T.][S.][C.] (\w+)\s+(\S+)->(\S+)", line):
            name, takes, gives = row.groups()
            kind = "audio-filter" if "A" in takes + gives and "V" not in takes else "filter"
            asked.append((kind, name, f"filter={name}"))
    for line in ffmpeg("-encoders").splitlines():
        if row := re.match(r" ([VA])[F.]\S* (\S+) ", line):
            if row[2] != "=":
                asked.append(("encoder" if row[1] == "V" else "audio-encoder", row[2], f"encoder={row[2]}"))
    with ThreadPoolExecutor(2) as pool:
        for (kind, name, _), known in zip(asked, pool.map(lambda one: types(ffmpeg("-h", one[2])), asked)):
            found[kind][name] = known
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found))
    return found


def types(text: str) -> dict[str, str]:
    return {name: kind for name, kind in re.findall(r"^\s+-?([A-Za-z0-9_-]+)\s+<(\w+)>", text, re.M)}


def ffmpeg(*arguments: str) -> str:
    return subprocess.run(["ffmpeg", "-hide_banner", *arguments], capture_output=True, text=True, errors="replace").stdout
