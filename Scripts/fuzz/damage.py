"""Damages bytes, as a list of changes that can be told, shortened and done again."""

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """What is done at a place: bytes put in for so many, or the end."""

    at: int
    removed: int
    put: bytes

    def on(self, data: bytes) -> bytes:
        return data[: self.at] + self.put + data[self.at + self.removed :]


def apply(data: bytes, changes: list[Change]) -> bytes:
    for change in changes:
        data = change.on(data)
    return data


def damaged(rng: random.Random, data: bytes) -> list[Change]:
    """One to some changes of kinds that storage, networks and strangers make."""
    size = len(data)
    if size < 4:
        return [Change(0, 0, b"\xff")]
    how = rng.randrange(9)
    head = min(size, rng.choice([64, 512, 4096, size]))
    if how == 0:  # single bits
        return [flip(rng, data, rng.randrange(size)) for _ in range(rng.choice([1, 1, 2, 8, 64]))]
    if how == 1:  # cut short
        end = rng.choice([rng.randrange(size), rng.randrange(min(size, 300)), size - rng.randrange(1, min(size, 64))])
        return [Change(end, size - end, b"")]
    if how == 2:  # a block of zeros, or of ones
        length = min(size, rng.choice([4, 64, 512, 4096, 65536]))
        at = rng.randrange(size - length + 1)
        return [Change(at, length, bytes([rng.choice([0, 0, 255])]) * length)]
    if how == 3:  # two blocks in each other's place
        length = min(size // 2, rng.choice([16, 188, 512, 4096]))
        a, b = sorted((rng.randrange(size - length + 1), rng.randrange(size - length + 1)))
        return [Change(a, length, data[b : b + length]), Change(b, length, data[a : a + length])]
    if how == 4:  # lengths and numbers made great
        changes = []
        for _ in range(rng.choice([1, 1, 2, 4])):
            width = rng.choice([1, 2, 4, 8])
            at = rng.randrange(max(1, head - width))
            changes.append(Change(at, width, rng.choice([b"\xff" * width, b"\x7f" + b"\xff" * (width - 1), b"\0" * width, b"\x80" + b"\0" * (width - 1), b"\0" * (width - 1) + b"\1", rng.randbytes(width)])))
        return changes
    if how == 5:  # a part of it once more, or left out
        length = min(size // 2, rng.choice([1, 7, 188, 512, 4096, 20000]))
        at = rng.randrange(size - length + 1)
        return [Change(at, length if rng.random() < 0.5 else 0, b"" if rng.random() < 0.5 else data[at : at + length] * rng.choice([1, 2, 20]))]
    if how == 6:  # the head alone
        return [flip(rng, data, rng.randrange(head)) for _ in range(rng.choice([1, 2, 5]))]
    if how == 7:  # the header's names
        names = [b"moov", b"trak", b"stbl", b"stsz", b"stco", b"stts", b"ctts", b"stsc", b"elst", b"mdhd", b"tkhd", b"avcC", b"hvcC", b"edts", b"mvhd", b"stss",
                 b"fmt ", b"data", b"LIST", b"avih", b"strh", b"strf", b"idx1", b"IHDR", b"IDAT", b"acTL", b"\x1aE\xdf\xa3", b"\x15I\xa9f", b"\x16T\xaek", b"OggS", b"fLaC", b"ID3", b"COMM", b"SSND",
                 b"glyf", b"loca", b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"GSUB", b"GPOS", b"post", b"CBDT", b"CBLC", b"fpgm", b"prep", b"kern"]
        found = [(name, at) for name in names if (at := data.find(name)) >= 0]
        if found:
            name, at = rng.choice(found)
            near = max(0, at + rng.choice([-4, -3, -2, -1, 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 19, 20, 24, 28]))
            width = min(rng.choice([1, 2, 4]), size - near)
            if width > 0:
                return [Change(near, width, rng.choice([b"\xff" * width, b"\0" * width, b"\x7f" * width, rng.randbytes(width)]))]
        return [flip(rng, data, rng.randrange(head))]
    return [Change(rng.randrange(size), 0, rng.randbytes(rng.choice([1, 16, 300, 5000])))]  # noise put in


def flip(rng: random.Random, data: bytes, at: int) -> Change:
    return Change(at, 1, bytes([data[at] ^ (1 << rng.randrange(8))]))
