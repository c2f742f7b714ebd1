"""Makes the media: textures that pan, discs that wander, grain, a barcode, and voices over surf. All computed by ffmpeg.

What is made is kept; a file appears whole or not at all. Bare tones would do to hear what plays when, but no
recording is one, and AAC's coder takes twice as long to find that it has nothing to spend its bits on.
"""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import barcode
from setting import Setting

SAMPLE_RATE = 48000
ENCODER = ["-c:v", "libx264", "-preset", "fast", "-g", None, "-pix_fmt", "yuv420p", "-threads", "2"]
COLOURS = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"]


@dataclass(frozen=True)
class Source:
    """A movie or a sound. Frame n of a movie carries the code `first + n`."""

    path: Path
    frames: int
    first: int = 0
    width: int = 0
    height: int = 0


def movies(setting: Setting) -> list[Source]:
    """Two sources of the canvas's size, 90 s each, with key frames 2 s apart."""
    folder = setting.media
    return [
        movie(setting, folder / f"{name}.mp4", seed, setting.frames(90), seed * 3000, setting.width, setting.height)
        for seed, name in enumerate(["harbour", "beach"])
    ]


def shorts(setting: Setting) -> list[Source]:
    """Fifty sources of 4 s, of two thirds of the canvas's size, with key frames 2 s apart."""
    width, height = setting.width * 2 // 3, setting.height * 2 // 3
    frames = setting.frames(4)
    return [
        movie(setting, setting.media / f"short-{n:02}.mp4", 10 + n, frames, 10000 + 500 * n, width, height)
        for n in range(50)
    ]


def sounds(setting: Setting, count: int, seconds: int) -> list[Source]:
    """Chords of three voices over surf, each file another, as 16-bit stereo."""
    made = []
    for n in range(count):
        path = setting.media / f"voices-{n}-{seconds}s.wav"
        chord = [110 * 2 ** ((n * 3 + step) / 12) for step in (0, 4, 7)]
        make(path, ["-f", "lavfi", "-i", voices(chord, n, setting.frames(seconds) / setting.rate), "-c:a", "pcm_s16le"])
        made.append(Source(path, setting.frames(seconds)))
    return made


def movie(setting: Setting, path: Path, seed: int, frames: int, first: int, width: int, height: int) -> Source:
    rate, gop = setting.rate, setting.frames(2)
    encoder = [str(gop) if word is None else word for word in ENCODER]
    bits = setting.bit_rate if width == setting.width else f"{int(setting.bit_rate[:-1]) * 500}k"
    make(
        path,
        ["-loop", "1", "-framerate", str(rate), "-i", str(texture(setting, seed, width, height))]
        + ["-loop", "1", "-framerate", str(rate), "-i", str(disc(setting, height))]
        + ["-f", "lavfi", "-i", barcode.strip(first, width, rate)]
        + ["-f", "lavfi", "-i", voices([110 + 10 * (seed % 12)], seed, frames / rate)]
        + ["-filter_complex", scene(seed, width, height), "-map", "[picture]", "-map", "3:a"]
        + ["-t", str(frames / rate), *encoder, "-b:v", bits, *COLOURS, "-c:a", "aac", "-b:a", "128k"],
    )
    return Source(path, frames, first, width, height)


def voices(pitches: list[float], seed: int, seconds: float) -> str:
    """For each pitch (in Hz) a voice of twelve partials that speaks three syllables a second, over stereo pink noise."""
    voice = "+".join(
        f"pow(sin({9.4 + n}*t),2)*(st(0,sin({5 + n}*t));"
        + "+".join(f"{0.1 / k:.4f}*sin(2*PI*{pitch * k:.3f}*t+{k}*ld(0))" for k in range(1, 13))
        + ")"
        for n, pitch in enumerate(pitches)
    )
    length = f"duration={seconds}:sample_rate={SAMPLE_RATE}"
    surf = [f"anoisesrc=color=pink:amplitude=0.1:seed={2 * seed + side}:{length}[surf{side}]" for side in (0, 1)]
    return (
        f"{';'.join(surf)};[surf0][surf1]amerge[surf];aevalsrc='{voice}':{length},pan=stereo|c0=c0|c1=c0[voice];"
        "[voice][surf]amix=normalize=0:duration=shortest"
    )


def scene(seed: int, width: int, height: int) -> str:
    """Inputs 0 to 2 are the texture, the disc and the barcode; the output is `picture`."""
    turn = f"(n+{seed * 131})"
    pan = f"crop={width}:{height}:x='(iw-ow)/2*(1+sin({turn}/97))':y='(ih-oh)/2*(1+cos({turn}/71))'"
    return (
        f"[0:v]format=yuv420p,{pan}[pan];[1:v]split[disc1][disc2];"
        f"[pan][disc1]overlay=x='(W-w)/2*(1+sin({turn}/41))':y='(H-h)/2*(1+cos({turn}/53))'[one];"
        f"[one][disc2]overlay=x='(W-w)/2*(1+cos({turn}/67))':y='(H-h)/2*(1+sin({turn}/29))',"
        f"noise=alls=4:allf=t:all_seed={seed + 1}[grain];[grain][2:v]overlay=0:0,format=yuv420p,setsar=1[picture]"
    )


def texture(setting: Setting, seed: int, width: int, height: int) -> Path:
    """Noise at six sizes, the coarse louder than the fine, half again as large as the picture that pans over it."""
    path = setting.media / f"texture-{seed}.png"
    wide, high = width * 3 // 2, height * 3 // 2
    octaves = [
        f"color=gray:s={max(wide >> shift, 2)}x{max(high >> shift, 2)}:d=1:r=1,format=yuv444p,"
        f"noise=alls=100:allf=u:all_seed={seed * 6 + shift},scale={wide}:{high}:flags=bicubic[o{shift}]"
        for shift in range(1, 7)
    ]
    inputs = "".join(f"[o{shift}]" for shift in range(1, 7))
    mixed = f"{inputs}mix=inputs=6:weights='1 2 3 5 8 13',eq=contrast=2.2:saturation=1.5,format=rgb24[texture]"
    make(path, ["-filter_complex", ";".join([*octaves, mixed]), "-map", "[texture]", "-frames:v", "1"])
    return path


def disc(setting: Setting, height: int) -> Path:
    side = height // 5 // 2 * 2
    path = setting.media / f"disc-{side}.png"
    radius = f"hypot(X-{side / 2},Y-{side / 2})"
    colour = f"r='255':g='255*Y/{side}':b='80':a='255*clip(({side / 2 - 2}-{radius})/2,0,1)'"
    make(path, ["-f", "lavfi", "-i", f"nullsrc=s={side}x{side}:d=1,format=rgba,geq={colour}", "-frames:v", "1"])
    return path


def make(path: Path, arguments: list[str]) -> None:
    """Runs ffmpeg unless the file is there."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"part-{path.name}")
    exact = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]
    print(f"making {path.name}", flush=True)
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments, *exact, str(part)], check=True)
    part.rename(path)
