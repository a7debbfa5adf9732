"""A match of Stoppers for two players over lives, every round with a fresh deck: the chance to win it.

The player who does not deal is the first player of a round, and deals the next one. All rounds are solved
together by :mod:`upcard.solving.match_of_rounds`.
"""

import time
from typing import Any

from upcard.engine.game import Game, make_game
from upcard.engine.wording import significant_text
from upcard.games.stoppers.match_rounds import stochastic_game
from upcard.solving.checkpoints import game_checkpoint
from upcard.solving.game_solver_contract import Objective, SolveTerms
from upcard.solving.match_of_rounds import SolvedMatch, solve_match
from upcard.solving.match_solution import MatchSolution, match_solution

OBJECTIVE = Objective(
    game="stoppers",
    objective="match",
    words="a match of two players over lives: the winning chance of the player who does not deal",
    source="L. S. Shapley, 1953; M. A. Pollatschek, B. Avi-Itzhak, 1969",
    is_usual=False,
    uses=("gap", "checkpoint"),
)
GAP = 1e-9
DIGITS = 6


def why_not(game: Game) -> str:
    """Return why a match with these options cannot be solved, as part of a sentence; empty if it can."""
    if game.players != 2:
        return f"a match is solved for two players, not for {game.players}"
    if game.option_words()["last_together"] == "nobody":
        return "with last_together=nobody both may lose; choose share or replay"
    return ""


def reach(game: Game, terms: SolveTerms) -> MatchSolution:
    """Solve the match of two players to a gap of 1e-9, or a smaller one if `terms` asks for it.

    If used cards stayed out of the deck, there would be far too many different rounds. So every round has a
    fresh deck, whatever the option ``reshuffle`` is.
    """
    began = time.perf_counter()
    fresh = make_game(game.name, 2, None, **{**game.option_words(), "reshuffle": "every_round"})
    match = stochastic_game(fresh)
    if terms.on_step:
        terms.on_step("unrolling the rounds", 0.0)
    gap, checkpoint = min(terms.gap, GAP), game_checkpoint(fresh, OBJECTIVE.objective, terms.checkpoint)
    solved = solve_match(match, gap, terms.on_step, checkpoint)
    lives = int(fresh.option_words()["lives"])
    values = table_of(solved, lives, fresh.option_words()["last_together"] == "share")
    low, high = solved.bounds[match.begin]
    widest = float((solved.bounds[:, 1] - solved.bounds[:, 0]).max())
    text = (
        fresh.heading(),
        "Every round has a fresh deck, and the player who did not deal deals the next.",
        f"With {lives} lives each, the player who does not deal first wins with chance "
        f"{significant_text(values[lives][lives], high - low)}; "
        f"it is proved to lie between {low:.12f} and {high:.12f}.",
        f"For all lives the bounds are at most {widest:.1e} apart.",
    )
    counts = range(1, lives + 1)
    rows = (
        ("own lives", *(f"dealer's {n}" for n in counts)),
        *((str(n), *(significant_text(x, widest, DIGITS) for x in values[n][1:])) for n in counts),
    )
    return match_solution(
        fresh, OBJECTIVE.objective, match, solved, began, text, rows, (("values", values), ("gap", widest)),
        gap=gap, checkpoint=checkpoint.path if checkpoint else None,
    )  # fmt: skip


def table_of(solved: SolvedMatch, lives: int, is_shared: bool) -> list[list[Any]]:
    """Return the non-dealer's chance to win, by that player's lives and the dealer's, from 0 to `lives`.

    `is_shared` is whether two players who lose their last lives together share the win; otherwise that cannot
    happen, and the chance is None.
    """
    values = solved.values.reshape(lives, lives).tolist()
    return [[0.5 if is_shared else None, *[0.0] * lives], *([1.0, *line] for line in values)]
