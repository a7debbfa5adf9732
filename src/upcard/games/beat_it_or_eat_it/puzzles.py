"""Puzzles of Beat It Or Eat It: positions with a single winning move, by the tablebases."""

from collections.abc import Mapping

from upcard.engine.game import Match
from upcard.engine.game_spec import GameSpec
from upcard.games.beat_it_or_eat_it.rules import EAT
from upcard.language.messages import marked
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, Evaluator
from upcard.review.puzzle import PuzzleSource

LEAST_MOVES, MOST_MOVES = 3, 9
GAMES = (
    {"suits": "1", "length": "9", "deal": "equal"},
    {"suits": "2", "length": "6"},
    {"suits": "2", "length": "13"},
)


def is_hard_enough(match: Match) -> bool:
    """Return whether there are several moves, and not too many to think through."""
    return LEAST_MOVES <= len(match.legal()) <= MOST_MOVES and len(match.actions) > 0


def explain(evaluator: Evaluator, point: DecisionPoint, known: Mapping[int, ActionWorth], best: int) -> str:
    """Return how long the winning move takes, and how many of the others lose."""
    others = [x for a, x in known.items() if a != best]
    draws = sum(float(x.worth) > 0 for x in others)
    rest = "every other move loses" if not draws else f"{draws} of {len(others)} others only draw"
    rest = "every other move only draws" if draws == len(others) else rest
    return f"This move {known[best].words}; {rest}."


PUZZLES = PuzzleSource(
    question=marked("Find the only winning move."),
    games=tuple(GameSpec("beat-it-or-eat-it", 2, None, options) for options in GAMES),
    strategies=("lowest-lead", "rank-sum", "random"),
    margin=0.5,
    accepts=is_hard_enough,
    longest=60,
    kind_of=lambda action: int(action == EAT),
    explain=explain,
)
