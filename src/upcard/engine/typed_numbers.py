"""Numbers as people type them in an answer: 3/11, 0.27, 0,27, 27 %, 3 in 11, 43 200, 2^13, ½."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from upcard.engine.errors import Usage

LONGEST = 40
"""Maximum number of characters of an answer."""

MOST_DIGITS = 40
"""Maximum number of digits of a power."""

WORDS = (
    (r"per\s?cents?|pct|prozent|pour\s?cent|por\s?ciento", "%"),
    (r"(?<=\d)\s*(?:out of|in|of|von|aus|sur|de)\s*(?=\d)", "/"),
    (r"^(?:about|approximately|approx\.?|roughly|circa|ca\.?|etwa|environ|unos|≈|~|=)\s*", ""),
    (r"\*\*", "^"),
    (r"(?<![\d.,'])[.,](?=\d)", "0."),
    (r"[\u2044÷:]", "/"),
    (r"[\u2212\u2013\u2014]", "-"),
    (r"[\u00a0\u2009\u202f]", " "),
)
"""Other ways to write what is read."""

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
ATOM = r"\d+(?:[.,']\d+| \d{3}(?!\d))*"
NUMBER = re.compile(
    rf"(?P<sign>[+-]?)\s*(?:(?P<whole>\d+)\s+)??(?P<top>{ATOM})\s*"
    rf"(?:\^\s*(?P<power>\d+)|/\s*(?P<below>{ATOM}))?\s*(?P<share>%?)"
)
PLAIN = re.compile(r"\d+")
DECIMAL = re.compile(r"(\d+)[.,](\d+)")
GROUPED = re.compile(r"\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3})*")
REFUSAL = "{!r} is not a number; write it like 3/11, 0.27 or 27 %"


@dataclass(frozen=True)
class Reading:
    """One way to read a text as a number."""

    value: Fraction
    step: Fraction = Fraction(0)
    """The value of one unit of the last digit of a decimal; 0 for a whole number or a fraction."""
    digits: int = 0
    """Number of significant digits of a decimal."""
    is_percent: bool = False

    def is_rounded(self, exact: Fraction) -> bool:
        """Whether this is `exact`, or `exact` rounded to as many digits."""
        return abs(self.value - exact) <= self.step / 2

    def is_near(self, exact: Fraction) -> bool:
        """Whether this is `exact` but for an error in the last digit."""
        return abs(self.value - exact) < self.step


def readings(text: str) -> tuple[Reading, ...]:
    """Return all ways to read a text as a number; raises Usage if there is none.

    A comma and a point may separate decimals or thousands: ``1,296`` is read both ways.
    """
    match = NUMBER.fullmatch(_plain(text)) if len(text) <= LONGEST else None
    if match is None or (match["whole"] and not match["below"]):
        raise Usage(REFUSAL.format(text[:LONGEST]))
    if match["power"]:
        return (_power(match, text),)
    tops = list(_atoms(match["top"]))
    belows = list(_atoms(match["below"])) if match["below"] else [Reading(Fraction(1))]
    ways = [_joined(match, top, below) for top, below in product(tops, belows) if below.value]
    if not ways:
        raise Usage(REFUSAL.format(text[:LONGEST]))
    return tuple(ways)


def _plain(text: str) -> str:
    """Return a text in the notation that is read."""
    plain = re.sub(
        r"(?<=\d)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda m: "^" + m[1].translate(SUPERSCRIPTS), text.strip().lower()
    )
    for pattern, other in WORDS:
        plain = re.sub(pattern, other, plain)
    return "".join(map(_spelled, plain)).strip()


def _spelled(sign: str) -> str:
    """Return a vulgar fraction such as ½ as ``1/2``, other digits as ASCII, and other signs as they are."""
    value = unicodedata.numeric(sign, None)
    if value is None or sign.isascii():
        return sign
    exact = Fraction(value).limit_denominator(100)
    return str(exact) if exact.denominator == 1 else f" {exact}"


def _atoms(text: str) -> Iterator[Reading]:
    """Yield the ways to read digits that points, commas or spaces may separate."""
    text = text.strip()
    if PLAIN.fullmatch(text):
        yield Reading(Fraction(int(text)))
        return
    if decimal := DECIMAL.fullmatch(text):
        whole, places = decimal.groups()
        significant = len((whole + places).lstrip("0"))
        yield Reading(
            Fraction(int(whole + places), 10 ** len(places)), Fraction(1, 10 ** len(places)), significant
        )
    if GROUPED.fullmatch(text) and not text.startswith("0"):
        yield Reading(Fraction(int(re.sub(r"\D", "", text))))


def _joined(match: re.Match[str], top: Reading, below: Reading) -> Reading:
    """Return a reading with its sign, its whole part, its denominator and its per cent."""
    scale = (-1 if match["sign"] == "-" else 1) * Fraction(1, 100 if match["share"] else 1) / below.value
    value = (top.value + int(match["whole"] or 0) * below.value) * scale
    is_decimal = bool(match["share"]) or top.step > 0
    step = (top.step or Fraction(1)) * abs(scale) if is_decimal and not match["below"] else Fraction(0)
    digits = top.digits or len(str(top.value.numerator))
    return Reading(value, step, digits if step else 0, bool(match["share"]))


def _power(match: re.Match[str], text: str) -> Reading:
    """Return a whole number to a power; raises Usage if it is too large."""
    digits, power = len(match["top"]), int(match["power"])
    if not PLAIN.fullmatch(match["top"]) or digits * power > MOST_DIGITS or match["share"]:
        raise Usage(REFUSAL.format(text[:LONGEST]))
    return Reading(Fraction((-1 if match["sign"] == "-" else 1) * int(match["top"]) ** power))
