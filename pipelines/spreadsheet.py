"""Text in CSV files: a spreadsheet takes some of it for a formula and may run it."""

from __future__ import annotations

import re
from typing import Final

FORMULA: Final = "^[=+@\t\r＝＋－＠-]"
"""What a formula begins with, also in full width, as some spreadsheets read it."""


def harmless(text: str) -> str:
    """Put an apostrophe, which a spreadsheet does not show, before what would be a formula."""
    return f"'{text}" if re.match(FORMULA, text) else text
