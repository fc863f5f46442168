"""How hostile specs end: ``python -m tests.hostile.refresh`` records it anew, for a reading of what changed."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

from tests.hostile.cases import CASES, Case
from tests.hostile.process import Outcome, rulespec

FILE = Path(__file__).resolve().parent / "expected.json"
ERROR = re.compile(r"(?:error RS[0-9]+:|rulespec:) .*")


def outcome(case: Case, folder: Path) -> Outcome:
    text = case.text()
    (folder / "g.rules").write_bytes(text if isinstance(text, bytes) else text.encode())
    command, *more = case.command
    return rulespec(command, "g.rules", *more, folder=folder)


def shown(found: Outcome) -> list[int | str]:
    """The exit code and the line that tells most: the first error, else why the match is unfinished, else the end."""
    told = [match.group() for line in found.err.splitlines() if (match := ERROR.search(line)) is not None]
    unfinished = [line for line in found.out.splitlines() if line.startswith("unfinished: ")]
    lines = told or unfinished or found.out.strip().splitlines()[-1:] or [""]
    return [found.code, lines[0][:160]]


def main() -> None:
    found = {}
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            found[case.name] = shown(outcome(case, Path(folder)))
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
