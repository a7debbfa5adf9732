"""The level Perfect never loses value: by the exact solution, no decision of it is worse than another one.

It plays against itself, and against opponents who play at random or at the level Casual, whose mistakes lead
it to positions that good players never reach.
"""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.errors import Usage
from upcard.engine.game import Game, Match
from upcard.engine.game_spec import GameSpec
from upcard.engine.players import entrant_for
from upcard.engine.registry import valid_games
from upcard.play.bot_catalogue import RANDOM
from upcard.play.bot_levels import CASUAL, PERFECT, level_named
from upcard.review.evaluator_contract import SLIGHT
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_point
from upcard.review.puzzle_maker import choice_of

MOST_DECISIONS = 200 if IS_NIGHTLY else 10
"""Of Perfect that are judged, for every kind of opponent."""

MOST_MOVES = 400
"""Of one match: some matches of pennies last for thousands."""

PERFECT_GAMES = [
    "beat-it-or-eat-it", "beat-it-or-eat-it one-suit", "beat-it-or-eat-it taylor", "kuhn-poker",
    "leduc-poker", "le-her", "smallsum", "smallsum alternate", "smallsum basic", "smallsum cash",
    "smallsum choice", "stoppers fresh-deck",
]  # fmt: skip
BY_DAY = ("beat-it-or-eat-it one-suit", "kuhn-poker", "smallsum alternate", "stoppers fresh-deck")


def game_of(name: str, players: int | None = None) -> Game:
    """The game of a name, perhaps with a preset after a space."""
    game, _, preset = name.partition(" ")
    return GameSpec(game, players, preset or None).game()


Chooser = Callable[[Match], int]


def opponent(kind: str, game: Game) -> Chooser:
    """What an opponent chooses in the position of a match."""
    if kind == RANDOM:
        lots = Random(1)
        return lambda match: lots.choice(match.legal())
    level = level_named(kind, game)
    assert level is not None
    player = entrant_for(level.strategy, game)
    return lambda match: choice_of(player, match)


def losses(game: Game, kind: str) -> Iterator[tuple[float, str]]:
    """Yield what every decision of Perfect loses by the solution, with its words."""
    evaluator, perfect, other = evaluator_for(game), opponent(PERFECT, game), opponent(kind, game)
    for seed in range(1, 1_000):
        match, me = game.match(seed), seed % game.players
        while not match.is_over and len(match.actions) < MOST_MOVES:
            if match.player != me:
                match.do(other(match))
                continue
            action = perfect(match)
            assert not evaluator.is_sampled(match.state)
            known = evaluator.prospects(decision_point(match))
            best = max(known, key=lambda a: known[a].worth)
            margin = known[best].margin + known[action].margin
            if len(known) > 1:
                yield (
                    float(known[best].worth - known[action].worth) - margin,
                    f"seed {seed}: {match.words(action)}",
                )
            match.do(action)


@LATE
def test_these_are_all_games_with_a_perfect_level():
    names = [
        f"{name} {preset}".rstrip()
        for name, rules in valid_games()[0].items()
        for preset in ("", *rules.PRESETS)
    ]
    tables = [
        (name, players)
        for name in names
        for players in valid_games()[0][name.split()[0]].GAME.table_sizes
        if _has_perfect(name, players)
    ]
    assert {players for _, players in tables} == {2}
    assert sorted(name for name, _ in tables) == sorted(PERFECT_GAMES)


def _has_perfect(name: str, players: int) -> bool:
    """Whether the preset fits this number of players and has the level."""
    try:
        game = game_of(name, players)
    except Usage:
        return False
    return level_named(PERFECT, game) is not None


@pytest.mark.parametrize("kind", [PERFECT, RANDOM, CASUAL])
@pytest.mark.parametrize("name", PERFECT_GAMES if IS_NIGHTLY else BY_DAY)
def test_perfect_never_loses_value(name, kind):
    judged = [x for x, _ in zip(losses(game_of(name, 2), kind), range(MOST_DECISIONS), strict=False)]
    assert len(judged) == MOST_DECISIONS
    assert [x for x in judged if x[0] > SLIGHT] == []
