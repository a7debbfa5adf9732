"""Puzzles of Four-Cell: the last turns of two players, solved exactly."""

from collections.abc import Mapping

from upcard.engine.game import Match
from upcard.engine.game_spec import GameSpec
from upcard.engine.wording import counted
from upcard.games.four_cell.rules import ROTATE, TURNS
from upcard.language.messages import marked
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, Evaluator
from upcard.review.puzzle import PuzzleSource

LAST_TURNS, LEAST_CHOICES = 3, 2


def is_puzzling(match: Match) -> bool:
    """Return whether few enough turns are left to be solved, and there is a choice."""
    left = TURNS - int(match.state.played)
    return left <= LAST_TURNS and len(match.legal()) >= LEAST_CHOICES


def explain(evaluator: Evaluator, point: DecisionPoint, known: Mapping[int, ActionWorth], best: int) -> str:
    """Return why the values are exact."""
    turns = counted(TURNS - int(point.state.played), "turn")
    return (
        f"With {turns} left the stock is empty, so you can work out the other hand; this is solved exactly."
    )


PUZZLES = PuzzleSource(
    question=marked("Which card or rotation brings the most points?"),
    games=(GameSpec("four-cell", 2, None, {"objective": "difference"}),),
    strategies=("best-mean-column", "maximin-column", "nash-column", "greedy-rotation", "high-card-first"),
    margin=1.0,
    accepts=is_puzzling,
    longest=100,
    explain=explain,
    kind_of=lambda action: int(action >= ROTATE),
)
