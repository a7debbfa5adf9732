"""Puzzles of L.A.M.A. for two and three: play, draw or quit, by thousands of deals of the hidden cards."""

from collections.abc import Mapping

from upcard.engine.game import Match
from upcard.engine.game_spec import GameSpec
from upcard.games.lama.rules import DRAW, QUIT
from upcard.language.messages import marked
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, Evaluator
from upcard.review.puzzle import PuzzleSource

LEAST_ACTIONS, TABLES = 5, 2000


def is_under_way(match: Match) -> bool:
    """Return whether the match has begun and the player can play, draw or quit."""
    return len(match.actions) >= LEAST_ACTIONS and len(match.legal()) > 1


def explain(evaluator: Evaluator, point: DecisionPoint, known: Mapping[int, ActionWorth], best: int) -> str:
    """Return how the values were estimated."""
    return f"Estimated from {TABLES:,} deals of the hidden cards, each played to the end in every way."


PUZZLES = PuzzleSource(
    question=marked("Play a card, draw, or quit the round?"),
    games=(
        GameSpec("lama", 2),
        GameSpec("lama", 3),
    ),
    strategies=("fitted-values", "dear-first", "next-first", "same-first", "folding"),
    margin=0.02,
    accepts=is_under_way,
    longest=90,
    tables=TABLES,
    explain=explain,
    kind_of=lambda action: action if action in (DRAW, QUIT) else 0,
)
