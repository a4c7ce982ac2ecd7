"""The seconds in which somebody plays: neither compiling nor waiting for it counts."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator


class Stopwatch:
    """Runs while at least one thread is inside :meth:`running`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._before = self._since = 0.0

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Count the time of the body, for several threads at once only once."""
        with self._lock:
            if not self._inside:
                self._since = time.perf_counter()
            self._inside += 1
        try:
            yield
        finally:
            with self._lock:
                self._inside -= 1
                if not self._inside:
                    self._before += time.perf_counter() - self._since

    @property
    def seconds(self) -> float:
        """What was counted so far."""
        with self._lock:
            return self._before + (time.perf_counter() - self._since if self._inside else 0.0)
