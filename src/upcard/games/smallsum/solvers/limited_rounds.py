"""Smallsum as a match with a limit of rounds: A's share of the pennies at the end, by the rounds left.

In Alternate the value of a purse depends on the number of rounds left. The values are computed backward, see
:mod:`upcard.solving.rounds_left`; for the usual purse they ship in the folder ``rounds_left`` of the game.
In Basic, and in Choice from most purses, the value is the share of the pennies, however many rounds are left.
In Choice from 2 or 3 pennies each it is not: the larger purse cannot always match the smaller one's fist.
"""

import time
from pathlib import Path

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.wording import significant_text
from upcard.games.smallsum.match_rounds import stochastic_game
from upcard.games.smallsum.rules import ALTERNATE, CHOICE, IDLE_ROUNDS
from upcard.solving.checkpoints import LONG_SECONDS, start_announcement
from upcard.solving.game_solver_contract import GAP as USUAL_GAP
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.limited_match_solution import MOST_SAVED, LimitedMatchSolution, solve_limited
from upcard.solving.limited_match_store import ValueStore, is_enough
from upcard.solving.rounds_left import ValuesByRoundsLeft, stopped_values

SHIPPED = Path(__file__).parents[1] / "rounds_left"
SECONDS_PER_ROUND = {"choice": 0.4, "alternate": 1.0}
"""Estimated seconds to solve a round with one more round left, by variant."""

LONG, USUAL_PURSE = 2700, 8
"""A limit of this many rounds changes no value of a match from this purse by more than 1e-12. Such a match
lasts at most 85 rounds on average, and the time to ruin grows with the square of the purse."""

ENOUGH = 420
"""After this many rounds left, further ones change no value of a match from the usual purse by much more than
1e-10; the number grows with the square of the purse."""

UNEVEN = (2, 3)
"""The purses from which the values of a match of Choice are not shares of the pennies."""

BYTES_PER_ROUND = 35_000_000
GAP = 1e-9


def needs_layers(game: Game) -> bool:
    """Return whether the values of a match change with the number of rounds left."""
    words = game.option_words()
    is_uneven = words["variant"] == "choice" and int(words["purse"]) in UNEVEN
    return words["objective"] == "match" and (words["variant"] == "alternate" or is_uneven)


def is_limited(game: Game) -> bool:
    """Return whether stopping the match can change its solution."""
    return needs_layers(game) and (is_stopped_early(game) or game.options["variant"] == CHOICE)


def most_layers(game: Game) -> int:
    """Return the maximum limit of rounds for which a match is solved backward.

    In Alternate, a longer match is solved without the limit. In Choice, it can also be stopped because
    nothing was in the pot for 100 rounds.
    """
    return int(LONG * _growth(game)) if game.options["variant"] == ALTERNATE else IDLE_ROUNDS


def is_stopped_early(game: Game) -> bool:
    """Return whether a match may well be stopped by its limit of rounds before a player has all pennies."""
    return int(game.option_words()["rounds"]) < LONG * _growth(game)


def _growth(game: Game) -> float:
    """Return how much longer a match lasts than one from the usual purse."""
    return (int(game.option_words()["purse"]) / USUAL_PURSE) ** 2


def store_of(game: Game) -> ValueStore:
    """Return the stored values of the match of these options."""
    return ValueStore(game, stochastic_game(game), SHIPPED)


def known_values(game: Game) -> ValuesByRoundsLeft:
    """Return the values that are known without further computation."""
    return store_of(game).known() if needs_layers(game) else stopped_values(stochastic_game(game))


def missing_seconds(game: Game, known: ValuesByRoundsLeft) -> float:
    """Return the estimated seconds to compute what `known` lacks for the limit of the match; 0 if nothing."""
    limit = int(game.option_words()["rounds"])
    if not needs_layers(game) or is_enough(known, limit):
        return 0.0
    return missing_layers(game, known) * len(stochastic_game(game).names) * seconds_per_round(game)


def missing_layers(game: Game, known: ValuesByRoundsLeft, error: float | None = None) -> int:
    """Return the maximum number of layers that `known` lacks for the limit of the match, up to an error."""
    limit = int(game.option_words()["rounds"])
    if is_enough(known, limit, error):
        return 0
    return max(1, min(limit, int(ENOUGH * _growth(game))) - known.layers)


def seconds_per_round(game: Game) -> float:
    """Return the estimated seconds to solve a round with one more round left."""
    return SECONDS_PER_ROUND[str(game.option_words()["variant"])]


def reach(game: Game, terms: SolveTerms) -> LimitedMatchSolution:
    """Solve a match for each number of rounds left, up to its limit.

    A smaller gap than usual needs more layers than the values that ship or are stored may have. Raises Usage
    if a checkpoint is named. After an interrupt, the values of the finished layers are stored.
    """
    if terms.checkpoint is not None:
        raise Usage("a match with a limit of rounds is solved without a checkpoint; leave the checkpoint out")
    began, limit, match = time.perf_counter(), int(game.option_words()["rounds"]), stochastic_game(game)
    store, rounds, wanted = store_of(game), len(match.names), terms.gap / 2 if terms.gap < USUAL_GAP else None
    layers = limit if limit <= MOST_SAVED else missing_layers(game, store.known(), wanted)
    seconds = layers * rounds * seconds_per_round(game)
    if seconds > LONG_SECONDS and terms.on_start:
        terms.on_start(start_announcement(seconds, rounds * BYTES_PER_ROUND, None))
        if limit > MOST_SAVED:
            terms.on_start(f"a match of more than {MOST_SAVED} rounds gets no certificate")
    solved = solve_limited(store, limit, terms.on_step, wanted)
    values, error = solved.values.at(limit), solved.values.error(limit)
    purse = match.begin + 1
    text = (
        f"{game.title}, {game.option_words()['variant']}, a match of at most {limit:,} rounds "
        f"from {purse} pennies each",
        f"At the end A expects a share of the pennies of {significant_text(values[match.begin], 2 * error)}, "
        f"with an error of at most {error:.1e}.",
        "The strategy of a round depends on the number of rounds left.",
    )
    rows = (
        ("A's pennies", "A's share at the end", "A's share now"),
        *(
            (str(n), significant_text(x, 2 * error), f"{n / (rounds + 1):.4f}")
            for n, x in enumerate(values.tolist(), 1)
        ),
    )
    near = terms.gap if wanted is not None else max(terms.gap, 2 * error)
    return solved.solution(game, text, rows, began, near if limit > MOST_SAVED else min(terms.gap, GAP))
