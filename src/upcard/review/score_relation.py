"""How the scores of the seats relate, which decides whom a mistake costs, and who gains by it.

For most games the header, or values that are chances to win, decide it; for the others, random games do.
"""

from enum import Enum
from functools import lru_cache
from random import Random
from types import ModuleType

from upcard.engine.game import Game
from upcard.engine.option_values import OptionSetting
from upcard.engine.state import PlainState, apply_action
from upcard.review.rollout_policy import has_rounds

SAMPLE, MOST_ACTIONS = 40, 5_000
"""Number of random games, and of actions after which one is given up."""


class ScoreRelation(Enum):
    """How the scores of the seats relate."""

    TEAM = "all seats always score alike, so that a mistake costs all of them the same"
    CONSTANT = "the scores always have the same sum, so that the others gain what a mistake costs"
    FREE = "neither, so that the effect of a mistake on each of the others is computed"


def score_relation(game: Game) -> ScoreRelation:
    """Return how the scores of a game relate.

    The seats are a team if they score alike in every random game, and not always the same; the second
    condition leaves out games that random play never decides.
    """
    return _score_relation(game.rules, game.players, tuple(sorted(game.options.items())))


@lru_cache(maxsize=64)
def _score_relation(
    rules: ModuleType, players: int, options: tuple[tuple[str, OptionSetting], ...]
) -> ScoreRelation:
    """Return how the scores of a game with these options relate; every replay makes a new ``Game``."""
    game = Game(rules, players, dict(options))
    if players < 2 or rules.GAME.zero_sum:
        return ScoreRelation.CONSTANT
    results: set[tuple[int, ...]] = set()
    for number in range(SAMPLE):
        s = _random_end(game, number)
        if s.over:
            results.add(tuple(int(game.rules.score(s, p)) for p in range(game.players)))
        relation = _relation_of(results, has_rounds(game.rules))
        is_alike = all(len(set(scores)) == 1 for scores in results)
        if relation is ScoreRelation.FREE or (has_rounds(game.rules) and not is_alike):
            break
    return relation


def _relation_of(results: set[tuple[int, ...]], is_of_chances: bool) -> ScoreRelation:
    """Return how the scores of these results relate; `is_of_chances` is whether values are chances to win."""
    if len(results) > 1 and all(len(set(scores)) == 1 for scores in results):
        return ScoreRelation.TEAM
    is_constant = is_of_chances or len({sum(scores) for scores in results}) <= 1
    return ScoreRelation.CONSTANT if is_constant else ScoreRelation.FREE


def _random_end(game: Game, number: int) -> PlainState:
    """Return the state at the end of a random game, or where it is given up."""
    s, random = game.start(seed=1, number=number), Random(number)
    for _ in range(MOST_ACTIONS):
        if s.over:
            break
        apply_action(game.rules, s, random.choice(game.legal_actions(s)))
    return s
