"""The chapter on Stoppers."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from upcard.document.model import Figure
from upcard.games.stoppers import rules
from upcard.games.stoppers.chapter import cells
from upcard.games.stoppers.chapter import exercises as checked
from upcard.games.stoppers.chapter import pictures as drawn
from upcard.games.stoppers.chapter import slow_figures as slow
from upcard.games.stoppers.chapter import swap_chances as chances
from upcard.games.stoppers.chapter.exercises import LOW_CARD
from upcard.games.stoppers.chapter.swap_chances import LOW
from upcard.games.stoppers.studies.study_tables import TYPICAL
from upcard.kit.ranks import CARDS, RANKS, SUITS, card_text
from upcard.lessons.cached_figures import estimate_of, number_of
from upcard.lessons.chapter_numbers import (
    Number,
    decimal,
    estimated,
    fraction,
    named,
    percent,
    percent_of,
    whole,
)
from upcard.lessons.chapter_registry import PracticeTable
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulation_result import LEVEL

GAME, ORDER = rules.GAME.name, 2
LINE = "Which card may you get back? Conditional probability, counting cards, and superstition."
RULES = {
    "cards": CARDS,
    "ranks": RANKS,
    "cards of each rank": SUITS,
    "what an ace counts": 1,
    "fewest players": rules.GAME.players[0],
    "most players": rules.GAME.players[1],
}
PLAYS = {
    "four": PracticeTable("against three players who swap every low card.", GAME, {}, "swap-at-most", 4),
    "counting": PracticeTable("against three players who count the used cards.", GAME, {}, "counting", 4),
}
CELLS, SLOW, EXERCISES = cells.CELLS, slow.SLOW, checked.EXERCISES
MIDDLE_CARD = 7  # value of the player's card in further examples
USED = (16, 4, 0)
ROW, CLASS, SIZES = 5, 30, (2, 4, 8)
stored_estimate = partial(estimate_of, __package__)
"""Returns a stored estimate of this chapter by its name."""


def figures() -> Mapping[str, Number]:
    """Return the numbers of the text by name."""
    return _swap_figures() | _duel_figures() | _used_figures() | _luck_figures() | _stored_figures()


def _swap_figures() -> dict[str, Number]:
    counts = chances.swap_counts(LOW_CARD)
    return {
        "own": named(card_text(LOW_CARD - 1)),
        "unseen": whole(counts.unseen),
        "ranks_above": whole(RANKS - 1 - LOW_CARD),
        "higher": whole(counts.higher),
        "better": percent(counts.better),
        "better_if_not_stopped": percent(counts.better_if_not_stopped),
        "lowest_4": percent(chances.lowest(LOW_CARD, 4)),
        "lowest_8": percent(chances.lowest(LOW_CARD, 8)),
    }


def _duel_figures() -> dict[str, Number]:
    six, seven = chances.duel(chances.threshold()), chances.duel(chances.threshold() + 1)
    return {
        "limit": named(card_text(chances.threshold() - 1)),
        "next": named(card_text(chances.threshold())),
        "keep_limit": whole(int(six.keeping * (CARDS - 1))),
        "swap_limit": whole(int(six.swapping * (CARDS - 1))),
        "keep_next": whole(int(seven.keeping * (CARDS - 1))),
        "swap_next": whole(int(seven.swapping * (CARDS - 1))),
    }


def used_names() -> str:
    """Name the used high cards of the example."""
    used = chances.spread(*USED, MIDDLE_CARD)
    names = [card_text(v) for v in range(LOW, RANKS - 1) for _ in range(used[v])]
    return f"a {', '.join(names[:-1])} and {names[-1]}"


def _used_figures() -> dict[str, Number]:
    fresh = chances.swap_counts(MIDDLE_CARD)
    used = chances.swap_counts(MIDDLE_CARD, chances.spread(*USED, MIDDLE_CARD))
    return {
        "close": named(card_text(MIDDLE_CARD - 1)),
        "close_higher": whole(fresh.higher),
        "close_better": percent(fresh.better),
        "used": whole(sum(USED)),
        "used_low": whole(USED[0]),
        "used_high": whole(USED[1]),
        "used_high_names": named(used_names()),
        "used_unseen": whole(used.unseen),
        "used_higher": whole(used.higher),
        "used_better": percent(used.better),
        "low_cards": whole(SUITS * LOW),
        "low_limit": named(card_text(LOW - 1)),
        "high_begin": named(card_text(LOW)),
    }


def _luck_figures() -> dict[str, Number]:
    return {
        "gives_low": fraction(chances.gives_low()),
        "gives_low_share": percent(chances.gives_low()),
        "gives_low_out": percent(chances.gives_low(2)),
        "low_others": whole(SUITS * LOW - 1),
        "row": whole(ROW),
        "row_chance": percent(chances.streak(ROW)),
        "class": whole(CLASS),
        "class_chance": percent(chances.somebody(ROW, CLASS)),
        "coin_row": fraction(Fraction(1, 2) ** ROW),
    }


def _stored_figures() -> dict[str, Number]:
    exact = partial(number_of, __package__)
    return {
        "trader": percent_of(stored_estimate("trader")),
        "luck_alone": percent(Fraction(1, TYPICAL), 0),
        "counting_adds": estimated(hundred("counting"), 2, signed=True),
        "counting_fresh": estimated(hundred("counting_fresh"), 2),
        "grudge_costs": estimated(hundred("grudge"), 1, signed=True),
        "grudge_fresh": estimated(hundred("grudge_fresh"), 1, signed=True),
        "games": whole(slow.GAMES),
        "duel_value": fraction(Fraction(exact("duel"))),
        "duel_limit": named(card_text(int(exact("duel_threshold")) - 1)),
        "level": whole(round(100 * LEVEL)),
        "duel_decimal": decimal(exact("duel"), 4),
        "best_seat": percent(exact("loses_4_1")),
        "worst_seat": percent(exact("loses_4_3")),
        "dealer_seat": percent(exact("loses_4_4")),
    }


def hundred(name: str) -> Estimate:
    """Return a stored share of games as a number of games in a hundred."""
    e = stored_estimate(name)
    return Estimate(100 * e.value, 100 * e.low, 100 * e.high, 100 * e.se)


def pictures() -> Mapping[str, Figure]:
    """Draw the pictures of the text, by name."""
    rows = [
        ("counting", stored_estimate("counting")),
        ("a grudge", stored_estimate("grudge")),
        ("a grudge, shuffled", stored_estimate("grudge_fresh")),
    ]
    return {
        "comes_back": drawn.comes_back(chances.swap_counts(LOW_CARD), card_text(LOW_CARD - 1)),
        "lowest": drawn.lowest_lines(SIZES),
        "duel": drawn.duel_lines(),
        "played": drawn.played(rows),
    }
