"""A progress bar for what takes longer than a second: on the standard error output, only where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before the bar appears; until then nothing of Rich is imported."""

STEP = 0.1
"""Seconds between two changes of the bar."""


class Bar:
    """``told(n)``: so much is done. ``total`` None: nobody knows of how much."""

    def __init__(self, text: str, total: int | None, wanted: bool) -> None:
        self.text = text
        self.total = total
        self.wanted = wanted
        self._next = time.monotonic() + PATIENCE
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def on_progress(self, done: int) -> None:
        if not self.wanted:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + STEP
        if self._progress is None:
            self._progress = self._begin()
        if self._task is not None:
            self._progress.update(self._task, completed=done)

    def _begin(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        console = Console(stderr=True)
        progress = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
        progress.start()
        self._task = progress.add_task(self.text, total=self.total)
        return progress

    @contextmanager
    def away(self) -> Iterator[None]:
        """The bar is not on the terminal while the block writes there."""
        self.close()
        try:
            yield
        finally:
            if self._progress is not None:
                self._progress.start()

    def close(self) -> None:
        """Takes the bar away."""
        if self._progress is not None:
            self._progress.stop()


@contextmanager
def progress(text: str, total: int | None = None) -> Iterator[Bar]:
    """A bar for what is done inside the block."""
    bar = Bar(text, total, sys.stderr.isatty())
    try:
        yield bar
    finally:
        bar.close()
