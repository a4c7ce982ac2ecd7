"""Files that are there whole or not at all, also after a crash, and that notice a changed byte."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sim.plan import mapping_hash
from sim.shown import printable

TEMPORARY: Final = ".tmp"
_SEAL: Final = "seal"


class WriteFailed(Exception):  # noqa: N818  (named for what the user sees)
    """A file could not be written: a full disk, a quota, a folder that went away (exit 1)."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


@contextlib.contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Name the file when the system refuses to write it."""
    try:
        yield
    except OSError as error:
        raise WriteFailed(f"{path}: cannot be written: {error.strerror or error}") from error


_WAYS_OUT: Final = {
    **dict.fromkeys(
        (errno.EROFS, errno.EACCES, errno.EPERM), "use a folder that can be written, such as a copy of the run"
    ),
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some space or raise the quota",
    errno.EFBIG: "raise the limit on the size of files (`ulimit -f`)",
    errno.EISDIR: "a folder is in the place of this file; remove it",
    errno.ELOOP: "a link is in the place of this file; remove it",
}


def way_out(error: BaseException | None) -> str:
    """End an error message with what mends a refused write: "; free some space", or nothing where unknown."""
    text = _WAYS_OUT.get(error.errno or 0) if isinstance(error, OSError) else None
    return f"; {text}" if text else ""


class HashingFile:
    """A new file under a name of this process that knows the SHA-256 of what was written and becomes `path` at the end.

    Has the methods that a Parquet writer wants of a file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.n_bytes = 0
        self._sha256 = hashlib.sha256()
        self._temporary = path.with_name(f"{path.name}.{os.getpid()}{TEMPORARY}")
        with write_errors(path):
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
            self._descriptor = os.open(self._temporary, flags, 0o666)

    @property
    def closed(self) -> bool:
        """Whether nothing more can be written."""
        return self._descriptor < 0

    @property
    def sha256(self) -> str:
        """Hex hash of all bytes so far."""
        return self._sha256.hexdigest()

    def readable(self) -> bool:
        """Tell that this file is for writing."""
        return False

    def writable(self) -> bool:
        """Tell that this file is for writing."""
        return True

    def seekable(self) -> bool:
        """Tell that it is written from front to back."""
        return False

    def write(self, data: Any) -> int:
        """Append bytes; a writer that was given up may empty its buffer late, into nothing."""
        view = memoryview(data).cast("B")
        if self.closed:
            return len(view)
        self._sha256.update(view)
        rest = view
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        self.n_bytes += len(view)
        return len(view)

    def tell(self) -> int:
        """Bytes written."""
        return self.n_bytes

    def flush(self) -> None:
        """Do nothing: there is no buffer here."""

    def close(self) -> None:
        """Do nothing: `keep` or `discard` decides what becomes of the file."""

    def sync(self) -> None:
        """Bring the bytes to the disk, so that `keep` has only the name to give: what can be refused is by now."""
        with write_errors(self.path):
            os.fsync(self._descriptor)
            if self.path.is_dir() and not self.path.is_symlink():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))

    def keep(self) -> None:
        """Bring the bytes to the disk and give the file its name; the folder is still to be synchronised."""
        self.sync()
        with write_errors(self.path):
            self._temporary.replace(self.path)
            self._close()

    def discard(self) -> None:
        """Remove what was written, unless it was kept."""
        if not self.closed:
            self._close()
            self._temporary.unlink(missing_ok=True)

    def _close(self) -> None:
        descriptor, self._descriptor = self._descriptor, -1
        os.close(descriptor)


def file_hash(path: Path) -> str:
    """Hex SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync_folder(folder: Path) -> None:
    """Bring new names in a folder to the disk."""
    with write_errors(folder):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file in one step: readers and a crash see the old bytes or the new ones."""
    file = HashingFile(path)
    try:
        with write_errors(path):
            file.write(data)
        file.keep()
    finally:
        file.discard()
    sync_folder(path.parent)


def write_sealed(path: Path, mapping: Mapping[str, Any]) -> None:
    """Write readable JSON with a hash of itself at its end."""
    write_whole(path, sealed_bytes(mapping))


def sealed_bytes(mapping: Mapping[str, Any]) -> bytes:
    """Give what `write_sealed` writes."""
    sealed = {**mapping, _SEAL: mapping_hash(mapping)}
    return (json.dumps(sealed, indent=1, ensure_ascii=False) + "\n").encode()


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object.

    Raises
    ------
    ValueError
        When it is none.
    """
    try:
        mapping = json.loads(path.read_bytes())
    except (ValueError, RecursionError):  # ValueError: bad JSON, or bytes that are no UTF-8
        raise ValueError("is no JSON") from None
    if not isinstance(mapping, dict):
        raise ValueError("is no JSON object")
    return mapping


def unseal(mapping: dict[str, Any]) -> dict[str, Any]:
    """Take the hash off what `write_sealed` wrote.

    Raises
    ------
    ValueError
        When it is not as it was written.
    """
    inner = {key: value for key, value in mapping.items() if key != _SEAL}
    if mapping.get(_SEAL) != mapping_hash(inner):
        raise ValueError("is not as it was written")
    return inner


def is_as_written(path: Path) -> bool:
    """Whether a sealed file that can be read is, byte for byte, what `write_sealed` wrote."""
    data = path.read_bytes()
    return data == sealed_bytes(unseal(read_json(path)))
