"""Ctrl-C and SIGTERM: the first asks the players to stop, the second ends the process at once."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

import numpy as np
import numpy.typing as npt


class StopRequest:
    """Whether playing should stop, seen by kernels as `flag` and by the command as `signal`."""

    def __init__(self) -> None:
        self.flag: npt.NDArray[np.uint8] = np.zeros(1, np.uint8)
        self.signal: int | None = None

    @property
    def is_set(self) -> bool:
        """Whether players should stop, for whatever reason."""
        return bool(self.flag[0])

    def set(self) -> None:
        """Ask all players to stop; they do within a round."""
        self.flag[0] = 1

    @property
    def exit_status(self) -> int:
        """What a shell expects of a process that a signal ended."""
        return 128 + (self.signal or 0)

    def _receive(self, number: int, _frame: FrameType | None) -> None:
        if self.signal is not None:
            os.write(2, b"\nyaniv: stopped at once; the finished chunks are kept\n")
            os._exit(128 + number)
        self.signal = number
        self.set()


@contextlib.contextmanager
def stop_on_signals() -> Iterator[StopRequest]:
    """Take over both signals while a run is under way, where Python lets us: in the main thread."""
    request = StopRequest()
    if threading.current_thread() is not threading.main_thread():
        yield request
        return
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, request._receive) for number in numbers}
    try:
        yield request
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
