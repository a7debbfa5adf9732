"""Pseudonyms for pupils, so that nobody has to enter their name."""

import random
from collections.abc import Iterable

ANIMALS = (
    "Otter", "Lynx", "Heron", "Badger", "Falcon", "Beaver", "Marten", "Raven", "Dolphin", "Gecko", "Ibex",
    "Jaguar", "Koala", "Lemur", "Mole", "Newt", "Owl", "Panda", "Quail", "Robin", "Seal", "Tapir", "Urchin",
    "Viper", "Walrus", "Yak", "Zebra", "Alpaca", "Bison", "Crane", "Dormouse", "Eagle", "Ferret", "Gibbon",
    "Hedgehog", "Iguana", "Jackdaw", "Kiwi", "Lark", "Moose",
)  # fmt: skip
KINDS = ("Brave", "Calm", "Clever", "Gentle", "Happy", "Lucky", "Merry", "Nimble", "Proud", "Quick")


def pseudonym(taken: Iterable[str]) -> str:
    """Return a random pseudonym that is not taken; empty if all are."""
    known = {x.casefold() for x in taken}
    free = [x for x in ANIMALS if x.casefold() not in known]
    free = free or [f"{k} {x}" for k in KINDS for x in ANIMALS if f"{k} {x}".casefold() not in known]
    return random.choice(free) if free else ""
