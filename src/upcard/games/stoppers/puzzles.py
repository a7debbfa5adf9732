"""Puzzles of Stoppers: keep or swap with two players, by the equilibrium of the match."""

from collections.abc import Mapping

from upcard.engine.game_spec import GameSpec
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, Evaluator
from upcard.review.puzzle import PuzzleSource, second_best_lesson


def explain(evaluator: Evaluator, point: DecisionPoint, known: Mapping[int, ActionWorth], best: int) -> str:
    """Return how many unseen cards are lower than the player's."""
    return second_best_lesson(evaluator, point, known, best).partition(";")[0] + "."


PUZZLES = PuzzleSource(
    question="Keep your card, or swap it?",
    games=(GameSpec("stoppers", 2, None, {"reshuffle": "every_round"}),),
    strategies=("swap-at-most", "counting", "never-swap", "superstitious", "random"),
    margin=0.01,
    longest=80,
    least_missed=0.2,
    explain=explain,
)
