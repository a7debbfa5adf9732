"""Positions of Smallsum."""

from upcard.web.positions import Example

EXAMPLES = (
    Example(
        "To bluff with a bad sum",
        "Alternate: A shows nine and ten against two and three. Which hidden cards bet?",
        {"option-variant": "alternate", "dealt": "9.10.K.2.3.8"},
    ),
    Example(
        "To answer a bet of three",
        "Alternate: B shows six and seven and is bet at by who shows four and five.",
        {"option-variant": "alternate", "dealt": "4.5.Q.6.7.A", "do": "3"},
    ),
)
