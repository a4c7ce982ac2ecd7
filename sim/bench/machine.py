"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from typing import Any, Final

_LIBRARIES: Final = ("yaniv-sim", "numba", "llvmlite", "numpy", "pyarrow")


def machine() -> dict[str, Any]:
    """Give processor, cores, system and versions."""
    from sim.engine import ENGINE_VERSION

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "cpu": _cpu_model(),
        "cores": cores,
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 2),
        "versions": {
            "python": platform.python_version(),
            **{name: version(name) for name in _LIBRARIES},
            "engine": ENGINE_VERSION,
        },
    }


def _cpu_model() -> str:
    """Name the processor; Linux keeps the name in a file, others give it or only its kind."""
    try:
        with open("/proc/cpuinfo") as lines:
            names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    except OSError:
        names = []
    return next(iter(names), "") or platform.processor() or platform.machine()
