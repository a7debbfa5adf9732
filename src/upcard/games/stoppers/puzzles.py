"""Puzzles of Stoppers: keep or swap with two players, by the equilibrium of the match."""

from collections.abc import Mapping

from upcard.engine.game_spec import GameSpec
from upcard.games.stoppers.evaluator import lower_cards
from upcard.language.messages import marked
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, Evaluator
from upcard.review.puzzle import PuzzleSource


def explain(evaluator: Evaluator, point: DecisionPoint, known: Mapping[int, ActionWorth], best: int) -> str:
    """Return how many cards that the player cannot see are lower than their own."""
    return f"{lower_cards(point)}."


PUZZLES = PuzzleSource(
    question=marked("Keep your card, or swap it?"),
    games=(GameSpec("stoppers", 2, None, {"reshuffle": "every_round"}),),
    strategies=("swap-at-most", "counting", "never-swap", "superstitious", "random"),
    margin=0.01,
    longest=80,
    least_missed=0.2,
    explain=explain,
)
