"""Series: several matches of one game in a row, such as 10 hands of poker, whose scores are added up.

From one hand to the next everybody moves to the next seat: whoever has seat `p` had seat `p + 1` before.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from upcard.certificates.certificate import read_certificate
from upcard.certificates.certificate_player import why_not_this_game
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_folders import solution_files, text_file
from upcard.engine.wording import counted, minus, payoff_text, signed, signed_payoff
from upcard.language.messages import game_words, gettext

Payoff = int | Fraction

USUAL_HANDS = (1, 5, 10, 20, 50, 100)
"""Numbers of hands that a form offers; the last one is the maximum."""

QUICK_HANDS, QUICK_DECISIONS = 10, 20
"""Number of hands that one click opens, and the most decisions in one of these hands."""

KNOWN_VALUES = "values.toml"
"""File in the folder of a game with its value for some options, each with its source."""

DECIMALS, LONGEST_FRACTION = 3, 6
"""Decimals of a rounded value, and the most characters of one that is shown as a fraction."""


def check_hands(game: Game, hands: int) -> None:
    """Raise ``Usage`` if a game does not allow this number of hands in a row; one hand is always allowed."""
    header = game.rules.GAME
    if hands == 1:
        return
    if not any(header.played_in):
        raise Usage(
            gettext(
                "a match of {title} has rounds of its own; leave the number of hands at 1", title=header.title
            )
        )
    if not 1 <= hands <= USUAL_HANDS[-1]:
        raise Usage(f"a series has {hands} {header.played_in[1]}; expected 1 to {USUAL_HANDS[-1]}")


def quick_hands(game: Game) -> int:
    """Return how many hands one click opens: several of a game that is over after a few decisions."""
    header = game.rules.GAME
    return QUICK_HANDS if any(header.played_in) and 0 < header.longest <= QUICK_DECISIONS else 1


def hands_text(game: Game, hands: int) -> str:
    """Return a number of hands in the words of a game, such as ``10 deals``."""
    return counted(hands, *game.rules.GAME.played_in)


def hands_choices(game: Game, present: int = 1) -> list[tuple[int, str]]:
    """Return the numbers of hands that a form offers, with `present`, in words.

    There are none if a match of the game has rounds of its own.
    """
    numbers = sorted({*USUAL_HANDS, present}) if any(game.rules.GAME.played_in) else []
    return [(n, _hands_choice(game, n)) for n in numbers]


def _hands_choice(game: Game, hands: int) -> str:
    words = game_words(hands_text(game, hands))
    return gettext("{hands}, added up", hands=words) if hands > 1 else words


@dataclass(frozen=True)
class PlayedHand:
    """A hand of a series that has ended and counts."""

    table: str
    """The table where it was played."""
    scores: tuple[Payoff, ...]
    """The payoffs, by the seats of that hand."""


@dataclass(frozen=True)
class SeriesStanding:
    """The standing of one player of a series."""

    scores: tuple[Payoff, ...]
    """The payoffs of the hands so far, in their order."""
    total: Payoff
    value: Fraction | None
    """The average that perfect play brings in the seats that the player had; None if nobody knows it."""


def standings(hand: int, played: Sequence[PlayedHand], game: Game) -> list[SeriesStanding]:
    """Return the standing of every seat of hand number `hand`, after the hands in `played`."""
    n, values = game.players, values_by_seat(game)
    lines = []
    for p in range(n):
        seats = [(p + hand - i) % n for i in range(1, len(played) + 1)]
        scores = tuple(x.scores[q] for x, q in zip(played, seats, strict=True))
        value = sum((values[q] for q in seats), Fraction(0)) if values else None
        lines.append(SeriesStanding(scores, sum(scores), value))
    return lines


def leaders(table: Sequence[SeriesStanding]) -> list[int]:
    """Return the seats with the highest total."""
    best = max(x.total for x in table)
    return [p for p, x in enumerate(table) if x.total == best]


@lru_cache(maxsize=256)
def values_by_seat(game: Game) -> tuple[Fraction, ...]:
    """Return the average payoff of each seat with perfect play; empty if nobody knows it.

    It comes from the solution that ships with the game, or from ``values.toml`` in the folder of the game.
    Only zero-sum games of two players have such a value.
    """
    if game.players != 2 or not game.rules.GAME.zero_sum:
        return ()
    for path in solution_files(game.rules):
        stated = read_certificate(path)
        value = stated.get("value_exact", stated.get("value"))
        if isinstance(value, str | int | float) and not why_not_this_game(path.name, stated, game):
            return Fraction(value), -Fraction(value)
    file = text_file(game.rules, KNOWN_VALUES)
    known = tomllib.loads(file.read_text(encoding="utf-8"))["known"] if file else []
    for x in known:
        if x.get("options", {}).items() <= game.option_words().items():
            return Fraction(x["first_seat"]), -Fraction(x["first_seat"])
    return ()


def total_text(total: Payoff, game: Game) -> str:
    """Return a total; with its sign where players win from each other."""
    return minus(signed_payoff(total) if game.rules.GAME.zero_sum else payoff_text(total))


def value_text(value: Fraction | None) -> str:
    """Return a value: a short fraction exactly, such as ``−1/18``, another one with three decimals.

    A value that nobody knows is an empty text.
    """
    if value is None:
        return ""
    text = signed_payoff(value)
    return minus(text if len(text) <= LONGEST_FRACTION else signed(float(value), DECIMALS))
