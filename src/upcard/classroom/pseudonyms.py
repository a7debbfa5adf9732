"""Pseudonyms for pupils, so that nobody has to enter their real name."""

import random
from collections.abc import Iterable
from importlib.resources import files

ANIMALS = tuple(files("upcard.classroom").joinpath("animals.txt").read_text(encoding="utf-8").split())
KINDS = ("Brave", "Calm", "Clever", "Gentle", "Happy", "Lucky", "Merry", "Nimble", "Proud", "Quick")


def pseudonym(taken: Iterable[str]) -> str:
    """Return a random pseudonym that is not taken; empty if all pseudonyms are."""
    known = {x.casefold() for x in taken}
    free = [x for x in ANIMALS if x.casefold() not in known]
    free = free or [f"{k} {x}" for k in KINDS for x in ANIMALS if f"{k} {x}".casefold() not in known]
    return random.choice(free) if free else ""
