"""Reading the text of a spec from a file."""

from __future__ import annotations

import errno
import os
import stat

from rulespec.syntax.diagnostics import Diagnostic
from rulespec.syntax.parser import MOST_CHARACTERS
from rulespec.syntax.source import Source, Span

MOST_BYTES = 4 * MOST_CHARACTERS
"""No text of as many characters as are read takes more in UTF-8."""


def read_source(path: str | os.PathLike[str], name: str | None = None) -> tuple[Source | None, list[Diagnostic]]:
    """The text of a file, or None and why it cannot be had. Nothing of a file that is too large is read.

    ``name`` is how the file is reported; the path as given if absent. A byte order mark is dropped, and line ends are
    kept as they are. Whatever is no ordinary file (a directory, a device, a pipe) is refused.
    """
    shown = name if name is not None else os.fspath(path)
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                what = "a directory" if stat.S_ISDIR(status.st_mode) else "not an ordinary file"
                return None, [_unreadable(shown, f"this is {what}")]
            data = file.read(MOST_BYTES + 1) if status.st_size <= MOST_BYTES else b""
    except IsADirectoryError:
        return None, [_unreadable(shown, "this is a directory")]
    except FileNotFoundError:
        return None, [_unreadable(shown, "there is no such file")]
    except PermissionError:
        return None, [_unreadable(shown, "the file may not be read")]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "the name cannot be used"
        return None, [_unreadable(shown, f"the file cannot be read ({reason.lower()})")]
    if status.st_size > MOST_BYTES or len(data) > MOST_BYTES:
        size = max(status.st_size, len(data))
        message = f"the file has {size} bytes; at most {MOST_BYTES} are read"
        return None, [Diagnostic("RS110", message, None, file=shown)]
    return _decode(shown, data)


def read_ordinary(path: str | os.PathLike[str], most: int) -> bytes:
    """At most ``most + 1`` bytes of an ordinary file. Raises OSError, for a device or a pipe too; waits for nothing."""
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not an ordinary file", os.fspath(path))
        return file.read(most + 1)


def _open_at_once(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _decode(shown: str, data: bytes) -> tuple[Source | None, list[Diagnostic]]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = "the file is written in UTF-16, not in UTF-8"
        return None, [Diagnostic("RS111", message, None, "save it as UTF-8", file=shown)]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        body = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
        before = body[: error.start].decode("utf-8")
        source = Source(shown, body.decode("utf-8", errors="replace"))
        span = Span(source, len(before), len(before) + 1)
        message = f"byte 0x{body[error.start]:02X} (number {error.start + 1} of the file) is not UTF-8"
        return None, [Diagnostic("RS111", message, span, "save the file as UTF-8")]
    return Source(shown, text), []


def _unreadable(shown: str, message: str) -> Diagnostic:
    return Diagnostic("RS112", message, None, file=shown)
