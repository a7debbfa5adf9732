"""Certificates of kind ``endgame``: how two play a Four-Cell endgame from every position it can come to.

``stages`` holds, by the text of each position in which both have several cards, its value to S, and the
mixtures of S and W over their cards in increasing order, all as fractions. The rules are run from the
position of the certificate: at every stage each pair of cards is disclosed, every rotation is done, and the
two mixtures must guarantee exactly the stated value. By induction from the last cards backwards, which are
played out, the stated value is then that of the game.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from upcard.certificates.certificate import read_fraction
from upcard.certificates.refutation import Refused
from upcard.certificates.stage_mixtures import prove_value
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import NO_POSITION, position_text

KIND = "endgame"


@dataclass
class _EndgameWalk:
    """The positions visited so far, each with its value to S."""

    game: Game
    stated: dict[str, Any]
    worth: dict[str, Fraction] = field(default_factory=dict)
    stages: int = 0

    def rest(self, s: PlainState) -> Fraction:
        """Return what S gains on W from a position to the end."""
        if s.over:
            return Fraction(0)
        at = position_text(s)
        if at not in self.worth:
            self.worth[at] = self._best_rotation(s) if s.rotating else self._stage(s, at)
        return self.worth[at]

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
    """Check a certificate of this kind, see :class:`upcard.certificates.kind_registry.Checker`."""
    words = game.option_words()
    if game.name != "four-cell" or words["position"] == NO_POSITION or words["objective"] != "difference":
        raise Refused("an endgame is one of four-cell with a position, for the difference; this is none")
    if not isinstance(stated.get("stages"), dict):
        raise Refused("stages is missing or of the wrong kind; expected positions with their values")
    value = read_fraction(stated.get("value_exact"), "value_exact")
    walk = _EndgameWalk(game, stated["stages"])
    s = game.start()
    actual = walk.rest(s)
    if actual != value:
        raise Refused(f"the value is {actual}; {value} is stated")
    return [
        f"{game.heading()}: an endgame of {int(s.held[0])} cards each",
        f"S gains exactly {value} more than W from here to the end, in the mean",
        f"at each of {walk.stages:,} stages both mixtures guarantee its value, for every card and "
        "every rotation that the rules allow",
    ]
