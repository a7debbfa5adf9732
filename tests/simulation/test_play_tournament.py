"""Tournaments: one call, the same result every time, and kept when it is stopped."""

import dataclasses
from typing import Any

import numpy as np
import pytest

import upcard as uc
from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.simulation.play_tournament import tournament
from upcard.simulation.sequential_test import EQUAL, FIRST, OPEN, SECOND
from upcard.simulation.simulate_games import simulate
from upcard.simulation.tournament_runner import TournamentTables


def proud(v):
    """Kuhn poker: bet with the king and with nothing else."""
    return 1 if v.card[v.me] == 2 else 0


def meek(v):
    return 0


def wild(v):
    return 1


def shy(v):
    """As `modest` does; neither is in the compilable subset, so that nothing is compiled for a few games."""
    return int("0")


def modest(v):
    return int("0")


FOUR: list[StrategyLike] = ["random", proud, meek, wild]
LAMA = ["same-first", "next-first", "random"]


def told(result):
    """Everything a result says but how long it took."""
    return {k: v for k, v in result.to_json().items() if k not in ("seconds", "games_per_second")}


@pytest.fixture(scope="module")
def kuhn():
    return tournament("kuhn-poker", FOUR, 1_000, seed=1)


@pytest.mark.parametrize("until_decided", [False, True])
def test_the_result_depends_on_what_is_asked_and_nothing_else(until_decided):
    asked = {"games": 900, "seed": 4, "until_decided": until_decided}
    first = told(tournament("kuhn-poker", FOUR, **asked, threads=1))
    assert told(tournament(make_game("kuhn-poker"), FOUR, **asked, threads=3)) == first
    assert told(tournament("kuhn-poker", FOUR, **(asked | {"seed": 5}))) != first


def test_it_is_a_public_name():
    assert uc.tournament is tournament
    assert uc.TournamentResult.__name__ == "TournamentResult"


def test_a_table_can_be_played_again_by_simulate(kuhn):
    table = kuhn.tables[0]
    assert table.entrants == [1, 2]
    again = simulate("kuhn-poker", FOUR[:2], table.games, seed=table.seed, duplicate=True)
    ours, theirs = kuhn.pairing(1, 2).payoff, again.differences[0].win_share
    for x, y in zip(dataclasses.astuple(ours), dataclasses.astuple(theirs), strict=True):
        assert x == pytest.approx(y, abs=1e-12)


def test_payoffs_and_standings_fit_together(kuhn):
    assert kuhn.payoffs == pytest.approx(-kuhn.payoffs.T)
    assert kuhn.games == 6 * 1_000
    for s in kuhn.standings:
        assert s.field_payoff.value == pytest.approx(kuhn.payoffs[s.place - 1].sum() / 3)
        assert s.field_payoff.low < s.field_payoff.value < s.field_payoff.high
    for name in ("nash_weight", "alpha_mass"):
        assert sum(getattr(s, name).value for s in kuhn.standings) == pytest.approx(1)
    weights = {s.place: s.nash_weight.value for s in kuhn.standings}
    against = kuhn.payoffs @ [weights[k] for k in range(1, 5)]
    assert [s.nash_payoff.value for s in kuhn.standings] == pytest.approx(
        [against[s.place - 1] for s in kuhn.standings]
    )


def test_who_always_bets_wins_all_kuhn_pots_from_who_always_passes(kuhn):
    assert kuhn.standings[0].strategy == "wild"
    assert kuhn.standings[0].rank == 1
    assert kuhn.standings[0].nash_weight.value == 1
    assert [s.strategy for s in kuhn.standings][-1] == "meek"
    assert kuhn.pairing(4, 3).payoff.value == 1
    assert kuhn.pairing(3, 4).payoff.value == -1
    assert (kuhn.pairing(4, 3).verdict, kuhn.pairing(3, 4).verdict) == (FIRST, SECOND)
    assert kuhn.pairing(2, 3).verdict == OPEN  # a king alone wins as often as it loses


@pytest.mark.parametrize(("games", "least"), [(4, -1.0), (20, 0.4), (2_000, 0.99)])
def test_deals_that_came_out_alike_leave_open_what_others_would_show(games, least):
    result = tournament("kuhn-poker", [meek, wild], games, seed=1)
    payoff = result.pairing(2, 1).payoff
    assert (payoff.value, payoff.high) == (1, 1)
    assert least <= payoff.low < 1
    is_clear = games > 4
    assert result.pairing(2, 1).verdict == (FIRST if is_clear else OPEN)
    assert [s.rank for s in result.standings] == ([1, 2] if is_clear else [1, 1])
    assert (result.standings[0].nash_weight.low == 1) == is_clear


def test_strategies_that_never_differed_do_not_have_a_difference_of_zero_for_sure():
    result = tournament("kuhn-poker", [shy, modest], 6, seed=3)
    payoff = result.pairing(1, 2).payoff
    assert payoff.value == 0
    assert payoff.low < -0.5
    assert payoff.high > 0.5
    assert payoff.se > 0


def test_a_strategy_at_the_end_of_the_list_changes_nothing_for_the_others(kuhn):
    three = tournament("kuhn-poker", FOUR[:3], 1_000, seed=1)
    for p in three.pairs:
        assert kuhn.pairing(p.first, p.second) == p


def test_what_does_not_compile_is_interpreted_and_costs_the_others_nothing(kuhn):
    seen = []

    def watched(v):
        seen.append(v.me)
        return 1 if v.card[v.me] == 2 else 0

    mixed = tournament("kuhn-poker", ["random", watched, meek], 100, seed=1)
    plain = tournament("kuhn-poker", FOUR, 100, seed=1)
    assert seen
    assert mixed.payoffs.tolist() == plain.payoffs[:3, :3].tolist()


def test_every_table_of_three_gives_each_pair_the_mean_of_its_tables():
    asked: dict[str, Any] = {"game": "lama", "strategies": LAMA, "games": 300, "players": 3, "seed": 2}
    pairs, every = tournament(**asked), tournament(**asked, tables="all")
    assert [t.entrants for t in pairs.tables][:2] == [[1, 2, 1], [2, 1, 2]]
    assert len(every.tables) == 7
    assert every.composition == "all"
    mixed = every.tables[[sorted(t.entrants) for t in every.tables].index([1, 2, 3])]
    result = simulate("lama", LAMA, 300, players=3, seed=mixed.seed, duplicate=True)
    difference = result.differences[0].win_share.value
    alone = pairs.pairing(1, 2).payoff.value
    assert every.pairing(1, 2).payoff.value == pytest.approx((2 * alone + difference) / 3)
    assert every.pairing(1, 2).games == 900
    assert np.isfinite([s.field_payoff.se for s in every.standings]).all()


def test_a_pair_stops_when_it_is_decided_or_equal_or_at_the_most_games():
    result = tournament("kuhn-poker", FOUR, 2_000, seed=3, until_decided=True, margin=0.03)
    sure, alike = result.pairing(4, 3), result.pairing(2, 3)
    assert (sure.verdict, sure.games) == (FIRST, 128)
    assert sure.payoff.low > 0
    assert alike.verdict == EQUAL
    assert -0.03 <= alike.payoff.low <= alike.payoff.high <= 0.03
    assert alike.games < 2_000
    short = tournament("kuhn-poker", FOUR, 60, seed=3, until_decided=True, error=0.01)
    assert short.pairing(1, 2).verdict == OPEN
    assert short.pairing(1, 2).games == 60
    assert (short.level, short.until_decided) == (0.99, True)
    assert all(-1 <= p.payoff.low <= p.payoff.value <= p.payoff.high <= 1 for p in short.pairs)


def test_ranks_of_a_sequential_tournament_come_from_its_verdicts():
    result = tournament("kuhn-poker", FOUR, 20_000, seed=3, until_decided=True, margin=0.05)
    for s in result.standings:
        beaten_by = [p for o in result.standings if o is not s for p in [result.pairing(o.place, s.place)]]
        assert s.rank == 1 + sum(p.verdict == FIRST for p in beaten_by)


def test_progress_counts_all_tables_and_drops_what_need_not_be_played():
    seen = []
    result = tournament(
        "kuhn-poker",
        FOUR,
        4_000,
        seed=3,
        until_decided=True,
        margin=0.05,
        on_progress=lambda *x: seen.append(x),
    )
    assert seen[0][1] == 24_000
    assert all(done <= planned for done, planned in seen)
    assert seen[-1][0] == result.games
    assert seen[-1][1] < 24_000


@pytest.mark.parametrize("until_decided", [False, True])
def test_an_interrupt_keeps_what_every_table_has_played(until_decided):
    def stop(done, planned):
        if done > 2_000:
            raise KeyboardInterrupt

    result = tournament(
        "kuhn-poker", FOUR, 100_000, until_decided=until_decided, margin=0.0, on_progress=stop
    )
    assert result.interrupted
    assert 768 <= result.games < 100_000
    assert len(result.pairs) == 6


def test_an_interrupt_before_every_table_has_played_keeps_nothing():
    def stop(done, planned):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament("kuhn-poker", FOUR, 100_000, on_progress=stop)


def test_an_interrupt_between_two_tables_is_kept_too(monkeypatch):
    asked = iter(range(100))

    usual = TournamentTables.play

    def play(self, tallies, blocks):
        if next(asked) == 8:
            raise KeyboardInterrupt
        return usual(self, tallies, blocks)

    monkeypatch.setattr(TournamentTables, "play", play)
    result = tournament("kuhn-poker", FOUR, 1_000)
    assert result.interrupted
    assert [t.games for t in result.tables] == [128, 128, 64, 64, 64, 64]


WRONG = [
    ({"strategies": ["random"]}, "1 strategy was given; a tournament needs two or more"),
    ({"strategies": "random"}, "1 strategy was given"),
    ({"strategies": []}, "no strategy was given"),
    ({"strategies": ["random", "Random"]}, "random and random are the same strategy; give each one once"),
    ({"strategies": [proud, proud]}, "proud and proud are the same strategy"),
    ({"strategies": ["random", "randon"]}, "there is no strategy 'randon'; did you mean 'random'?"),
    ({"strategies": ["random", 3]}, "3 is not a strategy"),
    ({"strategies": ["random", "same-first"]}, "plays lama, not kuhn-poker"),
    ({"game": make_game("kuhn-poker"), "players": 2}, "has its players and its options already"),
    ({"games": 2}, "2 games at a table are too few for a confidence interval; give 3 or more"),
    ({"games": 1}, "1 game at a table is too few for a confidence interval; give 3 or more"),
    ({"games": 0}, "the number of games is 0; expected 1 to"),
    ({"seed": -1}, "the seed is -1"),
    ({"threads": 0}, "the number of threads is 0; expected 1 or more"),
    ({"level": 2}, "the level of the intervals is 2"),
    ({"tables": "some"}, "the tables are 'some'; expected pairs or all"),
    ({"tables": "all", "until_decided": True}, "only pairs can be played until they are decided"),
    ({"until_decided": True, "error": 0}, "the error is 0; expected a fraction"),
    ({"until_decided": True, "margin": -0.1}, "the margin is -0.1; expected a difference"),
    ({"until_decided": True, "margin": 1}, "the margin is 1"),
]


@pytest.mark.parametrize(("asked", "sentence"), WRONG)
def test_what_does_not_exist_or_is_out_of_range_is_refused(asked, sentence):
    with pytest.raises(Usage) as told:
        tournament(**({"game": "kuhn-poker", "strategies": ["random", proud], "games": 20} | asked))
    assert sentence in str(told.value)


def test_a_table_has_a_row_for_each_strategy_and_opponent(kuhn):
    frame = kuhn.to_frame()
    assert len(frame) == 12
    assert frame["payoff"].sum() == pytest.approx(0, abs=1e-12)
    row = frame.filter((frame["strategy"] == "wild") & (frame["opponent"] == "meek")).to_dicts()[0]
    assert (row["payoff"], row["verdict"], row["rank"], row["games"]) == (1, FIRST, 1, 1_000)
