"""Plays a movie in GStreamer and in headless Chromium and says whether every frame is the one that belongs there.

Usage: players.py FILE --expect-frames 100..490,531..921 [--only gstreamer|chromium] [--rate 0.5]

The frames are numbers as `barcode` draws them, in half-open ranges. GStreamer decodes the whole file. Chromium plays
it through, then seeks to twelve places at random, and reads each picture back from a canvas. Nothing leaves this
machine: the page and the file are served on the loopback address. The exit status is 0 if all is right.
"""

import argparse
import http.server
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from fractions import Fraction
from pathlib import Path
from urllib.parse import urlencode

import barcode

PAGE = Path(__file__).with_name("players.html")
DEMUXERS = {".mp4": "qtdemux", ".mov": "qtdemux", ".m4v": "qtdemux", ".mkv": "matroskademux", ".webm": "matroskademux"}
DECODERS = {
    "h264": "h264parse ! avdec_h264",
    "hevc": "h265parse ! avdec_h265",
    "vp9": "vp9parse ! vp9dec",
    "av1": "av1parse ! dav1ddec",
}
SEEKS = 12


def main() -> int:
    arguments = parse()
    facts = probe(arguments.file)
    players = {"gstreamer": in_gstreamer, "chromium": in_chromium}
    is_right = True
    for name, play in players.items():
        if arguments.only in (None, name):
            problems, words = play(arguments.file, arguments.expect_frames, facts, arguments.rate)
            print(f"{name}: {words}: {'; '.join(problems) or 'right'}", flush=True)
            is_right = is_right and not problems
    return 0 if is_right else 1


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--expect-frames", type=numbers, required=True, help="such as 100..490,531..921")
    parser.add_argument("--only", choices=["gstreamer", "chromium"])
    parser.add_argument("--rate", type=float, default=0.5, help="Chromium's speed; slower where it drops frames")
    return parser.parse_args()


def numbers(text: str) -> list[int]:
    """The numbers in half-open ranges."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("..")
        found += range(int(first), int(last) if last else int(first) + 1)
    return found


def probe(movie: Path) -> dict:
    entries = "stream=codec_name,width,height,avg_frame_rate"
    command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "json", str(movie)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["streams"][0]


def compare(found: list[int], expected: list[int]) -> list[str]:
    problems = [f"{len(found)} frames, not {len(expected)}"] if len(found) != len(expected) else []
    wrong = [n for n, (a, b) in enumerate(zip(found, expected)) if a != b]
    return problems + ([f"{len(wrong)} wrong frames, the first at {wrong[0]}"] if wrong else [])


# GStreamer


def in_gstreamer(movie: Path, expected: list[int], facts: dict, _: float) -> tuple[list[str], str]:
    side = barcode.cell(facts["width"])
    width = barcode.BITS * side
    crop = f"videocrop right={facts['width'] - width} bottom={facts['height'] - side}"
    decoder = DECODERS.get(facts["codec_name"], "decodebin")
    chain = f"filesrc location={movie} ! {DEMUXERS[movie.suffix]} ! {decoder} ! {crop} ! videoconvert"
    chain += " ! video/x-raw,format=GRAY8 ! fdsink fd=1 sync=false"
    done = subprocess.run(["gst-launch-1.0", "-q", *chain.split()], capture_output=True, check=False)
    row = (width + 3) // 4 * 4
    middle = [side // 2 * row + bit * side + side // 2 for bit in range(barcode.BITS)]
    frames = range(0, len(done.stdout) - row * side + 1, row * side)
    found = [barcode.decode(bytes(done.stdout[at + cell] for cell in middle)) for at in frames]
    problems = compare(found, expected)
    if done.returncode:
        problems.append(done.stderr.decode().strip().splitlines()[0])
    return problems, f"{len(found)} frames decoded"


# Chromium


class Server(http.server.ThreadingHTTPServer):
    """Serves the page and the movie, with ranges, and waits for the page to say what it saw."""

    def __init__(self, movie: Path):
        super().__init__(("127.0.0.1", 0), Handler)
        self.movie, self.result, self.ready = movie, None, threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_) -> None:
        pass

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/":
            self.send(200, PAGE.read_bytes(), "text/html")
        elif path == "/movie":
            self.send_part()
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        self.server.result = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send(200, b"", "text/plain")
        self.server.ready.set()

    def send_part(self) -> None:
        size = self.server.movie.stat().st_size
        first, _, last = self.headers.get("Range", "bytes=0-").removeprefix("bytes=").partition("-")
        start, end = int(first), min(int(last or size), size - 1)
        with open(self.server.movie, "rb") as file:
            file.seek(start)
            part = file.read(end - start + 1)
        self.send(206, part, "video/mp4", {"Content-Range": f"bytes {start}-{end}/{size}", "Accept-Ranges": "bytes"})

    def send(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:
            pass  # A browser closes what it no longer needs.


def in_chromium(movie: Path, expected: list[int], facts: dict, speed: float) -> tuple[list[str], str]:
    rate = Fraction(facts["avg_frame_rate"])
    dice = random.Random(3)
    places = [dice.randrange(len(expected)) for _ in range(SEEKS)]
    patience = len(expected) / float(rate) / speed * 2 + 60
    result = browse(movie, speed, [float((place + Fraction(1, 2)) / rate) for place in places], patience)
    if result is None:
        return ["no answer"], "nothing seen"
    shown = {round(time * float(rate)): code for time, code in result["shown"]}
    wrong = [n for n, code in shown.items() if n >= len(expected) or expected[n] != code]
    missed = [place for place, code in zip(places, result["seeks"]) if code != expected[place]]
    problems = [result["error"]] if result["error"] else []
    if wrong:
        problems.append(f"{len(wrong)} wrong frames, the first at {wrong[0]}")
    if len(shown) < len(expected):
        problems.append(f"{len(expected) - len(shown)} frames not shown ({result['dropped']} dropped for want of time)")
    if missed or len(result["seeks"]) < SEEKS:
        problems.append(f"{len(missed)} of {len(result['seeks'])} seeks wrong: {missed}")
    return problems, f"{len(shown)} of {len(expected)} frames shown, {SEEKS - len(missed)} of {SEEKS} seeks"


def browse(movie: Path, speed: float, seeks: list[float], patience: float) -> dict | None:
    server, profile = Server(movie), tempfile.mkdtemp()
    query = urlencode({"speed": speed, "seeks": ",".join(f"{time:.4f}" for time in seeks), "patience": patience})
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio", "--no-first-run"]
    flags += ["--autoplay-policy=no-user-gesture-required", "--disable-background-networking"]
    flags += ["--disable-component-update", f"--user-data-dir={profile}"]
    browser = subprocess.Popen(
        ["chromium", *flags, f"http://127.0.0.1:{server.server_port}/?{query}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        server.ready.wait(patience + 60 + 5 * len(seeks))
        return server.result
    finally:
        browser.terminate()
        browser.wait(20)
        server.shutdown()
        server.server_close()
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
