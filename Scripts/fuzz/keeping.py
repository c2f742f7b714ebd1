"""Keeps what broke, so that it can be run again and is not kept a hundred times."""

import collections
import hashlib
import json
import shutil
import threading
from pathlib import Path

from judging import Problem

EACH = 3  # so many of one kind are kept


class Failures:
    """The folder of what broke: one folder for each kind, named for it, with up to three cases."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.counts: collections.Counter[tuple[str, Problem]] = collections.Counter()
        self.lock = threading.Lock()

    def add(self, program: str, problem: Problem, files: dict[str, bytes | str], commands: list[list[str]], note: dict) -> Path | None:
        """Keeps a case unless there are enough of its kind, and says where, or nil."""
        key = (program, Problem(problem.kind, problem.mark))
        with self.lock:
            self.counts[key] += 1
            number = self.counts[key]
        if number > EACH:
            return None
        words = "".join(c if c.isalnum() or c in "-." else "-" for c in f"{problem.kind}-{problem.mark}")[:70]
        digest = hashlib.sha256(f"{program}{problem.kind}{problem.mark}".encode()).hexdigest()[:6]
        folder = self.folder / program / f"{words}-{digest}" / str(number)
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "files").mkdir(parents=True)
        for name, content in files.items():
            path = folder / "files" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                path.symlink_to(content)
            else:
                path.write_bytes(content)
        (folder / "case.json").write_text(json.dumps(
            {"program": program, "problem": problem.kind, "mark": problem.mark, "detail": problem.detail,
             "commands": commands, **note}, indent=1))
        if number == 1:
            print(f"  {program}: {problem}  [{folder}]", flush=True)
        return folder

    def of(self, program: str) -> dict[Problem, int]:
        return {problem: count for (name, problem), count in self.counts.items() if name == program}
