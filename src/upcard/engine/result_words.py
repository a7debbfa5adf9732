"""The result of a finished game in words.

The seats with the highest score are not always winners. One player alone reaches a score. Players with a
common score win or lose as a table. Where scores are won and lost against the rules of the game and not
against each other, several players can lose together.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from upcard.engine.winners import winners_of
from upcard.engine.wording import MINUS, join_names, minus, nth, payoff_text
from upcard.language.messages import game_words, local_number, ngettext
from upcard.language.messages import gettext as _


class GameResult(NamedTuple):
    """The result of a finished game."""

    sentence: str
    winners: tuple[int, ...]
    """The seats that win or share the win; none if there is no winner among the players."""


def result_of(rules: ModuleType, names: Sequence[str], scores: Sequence[int | Fraction]) -> GameResult:
    """Return the result of a game with the scores of all seats."""
    low, high = rules.GAME.payoffs
    best, winners = max(scores), winners_of(rules, scores)
    has_sign = low < 0 < high and not rules.GAME.zero_sum
    if len(scores) == 1:
        return GameResult(_("{name} reaches {points}.", name=names[0], points=_points(rules, best)), ())
    if has_common_score(rules):
        points = _points(rules, best)
        if not winners or (has_sign and best < 0):
            return GameResult(_("The table loses with {points}.", points=points), ())
        if has_sign and best > 0:
            return GameResult(_("The table wins with {points}.", points=points), ())
        return GameResult(_("The table ends with {points}.", points=points), ())
    if not winners:
        return GameResult(_("Nobody wins."), ())
    if has_sign and best < 0:
        return GameResult(_("Both lose.") if len(scores) == 2 else _("Everybody loses."), ())
    return GameResult(outcome_sentence(names, winners), tuple(winners))


def outcome_sentence(
    names: Sequence[str], winners: Sequence[int], me: int | None = None, place: int = 1, whole: str = "match"
) -> str:
    """Return who won a match or a series: ``Ana wins.``; for the player `me`, how it ended for them.

    `place` is the place of that player, from 1, and `whole` is ``match`` or ``series``.
    """
    is_alone, count, is_match = len(winners) == 1, len(names), whole == "match"
    if len(winners) == count:
        return _("The match is a draw.") if is_match else _("The series is a draw.")
    if me in winners:
        if is_alone:
            return _("You win!") if is_match else _("You win the series!")
        return _("You share the win!") if is_match else _("You share the win in the series!")
    if me is not None and count == 2:
        return _("You lose.") if is_match else _("You lose the series.")
    if me is not None:
        text = _("You came {nth} of {n}.") if is_match else _("You came {nth} of {n} in the series.")
        return text.format(nth=nth(place), n=count)
    who = join_names([names[p] for p in winners])
    if is_alone:
        text = _("{name} wins.") if is_match else _("{name} wins the series.")
        return text.format(name=who)
    text = _("{names} share the win.") if is_match else _("{names} share the win in the series.")
    return text.format(names=who)


def _points(rules: ModuleType, score: int | Fraction) -> str:
    """Return a score with its unit, points if the game names none."""
    if any(rules.GAME.scored_in) or rules.GAME.fewest_wins:
        return score_text(rules, score)
    return _counted_points(score)


def _counted_points(score: int | Fraction) -> str:
    """Return a number of points, which may be negative or a fraction."""
    size = abs(int(score)) if score == int(score) else 2
    return ngettext("{n} point", "{n} points", size, n=local_number(minus(payoff_text(score))))


def score_text(rules: ModuleType, score: int | Fraction) -> str:
    """Return a score as people read it; empty if it only tells who won.

    It has a sign and the unit if the game names its unit: ``±0 pennies``. Where the fewest points win, their
    number has no sign: ``15 points``.
    """
    words = rules.GAME.scored_in
    if rules.GAME.fewest_wins:
        return _counted_points(-score)
    if not any(words):
        return "" if set(rules.GAME.payoffs) <= {-1, 0, 1} else local_number(minus(payoff_text(score)))
    sign = "+" if score > 0 else MINUS if score < 0 else "±"
    size = score if score >= 0 else -score
    return game_words(f"{sign}{payoff_text(size)} {words[size != 1]}")


@lru_cache(maxsize=256)
def has_common_score(rules: ModuleType) -> bool:
    """Return whether all seats always have the same score: ``score(s, p)`` never reads `p`."""
    import dis  # slow to import

    code = getattr(rules.score, "__code__", None)
    if code is None or code.co_argcount < 2:
        return False
    name = code.co_varnames[1]
    return not any(
        name == x.argval or (isinstance(x.argval, tuple) and name in x.argval)
        for x in dis.get_instructions(code)
    )
