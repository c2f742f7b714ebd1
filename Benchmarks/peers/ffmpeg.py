"""Writes an edit as one ffmpeg command: an accurately sought input for each clip, and a graph.

A dissolve is an overlay of the few frames that it lasts: cheaper than xfade by a factor of four. The other known
ways are contenders of their own.
"""

from contender import Contender
from edit import Edit, Inset, Sound, Title
from setting import Setting

VIDEO = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p"]
AUDIO = ["-c:a", "aac", "-b:a", "192k"]
START = ["ffmpeg", "-nostdin", "-v", "error", "-y"]


def contenders(edit: Edit, setting: Setting) -> list[Contender]:
    ways = []
    if len(edit.clips) <= 200:
        command = graph(edit, by_overlay)
        ways += [("ffmpeg", command, []), ("ffmpeg, one encoder thread", command, ["-threads", "1"])]
    if any(clip.dissolve for clip in edit.clips):
        ways.append(("ffmpeg, xfade", graph(edit, by_xfade), []))
    return [contender(edit, setting, name, command, more) for name, command, more in ways]


def contender(edit: Edit, setting: Setting, name: str, command: list[str], more: list[str]) -> Contender:
    output = setting.work / f"{edit.name}.{''.join(filter(str.isalnum, name))}.{'mp4' if edit.clips else 'm4a'}"
    codecs = [*VIDEO, *AUDIO] if edit.clips else AUDIO
    return Contender(name, "ffmpeg", [[*START, *command, *codecs, *more, str(output)]], output)


def limit(edit: Edit, setting: Setting) -> Contender:
    """Not a way to make the edit, but what it cannot cost less than: as many frames, read in a row, encoded alike."""
    output = setting.work / f"{edit.name}.limit.mp4"
    files = list(dict.fromkeys(clip.source.path for clip in edit.clips))
    source = ["-i", str(files[0])]
    if len(files) > 1:
        listing = setting.work / f"{edit.name}.limit.txt"
        listing.write_text("".join(f"file '{path}'\n" for path in files * (1 + edit.frames // 1000)))
        source = ["-f", "concat", "-safe", "0", "-i", str(listing)]
    command = [*START, *source, "-frames:v", str(edit.frames), "-t", f"{edit.seconds + 1:.6f}", *VIDEO, *AUDIO]
    return Contender("limit", "limit", [[*command, str(output)]], output)


def graph(edit: Edit, pictures) -> list[str]:
    inputs, chains, rate = [], [], edit.rate
    for clip in edit.clips:
        inputs += sought(clip.source.path, clip.start, clip.frames, rate)
    if edit.clips:
        picture = pictures(edit, chains)
        for n, inset in enumerate(edit.insets):
            inputs += sought(inset.source.path, inset.start, inset.frames, rate)
            picture = laid(edit, inset, len(edit.clips) + n, picture, chains)
        if edit.titles:
            chains.append(f"[{picture}]{','.join(drawn(edit, title) for title in edit.titles)}[titled]")
            picture = "titled"
    heard = [joined(edit, chains)] if edit.clips else []
    for n, sound in enumerate(edit.sounds):
        inputs += ["-t", seconds(sound.frames, rate), "-i", str(sound.source.path)]
        heard.append(mixed_in(sound, len(edit.clips) + len(edit.insets) + n, n, rate, chains))
    if len(heard) > 1:
        names = "".join(f"[{name}]" for name in heard)
        chains.append(f"{names}amix=inputs={len(heard)}:normalize=0[mix]")
        heard = ["mix"]
    maps = ["-map", f"[{picture}]"] if edit.clips else []
    return [*inputs, "-filter_complex", ";".join(chains), *maps, "-map", f"[{heard[0]}]"]


def sought(path, start: int, frames: int, rate: int) -> list[str]:
    return ["-ss", seconds(start, rate), "-t", seconds(frames, rate), "-i", str(path)]


def seconds(frames: int, rate: int) -> str:
    """Rounded down, so that the frame at this time is not before it."""
    return f"{frames * 1_000_000 // rate / 1_000_000:.6f}"


def by_overlay(edit: Edit, chains: list[str]) -> str:
    """Cuts each clip into what it shares with the one before, its body, and what it shares with the next."""
    if not any(clip.dissolve for clip in edit.clips):
        chains.append(f"{''.join(f'[{n}:v]' for n in range(len(edit.clips)))}concat=n={len(edit.clips)}[picture]")
        return "picture"
    pieces = []
    for n, clip in enumerate(edit.clips):
        head = clip.dissolve
        tail = edit.clips[n + 1].dissolve if n + 1 < len(edit.clips) else 0
        parts = [("head", 0, head), ("body", head, clip.frames - tail), ("tail", clip.frames - tail, clip.frames)]
        parts = [part for part in parts if part[1] < part[2]]
        outputs = "".join(f"[{name}{n}-cut]" for name, _, _ in parts)
        chains.append(f"[{n}:v]split={len(parts)}{outputs}")
        for name, first, last in parts:
            chains.append(f"[{name}{n}-cut]trim=start_frame={first}:end_frame={last},setpts=PTS-STARTPTS[{name}{n}]")
        if head:
            chains.append(f"[head{n}]format=yuva420p,fade=alpha=1:s=0:n={head}[fade{n}]")
            chains.append(f"[tail{n - 1}][fade{n}]overlay=format=yuv420[over{n}]")
            pieces.append(f"[over{n}]")
        pieces.append(f"[body{n}]")
    chains.append(f"{''.join(pieces)}concat=n={len(pieces)},setpts=N/{edit.rate}/TB[picture]")
    return "picture"


def by_xfade(edit: Edit, chains: list[str]) -> str:
    picture = "0:v"
    for n, (clip, place) in enumerate(zip(edit.clips[1:], edit.places[1:]), 1):
        if clip.dissolve:
            timing = f"duration={seconds(clip.dissolve, edit.rate)}:offset={seconds(place, edit.rate)}"
            chains.append(f"[{picture}]settb=1/{edit.rate}[in{n}];[{n}:v]settb=1/{edit.rate}[next{n}]")
            chains.append(f"[in{n}][next{n}]xfade=fade:{timing}[x{n}]")
        else:
            chains.append(f"[{picture}][{n}:v]concat[x{n}]")
        picture = f"x{n}"
    return picture


def joined(edit: Edit, chains: list[str]) -> str:
    """The sound of the clips."""
    if not any(clip.dissolve for clip in edit.clips):
        chains.append(f"{''.join(f'[{n}:a]' for n in range(len(edit.clips)))}concat=n={len(edit.clips)}:v=0:a=1[sound]")
        return "sound"
    sound = "0:a"
    for n, clip in enumerate(edit.clips[1:], 1):
        cross = f"acrossfade=d={seconds(clip.dissolve, edit.rate)}:c1=tri:c2=tri" if clip.dissolve else "concat=v=0:a=1"
        chains.append(f"[{sound}][{n}:a]{cross}[s{n}]")
        sound = f"s{n}"
    return sound


def laid(edit: Edit, inset: Inset, at_input: int, picture: str, chains: list[str]) -> str:
    """Scales once to the largest size, where opacity is cheap, and to the size of the moment in front of the overlay."""
    n, rate = at_input, edit.rate
    largest = max(key.scale for key in inset.keys)
    small = f"scale={even(edit.width * largest)}:{even(edit.height * largest)},format=yuva420p,lutyuv=a=val*{inset.opacity}"
    if inset.fade:
        small += f",fade=alpha=1:s=0:n={inset.fade},fade=out:alpha=1:s={inset.frames - inset.fade}:n={inset.fade}"
    begin, end = inset.at / rate, (inset.at + inset.frames - 0.5) / rate
    early = inset.at - 0.25  # An overlay takes the frame before, and times are rounded.
    small += f",setpts=PTS-STARTPTS+{early / rate:.6f}/TB"
    if any(key.scale != largest for key in inset.keys):
        scale = line([(early + key.frame, key.scale) for key in inset.keys], rate)
        small += f",scale=w='2*round({edit.width / 2}*({scale}))':h='2*round({edit.height / 2}*({scale}))':eval=frame"
    chains.append(f"[{n}:v]{small}[small{n}]")
    x = line([(inset.at + key.frame, key.x * edit.width) for key in inset.keys], rate)
    y = line([(inset.at + key.frame, key.y * edit.height) for key in inset.keys], rate)
    place = f"x='{x}-w/2':y='{y}-h/2':format=yuv420:eof_action=pass:enable='between(t,{begin - 0.001:.6f},{end:.6f})'"
    chains.append(f"[{picture}][small{n}]overlay={place}[laid{n}]")
    return f"laid{n}"


def drawn(edit: Edit, title: Title) -> str:
    begin, end, rate = title.at / edit.rate, (title.at + title.frames - 0.5) / edit.rate, edit.rate
    x = line([(title.at + key.frame, key.x * edit.width) for key in title.keys], rate)
    y = line([(title.at + key.frame, key.y * edit.height) for key in title.keys], rate)
    draw = f"drawtext=font='DejaVu Sans':text='{title.text}':fontcolor=white:fontsize={title.size * edit.height:g}"
    if title.fade:
        last, fade = title.at + title.frames, title.fade
        ramp = line([(title.at, 0), (title.at + fade, 1), (last - fade, 1), (last, 0)], rate)
        draw += f":alpha='{ramp}'"
    return draw + f":x='{x}-text_w/2':y='{y}-text_h/2':enable='between(t,{begin - 0.001:.6f},{end:.6f})'"


def mixed_in(sound: Sound, at_input: int, n: int, rate: int, chains: list[str]) -> str:
    delay = f",adelay={sound.at * 48000 // rate}S:all=1" if sound.at else ""
    chains.append(f"[{at_input}:a]volume='{line(list(sound.gains), rate)}':eval=frame{delay}[track{n}]")
    return f"track{n}"


def line(keys: list[tuple[float, float]], rate: int) -> str:
    """An expression of `t` for a line through keys."""
    text = f"{keys[-1][1]:.6g}"
    for (a, one), (b, other) in reversed(list(zip(keys, keys[1:]))):
        slope = (other - one) * rate / (b - a)
        text = f"if(lt(t,{b / rate:.6f}),{one:.6g}+({slope:.6g})*(t-{a / rate:.6f}),{text})"
    return text if len(keys) == 1 else f"if(lt(t,{keys[0][0] / rate:.6f}),{keys[0][1]:.6g},{text})"


def even(length: float) -> int:
    return round(length / 2) * 2

