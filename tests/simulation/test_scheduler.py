"""The same games come out however they are cut up, and whether they are compiled or not."""

import functools
import itertools
import signal
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.errors import Usage
from upcard.engine.free_memory import usable_cores
from upcard.engine.game import make_game
from upcard.engine.registry import game_modules, strategies_for
from upcard.kit.strategy import below
from upcard.simulation import scheduler as run
from upcard.simulation.executors import ThreadExecutor
from upcard.simulation.kernel import FIXED, RANDOM, ROTATE, SCORE
from upcard.simulation.lineup import LineUp, line_up
from upcard.simulation.scheduler import play_plan
from upcard.simulation.simulation_plan import SimulationPlan, make_plan
from upcard.simulation.simulator import Simulator

LINE_UP = ["same-first", "folding", "random"]


@pytest.fixture(scope="module")
def simulator():
    """Three different strategies at L.A.M.A."""
    return Simulator(line_up(make_game("lama", 3), LINE_UP))


def totals(played):
    return [x.tolist() for x in (played.sums.entrants, played.sums.games, played.sums.pairs)]


# ---- plans and line-ups ----


@pytest.mark.parametrize(
    ("seating", "duplicate", "expected"),
    [
        ("fixed", False, SimulationPlan(10, 1, False, FIXED, 5)),
        ("random", False, SimulationPlan(10, 1, False, RANDOM, 5)),
        ("rotate", False, SimulationPlan(4, 3, False, ROTATE, 5)),
        ("rotate", True, SimulationPlan(4, 3, True, ROTATE, 5)),
        ("fixed", True, SimulationPlan(4, 3, True, ROTATE, 5)),
    ],
)
def test_a_plan_has_whole_rotations(seating, duplicate, expected):
    plan = make_plan(10, 5, 3, seating, duplicate)
    assert plan == expected
    assert plan.games == (12 if expected.per_block == 3 else 10)


@given(st.integers(1, 10**6), st.integers(2, 8))
def test_games_are_rounded_up_to_whole_rotations(games, players):
    plan = make_plan(games, 0, players, "rotate")
    assert games <= plan.games < games + players
    assert plan.games % players == 0


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"games": 0}, "the number of games is 0; expected 1 to 1,000,000,000,000,000"),
        ({"games": -3}, "the number of games is -3; expected 1 to 1,000,000,000,000,000"),
        (
            {"games": 10**16},
            "the number of games is 10,000,000,000,000,000; expected 1 to 1,000,000,000,000,000",
        ),
        ({"seed": -1}, "the seed is -1; expected a whole number from 0 to 2^63 - 1"),
        ({"seed": 2**63}, f"the seed is {2**63}; expected a whole number from 0 to 2^63 - 1"),
        ({"seating": "xyz"}, "the seating is 'xyz'; expected fixed, rotate, random"),
        (
            {"seating": "random", "duplicate": True},
            "duplicate deals rotate the seats; use seating 'rotate' with them",
        ),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_what_is_expected(asked, sentence):
    with pytest.raises(Usage) as fault:
        make_plan(**({"games": 10, "seed": 0, "players": 2} | asked))
    assert str(fault.value) == sentence


def bets(v):
    return 1


def test_one_strategy_takes_every_seat_and_several_one_each():
    game = make_game("lama", 3)
    assert [e.label for e in line_up(game, "random").entrants] == ["random"] * 3
    assert [e.label for e in line_up(game, ["random"]).entrants] == ["random"] * 3
    assert [e.label for e in line_up(game, LINE_UP).entrants] == LINE_UP
    assert [e.label for e in line_up(make_game("kuhn-poker"), bets).entrants] == ["bets"] * 2


@pytest.mark.parametrize("count", [0, 2, 4])
def test_another_number_of_strategies_than_seats_is_refused(count):
    with pytest.raises(Usage, match=f"{count} strategies were given for 3 seats; give one, or one per seat"):
        line_up(make_game("lama", 3), ["random"] * count)


def test_each_different_strategy_is_compiled_once_and_parameters_are_rows():
    lineup = line_up(make_game("lama", 4), ["folding:A=1", "random", "folding:A=2,D=3", "random"])
    assert [c.parameters for c in lineup.choosers] == [6, 0]
    assert lineup.who == [0, 1, 0, 1]
    rows = lineup.weights
    assert rows.shape == (4, 8)
    assert rows[:, 0].tolist() == [1, 0, 2, 0]
    assert rows[2].tolist() == [2, 12.24196, 3.92, 3, 0, 0, 0, 0]
    assert not rows[1].any()


# ---- however the games are cut up ----


@settings(max_examples=15)
@given(st.lists(st.integers(0, 60), max_size=4))
def test_games_may_be_split_anywhere(simulator, cuts):
    plan = make_plan(60, 8, 3, "rotate")
    whole = simulator.play(plan, 0, 20)
    parts = [0, *sorted(c // 3 for c in cuts), 20]
    sums = [simulator.play(plan, a, b) for a, b in itertools.pairwise(parts)]
    total = functools.reduce(lambda a, b: a.plus(b), sums)
    assert (total.entrants == whole.entrants).all()
    assert (total.games == whole.games).all()
    assert (total.pairs == whole.pairs).all()


@pytest.mark.parametrize("seating", ["fixed", "rotate", "random"])
@pytest.mark.parametrize(
    ("threads", "first", "seconds"), [(1, 64, 0.1), (2, 1, 0.0), (3, 7, 0.001), (8, 1000, 1)]
)
def test_threads_and_chunks_change_nothing(simulator, monkeypatch, seating, threads, first, seconds):
    plan = make_plan(1500, 3, 3, seating)
    expected = totals(play_plan(simulator, plan, 1))
    monkeypatch.setattr(run, "FIRST_CHUNK", first)
    monkeypatch.setattr(ThreadExecutor, "chunk_seconds", seconds)
    played = play_plan(simulator, plan, threads)
    assert totals(played) == expected
    assert (played.blocks, played.interrupted) == (plan.blocks, False)


@pytest.mark.parametrize(
    ("left", "threads", "portion"),
    [(100_000, 2, 5_000), (1_000, 2, 250), (100, 2, 64), (10, 2, 10), (300, 1, 150)],
)
def test_towards_the_end_chunks_get_smaller(simulator, left, threads, portion):
    """So that no thread is left alone with much."""
    plan = make_plan(200_000, 3, 3)
    with ThreadExecutor(threads) as crew:
        desk = run._ChunkQueue(crew, simulator, plan, plan.blocks - left)
    desk.size = 5_000
    assert desk.portion == portion


@pytest.mark.parametrize("threads", [0, -1])
def test_without_threads_nothing_is_played(simulator, threads):
    with pytest.raises(Usage, match=f"the number of threads is {threads}; expected 1 or more"):
        play_plan(simulator, make_plan(10, 0, 3), threads)


def test_there_is_at_least_one_core():
    assert usable_cores() >= 1


def test_progress_grows_to_the_planned_number(simulator):
    told: list[tuple[int, int]] = []
    play_plan(
        simulator, make_plan(1000, 0, 3, "rotate"), 2, lambda done, planned: told.append((done, planned))
    )
    done = [d for d, _ in told]
    assert done == sorted(set(done))
    assert told[-1] == (1002, 1002)
    assert {planned for _, planned in told} == {1002}


def test_a_simulator_with_other_parameters_plays_as_a_new_one():
    game = make_game("lama", 3)
    first, second = (line_up(game, [f"folding:A={a}", *["folding"] * 2], LINE_UP) for a in (17, -60))
    plan = make_plan(200, 1, 3)
    for interpreted in (False, True):
        simulator = Simulator(first, interpreted=interpreted)
        before = simulator.play(plan, 0, 40).entrants.tolist()
        other = simulator.retuned(second)
        assert other.play(plan, 0, 40).entrants.tolist() == (
            Simulator(second, interpreted=interpreted).play(plan, 0, 40).entrants.tolist()
        )
        assert other.play(plan, 0, 40).entrants.tolist() != before
        assert simulator.play(plan, 0, 40).entrants.tolist() == before


@pytest.mark.parametrize("names", [["random", "folding"], ["folding", "random"]])
def test_only_parameters_can_be_changed(names):
    game = make_game("lama", 2)
    simulator = Simulator(line_up(game, ["folding", "folding"]), interpreted=True)
    with pytest.raises(Usage, match="only parameters can be changed"):
        simulator.retuned(line_up(game, names))
    with pytest.raises(Usage, match="only parameters can be changed"):
        simulator.retuned(line_up(make_game("lama", 3), "folding"))


# ---- compiled and interpreted ----


@pytest.mark.parametrize(
    ("seating", "duplicate"), [("fixed", False), ("rotate", False), ("rotate", True), ("random", False)]
)
@pytest.mark.parametrize(
    "name", ["kuhn-poker", "lama", *(pytest.param(x, marks=LATE) for x in ("high-card", "leduc-poker"))]
)
def test_compiled_games_are_the_interpreted_ones(sums_of, name, seating, duplicate):
    rules = game_modules()[name]
    names = [s for s, module in sorted(strategies_for(rules).items()) if not module.STRATEGY.quick]
    names = LINE_UP if name == "lama" and not IS_NIGHTLY else names
    game = make_game(name, rules.GAME.players[1] if IS_NIGHTLY else len(names[:3]))
    lineup = [names[p % len(names)] for p in range(game.players)]
    asked = {"games": 15, "seed": 2**62 + 5, "seating": seating, "duplicate": duplicate}
    assert sums_of(game, lineup, **asked) == sums_of(game, lineup, "interpreted", **asked)


def note_cards(v):
    """Notes which card it was dealt, in the score it makes the other pay for."""
    return 1 if v.card[v.me] == 2 else 0


@pytest.mark.parametrize("duplicate", [False, True])
def test_duplicate_deals_are_the_same_for_every_rotation(duplicate):
    dealt: list[tuple[int, ...]] = []

    def note(v):
        if v.moves == 0:
            dealt.append((v.me, v.card[v.me]))
        return 0

    game = make_game("kuhn-poker")
    Simulator(line_up(game, [note, note])).play(make_plan(40, 6, 2, "rotate", duplicate), 0, 20)
    assert len(dealt) == 40
    assert (dealt[0::2] == dealt[1::2]) is duplicate


def test_in_a_duplicate_deal_everybody_has_everybodys_cards():
    """Two who play alike at the same cards take the same from each other."""
    game = make_game("kuhn-poker")
    simulator = Simulator(line_up(game, note_cards), interpreted=True)
    sums = simulator.play(make_plan(200, 6, 2, "rotate", True), 0, 100)
    assert sums.entrants[0, :, SCORE].tolist() == [0, 0]
    assert not sums.pairs.any()


def test_each_entrant_takes_each_seat_once_in_a_rotation():
    seats: list[tuple[int, float]] = []

    def first(v, *_):
        seats.append((0, v.me))
        return 0

    def second(v):
        seats.append((1, v.me))
        return 0

    Simulator(line_up(make_game("kuhn-poker"), [first, second])).play(make_plan(8, 1, 2, "rotate"), 0, 4)
    for r in range(8):
        assert sorted(seats[2 * r : 2 * r + 2]) == ([(0, 0), (1, 1)] if r % 2 == 0 else [(0, 1), (1, 0)])


# ---- interrupts ----


class Interrupter:
    """Presses Ctrl-C when it is called for the 40th time, while the main thread waits for a chunk."""

    def __init__(self):
        self.called = 0

    def __call__(self):
        self.called += 1
        if self.called == 40:
            time.sleep(0.05)
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def test_an_interrupt_keeps_the_first_blocks_and_they_can_be_repeated():
    interrupter = Interrupter()

    def interrupts(v):
        interrupter()
        return below(v, 2)

    simulator = Simulator(line_up(make_game("kuhn-poker"), interrupts))
    plan = make_plan(10**6, 2, 2, "rotate")
    played = play_plan(simulator, plan)
    assert played.interrupted
    assert 0 < played.blocks < plan.blocks
    again = play_plan(simulator, make_plan(played.blocks * 2, 2, 2, "rotate"))
    assert not again.interrupted
    assert totals(again) == totals(played)


def test_a_plan_can_be_gone_on_with_where_it_was_left(simulator):
    plan = make_plan(900, 2, 3, "rotate")
    first = play_plan(simulator, replace(plan, blocks=100))
    rest = play_plan(simulator, plan, 2, first=100)
    assert (first.blocks, rest.blocks) == (100, 200)
    total = first.sums.plus(rest.sums)
    assert total.entrants.tolist() == play_plan(simulator, plan).sums.entrants.tolist()


def test_an_interrupt_at_the_very_end_is_told_though_nothing_was_left_to_stop(simulator):
    def show(done, planned):
        raise KeyboardInterrupt

    played = play_plan(simulator, make_plan(32, 2, 3), 1, show)
    assert (played.interrupted, played.stop_requested) == (False, True)
    assert not play_plan(simulator, make_plan(32, 2, 3)).stop_requested


def test_one_program_seats_everybody_of_its_cast():
    game = make_game("lama", 3)
    cast = line_up(game, LINE_UP).entrants
    plan = make_plan(60, 5, 3, "rotate")
    program = Simulator(LineUp(game, cast[:1] * 3, cast))
    for seats in ((0, 1, 2), (2, 0, 2), (1, 1, 0)):
        seated = tuple(cast[s] for s in seats)
        ours = play_plan(program.retuned(LineUp(game, seated, cast)), plan)
        alone = Simulator(LineUp(game, seated), interpreted=True)
        assert totals(ours) == totals(play_plan(alone, plan))


def test_an_interrupt_while_progress_is_shown_keeps_what_was_done(simulator):
    """Ctrl-C may come at any moment, most likely while something is drawn."""
    told: list[int] = []

    def show(done, planned):
        told.append(done)
        if len(told) == 2:
            raise KeyboardInterrupt

    try:
        played = play_plan(simulator, make_plan(10**6, 2, 3), 2, show)
    except KeyboardInterrupt:  # it would stop the tests
        pytest.fail("the interrupt came through and what was done is lost")
    assert played.interrupted
    assert told[1] <= played.blocks < 10**6
    assert totals(play_plan(simulator, make_plan(played.blocks, 2, 3))) == totals(played)


def test_every_chunk_starts_with_fresh_states(simulator):
    """What a game leaves behind must not reach the next chunk."""
    plan = make_plan(30, 9, 3)
    single = [simulator.play(plan, b, b + 1) for b in range(30)]
    backwards = [simulator.play(plan, b, b + 1) for b in reversed(range(30))]
    for first, second in zip(single, reversed(backwards), strict=True):
        assert first.entrants.tolist() == second.entrants.tolist()
    together = np.sum([s.entrants for s in single], axis=0)
    assert together.tolist() == simulator.play(plan, 0, 30).entrants.tolist()


def test_no_blocks_give_no_sums(simulator):
    sums = simulator.play(make_plan(10, 0, 3), 4, 4)
    assert not sums.entrants.any()
    assert not sums.games.any()


def test_seeds_up_to_63_bits_play_different_games():
    game = make_game("kuhn-poker")
    simulator = Simulator(line_up(game, "random"))
    first = [
        simulator.play(make_plan(200, seed, 2), 0, 200).entrants.tolist() for seed in (0, 1, 2**62, 2**63 - 1)
    ]
    assert len({str(x) for x in first}) == 4
