"""What is measured: for each workload who takes part, with which commands, and how its output is checked."""

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import checking
import edits
import media
from checking import Verdict
from contender import Contender
from edit import Clip, Edit
from peers import cutlist, ffmpeg, melt, scripted, smartcut
from setting import CUTLIST, Setting

PEERS = [ffmpeg.contenders, melt.contenders, scripted.ges, scripted.moviepy, smartcut.contenders]


@dataclass(frozen=True)
class Workload:
    name: str
    title: str
    contenders: list[Contender]
    check: Callable[[Contender], Verdict]
    reference: str = "cutlist"  # the contender that the others are compared with
    is_long: bool = False  # a third of the rounds
    notes: list[str] = field(default_factory=list)


def workloads(setting: Setting) -> dict[str, Callable[[], Workload]]:
    """All of them by name. Nothing is made before it is called."""
    few, some, many = (20, 50, 100) if setting.name == "quick" else (20, 200, 2000)
    length = 1000 if setting.name == "quick" else 10000
    return {
        "cuts-long": lambda: rendering(setting, edits.cuts_long(setting), "Six cuts of 13 s from one file"),
        "cuts-dense": lambda: rendering(setting, edits.cuts_dense(setting), "Twenty cuts of 1 to 4 s from one file"),
        "dissolves": lambda: rendering(setting, edits.dissolves(setting), "Ten clips with nine dissolves of 1 s"),
        "inset": lambda: rendering(setting, edits.inset(setting), "A small picture that moves, grows and fades, 20 s"),
        "titles": lambda: rendering(setting, edits.titles(setting), "Four titles, one of which moves, 20 s"),
        "sounds": lambda: rendering(setting, edits.sounds(setting), "Six tracks of sound with ramps, 180 s, no picture"),
        "mixed": lambda: rendering(setting, edits.mixed(setting), "A mixed edit of 90 s"),
        "many-few": lambda: many_cuts(setting, few),
        "many-some": lambda: many_cuts(setting, some),
        "many-many": lambda: many_cuts(setting, many),
        "thumbnails": lambda: thumbnails(setting),
        "check": lambda: checks(setting, length),
        "rebuild": lambda: rebuild(setting),
        "resume": lambda: resume(setting),
    }


def rendering(setting: Setting, edit: Edit, title: str) -> Workload:
    contenders = [cutlist.contender(edit, setting)]
    if edit.is_cuts and edit.clips:
        if "-O" in cutlist.options("render"):
            contenders.append(cutlist.contender(edit, setting, "cutlist -O1, no copying", ("-O1",)))
        contenders.append(ffmpeg.limit(edit, setting))
    for peer in PEERS:
        contenders += peer(edit, setting)

    def check(contender: Contender) -> Verdict:
        if contender.family == "limit":
            return Verdict(())  # It makes something else.
        return checking.check(edit, contender.output)

    return Workload(edit.name, title, contenders, check)


def many_cuts(setting: Setting, count: int) -> Workload:
    return rendering(setting, edits.many_cuts(setting, count), f"{count:,} cuts of 4 to 12 frames from fifty files")


def thumbnails(setting: Setting) -> Workload:
    """A hundred frames of a movie, evenly spaced, at a quarter of its size, as PNG."""
    harbour, _ = media.movies(setting)
    step = harbour.frames // 100
    frames = [n * step for n in range(100)]
    folder = setting.work / "thumbnails"

    def into(name: str) -> Path:
        return folder / name

    def cutlist_way() -> Contender:
        times = [f"{frame}f" for frame in frames]
        command = [str(CUTLIST), "frames", str(harbour.path), "-o", str(into("cutlist")), "--scale", "1/4"]
        command += ["--overwrite", "--root", str(setting.folder), "--at", *times]
        return Contender("cutlist", "cutlist", [command], into("cutlist"))

    chosen = f"select='not(mod(n,{step}))',scale=iw/4:-2"
    through = [*ffmpeg.START, "-i", str(harbour.path), "-vf", chosen, "-fps_mode", "passthrough", "-frames:v", "100"]
    through.append(str(into("through") / "%03d.png"))
    seeking = list(ffmpeg.START)
    for frame in frames:
        seeking += ["-ss", ffmpeg.seconds(frame, setting.rate), "-i", str(harbour.path)]
    for n in range(100):
        seeking += ["-map", f"{n}:v", "-vf", "scale=iw/4:-2", "-frames:v", "1", str(into("seeking") / f"{n:03}.png")]
    contenders = [
        cutlist_way(),
        Contender("ffmpeg, one pass", "ffmpeg", [through], into("through")),
        Contender("ffmpeg, seeking", "ffmpeg", [seeking], into("seeking")),
    ]
    for contender in contenders:
        contender.output.mkdir(parents=True, exist_ok=True)
    expected = [harbour.first + frame for frame in frames]
    return Workload(
        "thumbnails",
        "A hundred frames of a movie as PNG, at a quarter of its size",
        contenders,
        lambda contender: checking.check_pictures(contender.output, expected, setting.width // 4),
    )


def checks(setting: Setting, count: int) -> Workload:
    """A document of so many segments from fifty files: is it right, and what would be done?"""
    sources, dice = media.shorts(setting), random.Random(7)
    clips = [Clip(sources[n % 50], dice.randrange(sources[0].frames - 20), 20) for n in range(count)]
    edit = Edit("check", sources[0].width, sources[0].height, setting.rate, tuple(clips))
    project = cutlist.write(edit, setting.work / "check.yaml")
    root = ["--root", str(setting.folder)]
    ways = {
        "cutlist check": ["check", str(project), *root],
    }
    if "USAGE: cutlist plan" in cutlist.options("plan"):
        ways["cutlist plan"] = ["plan", str(project), *root]
    contenders = [Contender(name, name, [[str(CUTLIST), *way]]) for name, way in ways.items()]
    title = f"Checking and planning {count:,} segments from fifty files"
    return Workload("check", title, contenders, lambda _: Verdict(()), reference="cutlist check")


def rebuild(setting: Setting) -> Workload | None:
    """Ten minutes rendered, one title's text changed, rendered again, and again without a change."""
    if "--store" not in cutlist.options("render"):
        return None
    store = setting.work / "rebuild.store"
    before = edits.programme(setting, "Chapter 20")
    after = edits.programme(setting, "Chapter twenty")
    first = cutlist.write(before, setting.work / "programme.yaml")
    second = cutlist.write(after, setting.work / "programme-2.yaml")

    def render(name: str, project: Path, begin: Callable[[], None] = lambda: None) -> Contender:
        output = setting.work / f"programme.{name}.mp4"
        command = [*cutlist.render(project, output, setting), "--store", str(store)]
        return Contender(f"cutlist, {name}", name, [command], output, [project], begin)

    contenders = [
        render("first", first, lambda: shutil.rmtree(store, ignore_errors=True)),
        render("title changed", second),
        render("nothing changed", second),
        ffmpeg.contenders(after, setting)[0],
    ]
    title = "Ten minutes, rendered again after one title of forty has changed"
    return Workload(
        "rebuild",
        title,
        contenders,
        lambda contender: checking.check(after if contender.family != "first" else before, contender.output),
        reference="cutlist, title changed",
        is_long=True,
    )


def resume(setting: Setting) -> Workload | None:
    """A render killed half-way and started again, against one that is let be."""
    if "--store" not in cutlist.options("render"):
        return None
    edit = edits.mixed(setting)
    project = cutlist.write(edit, setting.work / "resume.yaml")
    stores = {name: setting.work / f"resume.{name}.store" for name in ("whole", "killed")}

    def render(name: str, store: str, output: str, **more) -> Contender:
        path = setting.work / f"resume.{output}.mp4"
        command = [*cutlist.render(project, path, setting), "--store", str(stores[store])]
        return Contender(name, name, [command], path, [project], **more)

    def clear(store: str) -> Callable[[], None]:
        return lambda: shutil.rmtree(stores[store], ignore_errors=True)

    whole, rest = "cutlist, in one go", "cutlist, started again"
    killed = "cutlist, killed"
    half = 2 if setting.name == "quick" else 15
    contenders = [
        render(whole, "whole", "whole", before=clear("whole")),
        render(killed, "killed", "again", before=clear("killed"), kill_after=half),
        render(rest, "killed", "again"),
    ]

    def check(contender: Contender) -> Verdict:
        if contender.name == killed:
            return Verdict(("it left a movie",) if contender.output.exists() else ())
        if contender.name == rest and contender.output.read_bytes() != (setting.work / "resume.whole.mp4").read_bytes():
            return Verdict(("other bytes",))
        return checking.check(edit, contender.output)

    title = f"The mixed edit, killed after {half} s and started again"
    return Workload("resume", title, contenders, check, reference=whole)
