"""Smallsum as a whole match: A's chance to win it, from every purse.

If the value of each number of pennies is known, every round is a separate game, whose payoffs follow from the
rules; see :mod:`upcard.games.smallsum.match_rounds`. :mod:`upcard.solving.match_of_rounds` solves all rounds
together.
"""

import time

from upcard.certificates.match_certificate import SLIGHT, stop_effect
from upcard.engine.errors import Failure, Usage
from upcard.engine.free_memory import check_memory
from upcard.engine.game import Game
from upcard.engine.wording import significant_text
from upcard.games.smallsum.match_rounds import MOST_PURSE, stochastic_game
from upcard.games.smallsum.solvers import limited_rounds
from upcard.solving.checkpoints import LONG_SECONDS, game_checkpoint, start_announcement
from upcard.solving.game_solver_contract import AUTO, Objective, SolveTerms
from upcard.solving.limited_match_solution import LimitedMatchSolution
from upcard.solving.match_of_rounds import solve_match
from upcard.solving.match_solution import METHOD, MatchSolution, match_solution

OBJECTIVE = Objective(
    game="smallsum",
    objective="match",
    words="A's chance to win a whole match, from every number of pennies",
    source="L. S. Shapley, 1953; M. A. Pollatschek, B. Avi-Itzhak, 1969",
    is_usual=True,
    uses=("gap", "memory", "checkpoint"),
)
GAP = 1e-9
BYTES_PER_PENNY = 50_000_000
SECONDS_PER_ROUND = {"basic": 0.3, "choice": 0.8, "alternate": 6.0}
"""Estimated seconds of a round with all its sweeps, measured in matches from eight pennies."""


def why_not(game: Game) -> str:
    """Return why a match with these options cannot be solved, as part of a sentence; empty if it can."""
    if game.option_words()["objective"] != "match":
        return "the game has the option objective=pennies"
    if int(game.option_words()["purse"]) > MOST_PURSE:
        return f"purse={game.option_words()['purse']} makes too many rounds; expected at most {MOST_PURSE}"
    return ""


def check_method(terms: SolveTerms) -> None:
    """Raise Usage if another method than linear programming, part by part, is requested."""
    if terms.method not in (AUTO, METHOD):
        raise Usage(f"the method was given as {terms.method!r}; rounds of Smallsum are solved by {METHOD!r}")


def reach(game: Game, terms: SolveTerms) -> MatchSolution | LimitedMatchSolution:
    """Solve the match to a gap of 1e-9, or to a smaller one in `terms`.

    If the limit of rounds matters, the match is solved for each number of rounds left. Raises Usage for
    another method. Raises Failure as :func:`solve_unlimited` does.
    """
    check_method(terms)
    is_short = int(game.option_words()["rounds"]) <= limited_rounds.most_layers(game)
    if is_short and limited_rounds.is_limited(game):
        return limited_rounds.reach(game, terms)
    return solve_unlimited(game, terms)


def solve_unlimited(game: Game, terms: SolveTerms) -> MatchSolution:
    """Solve a match on whose value the limit of rounds has no effect, as :func:`reach` describes.

    Raises Failure if there is too little memory, or if the limit of rounds changes the value.
    """
    began = time.perf_counter()
    pennies, gap = 2 * int(game.option_words()["purse"]), min(terms.gap, GAP)
    check_memory(pennies * BYTES_PER_PENNY, terms.memory)
    checkpoint = game_checkpoint(game, OBJECTIVE.objective, terms.checkpoint)
    place = checkpoint.path if checkpoint else None
    seconds = (pennies - 1) * SECONDS_PER_ROUND[str(game.option_words()["variant"])]
    if seconds > LONG_SECONDS and terms.on_start:
        terms.on_start(start_announcement(seconds, pennies * BYTES_PER_PENNY, place))
    match = stochastic_game(game)
    solved = solve_match(match, gap, terms.on_step, checkpoint)
    stop = stop_effect(match, solved.bounds, solved.duration)
    if stop > SLIGHT:
        advice = f"at most {limited_rounds.most_layers(game):,} rounds" if match.stalls else "more rounds"
        raise Failure(
            f"the match is stopped after {match.limit:,} rounds, even if it is not over; that can change its "
            f"value by {stop:.2g}, so it cannot be solved like this; choose {advice}"
        )
    values = [0.0, *solved.values.tolist(), 1.0]
    low, high = solved.bounds[match.begin]
    purse, wins = match.begin + 1, values[match.begin + 1]
    widths = [0.0, *(solved.bounds[:, 1] - solved.bounds[:, 0]).tolist(), 0.0]
    widest = max(widths)
    text = (
        f"{game.title}, {game.option_words()['variant']}, a match from {purse} pennies each",
        f"A wins with a chance of {significant_text(wins, high - low)}; "
        f"proved to lie between {low:.12f} and {high:.12f}.",
        f"From every purse the bounds are at most {widest:.1e} apart.",
    )
    rows = (
        ("A's pennies", "A's chance to win", "A's share of the pennies"),
        *(
            (str(n), significant_text(x, width), f"{n / (len(values) - 1):.4f}")
            for n, (x, width) in enumerate(zip(values, widths, strict=True))
        ),
    )
    return match_solution(
        game, OBJECTIVE.objective, match, solved, began, text, rows,
        (("values", values), ("gap", widest)), gap=gap, checkpoint=place,
    )  # fmt: skip
