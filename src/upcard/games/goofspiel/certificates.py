"""Certificates of kind ``stages``: how both players bid at Goofspiel in every position that can come up.

``stages`` maps the key of each position (``position_key`` of the rules) to the expected further gain of the
first seat and the mixtures of both seats over their cards in increasing order, all as fractions. The check
runs the rules from the deal. In every position it bids each pair of cards and turns up every prize that may
come next, and the two mixtures must guarantee exactly the stated value. By induction from the last cards
backwards, the stated value is then that of the game.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from upcard.certificates.certificate import read_fraction
from upcard.certificates.stage_mixtures import prove_value
from upcard.engine.errors import Refused
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.engine.tree.successors import successors

KIND = "stages"
NAMES = ("seat 1", "seat 2")


def key_text(key: tuple[int, ...]) -> str:
    """Return the key of a position as text, as certificates use it."""
    return ",".join(map(str, key))


@dataclass
class _StageWalk:
    """The positions checked so far, each with the first seat's expected further gain."""

    game: Game
    stated: dict[str, Any]
    values: dict[tuple[int, ...], Fraction] = field(default_factory=dict)

    def rest(self, s: PlainState) -> Fraction:
        if s.over:
            return Fraction(0)
        key = self.game.rules.position_key(s)
        if key not in self.values:
            lines = [
                [self._gain(s, t, b) for b in self.game.legal_actions(t)]
                for t in (self._bid(s, a) for a in self.game.legal_actions(s))
            ]
            at = key_text(key)
            self.values[key] = prove_value(at, lines, self.stated.get(at), NAMES)
        return self.values[key]

    def _bid(self, s: PlainState, a: int) -> PlainState:
        """Return the position after the first bid; nothing else changes."""
        ((t, _),) = successors(self.game, s, a)
        return t

    def _gain(self, s: PlainState, t: PlainState, b: int) -> Fraction:
        before = int(self.game.rules.score(s, 0))
        outcomes = successors(self.game, t, b)
        return sum(
            (p * (int(self.game.rules.score(x, 0)) - before + self.rest(x)) for x, p in outcomes), Fraction(0)
        )


def check(stated: dict[str, Any], game: Game) -> list[str]:
    """Check a certificate of this kind, see :mod:`upcard.certificates.kind_registry`."""
    if game.name != "goofspiel" or game.option_words()["bids"] != "shown":
        raise Refused("stages are positions of goofspiel with shown bids; this is another game")
    if not isinstance(stated.get("stages"), dict):
        raise Refused("stages is missing or of the wrong kind; expected positions with their values")
    value = read_fraction(stated.get("value_exact"), "value_exact")
    walk = _StageWalk(game, stated["stages"])
    actual = sum((p * walk.rest(s) for s, p in successors(game, None, None)), Fraction(0))
    if actual != value:
        raise Refused(f"the certificate states the value {value}, but it is {actual}")
    return [
        game.heading(),
        f"the first seat scores exactly {value} on average",
        f"in each of {len(walk.values):,} positions both mixtures guarantee its value, against every card "
        "and every prize that may come next",
    ]
