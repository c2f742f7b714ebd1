"""The edits that are measured. All are written in seconds; the setting says how many frames one has."""

import random
from itertools import accumulate

import media
from edit import Clip, Edit, Inset, Key, Sound, Title
from setting import Setting


def cuts_long(setting: Setting) -> Edit:
    """Six cuts of 13 s, none of which begins or ends on a key frame."""
    harbour, _ = media.movies(setting)
    starts = [setting.frames(0.9 + 14.7 * n) for n in range(6)]
    return edit(setting, "cuts-long", [Clip(harbour, start, setting.frames(13)) for start in starts])


def cuts_dense(setting: Setting) -> Edit:
    """Twenty cuts of 1 to 4 s, in the order of the source, so that programs that cannot reorder can take part."""
    harbour, _ = media.movies(setting)
    dice = random.Random(20)
    lengths = [setting.frames(dice.uniform(1, 4)) for _ in range(20)]
    spare = harbour.frames - sum(lengths)
    gaps = [dice.randrange(1, spare // 20) for _ in range(20)]
    ends = list(accumulate(length + gap for length, gap in zip(lengths, gaps)))
    return edit(setting, "cuts-dense", [Clip(harbour, end - length, length) for end, length in zip(ends, lengths)])


def dissolves(setting: Setting) -> Edit:
    """Ten clips of 4 s from two sources in turn, each dissolving into the next for 1 s."""
    sources, second = media.movies(setting), setting.second
    clips = [Clip(sources[n % 2], 8 * n * second + 17, 4 * second, second if n else 0) for n in range(10)]
    return edit(setting, "dissolves", clips)


def inset(setting: Setting) -> Edit:
    """20 s with a small picture that flies in, grows, rests, and goes, at 85 % opacity."""
    harbour, beach = media.movies(setting)
    f = setting.frames
    small = Inset(beach, f(5), f(1), f(18), flight(setting, 18), opacity=0.85, fade=f(1))
    return edit(setting, "inset", [Clip(harbour, f(3.1), f(20))], insets=[small])


def titles(setting: Setting) -> Edit:
    """20 s with four titles, one of which moves."""
    harbour, _ = media.movies(setting)
    f = setting.frames
    lines = [
        Title("Harbour", f(1), f(4), 0.12, (Key(0, 0.5, 0.55), Key(f(4), 0.5, 0.4)), fade=f(0.5)),
        Title("The lights come on", f(6), f(4), 0.07, (Key(0, 0.5, 0.8),), fade=f(0.5)),
        Title("one by one", f(11), f(4), 0.07, (Key(0, 0.5, 0.8),)),
        Title("The end", f(16), f(3), 0.12, (Key(0, 0.5, 0.5),), fade=f(1)),
    ]
    return edit(setting, "titles", [Clip(harbour, f(12.3), f(20))], titles=lines)


def sounds(setting: Setting) -> Edit:
    """Sound alone: six tracks of 180 s. Each comes and goes with a ramp, and three step back in the middle."""
    f = setting.frames
    tracks = []
    for n, source in enumerate(media.sounds(setting, 6, 180)):
        gain = 0.4 - 0.05 * n
        middle = [(f(60), gain), (f(62), gain / 4), (f(110), gain / 4), (f(112), gain)] if n % 2 else []
        tracks.append(Sound(source, 0, f(180), ((0, 0.0), (f(3), gain), *middle, (f(176), gain), (f(180), 0.0))))
    return edit(setting, "sounds", sounds=tracks)


def many_cuts(setting: Setting, count: int) -> Edit:
    """So many cuts of 4 to 12 frames from fifty files in turn, which fill the canvas."""
    sources, dice = media.shorts(setting), random.Random(count)
    clips = []
    for n in range(count):
        source, frames = sources[n * 7 % len(sources)], dice.randint(4, 12)
        clips.append(Clip(source, dice.randrange(source.frames - frames), frames))
    return Edit(f"many-{count}", sources[0].width, sources[0].height, setting.rate, tuple(clips))


def mixed(setting: Setting) -> Edit:
    """90 s: twelve clips, five dissolves, a small picture, three titles, and music that steps back once."""
    sources, f = media.movies(setting), setting.frames
    clips = []
    for n in range(12):
        dissolve = f(1) if n in (2, 4, 6, 8, 10) else 0
        length = f(95) // 12 if n else f(95) - 11 * (f(95) // 12)
        clips.append(Clip(sources[n % 2], f(0.7 + 6.4 * n), length, dissolve))
    small = Inset(sources[1], f(5), f(31), f(18), flight(setting, 18), opacity=0.85, fade=f(1))
    lines = [
        Title("Harbour", f(1), f(4), 0.12, (Key(0, 0.5, 0.55), Key(f(4), 0.5, 0.4)), fade=f(0.5)),
        Title("The lights come on", f(52), f(5), 0.07, (Key(0, 0.5, 0.8),), fade=f(0.5)),
        Title("The end", f(84), f(5), 0.12, (Key(0, 0.5, 0.5),), fade=f(1)),
    ]
    chord = media.sounds(setting, 1, 180)[0]
    gains = ((0, 0.0), (f(2), 0.5), (f(30), 0.5), (f(32), 0.1), (f(49), 0.1), (f(51), 0.5), (f(86), 0.5), (f(90), 0.0))
    return edit(setting, "mixed", clips, [small], lines, [Sound(chord, 0, f(90), gains)])


def programme(setting: Setting, text: str) -> Edit:
    """Ten minutes of which no frame can be copied, because a small picture lies over all of it; forty titles.

    `text` is what the twentieth title says.
    """
    sources, f = media.movies(setting), setting.frames
    # A frame further each time, so that no stretch is like another: the store would render it only once.
    clips = [Clip(sources[n % 2], f(n * 7 % 70) + n, f(12)) for n in range(50)]
    marks = [
        Inset(sources[1], f(3), n * f(60), f(60), (Key(0, 0.85, 0.8, 0.2),), opacity=0.8, fade=0) for n in range(10)
    ]
    place = (Key(0, 0.5, 0.8),)
    lines = [Title(text if n == 20 else f"Chapter {n}", f(15 * n + 2), f(4), 0.07, place) for n in range(40)]
    return edit(setting, "programme", clips, marks, lines)


def flight(setting: Setting, seconds: float) -> tuple[Key, ...]:
    f = setting.frames
    away, here = (0.2, 0.75, 0.2), (0.7, 0.65, 0.4)
    return (Key(0, *away), Key(f(2), *here), Key(f(seconds - 2), *here), Key(f(seconds), 0.8, 0.5, 0.3))


def edit(setting: Setting, name: str, clips=(), insets=(), titles=(), sounds=()) -> Edit:
    size = setting.width, setting.height, setting.rate
    return Edit(name, *size, tuple(clips), tuple(insets), tuple(titles), tuple(sounds))
