"""Signals that ask a command to stop, taken between two decisions of a match, so that what is saved is whole."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO, cast

STOPPING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(BaseException):
    """A signal has stopped the command. ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Stops:
    """Which signal has come. ``check`` is called between decisions.

    A first signal waits for ``check``, a second one stops at once; while a person is asked the first one does, too.
    While a file is written none does.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self._at_once = False
        self._writing = False

    def check(self, _done: int = 0) -> None:
        """Raises ``Stopped`` if a signal has come. Takes what a progress callback is given."""
        if self.number is not None:
            raise Stopped(self.number)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """For a block that writes a file."""
        self._writing = True
        try:
            yield
        finally:
            self._writing = False

    def input(self, stream: TextIO) -> TextIO:
        """The stream, for a person to be asked from: ``readline`` ends with ``Stopped`` when a signal comes."""
        return cast("TextIO", _Input(stream, self))

    def handle(self, number: int, _frame: FrameType | None) -> None:
        """Notes a signal."""
        again = self.number is not None
        self.number = self.number or number
        if (again or self._at_once) and not self._writing:
            raise Stopped(self.number)

    def wait(self, stream: TextIO) -> str:
        """The next line."""
        self._at_once = True
        try:
            self.check()
            return stream.readline()
        finally:
            self._at_once = False


class _Input:
    def __init__(self, stream: TextIO, stops: Stops) -> None:
        self._stream = stream
        self._stops = stops

    def readline(self) -> str:
        return self._stops.wait(self._stream)


@contextmanager
def stops() -> Iterator[Stops]:
    """Takes the signals within the block, except those that the caller of the command has made it ignore."""
    taken = Stops()
    heard = [number for number in STOPPING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, taken.handle) for number in heard}
    try:
        yield taken
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
