"""Reading whole numbers as people write them."""

import re
from decimal import Decimal

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
NUMBER = re.compile(r"(\d+(?:[_,]\d+)*(?:\.\d+)?)(?:e\+?(\d{1,2}))?([kmg]?)", re.IGNORECASE | re.ASCII)


def read_number(text: str) -> int | None:
    """Return a whole number, such as ``1000000``, ``1_000_000``, ``1e6``, ``10k`` or ``2.5M``; else None."""
    parts = NUMBER.fullmatch(text.strip())
    if parts is None:
        return None
    digits, power, unit = parts.groups()
    x = Decimal(re.sub("[_,]", "", digits)).scaleb(int(power or 0)) * UNITS[unit.lower()]
    return int(x) if x == x.to_integral_value() else None
