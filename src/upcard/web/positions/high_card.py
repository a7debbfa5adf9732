"""Positions of High card."""

from upcard.web.positions import Example

EXAMPLES = (
    Example(
        "Just the middle", "An eight, two players: keep it or swap it?", {"players": "2", "dealt": "8h.3c"}
    ),
)
