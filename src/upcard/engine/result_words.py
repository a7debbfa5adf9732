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
from upcard.engine.wording import MINUS, counted, join_names, minus, nth, payoff_text


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
        return GameResult(f"{names[0]} reaches {_points(rules, best)}.", ())
    if has_common_score(rules):
        word = "loses" if not winners or (has_sign and best < 0) else "wins" if has_sign and best > 0 else ""
        reached = f"with {_points(rules, best)}"
        return GameResult(f"The table {word} {reached}." if word else f"The table ends {reached}.", ())
    if not winners:
        return GameResult("Nobody wins.", ())
    if has_sign and best < 0:
        return GameResult("Both lose." if len(scores) == 2 else "Everybody loses.", ())
    return GameResult(outcome_sentence(names, winners), tuple(winners))


def outcome_sentence(
    names: Sequence[str], winners: Sequence[int], me: int | None = None, place: int = 1, whole: str = "match"
) -> str:
    """Return who won a match or a series: ``Ana wins.``; for the player `me`, how it ended for them.

    `place` is the place of that player, from 1, and `whole` is ``match`` or ``series``.
    """
    of, within = ("", "") if whole == "match" else (f" the {whole}", f" in the {whole}")
    is_alone = len(winners) == 1
    if len(winners) == len(names):
        return f"The {whole} is a draw."
    if me in winners:
        return f"You win{of}!" if is_alone else f"You share the win{within}!"
    if me is not None:
        return f"You lose{of}." if len(names) == 2 else f"You came {nth(place)} of {len(names)}{within}."
    who = join_names([names[p] for p in winners])
    return f"{who} wins{of}." if is_alone else f"{who} share the win{within}."


def _points(rules: ModuleType, score: int | Fraction) -> str:
    """Return a score with its unit, points if the game names none."""
    if any(rules.GAME.scored_in) or rules.GAME.fewest_wins:
        return score_text(rules, score)
    return f"{minus(payoff_text(score))} {'point' if abs(score) == 1 else 'points'}"


def score_text(rules: ModuleType, score: int | Fraction) -> str:
    """Return a score as people read it; empty if it only tells who won.

    It has a sign and the unit if the game names its unit: ``±0 pennies``. Where the fewest points win, their
    number has no sign: ``15 points``.
    """
    words = rules.GAME.scored_in
    if rules.GAME.fewest_wins:
        return counted(-score, "point", "points")
    if not any(words):
        return "" if set(rules.GAME.payoffs) <= {-1, 0, 1} else minus(payoff_text(score))
    sign = "+" if score > 0 else MINUS if score < 0 else "±"
    size = score if score >= 0 else -score
    return f"{sign}{payoff_text(size)} {words[size != 1]}"


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
