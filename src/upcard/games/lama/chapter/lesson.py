"""The chapter on L.A.M.A."""

from collections.abc import Mapping
from functools import partial

from upcard.document.model import Figure
from upcard.games.lama import rules
from upcard.games.lama.chapter import cells
from upcard.games.lama.chapter import exercises as checked
from upcard.games.lama.chapter import pictures as drawn
from upcard.games.lama.chapter import simulation_estimates as estimates
from upcard.games.lama.chapter import slow_figures as slow
from upcard.games.lama.chapter.exercises import SMALL_GAMES, TRIES
from upcard.games.lama.studies.lama_paper import printed_tables as paper
from upcard.lessons.cached_figures import estimate_of
from upcard.lessons.chapter_numbers import Number, decimal, fraction, named, percent, percent_of, whole
from upcard.lessons.chapter_registry import PracticeTable
from upcard.lessons.experiments import BEST, SHARE, Experiment
from upcard.simulation.simulation_result import LEVEL

GAME, ORDER = rules.GAME.name, 4
LINE = "Learn from simulations: errors, intervals, and why the best of many is not that good."
RULES = {
    "cards": rules.CARDS,
    "of each kind": rules.COPIES,
    "cards of a hand, and the highest number": rules.HAND,
    "lowest number": 1,
    "what a llama counts": rules.value(rules.LLAMA),
    "points that end the game": next(int(o.default) for o in rules.OPTIONS if o.name == "target"),
    "fewest players": rules.GAME.players[0],
}
PLAYS = {
    "official": PracticeTable(
        "by the published rules, against three players who may quit.", GAME, {}, "folding", 4
    ),
    "paper": PracticeTable(
        "by the rules of the paper, against three players with its first strategy.",
        GAME,
        rules.PRESETS["paper"],
        "same-first",
        4,
    ),
}
CELLS, SLOW, EXERCISES = cells.CELLS, slow.SLOW, checked.EXERCISES
HAND, TOP = (0, 0, 1, 5, 5, rules.LLAMA), 3
WINS, MORE_WINS = 30, 40
CLASSES, CLASS_GAMES, CHANCE, CLASS_SEED = 20, 100, 0.25, 1
PRINTED_GAMES, HALF = 10_000, 0.01
WORTH = 0.28
EXPERIMENTS = {
    "settles": Experiment(
        "Watch a share settle down.",
        SHARE,
        round(100 * CHANCE),
        "The share of games won wanders at first and comes to rest at the true chance. For half the width of "
        "the interval you need four times as many games.",
    ),
    "best-again": Experiment(
        "Choose the best of many, and let it play again.",
        BEST,
        round(100 * WORTH),
        "All strategies are equally good. Still the best one wins far more than the true chance, and falls "
        "back when it plays again. The fewer games each plays, the farther it falls.",
        many=50,
        tries=100,
    ),
}
stored = partial(estimate_of, __package__)
"""Returns a stored estimate of this chapter by its name."""


def figures() -> Mapping[str, Number]:
    """Return the numbers of the text by name."""
    return _draw_figures() | _interval_figures() | _class_figures() | _seat_figures() | _curse_figures()


def _draw_figures() -> dict[str, Number]:
    chance = estimates.playable(HAND, TOP)
    unseen = rules.CARDS - len(HAND) - 1
    return {
        "top": named(rules.card_text(TOP)),
        "next": named(rules.card_text(rules.after(TOP))),
        "seen": whole(len(HAND) + 1),
        "unseen": whole(unseen),
        "fours": whole(rules.COPIES - 1),
        "good": whole(int(chance * unseen)),
        "chance": fraction(chance),
        "chance_share": percent(chance),
        "tosses": whole(TRIES),
        "expected": decimal(float(chance) * TRIES, 1),
    }


def _interval_figures() -> dict[str, Number]:
    share = WINS / SMALL_GAMES
    low, high = estimates.plain_interval(share, SMALL_GAMES)
    better, more = (
        estimates.interval(WINS, SMALL_GAMES),
        estimates.plain_interval(MORE_WINS / SMALL_GAMES, SMALL_GAMES),
    )
    return {
        "wins": whole(WINS),
        "small_games": whole(SMALL_GAMES),
        "share": percent(share, 0),
        "share_decimal": decimal(share, 2),
        "rest_decimal": decimal(1 - share, 2),
        "se": decimal(estimates.error(share, SMALL_GAMES), 3),
        "z": decimal(estimates.Z, 2),
        "half": decimal(estimates.Z * estimates.error(share, SMALL_GAMES), 2),
        "low": percent(low, 0),
        "high": percent(high, 0),
        "wilson_low": percent(better[0]),
        "wilson_high": percent(better[1]),
        "level": percent(LEVEL, 0),
        "more_wins": whole(MORE_WINS),
        "more_share": decimal(MORE_WINS / SMALL_GAMES, 1),
        "more_rest": decimal(1 - MORE_WINS / SMALL_GAMES, 1),
        "more_se": decimal(estimates.error(MORE_WINS / SMALL_GAMES, SMALL_GAMES), 3),
        "more_low": percent(more[0], 0),
        "more_high": percent(more[1], 0),
        "more_games": whole(4 * SMALL_GAMES),
        "se_more": decimal(estimates.error(share, 4 * SMALL_GAMES), 3),
        "point_games": whole(estimates.games_for(HALF, CHANCE)),
        "point": percent(HALF, 0),
    }


def _class_figures() -> dict[str, Number]:
    wins = estimates.classes(CHANCE, CLASS_GAMES, CLASSES, CLASS_SEED)
    return {
        "classes": whole(CLASSES),
        "class_games": whole(CLASS_GAMES),
        "class_chance": percent(CHANCE, 0),
        "misses": whole(estimates.misses(CHANCE, CLASS_GAMES, wins)),
        "alarm": percent(estimates.false_alarms(TRIES), 0),
        "tries": whole(TRIES),
    }


def _seat_figures() -> dict[str, Number]:
    first, second = paper.TABLES[0].rows[0][0], paper.TABLES[0].rows[1][0]
    return {
        "paper_1": percent(first.value),
        "paper_1_low": percent(first.low),
        "paper_1_high": percent(first.high),
        "paper_2": percent(second.value),
        "paper_2_low": percent(second.low),
        "paper_2_high": percent(second.high),
        "paper_games": whole(PRINTED_GAMES),
        "games": whole(slow.GAMES),
        "seat_1": percent_of(stored("seat_1"), 2),
        "seat_2": percent_of(stored("seat_2"), 2),
        "seat_4": percent_of(stored("seat_4"), 2),
        "few": percent_of(stored(f"games_{slow.SIZES[2]}")),
        "few_games": whole(slow.SIZES[2]),
        "many": percent_of(stored(f"games_{slow.SIZES[-1]}")),
        "many_games": whole(slow.SIZES[-1]),
    }


def _curse_figures() -> dict[str, Number]:
    return {
        "sets": whole(paper.SEARCH_SETS),
        "set_games": whole(paper.SEARCH_GAMES),
        "in_search": percent(paper.IN_SEARCH.value),
        "afterwards": percent(paper.AGAINST_FIRST.value),
        "folding": percent_of(stored("folding"), 2),
        "even": percent_of(stored("even"), 2),
        "worth": percent(WORTH, 0),
        "best_shows": percent(estimates.best_of(paper.SEARCH_SETS, paper.SEARCH_GAMES, WORTH)),
        "two_show": percent(estimates.best_of(2, 1, 0.5), 0),
        "players": whole(slow.PLAYERS),
    }


def pictures() -> Mapping[str, Figure]:
    """Draw the pictures of the text, by name."""
    wins = estimates.classes(CHANCE, CLASS_GAMES, CLASSES, CLASS_SEED)
    return {
        "hand": drawn.hand(HAND, TOP),
        "growing": drawn.growing([(n, stored(f"games_{n}")) for n in slow.SIZES]),
        "classes": drawn.classes(wins, CLASS_GAMES, CHANCE),
        "seats": drawn.seats([stored(f"seat_{p}") for p in range(1, slow.PLAYERS + 1)]),
        "curse": drawn.curse(paper.SEARCH_GAMES, WORTH),
    }
