"""What faults and kills come upon: commands, what they begin with, and what they make."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path

import material
from sandbox import Outcome, Sandbox

TRACKS = """tracks:
  - { id: main, kind: av, segments: [ { clip: a.mp4, source: 0s..800ms }, { clip: b.mkv, source: 0s..1s, transition: { dissolve: 400ms } } ] }
titles: [ { text: Hello, over: 0s..1s } ]
"""
DOCUMENTS = {
    "edit.yaml": f"timeline: 1\ncanvas: {{ size: 96x64, rate: 25 }}\n{TRACKS}",
    "bits.yaml": f"timeline: 1\ncanvas: {{ size: 96x64, rate: 25 }}\nexport: {{ video: {{ bitrate: 200k }} }}\n{TRACKS}",
    "hevc.yaml": f"timeline: 1\ncanvas: {{ size: 96x64, rate: 25 }}\nexport: {{ preset: hevc, video: {{ bitrate: 200k }} }}\n{TRACKS}",
    "copy.yaml": "timeline: 1\ntracks: [ { id: main, kind: av, segments: [ a.mp4 ] } ]\nchapters: [ { at: 0s, title: One }, { at: 400ms, title: Two } ]\n",
    "drawn.yaml": "timeline: 1\ncanvas: { size: 96x64, rate: 25 }\ntracks: [ { kind: video, segments: [ { clip: words.svg, duration: 400ms } ] } ]\ntitles: [ { text: Hello, style: { font: DejaVu Sans }, over: 0s..400ms } ]\n",
    "words.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='96' height='64'><rect width='96' height='64' fill='white'/><text x='9' y='40' font-family='DejaVu Sans' font-size='30'>Word</text></svg>\n",
    "untidy.yaml": "timeline:   1\ncanvas: {size: 96x64,    rate: 25}\ntracks:\n    -   {kind: video,   segments: [ {clip: {color: red}, duration: 1s} ]}\n",
    "wrong.yaml": "timeline: 1\ncanvas: { size: 96x64, rate: 25 }\nallow: [ animation-past-end ]\ntracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]\n",
}
OLD = b"what stood here before\n" * 40
OLD_LOCK = b'{ "lock": 1, "media": {} }\n'


@dataclass(frozen=True)
class Scenario:
    """A command, and what it makes and replaces."""

    name: str
    arguments: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    replaces: bool = True  # whether something stands at the outputs before
    store: bool = False
    warm: bool = False  # whether the store has it all already
    stamp: str | None = None
    many: bool = False  # whether some of the outputs may be new where others are not
    status: int = 0


RENDER = ("--overwrite", "--store", "S", "-j", "1", "--progress", "none")
SCENARIOS = [
    Scenario("render", ("render", "edit.yaml", "-o", "out.mp4", *RENDER, "--depfile", "out.d"), ("out.mp4", "out.d"), store=True),
    Scenario("warm", ("render", "edit.yaml", "-o", "out.mp4", *RENDER), ("out.mp4",), store=True, warm=True),
    Scenario("bits", ("render", "bits.yaml", "-o", "out.mp4", *RENDER), ("out.mp4",), store=True),
    Scenario("hevc", ("render", "hevc.yaml", "-o", "out.mp4", *RENDER), ("out.mp4",), store=True),
    Scenario("fresh", ("render", "copy.yaml", "-o", "out.mp4", "--store", "S", "-j", "2", "--progress", "none"), ("out.mp4",), replaces=False, store=True),
    Scenario("alone", ("render", "edit.yaml", "-o", "out.mkv", "--overwrite", "--no-store", "--progress", "none"), ("out.mkv",)),
    Scenario("drawn", ("render", "drawn.yaml", "-o", "out.mkv", "--overwrite", "--no-store", "--progress", "none"), ("out.mkv",)),
    Scenario("check", ("check", "edit.yaml", "--stamp", "st", "--depfile", "st.d"), ("st.d",), stamp="st"),
    Scenario("fmt", ("fmt", "untidy.yaml"), ("untidy.yaml",)),
    Scenario("fix", ("check", "--fix", "wrong.yaml"), ("wrong.yaml",)),
    Scenario("lock", ("lock", "edit.yaml"), ("edit.yaml.lock",)),
    Scenario("init", ("init", "a.mp4", "b.mkv", "-o", "new.yaml"), ("new.yaml",), replaces=False),
    Scenario("frames", ("frames", "edit.yaml", "--at", "0s", "600ms", "-o", "pictures", "--overwrite"), (), many=True),
    Scenario("inspect", ("inspect", "a.mp4", "b.mkv", "--precise", "--format", "json")),
    Scenario("gc", ("store", "gc", "--limit", "2k", "--store", "S"), store=True, warm=True),
    Scenario("verify", ("store", "verify", "--store", "S"), store=True, warm=True),
]


@dataclass
class Reference:
    """What a scenario makes where nothing fails."""

    outputs: dict[str, bytes] = field(default_factory=dict)
    seconds: float = 0
    counts: dict[str, int] = field(default_factory=dict)
    out: bytes = b""


def lay_media(folder: Path, to: Path) -> None:
    for name, format in (("a.mp4", "h264.mp4"), ("b.mkv", "h264.mkv")):
        path = folder / "material" / "media" / format
        material.make(path, material.FORMATS[format])
        shutil.copy(path, to / name)


def lay_fonts(folder: Path, cache: Path) -> Path:
    """Puts fonts of its own where calls fail, and returns the configuration that names them."""
    folder.mkdir(exist_ok=True)
    for name in ("DejaVuSans.ttf", "DejaVuSerif.ttf"):
        shutil.copy2(Path("/usr/share/fonts/truetype/dejavu") / name, folder / name)
    configuration = folder.with_suffix(".conf")
    configuration.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{cache}</cachedir></fontconfig>\n")
    return configuration


def begin(scenario: Scenario, sandbox: Sandbox, warm: Path | None) -> None:
    """Puts the sandbox back to what stands there before the command. The media stay, with their times."""
    for path in sandbox.inside.iterdir():
        if path.name in ("a.mp4", "b.mkv", "traps"):
            continue
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for path in sandbox.temporary.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for name, text in DOCUMENTS.items():
        (sandbox.inside / name).write_text(text)
    if "pictures" in scenario.arguments:
        (sandbox.inside / "pictures").mkdir()
    if scenario.replaces:
        for name in scenario.outputs:
            (sandbox.inside / name).write_bytes(old(name))
    if scenario.stamp:
        path = sandbox.inside / scenario.stamp
        path.write_bytes(b"")
        import os

        os.utime(path, (1_000_000_000, 1_000_000_000))
    if scenario.warm and warm:
        shutil.copytree(warm, sandbox.inside / "S")


def old(name: str) -> bytes:
    """What stands at an output before the command."""
    if name in DOCUMENTS:
        return DOCUMENTS[name].encode()
    return OLD_LOCK if name.endswith(".lock") else OLD


def state(scenario: Scenario, name: str, sandbox: Sandbox, reference: Reference) -> str:
    """`new`, `old`, `gone` or `wrong`: what an output is."""
    path = sandbox.inside / name
    before = old(name) if scenario.replaces else None
    if not path.exists():
        return "old" if before is None else "gone"
    content = path.read_bytes()
    return "new" if content == reference.outputs.get(name) else "old" if content == before else "wrong"


def store_rests(sandbox: Sandbox) -> set[str]:
    """What may stay in a store, and what a render may leave, as the sandbox lists it."""
    kept = set()
    base = sandbox.inside / "S"
    for path in base.rglob("*"):
        below = path.relative_to(base)
        if path.is_dir() or below.name in ("format", "CACHEDIR.TAG") or below.parts[0] in ("objects", "fingerprints") and not is_partial(below.name):
            kept.add(f"inside/S/{below}")
    return kept | {"inside/S"}


def is_partial(name: str) -> bool:
    return name.startswith(".") or name.endswith((".part", ".tmp", "~")) or ".part" in name
