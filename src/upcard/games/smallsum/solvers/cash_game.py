"""Smallsum as a cash game: the pennies of one round, with more pennies than a round can cost."""

import time
from dataclasses import replace
from fractions import Fraction

import numpy as np

from upcard.certificates.match_certificate import fraction_text
from upcard.engine.game import Game
from upcard.engine.tree.stochastic_game import StochasticGame
from upcard.engine.wording import significant_text
from upcard.games.smallsum.match_rounds import stochastic_game
from upcard.games.smallsum.solvers.betting_advice import betting_sentences
from upcard.games.smallsum.solvers.penny_match import GAP, check_method
from upcard.solving.checkpoints import game_checkpoint
from upcard.solving.exact_round import exact_round
from upcard.solving.game_solver_contract import Objective, SolveTerms
from upcard.solving.match_of_rounds import ROUNDING, SolvedMatch, solve_match
from upcard.solving.match_solution import MatchSolution, match_solution

OBJECTIVE = Objective(
    game="smallsum",
    objective="pennies",
    words="the pennies that A wins in a round on average",
    source="D. Koller, N. Megiddo, B. von Stengel, 1996",
    is_usual=True,
    uses=("gap", "exact", "checkpoint"),
)


def why_not(game: Game) -> str:
    """Return why the cash game of these options cannot be solved, as part of a sentence; empty if it can."""
    return "" if game.option_words()["objective"] == "pennies" else "the game has the option objective=match"


def reach(game: Game, terms: SolveTerms) -> MatchSolution:
    """Solve the cash game, in fractions unless `terms` exclude them; raises Usage for another method."""
    check_method(terms)
    began = time.perf_counter()
    match = stochastic_game(game)
    gap, checkpoint = min(terms.gap, GAP), game_checkpoint(game, OBJECTIVE.objective, terms.checkpoint)
    solved = solve_match(match, gap, terms.on_step, checkpoint)
    exact = None
    if terms.exact is not False and solved.is_whole:
        try:
            exact = _exact(match, solved, terms)
        except KeyboardInterrupt:
            solved = replace(solved, is_whole=False)
    return match_solution(
        game, OBJECTIVE.objective, match, solved, began, _text(game, match, solved, exact),
        gap=gap, checkpoint=checkpoint.path if checkpoint else None, exact=exact,
    )  # fmt: skip


def _text(
    game: Game,
    match: StochasticGame,
    solved: SolvedMatch,
    exact: tuple[Fraction, tuple[Fraction, ...]] | None,
) -> list[str]:
    """Return the heading, the value, and advice on betting if the solution is complete."""
    low, high = solved.bounds[0]
    if exact is None:
        wins = significant_text(solved.values[0], high - low, is_signed=True)
        value = f"A wins {wins} pennies a round; proved to lie between {low:.12f} and {high:.12f}."
    else:
        value = f"A wins exactly {fraction_text(exact[0])} pennies a round."
    text = [f"{game.title}, {game.option_words()['variant']}, the cash game", value]
    if solved.is_whole:
        strategy = solved.strategies[0] if exact is None else np.array([float(x) for x in exact[1]])
        text += betting_sentences(game, match.round_of(0), strategy)
    return text


def _exact(
    match: StochasticGame, solved: SolvedMatch, terms: SolveTerms
) -> tuple[Fraction, tuple[Fraction, ...]] | None:
    """Return the value and the strategies in fractions, if the value lies within the bounds."""
    exact = exact_round(match, solved, terms.on_step)
    low, high = solved.bounds[0]
    return exact if exact is not None and low - ROUNDING <= exact[0] <= high + ROUNDING else None
