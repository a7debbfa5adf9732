"""Pseudonyms for pupils, so that nobody has to enter their real name."""

import random
from collections.abc import Iterable
from importlib.resources import files

ANIMALS = tuple(files("upcard.classroom").joinpath("animals.txt").read_text(encoding="utf-8").split())
KINDS = ("Brave", "Calm", "Clever", "Gentle", "Happy", "Lucky", "Merry", "Nimble", "Proud", "Quick")


def pseudonym(taken: Iterable[str], person: str = "") -> str:
    """Return a pseudonym that is not taken; empty if all pseudonyms are.

    It is random; for the same key of a `person`, it is the same as long as it is free.
    """
    known = {x.casefold() for x in taken}
    lot = random.Random(person or None)
    names = (ANIMALS, [f"{k} {x}" for k in KINDS for x in ANIMALS])
    shuffled = (x for some in names for x in lot.sample(some, len(some)))
    return next((x for x in shuffled if x.casefold() not in known), "")
