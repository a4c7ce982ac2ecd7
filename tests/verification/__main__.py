"""Statistical checks against figures that nobody here made, and of the statistics themselves.

    python -m tests.verification                     everything; some minutes
    python -m tests.verification --section shuffles  one section
    python -m tests.verification --quick             the short form of all

The exit status is 1 when a check fails. Seeds are fixed: a second try gives the same figures.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Final

from tests.verification import (
    balance,
    coin_calls,
    contests,
    deals,
    error_rates,
    intervals,
    others_dhumbal,
    others_faults,
    others_quirks,
    others_york,
    ratings,
    real_runs,
    sequential,
    shuffles,
    streams,
    tuning,
)
from tests.verification.checks import ALPHA, Section, judge, table

SECTIONS: Final[tuple[Section, ...]] = (
    deals.SECTION,
    shuffles.SECTION,
    streams.SECTION,
    intervals.SECTION,
    error_rates.SECTION,
    ratings.SECTION,
    sequential.SECTION,
    tuning.SECTION,
    balance.SECTION,
    coin_calls.SECTION,
    contests.SECTION,
    real_runs.SECTION,
    others_york.SECTION,
    others_quirks.SECTION,
    others_dhumbal.SECTION,
    others_faults.SECTION,
)


def main() -> int:
    """Make the checks and print them; the exit status says whether any failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.verification",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = [section.name for section in SECTIONS]
    parser.add_argument("--section", action="append", choices=names, help="only this one; may be given again")
    parser.add_argument("--quick", action="store_true", help="fewer games, shuffles and replicates")
    options = parser.parse_args()
    failed = made = 0
    print(f"All checks by p value together fail a sound program in at most {ALPHA:g} of tries (Holm).\n")
    for section in SECTIONS:
        if options.section and section.name not in options.section:
            continue
        started = time.process_time()
        judged = judge(section, len(SECTIONS), options.quick)
        print(table(judged), flush=True)
        print(f"{section.name}: {time.process_time() - started:.0f} s of processor time\n", file=sys.stderr, flush=True)
        failed += judged.failed
        made += len(judged.checks)
    print(f"{made} checks, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
