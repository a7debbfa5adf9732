"""Many tables stepped together: the same games as a match plays, and nothing that a seat may not see."""

import tracemalloc
from typing import cast

import numpy as np
import pytest
from tests.night import IS_NIGHTLY, LATE

import upcard as uc
from upcard.engine.errors import Failure, Illegal, Usage
from upcard.engine.game import make_game
from upcard.engine.game_loop import FINISHED
from upcard.engine.observation import make_flatten
from upcard.engine.registry import valid_games
from upcard.engine.winners import winners_of

GAMES = sorted(valid_games()[0]) if IS_NIGHTLY else ["four-cell", "kuhn-poker", "lama"]
"""By day one with moves at once, and two with turns: each has a program of its own."""

VARIANTS = [(name, preset) for name in GAMES for preset in (None, *valid_games()[0][name].PRESETS)]
TABLES, STEPS = 3, 60


class Tables:
    """The same in plain Python, one table after the other."""

    def __init__(self, game, n, seed):
        self.game, self.n, self.seed = game, n, seed
        self.numbers = list(range(n))
        self.states = [game.start(seed=seed, number=i) for i in self.numbers]
        self.flatten = make_flatten(game)

    def seen(self, width):
        out = np.zeros((self.n, width), np.int32)
        for s, row in zip(self.states, out, strict=True):
            self.flatten(s, s.player, row)
        return out

    def legal(self):
        able = [self.game.legal_actions(s) for s in self.states]
        return np.array([[a in x for a in range(self.game.rules.ACTIONS)] for x in able])

    def step(self, actions):
        rewards = np.zeros((self.n, self.game.players), np.float32)
        ended = [False] * self.n
        for i, a in enumerate(actions.tolist()):
            s = self.states[i]
            self.game.rules.apply(s, a)
            s.turns += 1
            if s.over == FINISHED:
                rewards[i] = [self.game.rules.score(s, p) for p in range(self.game.players)]
                ended[i] = True
                self.numbers[i] += self.n
                self.states[i] = self.game.start(seed=self.seed, number=self.numbers[i])
        return rewards, ended


@pytest.mark.parametrize(("name", "preset"), VARIANTS)
def test_tables_are_the_same_games_as_in_plain_python(name, preset):
    game = make_game(name, preset=preset)
    env, twin = uc.vector_env(game, TABLES), Tables(game, TABLES, 7)
    shown, rng = env.reset(seed=7), np.random.default_rng(1)
    assert env.width == env.layout[-1].place.stop
    for _ in range(STEPS):
        assert np.array_equal(shown.observations, twin.seen(env.width))
        assert np.array_equal(shown.legal, twin.legal())
        assert shown.movers.tolist() == [s.player for s in twin.states]
        actions = (rng.random(shown.legal.shape) * shown.legal).argmax(1)
        shown = env.step(actions)
        rewards, ended = twin.step(actions)
        assert np.array_equal(shown.rewards, rewards)
        assert shown.terminations.tolist() == ended
        assert not shown.truncations.any()


def first_legal(shown):
    return shown.legal.argmax(1)


def played_out(env, games, seed):
    """The sum of rewards of the first `games` games, which fill all tables equally often."""
    shown, left = env.reset(seed=seed), np.full(env.n, games // env.n)
    total = np.zeros(env.game.players)
    while left.any():
        shown = env.step(first_legal(shown))
        counted = shown.terminations & (left > 0)
        total += shown.rewards[counted].sum(0)
        left -= counted
    return total


@pytest.mark.parametrize(
    ("name", "bots", "rewards"),
    [
        ("kuhn-poker", ["random"], "score"),
        pytest.param("kuhn-poker", ["random"], "win", marks=LATE),
        pytest.param("lama", ["same-first", "random"], "score", marks=LATE),
    ],
)
def test_who_plays_by_itself_plays_as_in_a_simulation(name, bots, rewards):
    env = uc.vector_env(name, 8, [None, *bots], rewards=rewards)
    assert env.learners == (0,)
    total = played_out(env, 40, seed=3)
    found = uc.simulate(name, [lowest_of(name), *bots], 40, seed=3)
    means = [x.estimates["score_mean" if rewards == "score" else "win_share"].value for x in found.seats]
    assert (total / 40).tolist() == pytest.approx(means, rel=1e-6)
    assert (env.reset(seed=3).movers == 0).all()


def lowest_of(name):
    """A strategy for a game: the legal action with the lowest number."""

    def lowest(v):
        for a in range(v.actions):
            if uc.game(name).rules.legal(v, a):
                return a
        return 0

    return lowest


def test_a_win_is_shared_as_the_rules_share_it():
    env = uc.vector_env("stoppers", 64, rewards="win")
    game, shown, seen = env.game, env.reset(seed=2), 0
    plain = Tables(game, 64, 2)
    while seen < 10:
        actions = first_legal(shown)
        shown = env.step(actions)
        scores, ended = plain.step(actions)
        for i in np.flatnonzero(ended):
            winners = winners_of(game.rules, [int(x) for x in scores[i]])
            expected = [1 / len(winners) if p in winners else 0 for p in range(game.players)]
            assert shown.rewards[i].tolist() == pytest.approx(expected)
            seen += 1


def test_threads_change_nothing_and_copies_stay():
    alone, shared = uc.vector_env("leduc-poker", 33, threads=1), uc.vector_env("leduc-poker", 33, threads=3)
    a, b = alone.reset(seed=4), shared.reset(seed=4)
    first = a.observations.copy()
    kept = a
    for _ in range(30):
        for x, y in zip(vars(a).values(), vars(b).values(), strict=True):
            assert np.array_equal(x, y)
        a, b = alone.step(first_legal(a)), shared.step(first_legal(b))
    assert np.array_equal(kept.observations, first)
    shared.close()


def test_without_copies_the_next_step_writes_into_the_same_arrays():
    env = uc.vector_env("leduc-poker", 4, copy=False)
    shown = env.reset(seed=4)
    assert env.step(first_legal(shown)) is shown


def test_what_is_not_legal_is_refused_and_nothing_is_done():
    env = uc.vector_env("kuhn-poker", 4)
    with pytest.raises(Usage, match="the seed was given as None; expected a whole number"):
        env.reset(seed=cast("int", None))
    with pytest.raises(Usage, match="step was called before reset; call reset first"):
        env.step([0, 0, 0, 0])
    shown = env.reset()
    for wrong in ([0, 0, 7, 0], [0, 0, -1, 0]):
        with pytest.raises(
            Illegal,
            match=r"action -?\d at table 2 is not legal for seat 1 \(0 in movers\); the legal",
        ):
            env.step(wrong)
    with pytest.raises(Usage, match=r"actions of shape \(3,\) and type int64 were given; expected 4 whole"):
        env.step([0, 0, 0])
    with pytest.raises(Usage, match=r"type float64 were given; expected 4 whole numbers"):
        env.step(np.zeros(4))
    with pytest.raises(Usage, match=r"the actions are not an array \(.*\); expected 4 whole numbers"):
        env.step([0, 0, [0, 0], 0])  # type: ignore[arg-type]
    again = uc.vector_env("kuhn-poker", 4)
    again.reset()
    a, b = env.step(first_legal(shown)), again.step(first_legal(shown))
    assert np.array_equal(a.observations, b.observations)


@pytest.mark.parametrize("threads", [1, 2])
def test_tables_that_are_closed_are_not_stepped(threads):
    env = uc.vector_env("kuhn-poker", 4, threads=threads)
    shown = env.reset()
    env.close()
    for late in (env.reset, lambda: env.step(first_legal(shown))):
        with pytest.raises(Usage, match="the tables are closed; make new ones with vector_env"):
            late()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"n": 0}, "the number of tables is 0; expected 1 or more"),
        ({"n": 2.5}, "the number of tables was given as 2.5; expected a whole number"),
        ({"rewards": "chips"}, "rewards are 'chips'; expected one of score, win"),
        (
            {"strategies": ["random", "random"]},
            "every seat has a strategy; expected None for one seat or more",
        ),
        ({"strategies": [None], "players": 2}, "1 strategies were given for 2 seats; give one per seat"),
        ({"strategies": [None, lambda v: input()]}, "can be compiled into a step"),
        ({"threads": 0}, "the number of threads is 0; expected 1 or more"),
    ],
)
def test_what_cannot_be_is_told(asked, words):
    with pytest.raises(Usage, match=words):
        uc.vector_env("kuhn-poker", **{"n": 4, **asked})


@pytest.mark.parametrize("n", [10**12, 10**30])
def test_more_tables_than_there_is_memory_for_are_refused(n):
    with pytest.raises(
        Failure, match=rf"needs .* GB, have .* GB: not started; {n} tables were requested, \d+ fit"
    ):
        uc.vector_env("kuhn-poker", n)


def test_tables_need_no_more_memory_than_is_counted(monkeypatch):
    """What is held after a step in arrays of numpy is about what decides whether it is begun."""
    counted = []
    monkeypatch.setattr("upcard.simulation.vector_env.check_memory", lambda n, *more: counted.append(n))
    arrays = tracemalloc.DomainFilter(inclusive=True, domain=np.lib.tracemalloc_domain)
    tracemalloc.start()
    try:
        env = uc.vector_env("lama", 20_000, threads=1)
        shown = env.reset()
        held = sum(x.size for x in tracemalloc.take_snapshot().filter_traces([arrays]).traces)
    finally:
        tracemalloc.stop()
    assert len(shown.movers) == 20_000
    assert 0.7 * counted[0] < held < 1.1 * counted[0]


@pytest.mark.parametrize("more", [{"players": 3}, {"preset": "paper"}, {"target": 60}])
def test_a_game_that_is_made_takes_nothing_more(more):
    with pytest.raises(
        Usage, match=r"L\.A\.M\.A\., 4 players, .*> has its players and its options already; name"
    ):
        uc.vector_env(uc.game("lama", players=4), 4, **more)


@pytest.mark.parametrize("seed", [-1, 2**63, 2**127])
def test_a_seed_that_compiled_programs_cannot_hold_is_refused(seed):
    with pytest.raises(Usage, match=rf"the seed is {seed}; expected a whole number from 0 to 2\^63 - 1"):
        uc.vector_env("kuhn-poker", 4).reset(seed=seed)


def test_a_name_is_no_list_of_strategies():
    with pytest.raises(Usage, match="strategies are 'same-first'; expected a list, one for each seat"):
        uc.vector_env("lama", 4, "same-first")


def test_a_strategy_that_breaks_the_rules_is_told_of():
    def wild(v):
        return 9

    env = uc.vector_env("kuhn-poker", 4, [None, wild])
    with pytest.raises(
        Failure, match=r"of seed 0, seat 2 \(1 in Python\) chose action 9, which is not legal"
    ):
        env.step(first_legal(env.reset()))
    with pytest.raises(Usage, match="call reset first"):
        env.step([0, 0, 0, 0])
