"""Writing a file wholly or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Replaces the file at ``path``, or makes it. Whatever fails, what stood there before stands there still.

    The text goes to a new file in the same folder, which then takes the place of the old one and keeps its
    permissions. A symbolic link stays one. Raises OSError, of the file at ``path``.
    """
    try:
        _replace(Path(os.path.realpath(path)), path, text)
    except OSError as error:
        raise OSError(error.errno or 0, error.strerror or str(error), str(path)) from error


def _replace(target: Path, path: Path, text: str) -> None:
    if target.exists() and not target.is_file():
        raise OSError(0, "not an ordinary file", str(path))
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _mode(path: Path) -> int:
    """The permissions of a file that is there, else those that a new one gets."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
