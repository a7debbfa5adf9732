"""Certificates of kind ``endgame``: how two play a Four-Cell endgame from every position it can come to.

``stages`` holds by the text of each position in which both have several cards what it is worth to S, and the
mixtures of S and W over their cards in increasing order, all as fractions. The rules are run from the
position of the certificate: at every stage each pair of cards is disclosed, every rotation is done, and the
two mixtures must be sure of what the stage is said to be worth, no more and no less. By induction from the
last cards backwards, which are played out, the stated value is then that of the game.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from upcard.checking.certificate import number
from upcard.checking.refused import Refused
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.rules.crosses import NO_POSITION, position_text

KIND = "endgame"
PARTS = 3


@dataclass
class _Walk:
    """The positions looked at so far, each with what it is worth to S from there."""

    game: Game
    stated: dict[str, Any]
    worth: dict[str, Fraction] = field(default_factory=dict)
    stages: int = 0

    def rest(self, s: PlainState) -> Fraction:
        """What S gains on W from a position to the end."""
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
        value, row, column = self._entry(at, len(lines))
        for j in range(len(lines)):
            sure = sum((x * line[j] for x, line in zip(row, lines, strict=True)), Fraction(0))
            if sure < value:
                raise Refused(f"in {at} S is not sure of {value}: against card {j + 1} of W he gets {sure}")
        for i, line in enumerate(lines, 1):
            conceded = sum((y * x for y, x in zip(column, line, strict=True)), Fraction(0))
            if conceded > value:
                raise Refused(f"in {at} W concedes more than {value}: card {i} of S gets him {conceded}")
        return value

    def _gain(self, s: PlainState, t: PlainState, b: int) -> Fraction:
        after = self._done(t, b)
        score = self.game.rules.score
        return int(score(after, 0)) - int(score(s, 0)) + self.rest(after)

    def _done(self, s: PlainState, a: int) -> PlainState:
        t = s.copy()
        self.game.rules.apply(t, a)
        t.turns += 1
        return t

    def _entry(self, at: str, cards: int) -> tuple[Fraction, list[Fraction], list[Fraction]]:
        entry = self.stated.get(at)
        if not isinstance(entry, list) or len(entry) != PARTS:
            raise Refused(f"stages has nothing on {at}, or no value with two mixtures")
        mixtures = []
        for name, given in zip(("S", "W"), entry[1:], strict=True):
            if not isinstance(given, list) or len(given) != cards:
                raise Refused(f"the mixture of {name} in {at} is not one of {cards} cards")
            chances = [number(x, at) for x in given]
            if min(chances) < 0 or sum(chances) != 1:
                raise Refused(f"the mixture of {name} in {at} is none: its chances must have the sum 1")
            mixtures.append(chances)
        return number(entry[0], at), mixtures[0], mixtures[1]


def check(stated: dict[str, Any], game: Game) -> list[str]:
    """Check a certificate of this kind.

    Parameters
    ----------
    stated : dict
        The certificate.
    game : Game
        Its game.

    Returns
    -------
    list of str
        What was proved, as sentences; the first names the game.

    Raises
    ------
    Refused
        With the first condition that does not hold.
    """
    words = game.option_words()
    if game.name != "four-cell" or words["position"] == NO_POSITION or words["objective"] != "difference":
        raise Refused("an endgame is one of four-cell with a position, for the difference; this is none")
    if not isinstance(stated.get("stages"), dict):
        raise Refused("stages is missing or of the wrong kind; expected positions with what they are worth")
    value = number(stated.get("value_exact"), "value_exact")
    walk = _Walk(game, stated["stages"])
    s = game.start()
    found = walk.rest(s)
    if found != value:
        raise Refused(f"the value is {found}; {value} is stated")
    return [
        f"{game.heading()}: an endgame of {int(s.held[0])} cards each",
        f"S gains exactly {value} more than W from here to the end, in the mean",
        f"at each of {walk.stages:,} stages both mixtures are sure of what it is worth, by every card and "
        "every rotation that the rules allow",
    ]
