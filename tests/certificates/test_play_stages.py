"""Playing certificates of positions of Goofspiel."""

import json
from typing import Any

import pytest

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.engine.tree.successors import successors
from upcard.solving.solve_game import solve
from upcard.testing.compiled_checks import check_compiled
from upcard.testing.random_walk import Walk
from upcard.testing.strategy_checks import check_choice

WAYS: list[dict[str, Any]] = [
    {"length": 3},
    {"length": 3, "objective": "win"},
    {"length": 3, "ties": "carried"},
    {"length": 4, "order": "descending", "ties": "carried", "objective": "win"},
]


def solved(folder, **options):
    """A game, what was found, and the name of the strategy that plays it."""
    game = make_game("goofspiel", **options)
    found, file = solve(game, objective="stages"), folder / "stages.json"
    found.save(file)
    return game, found, f"solved:{file}"


def positions(game):
    """Every position in which both bid, by every way to it, and one after each bid of the first seat."""
    waiting = [s for s, _ in successors(game, None, None) if not s.over]
    while waiting:
        s = waiting.pop()
        bids = [next(successors(game, s, a))[0] for a in game.legal_actions(s)]
        yield s, bids
        after = [x for t in bids for b in game.legal_actions(t) for x, _ in successors(game, t, b)]
        waiting += [x for x in after if not x.over]


@pytest.mark.parametrize("options", WAYS)
def test_each_position_is_played_as_it_was_solved(options, tmp_path):
    game, found, name = solved(tmp_path, **options)
    choose, met = entrant_for(name, game).choose, set()
    odds = choose.__dict__["odds"]
    for s, bids in positions(game):
        stage = found.stages.stage(s)
        met.add(game.rules.position_key(s))
        for p, shown in ((0, s), *((1, t) for t in bids)):
            chances = zip(stage.actions[p], stage.chances[p], strict=True)
            told = {a: float(x) for a, x in odds(game.view(shown, p))}
            assert told == pytest.approx({a: float(x) for a, x in chances if x}, abs=1e-9)
    assert met == set(found.stages.solved)


def test_it_plays_what_the_rules_allow(tmp_path):
    game, _, name = solved(tmp_path, **WAYS[3])
    one = entrant_for(name, game)
    for number in range(5):
        walk = Walk(game, 1, number)
        while not walk.state.over:
            check_choice(walk, one)
            walk.step()


@pytest.mark.by_night("compiles a program")
def test_compiled_it_plays_the_same(tmp_path):
    game, _, name = solved(tmp_path, **WAYS[3])
    assert check_compiled(game, [name, name], 42, 1) == 42


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda stages: stages.clear(), "stages is missing or of the wrong kind"),
        (lambda stages: stages.update({"x": ["0", ["1"], ["1"]]}), "x is not the key of a position"),
        (lambda stages: stages.update({"0,-1,-1": []}), "is not the key of a position"),
        (
            lambda stages: stages.update({next(iter(stages)): ["0", ["1"], []]}),
            "does not have 2 chances",
        ),
        (lambda stages: next(iter(stages.values()))[1].__setitem__(0, "7"), "do not have the sum 1"),
    ],
)
def test_what_is_no_such_certificate_is_refused(change, reason, tmp_path):
    game, _, name = solved(tmp_path, length=2)
    file = tmp_path / "stages.json"
    stated = json.loads(file.read_text())
    change(stated["stages"])
    file.write_text(json.dumps(stated))
    with pytest.raises(Usage, match=reason):
        entrant_for(name, game)


def test_in_a_position_that_the_file_lacks_the_lowest_card_is_bid(tmp_path):
    game, _, name = solved(tmp_path, **WAYS[0])
    file = tmp_path / "stages.json"
    stated = json.loads(file.read_text())
    stated["stages"] = dict([next(iter(stated["stages"].items()))])
    file.write_text(json.dumps(stated))
    choose = entrant_for(name, game).choose
    assert {choose(game.view(s, 0)) for s, _ in successors(game, None, None)} == {0}
