"""Numbers drawn into pictures, so that every decoded frame says which one it is.

The code is a strip of sixteen black or white cells, the lowest bit first, in the top left corner. It takes 40 % of the
picture's width and is as high as a cell is wide, so it is found in a picture of any size.
"""

import subprocess
from pathlib import Path

BITS = 16
WIDTH = 2 / 5


def cell(width: int) -> int:
    """The side of a cell in a picture of this width, in pixels."""
    return int(width * WIDTH) // BITS


def strip(first: int, width: int, rate: int) -> str:
    """A lavfi source of the codes `first`, `first + 1` and so on, one a frame."""
    side = cell(width)
    bit = f"255*mod(floor(({first}+N)/pow(2,X)),2)"
    return (
        f"nullsrc=s={BITS}x1:r={rate},format=gray,geq=lum='{bit}',"
        f"scale={BITS * side}:{side}:flags=neighbor:in_range=full:out_range=tv,format=yuv420p"
    )


def read(movie: Path, width: int) -> list[int]:
    """The code of every frame that ffmpeg decodes, in the order of presentation."""
    side = cell(width)
    command = ["ffmpeg", "-nostdin", "-v", "error", "-i", str(movie), "-map", "0:v:0", "-fps_mode", "passthrough"]
    command += ["-vf", f"crop={BITS * side}:{side}:0:0,scale={BITS}:1:flags=area,format=gray", "-f", "rawvideo", "-"]
    pixels = subprocess.run(command, capture_output=True, check=False).stdout
    return [decode(pixels[at : at + BITS]) for at in range(0, len(pixels) - BITS + 1, BITS)]


def decode(cells: bytes) -> int:
    return sum(1 << bit for bit, value in enumerate(cells) if value > 126)
