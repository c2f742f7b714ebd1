"""What a run is made with: sizes, folders, programs."""

from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
CUTLIST = PROJECT / ".build/release/cutlist"
PYTHON = PROJECT / ".build/bench/python/bin/python"


@dataclass(frozen=True)
class Setting:
    """The size of everything in a run. Edits are written in seconds; `second` says how many frames one has.

    The quick setting has small pictures and seconds of six frames: the same edits, a hundredth of the work.
    """

    name: str
    width: int
    height: int
    rate: int
    second: int
    bit_rate: str

    @property
    def folder(self) -> Path:
        return PROJECT / ".build/bench" / self.name

    @property
    def media(self) -> Path:
        return self.folder / "media"

    @property
    def work(self) -> Path:
        return self.folder / "work"

    def frames(self, seconds: float) -> int:
        return round(seconds * self.second)


FULL = Setting("full", width=1920, height=1080, rate=30, second=30, bit_rate="8M")
QUICK = Setting("quick", width=480, height=270, rate=30, second=6, bit_rate="1M")
