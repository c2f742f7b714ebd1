"""Asks smartcut to keep stretches of one file. It knows cuts in the order of the source and nothing else."""

from contender import Contender
from edit import Edit
from setting import PYTHON, Setting


def contenders(edit: Edit, setting: Setting) -> list[Contender]:
    """It encodes what it cannot copy with settings of its own. The last frame of each range is written inclusive."""
    starts = [clip.start for clip in edit.clips]
    if not edit.is_cuts or not edit.clips or len({clip.source for clip in edit.clips}) > 1 or starts != sorted(starts):
        return []
    output = setting.work / f"{edit.name}.smartcut.mp4"
    kept = ",".join(f"{clip.start},{clip.end - 1}" for clip in edit.clips)
    program = str(PYTHON.with_name("smartcut"))
    command = [program, str(edit.clips[0].source.path), str(output), "--frames", "--keep", kept]
    return [Contender("smartcut", "smartcut", [command], output)]
