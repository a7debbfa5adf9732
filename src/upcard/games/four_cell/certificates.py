"""Certificates of kind ``endgame``: optimal play of a Four-Cell endgame from every reachable position.

``stages`` maps the text of each position in which both players have several cards to its value for S and the
mixtures of S and W over their cards in increasing order, all as fractions. The check runs the rules from the
position of the certificate. At every stage it tries each pair of cards and every rotation, and the two
mixtures must guarantee exactly the stated value. The last cards are played out. So by induction backwards
from there, the stated value is the value of the game.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from upcard.certificates.certificate import read_fraction
from upcard.certificates.stage_mixtures import prove_value
from upcard.engine.errors import Refused
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import NO_POSITION, position_text

KIND = "endgame"


@dataclass
class _EndgameWalk:
    """Check of an endgame: the visited positions, each with the points that S gains over W from there."""

    game: Game
    stated: dict[str, Any]
    values: dict[str, Fraction] = field(default_factory=dict)
    stages: int = 0

    def rest(self, s: PlainState) -> Fraction:
        """Return how many points S gains over W from a position to the end."""
        if s.over:
            return Fraction(0)
        at = position_text(s)
        if at not in self.values:
            self.values[at] = self._best_rotation(s) if s.rotating else self._stage(s, at)
        return self.values[at]

    def _best_rotation(self, s: PlainState) -> Fraction:
        after = [self.rest(self._done(s, a)) for a in self.game.legal_actions(s)]
        return max(after) if s.player == 0 else min(after)

    def _stage(self, s: PlainState, at: str) -> Fraction:
        lines = [
            [self._gain(s, t, b) for b in self.game.legal_actions(t)]
            for t in (self._done(s, a) for a in self.game.legal_actions(s))
        ]
        if len(lines) == 1:
            return lines[0][0]
        self.stages += 1
        return prove_value(at, lines, self.stated.get(at), ("S", "W"))

    def _gain(self, s: PlainState, t: PlainState, b: int) -> Fraction:
        after = self._done(t, b)
        score = self.game.rules.score
        return int(score(after, 0)) - int(score(s, 0)) + self.rest(after)

    def _done(self, s: PlainState, a: int) -> PlainState:
        t = s.copy()
        self.game.rules.apply(t, a)
        t.turns += 1
        return t


def check(stated: dict[str, Any], game: Game) -> list[str]:
    """Check a certificate of kind ``endgame``; see :mod:`upcard.certificates.kind_registry`."""
    words = game.option_words()
    if game.name != "four-cell" or words["position"] == NO_POSITION or words["objective"] != "difference":
        raise Refused("the game is not four-cell with options position and objective=difference")
    if not isinstance(stated.get("stages"), dict):
        raise Refused("stages is missing or of the wrong kind; expected positions with their values")
    value = read_fraction(stated.get("value_exact"), "value_exact")
    walk = _EndgameWalk(game, stated["stages"])
    s = game.start()
    actual = walk.rest(s)
    if actual != value:
        raise Refused(f"the value is {actual}, but the certificate states {value}")
    return [
        f"{game.heading()}: an endgame of {int(s.held[0])} cards each",
        f"S gains exactly {value} more than W from here to the end, on average",
        f"at each of {walk.stages:,} stages both mixtures guarantee its value, against every card and every "
        "rotation that the rules allow",
    ]
