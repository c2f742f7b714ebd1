"""The documents of this repository, beside small files for the media that they name."""

from pathlib import Path

import material
from engine import Program, Setting


class Corpus(Program):
    """A program whose cases are made from the documents of this repository."""

    def __init__(self, setting: Setting):
        super().__init__(setting)
        self.texts = [text for _, text in sorted(material.documents().items())]

    def prepare(self) -> Path:
        return material.fixtures(self.setting.folder / "material" / "fixtures")
