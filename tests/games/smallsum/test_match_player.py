"""Playing Smallsum as it was solved: the rules of the game give back what was computed."""

from collections import Counter

import numpy as np
import pytest

import upcard as uc
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.seeds import open_stream
from upcard.engine.tree.sampling import PARTS_OF_ONE
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_player import (
    QUICK,
    choices,
    decisions,
    free,
    player,
    soon,
    tables_of,
    why_not,
)
from upcard.games.smallsum.match_rounds import cash_betting, open_card_situations

SEED = 5


@pytest.mark.by_night("compiles a program for a number of its own")
def test_matches_that_are_played_give_the_solved_value(short):
    found = (
        uc.simulate(short.game, player(short.game, short.solved.strategies), games=100_000, seed=SEED)
        .seats[0]
        .estimates["win_share"]
    )
    assert found.low <= short.value <= found.high
    assert found.high - found.low < 0.01


@pytest.mark.by_night("compiles four programs")
@pytest.mark.parametrize("other", ["dominant", "random"])
def test_nobody_wins_more_than_the_value(short, other):
    """With seats as they are, A is sure of the value and B of the rest."""
    play = player(short.game, short.solved.strategies)
    first = uc.simulate(short.game, [play, other], games=20_000, seed=SEED).seats[0].estimates["win_share"]
    second = uc.simulate(short.game, [other, play], games=20_000, seed=SEED).seats[0].estimates["win_share"]
    assert first.high >= short.bounds[0]
    assert second.low <= short.bounds[1]


def test_what_a_seat_sees_tells_the_information_set(short):
    """Told again from the situation: part, class, and what was bet."""
    look = player(short.game, short.solved.strategies).__globals__["first_choice"]
    whole, rng = open_card_situations()[0], np.random.default_rng(1)
    for seed in range(40):
        s = short.game.start(seed=seed)
        while s.round == 0 and not s.over:
            v = short.game.view(s, s.player)
            difference = rules.open_sum(s, 0) - rules.open_sum(s, 1)
            up = [s.up[p, i] for p in (0, 1) for i in (1, 2)]
            rest = sorted(rules.value(c) for c in range(13) if c not in up)
            (x,) = (
                x
                for x in whole
                if x.difference == difference
                and rest == [y for y, n in zip(x.values, x.copies, strict=True) for _ in range(n)]
            )
            round = short.match.round_of(1)
            sequence = look(v) - choices(short.game)[0] + 2  # after the empty ones of both players
            (at,) = np.flatnonzero(round.first == sequence)
            assert round.sets_from[x.part] <= at < round.sets_from[x.part + 1]
            size = (round.sets_from[x.part + 1] - round.sets_from[x.part]) // (1 + max(x.classes))
            own = x.classes[x.values.index(rules.value(s.down[s.player]))]
            assert (at - round.sets_from[x.part]) // size == own
            assert round.owner[at] == s.player
            assert round.count[at] == len(short.game.legal_actions(s))
            rules.apply(s, int(rng.choice(short.game.legal_actions(s))))


def test_chances_are_those_that_were_solved(short):
    limits = tables_of(short.game, short.solved.strategies).limits
    counts = np.concatenate([short.match.round_of(k).count for k in range(3)])
    chances = np.concatenate(short.solved.strategies)
    firsts = np.cumsum([0, *counts])
    for at in range(0, len(counts), 97):
        here = slice(firsts[at], firsts[at + 1])
        parts = np.diff(limits[here], prepend=0)
        assert parts.sum() == PARTS_OF_ONE
        assert parts / PARTS_OF_ONE == pytest.approx(chances[here], abs=1e-8)


def test_every_round_has_as_many_choices_as_it_is_told(short):
    assert choices(short.game) == [len(x) for x in short.solved.strategies]


def test_odds_are_how_often_it_chooses(short):
    """Asked with many streams in the first view of some matches."""
    play = player(short.game, short.solved.strategies)
    for seed in range(5):
        s = short.game.start(seed=seed)
        odds = dict(play.__dict__["odds"](short.game.view(s, s.player)))
        assert sum(odds.values()) == 1
        found = Counter[int]()
        for number in range(400):
            v = short.game.view(s, s.player)
            open_stream(v, seed, number)
            found[play(v)] += 1
        for action in short.game.legal_actions(s):
            assert found[action] / 400 == pytest.approx(float(odds.get(action, 0)), abs=0.13)  # 5 sigma


def test_every_decision_of_the_betting_is_shown():
    game = make_game("smallsum", variant="alternate", objective="pennies")
    bets = cash_betting(game)
    found = [(v.stage, v.bet[0], v.bet[1], *legal) for v, legal in decisions(game, bets)]
    assert len(set(found)) == len(found) == bets.tree.infosets == 20


def test_another_game_is_refused():
    with pytest.raises(Usage, match="this is a solution of Kuhn poker; expected one of Smallsum"):
        player(make_game("kuhn-poker"), [])


@pytest.mark.parametrize(
    ("options", "objective", "others"),
    [
        ({"objective": "pennies"}, "pennies", ("purse", "rounds", "first")),
        ({"variant": "alternate", "purse": 2}, "", ("rounds",)),
        ({"variant": "choice", "purse": QUICK["choice"]}, "match", ("rounds", "first")),
        ({"variant": "choice", "purse": QUICK["choice"] + 1}, "", ("rounds", "first")),
    ],
)
def test_what_is_solved_soon_and_for_which_options_is_told(options, objective, others):
    game = make_game("smallsum", **options)
    assert (soon(game), free(game), why_not(game)) == (objective, others, "")
