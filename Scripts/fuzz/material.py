"""Makes the small media, fonts and documents that are damaged, once, by ffmpeg. What is there already is kept."""

import re
import shutil
import subprocess
import threading
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PICTURE = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1.2"]
SOUND = ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=1.2,aformat=channel_layouts=stereo"]
EXACT = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]
YUV = ["-pix_fmt", "yuv420p", "-g", "10"]

TAGS = ["-metadata", "title=Harbour at dusk", "-metadata", "artist=Somebody", "-metadata", "comment=" + "words " * 40]
CHAPTERS = ";FFMETADATA1\ntitle=Harbour\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=500\nEND=1200\ntitle=Two\n"

FORMATS: dict[str, list[str]] = {
    "h264.mp4": [*PICTURE, *SOUND, "-c:v", "libx264", "-preset", "veryfast", *YUV, "-c:a", "aac"],
    "h264-fragments.mp4": [*PICTURE, *SOUND, "-c:v", "libx264", *YUV, "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"],
    "hevc.mp4": [*PICTURE, *SOUND, "-c:v", "libx265", "-x265-params", "log-level=none", *YUV, "-c:a", "aac", "-tag:v", "hvc1"],
    "av1.mp4": [*PICTURE, "-c:v", "libaom-av1", "-cpu-used", "8", *YUV, "-crf", "40"],
    "h264.mkv": [*PICTURE, *SOUND, "-c:v", "libx264", *YUV, "-c:a", "libopus"],
    "ffv1.mkv": [*PICTURE, *SOUND, "-c:v", "ffv1", "-level", "3", "-c:a", "flac"],
    "vp8.webm": [*PICTURE, *SOUND, "-c:v", "libvpx", *YUV, "-c:a", "libvorbis"],
    "vp9.webm": [*PICTURE, *SOUND, "-c:v", "libvpx-vp9", *YUV, "-c:a", "libopus"],
    "prores.mov": [*PICTURE, *SOUND, "-c:v", "prores_ks", "-c:a", "pcm_s16le"],
    "qtrle.mov": ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.6,format=argb", "-c:v", "qtrle"],
    "mjpeg.avi": [*PICTURE, *SOUND, "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-c:a", "pcm_s16le"],
    "mpeg4.avi": [*PICTURE, *SOUND, "-c:v", "mpeg4", "-g", "10", "-c:a", "libmp3lame"],
    "h264.ts": [*PICTURE, *SOUND, "-c:v", "libx264", *YUV, "-c:a", "aac"],
    "mpeg2.ts": [*PICTURE, *SOUND, "-c:v", "mpeg2video", "-g", "10", "-c:a", "mp2"],
    "mpeg2.mpg": [*PICTURE, *SOUND, "-c:v", "mpeg2video", "-g", "10", "-c:a", "mp2"],
    "h264.flv": [*PICTURE, *SOUND, "-c:v", "libx264", *YUV, "-c:a", "aac", "-ar", "44100"],
    "dnxhd.mxf": ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=0.12", "-c:v", "dnxhd", "-b:v", "60M", "-pix_fmt", "yuv422p"],
    "theora.ogg": [*PICTURE, *SOUND, "-c:v", "libtheora", *YUV, "-c:a", "libvorbis"],
    "vorbis.ogg": [*SOUND, "-c:a", "libvorbis"],
    "opus.opus": [*SOUND, "-c:a", "libopus"],
    "mp3.mp3": [*SOUND, "-c:a", "libmp3lame"],
    "aac.m4a": [*SOUND, "-c:a", "aac"],
    "alac.m4a": [*SOUND, "-c:a", "alac"],
    "adts.aac": [*SOUND, "-c:a", "aac"],
    "flac.flac": [*SOUND, "-c:a", "flac"],
    "pcm.wav": [*SOUND, "-c:a", "pcm_s16le"],
    "float.wav": [*SOUND, "-c:a", "pcm_f32le"],
    "pcm.aiff": [*SOUND, "-c:a", "pcm_s16be"],
    "ac3.ac3": [*SOUND, "-c:a", "ac3"],
    "wavpack.wv": [*SOUND, "-c:a", "wavpack"],
    "film.gif": ["-f", "lavfi", "-i", "testsrc2=s=48x32:r=10:d=0.5"],
    "film.apng": ["-f", "lavfi", "-i", "testsrc2=s=48x32:r=10:d=0.5", "-plays", "0", "-f", "apng"],
    "film.webp": ["-f", "lavfi", "-i", "testsrc2=s=48x32:r=10:d=0.5", "-c:v", "libwebp_anim"],
    "tagged.mp4": [*PICTURE, *SOUND, "-c:v", "libx264", *YUV, "-c:a", "aac", *TAGS],
    "tagged.mkv": [*PICTURE, *SOUND, "-c:v", "libx264", *YUV, "-c:a", "aac", *TAGS],
    "tagged.mp3": [*SOUND, "-c:a", "libmp3lame", *TAGS],
    "tagged.flac": [*SOUND, "-c:a", "flac", *TAGS],
    "tagged.m4a": [*SOUND, "-c:a", "aac", *TAGS],
    "still.png": ["-f", "lavfi", "-i", "testsrc2=s=64x48,format=rgba", "-frames:v", "1"],
    "deep.png": ["-f", "lavfi", "-i", "testsrc2=s=64x48,format=rgb48be", "-frames:v", "1"],
    "still.jpg": ["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1", "-pix_fmt", "yuvj420p"],
    "still.tiff": ["-f", "lavfi", "-i", "testsrc2=s=64x48,format=rgb24", "-frames:v", "1"],
    "still.webp": ["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1", "-c:v", "libwebp"],
    "still.bmp": ["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1"],
    "still.tga": ["-f", "lavfi", "-i", "testsrc2=s=64x48,format=rgb24", "-frames:v", "1"],
    "still.jp2": ["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1"],
    "still.exr": ["-f", "lavfi", "-i", "testsrc2=s=64x48,format=gbrpf32", "-frames:v", "1"],
    "still.ppm": ["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1"],
    "still.jxl": ["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1"],
    "still.dpx": ["-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", "1"],
}


def make(path: Path, arguments: list[str]) -> bool:
    """Makes one file, whole or not at all. False where this ffmpeg cannot."""
    if path.exists():
        return True
    # Two may make it at a time.
    part = path.with_name(f"part-{threading.get_ident()}-{path.name}")
    path.parent.mkdir(parents=True, exist_ok=True)
    exact = EXACT[2:] if TAGS[1] in arguments else EXACT
    if TAGS[1] in arguments:
        # Chapters are an input of their own, behind the others.
        chapters = path.with_name("chapters.txt")
        chapters.write_text(CHAPTERS)
        inputs = arguments.count("-i")
        last = len(arguments) - arguments[::-1].index("-i") + 1
        arguments = [*arguments[:last], "-i", str(chapters), "-map_chapters", str(inputs), *arguments[last:]]
    result = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *arguments, "-threads", "1", *exact, str(part)], capture_output=True)
    if result.returncode:
        part.unlink(missing_ok=True)
        return False
    part.rename(path)
    return True


def media(folder: Path) -> list[Path]:
    """One small file of each format, named for it."""
    return [folder / name for name, arguments in FORMATS.items() if make(folder / name, arguments)]


def table(size: int) -> str:
    """A table of colours that changes nothing."""
    steps = [n / (size - 1) for n in range(size)]
    return f'TITLE "plain"\nLUT_3D_SIZE {size}\n' + "".join(f"{r:.4f} {g:.4f} {b:.4f}\n" for b in steps for g in steps for r in steps)


def fixtures(folder: Path) -> Path:
    """A folder that has, very small, every media file that the project's documents name."""
    names = set()
    for text in documents().values():
        names.update(re.findall(r"media/[A-Za-z0-9_%-]+\.[a-z0-9]+", text))
    movie, sound, still = folder.parent / "base.mp4", folder.parent / "base.wav", folder.parent / "base.png"
    tone = "sine=f=330:r=48000:d=13,aformat=channel_layouts=stereo"
    make(movie, ["-f", "lavfi", "-i", "testsrc2=s=96x54:r=25:d=13", "-f", "lavfi", "-i", tone, "-c:v", "libx264", "-preset", "veryfast", *YUV, "-crf", "34", "-c:a", "aac", "-b:a", "48k"])
    make(sound, ["-f", "lavfi", "-i", tone, "-ar", "24000", "-ac", "1", "-c:a", "pcm_s16le"])
    make(still, FORMATS["still.png"])
    (folder / "media").mkdir(parents=True, exist_ok=True)
    for name in sorted(names):
        kind = name.rpartition(".")[2]
        many = [name.replace(found.group(), str(n).zfill(int(found.group(1) or 1))) for n in range(1, 5)] if (found := re.search(r"%0?(\d*)d", name)) else [name]
        for one in many:
            target = folder / one
            if target.exists():
                continue
            if kind == "cube":
                target.write_text(table(3))
            elif kind in ("wav", "flac", "mp3", "m4a", "aiff", "ogg", "opus"):
                shutil.copy(sound, target)
            elif kind in ("png", "jpg", "jpeg", "webp", "tiff", "bmp", "gif"):
                shutil.copy(still, target)
            elif kind in ("mp4", "mov", "mkv", "webm", "avi", "ts", "mxf"):
                shutil.copy(movie, target)
    return folder


def documents() -> dict[str, str]:
    """Every document that the project has, by a name: examples, cases of tests and the fences of the reference."""
    found = {f"example-{path.stem}": path.read_text() for path in sorted((PROJECT / "Examples").glob("*.yaml"))}
    pages = [PROJECT / "docs/language.md", *sorted((PROJECT / "Tests/CompilerTests/Cases").glob("*.md")), *sorted((PROJECT / "docs/rules").glob("*.md"))]
    for page in pages:
        fences = re.findall(r"^```(?:yaml|json)?[^\n]*\n(.*?)^```", page.read_text(), re.M | re.S)
        for number, text in enumerate(fences):
            if "tracks" in text and ("timeline: 1" in text or '"timeline": 1' in text):
                found[f"{page.stem}-{number}"] = text
    return found
