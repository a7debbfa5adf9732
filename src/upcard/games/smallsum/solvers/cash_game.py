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
from upcard.games.smallsum.solvers.penny_match import check_method
from upcard.solving.exact_round import exact_round
from upcard.solving.game_solver_contract import Objective, SolveTerms
from upcard.solving.match_checkpoint import checkpoint_of
from upcard.solving.match_of_rounds import ROUNDING, SolvedMatch, solve_match
from upcard.solving.match_solution import MatchFinding

OBJECTIVE = Objective(
    game="smallsum",
    objective="pennies",
    words="the pennies that A wins in a round on average",
    source="D. Koller, N. Megiddo, B. von Stengel, 1996",
    is_usual=True,
    uses=("gap", "exact", "checkpoint"),
)
GAP = 1e-9


def why_not(game: Game) -> str:
    """Return why the cash game of these options cannot be solved, as part of a sentence; empty if it can."""
    return "" if game.option_words()["objective"] == "pennies" else "the game has the option objective=match"


def reach(game: Game, terms: SolveTerms) -> MatchFinding:
    """Solve the cash game, exactly unless ``terms.exact`` is False."""
    check_method(terms)
    began = time.perf_counter()
    match = stochastic_game(game)
    gap, checkpoint = min(terms.gap, GAP), checkpoint_of(game, terms, OBJECTIVE.objective)
    solved = solve_match(match, gap, terms.on_step, checkpoint)
    low, high = solved.bounds[0]
    value, chances = None, None
    if terms.exact is not False and solved.is_whole:
        try:
            value, chances = _exact(match, solved, terms) or (None, None)
        except KeyboardInterrupt:
            solved = replace(solved, is_whole=False)
    advice = []
    if solved.is_whole:
        strategy = solved.strategies[0] if chances is None else np.array([float(x) for x in chances])
        advice = betting_sentences(game, match.round_of(0), strategy)
    heading = f"{game.title}, {game.option_words()['variant']}, the cash game"
    if value is None:
        wins = significant_text(solved.values[0], high - low, is_signed=True)
        result = f"A wins {wins} pennies a round; proved to lie between {low:.12f} and {high:.12f}."
    else:
        result = f"A wins exactly {fraction_text(value)} pennies a round."
    return MatchFinding(
        game,
        OBJECTIVE.objective,
        match,
        solved,
        value,
        chances,
        time.perf_counter() - began,
        (heading, result, *advice),
        (),
        gap=gap,
        checkpoint=checkpoint,
    )


def _exact(
    match: StochasticGame, solved: SolvedMatch, terms: SolveTerms
) -> tuple[Fraction, tuple[Fraction, ...]] | None:
    """Return the exact value and strategies in fractions, if the value lies within the bounds."""
    exact = exact_round(match, solved, terms.on_step)
    low, high = solved.bounds[0]
    return exact if exact is not None and low - ROUNDING <= exact[0] <= high + ROUNDING else None
