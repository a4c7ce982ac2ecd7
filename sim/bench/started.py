"""A process that runs the command line and says at its end how much memory it took.

    python -m sim.bench.started MODULE:FUNCTION ARGUMENT...

The parent cannot ask for it: what it learns of a child counts the parent's own memory at the moment of the fork.
"""

import atexit
import os
import resource
import sys
from importlib import import_module

PEAK = "peak bytes:"
"""Begins the last line on standard error."""


def peak_bytes() -> int:
    """Most memory that this process ever had."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))
    except (OSError, StopIteration):  # no Linux
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _tell() -> None:
    sys.stdout.flush()
    os.write(2, f"{PEAK} {peak_bytes()}\n".encode())


def main() -> None:
    """Call the function as the installed command would."""
    module, function = sys.argv[1].split(":")
    del sys.argv[1]
    atexit.register(_tell)
    getattr(import_module(module), function)()


if __name__ == "__main__":
    main()
