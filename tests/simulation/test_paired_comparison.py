"""Two strategies over the same deals: what is compared, and how large the error is."""

import math

import numpy as np
import pytest

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.simulation.estimate import of_spread, ratio_parts
from upcard.simulation.lineup import line_up
from upcard.simulation.paired_comparison import MOST_BATCHES, compare
from upcard.simulation.simulate_games import simulate

CAST = ("swap-at-most", "never-swap", "superstitious")
TABLE = make_game("stoppers", 4, "classroom")


def lineup(first, cast=CAST):
    return line_up(TABLE, [first, *["never-swap"] * 3], cast)


@pytest.fixture(scope="module")
def paired():
    return compare(lineup("swap-at-most"), lineup("never-swap"), 2_000, seed=5)


def test_each_side_is_the_simulation_of_its_line_up(paired):
    for side, strategy in ((paired.first, "swap-at-most"), (paired.second, "never-swap")):
        alone = simulate(TABLE, [strategy, *["never-swap"] * 3], 2_000, seed=5, seating="random")
        assert side.seats == alone.seats
        assert side.per_game == alone.per_game


def test_differences_are_those_of_the_two_simulations(paired):
    for name in ("win_share", "score_mean", "lives_mean", "alone_share", "life_lost_share"):
        first, second = (side.seats[0].estimates[name] for side in (paired.first, paired.second))
        found = paired.difference(name)
        assert found.value == pytest.approx(first.value - second.value, abs=1e-12)
        assert found.low < found.value < found.high


def test_an_interval_of_more_confidence_is_longer(paired):
    usual, wide = (paired.difference("win_share", level) for level in (0.95, 0.999))
    assert wide.low < usual.low < usual.high < wide.high


def test_the_same_deals_make_the_error_of_two_like_strategies_smaller():
    found = compare(lineup("swap-at-most:t=6"), lineup("swap-at-most:t=5"), 2_000, seed=5)
    apart = math.hypot(*(side.seats[0].estimates["win_share"].se for side in (found.first, found.second)))
    assert found.difference("win_share").se < 0.8 * apart


def test_a_strategy_against_itself_differs_by_nothing_known_to_the_share_of_games_that_could():
    found = compare(lineup("swap-at-most"), lineup("swap-at-most"), 1_000, seed=5).difference("win_share")
    assert found.value == 0
    assert found.high == -found.low == pytest.approx(-math.log(0.05) / 1_000)
    few = compare(lineup("swap-at-most"), lineup("swap-at-most"), 6, seed=5).difference("win_share")
    assert few.high == -few.low > -math.log(0.05) / 6  # Student's, since three batches say little


@pytest.mark.parametrize("games", [1, 2, 4, 10])
def test_no_share_differs_by_more_than_everything_and_none_by_nothing_for_sure(games):
    found = compare(lineup("swap-at-most:t=6"), lineup("swap-at-most:t=5"), games, seed=5)
    for name in ("win_share", "win_any", "alone_share", "life_lost_share"):
        e = found.difference(name)
        assert -1 <= e.low < e.high <= 1


def test_threads_do_not_change_the_result():
    one, two = (
        compare(lineup("swap-at-most"), lineup("never-swap"), 500, seed=2, threads=n).to_json()
        for n in (1, 2)
    )
    assert one == two


def test_games_are_rounded_up_to_whole_batches():
    assert compare(lineup("swap-at-most"), lineup("never-swap"), MOST_BATCHES * 5 + 1, seed=1).games == 1_200
    assert compare(lineup("swap-at-most"), lineup("never-swap"), 1, seed=1).games == 1


def test_an_interrupt_keeps_the_batches_that_were_done():
    def stop(done, planned):
        if done >= 50:
            raise KeyboardInterrupt

    cut = compare(lineup("swap-at-most"), lineup("never-swap"), 1_000, seed=5, on_progress=stop)
    assert cut.stop_requested
    assert cut.first.interrupted
    assert cut.games == 50
    whole = compare(lineup("swap-at-most"), lineup("never-swap"), 1_000, seed=5)
    assert list(cut.gaps["win_share"]) == list(whole.gaps["win_share"][:10])


def test_an_interrupt_after_the_last_batch_is_remembered():
    def stop(done, planned):
        if done == planned:
            raise KeyboardInterrupt

    found = compare(lineup("swap-at-most"), lineup("never-swap"), 100, seed=5, on_progress=stop)
    assert found.stop_requested
    assert not found.first.interrupted


def test_line_ups_of_other_casts_are_refused():
    with pytest.raises(Usage, match="only parameters can be changed"):
        compare(lineup("swap-at-most"), lineup("never-swap", ("random",)), 100, seed=1)


def test_of_spread_is_students_interval():
    found = of_spread(np.array([1.0, 2.0, 3.0, 4.0]), 0.95)
    assert found.value == 2.5
    assert found.se == pytest.approx(math.sqrt(5 / 3 / 4))
    assert found.high - found.value == pytest.approx(3.182446 * found.se)
    assert of_spread(np.array([1.0]), 0.95).high == math.inf


def test_ratio_parts_have_the_ratio_as_their_mean_and_nothing_where_nothing_was_counted():
    parts = ratio_parts(np.array([1, 2, 0]), np.array([2, 2, 1]))
    assert parts.mean() == pytest.approx(3 / 5)
    assert np.isnan(ratio_parts(np.zeros(3), np.zeros(3))).all()
