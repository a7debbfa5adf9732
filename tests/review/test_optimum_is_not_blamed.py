"""The optimum is never blamed: its play against itself has no mistake, whatever the options of the match."""

from random import Random
from typing import Any

import pytest
from tests.night import IS_NIGHTLY

from upcard.classroom.activity_registry import activities
from upcard.classroom.activity_steps import Play, class_options
from upcard.classroom.progress import check_settings
from upcard.engine.game import Match, make_game
from upcard.engine.players import can_play, entrant_for
from upcard.games.four_cell.rules import TURNS
from upcard.games.smallsum.activity import LIMIT
from upcard.review.evaluator_contract import SLIGHT
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_points, review
from upcard.strategies.equilibrium import STRATEGY

ALTERNATE: dict[str, Any] = {"variant": "alternate"}
FRESH: dict[str, Any] = {"reshuffle": "every_round"}
DAY: tuple[tuple[str, dict[str, Any]], ...] = (
    ("smallsum", {"rounds": 12}),
    ("smallsum", {"variant": "choice", "rounds": 12, "first": "rotate"}),
    ("smallsum", {"variant": "choice", "purse": 2, "rounds": 4}),
    ("smallsum", {"variant": "choice", "purse": 57, "rounds": 6}),
    ("smallsum", {**ALTERNATE, "rounds": 12}),
    ("smallsum", {**ALTERNATE, "rounds": 500}),
    ("smallsum", {**ALTERNATE, "rounds": 6, "first": "rotate"}),
    ("smallsum", {**ALTERNATE, "purse": 1, "rounds": 3}),
    ("smallsum", {**ALTERNATE, "objective": "pennies", "rounds": 3}),
    ("stoppers", {**FRESH, "lives": 1, "last_together": "replay"}),
    ("stoppers", {**FRESH, "first_dealer": "2"}),
    ("stoppers", {**FRESH, "lives": 6}),
    ("kuhn-poker", {}),
    ("le-her", {}),
    ("leduc-poker", {}),
)
"""Games and options whose optimum the day plays."""

ROUNDS = sorted({1, 2, 3, 40, 76, 100, 2699, 5000, *(int(x) for x, _ in LIMIT.choices)})
MATCHES = [
    ("smallsum", {"variant": variant, "rounds": rounds, "first": first})
    for variant in ("basic", "choice", "alternate")
    for rounds in ROUNDS
    for first in ("fixed", "rotate")
]
OTHERS = [
    *(("smallsum", {"variant": "choice", "purse": p, "rounds": 5}) for p in (1, 2, 3, 4, 9, 100)),
    *(("smallsum", {**ALTERNATE, "purse": p, "rounds": 4}) for p in (2, 3, 5)),
    *(("stoppers", {**FRESH, "lives": lives, "block": "optional"}) for lives in (1, 2, 3, 4, 9, 12)),
    *(
        ("stoppers", {**FRESH, "lives": 2, option: value})
        for option, value in (("king", "dealt"), ("dealer_king", "void"), ("all_tie", "nobody"))
    ),
]
CASES = [*DAY, *(MATCHES + OTHERS if IS_NIGHTLY else [])]


def self_play(game, number, odds):
    """A match in which all seats draw their actions from the odds of the solution."""
    random, match = Random(number), Match(game, 7, number, (), ())
    while not match.is_over:
        actions, chances = zip(*odds(game.view(match.state, match.player)), strict=True)
        match.do(random.choices(actions, [float(x) for x in chances])[0])
    return match


def title(case):
    name, options = case
    return " ".join([name, *(f"{k}={x}" for k, x in options.items())])


@pytest.mark.parametrize("case", CASES, ids=map(title, CASES))
def test_the_solution_makes_no_mistake_in_its_own_play(case):
    name, options = case
    game = make_game(name, 2, None, **options)
    evaluator = evaluator_for(game)  # computes missing values, if that takes less than a minute
    odds = entrant_for("equilibrium", game).odds
    for number in range(8 if IS_NIGHTLY else 2):
        match = self_play(game, number, odds)
        reviewed = review(match, evaluator)
        assert not any(evaluator.is_sampled(point.state) for point, _ in decision_points(match))
        assert not reviewed.mistakes()
        assert all(d.loss <= d.margin + SLIGHT for d in reviewed.decisions)


@pytest.mark.parametrize("name", sorted(STRATEGY.games))
def test_every_preset_that_the_solution_plays_is_judged_by_it(name):
    for preset in (None, *make_game(name).rules.PRESETS):
        game = make_game(name, 2, preset)
        if can_play("equilibrium", game):
            assert not evaluator_for(game).is_sampled(game.start(seed=0))


def class_games():
    """All games for two that a class plays, with each choice of each setting."""
    for activity in activities().values():
        usual = check_settings(activity, {})
        changes = [{}, *({s.name: x} for s in activity.settings for x, _ in s.choices)]
        for step in (x for x in activity.steps if isinstance(x, Play) and x.seats[0] <= 2):
            for change in changes:
                options = class_options(step, {**usual, **change})
                yield title((step.game, options)), step.game, options


CLASS_GAMES = {name: pytest.param(*case, id=name) for name, *case in class_games()}


@pytest.mark.parametrize(("name", "options"), CLASS_GAMES.values())
def test_what_a_class_plays_is_judged_by_the_solution_if_it_plays(name, options):
    game = make_game(name, 2, None, **options)
    if name in STRATEGY.games and can_play("equilibrium", game):
        assert not evaluator_for(game).is_sampled(game.start(seed=0))
    assert name != "smallsum" or can_play("equilibrium", game)


@pytest.mark.parametrize("draw", ["threefold", "never"])
def test_perfect_play_by_table_is_never_blamed(draw):
    game = make_game("beat-it-or-eat-it", suits=2, length=4, deal="random", draw=draw)
    player, evaluator = entrant_for("tablebase", game), evaluator_for(game)
    for number in range(20 if IS_NIGHTLY else 3):
        match = Match(game, 7, number, (), ())
        while not match.is_over and len(match.actions) < 60:
            match.do(player.choose(match.view(match.player), *player.parameters))
        assert not review(match, evaluator).mistakes()


def test_the_exact_end_of_four_cell_is_not_blamed():
    game, last = make_game("four-cell", 2, None, objective="difference"), 2
    player, evaluator, random = entrant_for(f"endgame:cards={last}", game), evaluator_for(game), Random(1)
    match = Match(game, 7, 0, (), ())
    while not match.is_over:
        is_late = TURNS - match.state.played <= last
        chosen = player.choose(match.view(match.player), *player.parameters) if is_late else None
        match.do(random.choice(match.legal()) if chosen is None else chosen)
    for point, action in decision_points(match):
        if TURNS - point.state.played <= last:
            known = evaluator.prospects(point)
            assert max(x.worth for x in known.values()) - known[action].worth <= SLIGHT


def test_a_limited_match_is_judged_by_the_solution_of_exactly_this_match():
    game = make_game("smallsum", **ALTERNATE, rounds=12)
    evaluator = evaluator_for(game)
    assert evaluator.source == "the equilibrium of the match of at most 12 rounds"
    assert not evaluator.is_sampled(game.match(0).state)
    unlimited = evaluator_for(make_game("smallsum", **ALTERNATE))
    assert abs(evaluator.before()[0] - unlimited.before()[0]) > 0.01
