"""The chapter on Smallsum."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from upcard.certificates.certificate import read_certificate
from upcard.document.model import Figure
from upcard.games.smallsum import rules
from upcard.games.smallsum.chapter import cells
from upcard.games.smallsum.chapter import exercises as checked
from upcard.games.smallsum.chapter import pictures as drawn
from upcard.games.smallsum.chapter import slow_figures as slow
from upcard.games.smallsum.chapter.cells import NAMES
from upcard.games.smallsum.chapter.exercises import CLOSE, CLOSE_HELD, CLOSE_SHOWN
from upcard.games.smallsum.chapter.hand_odds import SmallBluff, bets_share, gain, leads, odds, rounds, ruin
from upcard.lessons.cached_figures import number_of
from upcard.lessons.chapter_numbers import Number, decimal, fraction, named, percent, whole
from upcard.lessons.chapter_registry import PracticeTable
from upcard.strategies.equilibrium import CERTIFICATES

GAME, ORDER = rules.GAME.name, 1
LINE = "Expected value, dominance, ruin, and why you have to bluff."
PURSE = next(o.default for o in rules.OPTIONS if o.name == "purse")
RULES = {
    "fewest pennies in a fist": 0,
    "cards": rules.CARDS,
    "open cards of each": rules.OPEN,
    "what a court counts": rules.value(rules.CARDS - 1),
    "most pennies in a fist of the basic game": rules.MOST_BASIC,
    "most pennies in a fist of Choice": rules.MOST,
    "pennies of each": int(PURSE),
}
PLAYS = {
    "basic": PracticeTable("the basic game against an opponent without a plan.", GAME, {"variant": "basic"}),
    "dominant": PracticeTable(
        "the basic game against the best possible player.", GAME, {"variant": "basic"}, against="dominant"
    ),
    "alternate": PracticeTable(
        "Alternate against the solved player, who bluffs.", GAME, {"variant": "alternate"}, "equilibrium"
    ),
}
CELLS, SLOW, EXERCISES = cells.CELLS, slow.SLOW, checked.EXERCISES
HELD, SHOWN = ("4", "6", "5"), ("A", "8")
SMALL = SmallBluff(2 * rules.MOST_BASIC, rules.MOST, Fraction(1, 2))
EDGE = Fraction(48, 100)


def numbers_of(names: tuple[str, ...]) -> list[int]:
    """Return the numbers of cards from their names."""
    return [NAMES.index(x) for x in names]


def listed(names: Sequence[str]) -> str:
    """Return names of cards as a list in a sentence: ``4, 6 and 5``."""
    return f"{', '.join(names[:-1])} and {names[-1]}"


def figures() -> Mapping[str, Number]:
    """Return the numbers of the text by name."""
    return {**_odds_figures(), **_ruin_figures(), **_bluff_figures()}


def _odds_figures() -> dict[str, Number]:
    held, shown = numbers_of(HELD), numbers_of(SHOWN)
    first = odds(held, shown)
    return {
        "own_sum": whole(sum(map(rules.value, held))),
        "shown_sum": whole(sum(map(rules.value, shown))),
        "unseen": whole(first.unseen),
        "wins": whole(first.wins),
        "losses": whole(first.losses),
        "ties_2": whole(CLOSE.ties),
        "wins_2": whole(CLOSE.wins),
        "losses_2": whole(CLOSE.losses),
        "lead_2": fraction(CLOSE.lead),
        "close_hand": named(listed(CLOSE_HELD)),
        "close_shown": named(listed(CLOSE_SHOWN)),
        "close_unseen": named(listed([x for x in NAMES if x not in CLOSE_HELD + CLOSE_SHOWN])),
        "hands": whole(len(leads())),
        "bets_share": percent(bets_share()),
        "gain": decimal(gain(), 4),
        "gain_rounds": decimal(1 / gain(), 1),
    }


def _ruin_figures() -> dict[str, Number]:
    purse, certificate = int(PURSE), shipped("alternate")
    quarter = purse // 2
    return {
        "both": whole(2 * purse),
        "quarter": whole(quarter),
        "half_chance": percent(Fraction(1, 2), 0),
        "quarter_chance": percent(ruin(quarter, 2 * purse - quarter, Fraction(1, 2)), 0),
        "fair_rounds": whole(int(rounds(purse, purse, Fraction(1, 2)))),
        "edge": percent(EDGE, 0),
        "edge_match": percent(ruin(purse, purse, EDGE)),
        "edge_long": percent(ruin(10 * purse, 10 * purse, EDGE), 2),
        "ten_purses": whole(10 * purse),
        "alternate_match": percent(certificate["values"][purse - 1], 2),
        "alternate_round": decimal(shipped("alternate-pennies")["value"], 4, signed=True),
        "one_of_three": fraction(ruin(1, 2, Fraction(1, 2))),
        "two_of_three": fraction(ruin(2, 1, Fraction(1, 2))),
    }


def _bluff_figures() -> dict[str, Number]:
    return {
        "small_pot": whole(SMALL.pot),
        "small_bet": whole(SMALL.bet),
        "bluff_share": fraction(SMALL.bluffs),
        "match_share": fraction(SMALL.matches),
        "bluffing": fraction(SMALL.bluffing),
        "small_value": fraction(SMALL.solution.value),
        "small_honest": fraction(SMALL.good * SMALL.pot),
        "called_pot": whole(SMALL.pot + SMALL.bet),
        "a_bluffs": percent(number_of(__package__, "a_bluffs")),
        "b_bluffs": percent(number_of(__package__, "b_bluffs")),
        "price_never": decimal(number_of(__package__, "price_never"), 3),
        "price_honest": decimal(number_of(__package__, "price_honest"), 3),
    }


def shipped(variant: str) -> dict[str, Any]:
    """Return the shipped certificate of a variant."""
    return read_certificate(CERTIFICATES / GAME / "solutions" / f"{GAME}.{variant}.json")


def pictures() -> Mapping[str, Figure]:
    """Return the pictures of the text by name."""
    most = 2 * int(PURSE)
    fair = [n / most for n in range(most + 1)]
    return {
        "unseen": drawn.unseen(numbers_of(HELD), numbers_of(SHOWN)),
        "ruin": drawn.ruin_lines(fair, [0.0, *shipped("alternate")["values"], 1.0]),
        "bluff": drawn.bluff_matrix(SMALL),
    }
