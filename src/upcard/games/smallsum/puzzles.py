"""Puzzles of Smallsum: decisions with one best action, by the equilibrium of the match."""

from upcard.engine.game import Match
from upcard.engine.game_spec import GameSpec
from upcard.games.smallsum.evaluator import unseen_ranks
from upcard.games.smallsum.rules import FOLD, MATCH, open_sum, total, value
from upcard.language.messages import marked
from upcard.review.puzzle import PuzzleSource


def is_in_doubt(match: Match) -> bool:
    """Return whether some unseen cards win and others do not."""
    s, me = match.state, match.player
    wins = [open_sum(s, 1 - me) + value(k) > total(s, me) for k in unseen_ranks(s, me)]
    return len(match.legal()) > 1 and any(wins) and not all(wins)


PUZZLES = PuzzleSource(
    question=marked("Which choice is best?"),
    games=tuple(GameSpec("smallsum", 2, None, {"variant": x}) for x in ("basic", "choice", "alternate")),
    strategies=("equilibrium", "menu-rule", "low-total", "low-upcards", "cautious"),
    margin=0.02,
    accepts=is_in_doubt,
    longest=40,
    kind_of=lambda action: action if action in (FOLD, MATCH) else min(action, 1) + 100,
)
