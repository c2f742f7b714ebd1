"""One program's way to do one workload."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Contender:
    """Commands that run one after another and are counted together.

    `family` is the program; where one has several contenders, they are ways to ask it for the same thing, and the
    cheapest that is right counts.
    """

    name: str
    family: str
    commands: list[list[str]]
    output: Path | None = None
    inputs: list[Path] = field(default_factory=list)  # the projects written for it, to show
    before: Callable[[], None] = lambda: None
    kill_after: float | None = None
