"""The training of the L.A.M.A. player: what is seen in games, how networks are fitted, and what is told."""

import io
import math
from itertools import pairwise

import numpy as np
import pytest
from tests.night import LATE

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.games.lama.strategies.fitted_values import FOLD, SAME, TAKE, WAYS, layers, think
from upcard.games.lama.studies import lama_training
from upcard.games.lama.studies.lama_training import (
    TrainingCurves,
    TrainingResult,
    estimate,
    games_of,
    rates_of,
)
from upcard.games.lama.studies.lama_training.fitting import (
    STAKE,
    Fitter,
    descend,
    forgo,
    misjudge,
    near,
    rows_of,
    stray,
)
from upcard.games.lama.studies.lama_training.learning_rounds import (
    MOST_TRAITS,
    SEATS,
    Positions,
    empty_arrays,
    lead,
)
from upcard.games.lama.studies.lama_training.network import (
    SHARES,
    Network,
    Samples,
    blame,
    new_network,
    new_trace,
    product,
    run,
)
from upcard.games.lama.studies.lama_training.point_values import NOTED, PointsWorth, traits_of
from upcard.games.lama.studies.lama_training.training_loop import Trainer, TrainingRound, joined
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import Lab
from upcard.study.study_registry import find_study

SMALL = np.array([6, 5, 4, 3], np.int64)


def small_network(seed: int = 1):
    """A small network with weights everywhere."""
    rng = np.random.default_rng(seed)
    net = new_network(SMALL, 2, 3, rng)
    net.w[:] = rng.normal(0, 0.7, len(net.w))
    return net


def in_64_bits(room):
    """A network or a trace with fractions of 64 bits, so that its slopes can be measured."""
    return type(room)(*(x.astype(np.float64) if x.dtype == np.float32 else x for x in room))


def precise_network(seed: int = 1) -> Network:
    """A small network of 64 bits."""
    net = in_64_bits(small_network(seed))
    first, second, third = layers(net.w, net.shape)
    return Network(net.shape, net.w, first, second, third, *net[5:])


def half_squares(target, counted, out, wrong):
    return stray(target, counted, out, wrong) / 2


def half_differences(target, counted, out, wrong):
    return misjudge(target, counted, out, wrong) / 2


def of_a_choice(target, counted, out, wrong):
    """What is made small where the greatest output is chosen."""
    return misjudge(target, counted, out, wrong) / 2 + forgo(target, counted, out, wrong)


def loss_of(net, traits, target, counted, loss, trace):
    think(
        traits, len(traits), net.shape, net.first, net.second, net.third,
        trace.units[0], trace.hidden[0], trace.firing[0], trace.out[0],
    )  # fmt: skip
    return loss(target, counted, trace.out[0], trace.wrong[0])


@pytest.mark.parametrize("loss", [half_squares, half_differences, of_a_choice])
@pytest.mark.parametrize("counted", [(True, True, True), (True, False, True)])
def test_the_gradient_is_that_of_what_is_made_small(loss, counted):
    net, traits, target = precise_network(), np.array([1, 4]), np.array([0.3, -0.8, 0.6])
    net.w[-3 - 4 * 3 :] *= 0.02  # outputs so near to each other that a choice is in doubt
    trace = in_64_bits(new_trace(net))
    loss_of(net, traits, target, counted, loss, trace)
    blame(traits, 2, net, trace, 0)
    slopes = np.concatenate([x[0].reshape(-1) for x in (trace.first, trace.second, trace.third)])
    for i in range(len(net.w)):
        w, sides = net.w[i], []
        for step in (1e-6, -1e-6):
            net.w[i] = w + step
            sides.append(loss_of(net, traits, target, counted, loss, in_64_bits(new_trace(net))))
        net.w[i] = w
        assert slopes[i] == pytest.approx((sides[0] - sides[1]) / 2e-6, rel=1e-4, abs=1e-6)
    assert np.any(slopes != 0)


def test_only_differences_count_where_a_choice_is_made():
    wrong, out = np.zeros(2), np.array([5.0, 4.0])
    assert misjudge(np.array([1.0, 0.0]), (True, True), out, wrong) == pytest.approx(0)
    assert wrong == pytest.approx([0, 0])
    assert stray(np.array([1.0, 0.0]), (True, True), out, wrong) == pytest.approx(32)
    assert wrong == pytest.approx([4, 4])


@pytest.mark.parametrize("ahead", [0.0, 0.005, 0.02, 0.1])
def test_what_is_forgone_matters_where_the_outputs_are_close(ahead):
    """The second way gained 1 more; a slope pushes it up, unless the first one is far ahead."""
    wrong = np.zeros(3)
    forgo(np.array([0.0, 1.0, 9.0]), (True, True, False), np.array([ahead, 0.0, 5.0]), wrong)
    assert wrong.sum() == pytest.approx(0)
    assert wrong[2] == 0
    if ahead < 0.1:
        assert wrong[1] < -0.4
    else:
        assert -0.2 < wrong[1] < 0


def test_a_clear_choice_of_the_best_forgoes_nothing():
    wrong = np.zeros(3)
    assert forgo(np.array([0.2, 1.0, 0.4]), (True, True, True), np.array([0.0, 0.5, 0.0]), wrong) == -STAKE
    assert wrong == pytest.approx([0, 0, 0])


def test_the_chance_of_a_way_falls_nearly_like_an_exponential():
    assert near(0) == 1
    assert near(9) == near(8) == 0
    for x in (0.1, 0.5, 1, 2):
        assert near(x) ** 8 == pytest.approx(math.exp(-x), abs=0.04)


@pytest.mark.parametrize("n", range(10))
def test_products_are_summed_whatever_their_number(n):
    w, x = np.arange(20.0), np.arange(3.0, 13.0)
    assert product(w, x, n) == w[:n] @ x[:n]


def test_a_step_of_adam_is_that_of_the_paper():
    rng, n = np.random.default_rng(2), 40
    slopes = np.zeros((SHARES, n), np.float32)
    own = rng.normal(size=n).astype(np.float32)
    mean, square = np.zeros(n, np.float32), np.zeros(n, np.float32)
    w, m, v = own.copy(), np.zeros(n), np.zeros(n)
    for t in range(1, 4):
        slopes[:] = rng.normal(size=(SHARES, n))
        g = slopes.sum(axis=0) / 16
        pace = 0.01 * np.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        for begin, end in ((0, n // 2), (n // 2, n)):
            descend(own, mean, square, slopes, np.float32(pace), np.float32(1 / 16), begin, end)
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        w -= pace * m / (np.sqrt(v) + 1e-8)
        assert own == pytest.approx(w, abs=1e-6)
        assert not slopes.any()


def test_what_is_fitted_is_the_network_itself():
    """The rows that Adam goes along are the memory of the weights, not copies."""
    net = small_network()
    trace = new_trace(net)
    for i, row in enumerate(rows_of(net, trace)):
        row[0][:] = i
        row[3][:] = i
    assert [float(x.mean()) for x in (net.first, net.second, net.third)] == [0, 1, 2]
    assert [float(x.mean()) for x in (trace.first, trace.second, trace.third)] == [0, 1, 2]
    assert len(net.w) == 7 * 5 + 6 * 4 + 5 * 3


def drawn_samples(rng) -> Samples:
    """Samples of what a small network can learn."""
    traits = rng.integers(0, 6, (20_000, 2)).astype(np.int16)
    targets = np.stack([np.abs(traits[:, 0] - traits[:, 1]), traits.sum(axis=1), traits[:, 0]], axis=1) / 5
    counted = np.ones(targets.shape, np.bool_)
    return Samples(traits, np.full(20_000, 2, np.int16), counted, targets.astype(np.float32))


def test_a_network_learns_what_can_be_learned():
    rng = np.random.default_rng(3)
    samples = drawn_samples(rng)
    fitter = Fitter(new_network(SMALL, 2, 2, rng), is_choosing=False)
    errors = [fitter.fit(samples, (0.03, 0.003), rng) for _ in range(40)]
    assert errors[-1] < 0.05 * np.square(samples.targets).sum(axis=1).mean()


def test_a_network_learns_to_choose():
    """After learning, the way of the greatest output gains nearly as much as the best way."""
    rng = np.random.default_rng(3)
    samples = drawn_samples(rng)
    fitter = Fitter(new_network(SMALL, 2, 2, rng), is_choosing=True)
    for _ in range(40):
        fitter.fit(samples, (0.03, 0.003), rng)
    net, gained = fitter.network, 0.0
    for traits, targets in zip(samples.traits[:500], samples.targets[:500], strict=True):
        run(net, traits, 2)
        gained += targets[net.out.argmax()]
    best = samples.targets[:500].max(axis=1)
    assert gained / 500 > best.mean() - 0.02 > samples.targets.mean() + 0.1


def test_the_weights_do_not_depend_on_the_threads_that_fit():
    fitted = []
    for threads in (1, 3, 20):
        rng = np.random.default_rng(5)
        samples = drawn_samples(rng)
        fitter = Fitter(new_network(SMALL, 2, 2, rng), True, threads)
        fitter.fit(samples, (0.03, 0.003), rng)
        fitted.append(fitter.network.w)
    assert np.array_equal(fitted[0], fitted[1])
    assert np.array_equal(fitted[0], fitted[2])


def test_how_far_the_best_way_is_ahead_counts_legal_ways_only():
    s = make_game("lama", SEATS, "paper").match(1).state
    s.hand[s.player, s.top] = 0
    s.hand[s.player, (s.top + 1) % 7] = 0
    assert lead(s, TAKE, [9.0, 9.0, 0.5, 0.25]) == 0.25
    assert lead(s, FOLD, [9.0, 9.0, 0.5, 0.5]) == 0
    s.hand[s.player, s.top] = 1
    assert lead(s, SAME, [0.6, 9.0, 0.5, 0.25]) == pytest.approx(0.1)


def test_traits_of_points_do_not_overlap():
    points = np.array([[0, 0, 0, 0], [39, 39, 39, 39], [5, 60, 2, 0], [80, 0, 0, 0]], np.int16)
    traits = traits_of(points, np.array([0, 3, 1, 2]))
    assert traits.shape == (4, NOTED)
    assert all(len(set(row)) == NOTED for row in traits.tolist())
    assert traits.min() >= 0


def test_what_a_way_was_worth_is_the_win_or_the_worth_of_the_points():
    worth = PointsWorth(np.random.default_rng(1))
    worth.network.w[-1] = 0.25  # its last offset: every other weight of the last layer is 0
    points = np.zeros((1, WAYS, SEATS), np.int16)
    points[0, :, 0] = [3, 3, 3, 3]
    points[0, :, 1:] = np.array([[3, 9, 40], [2, 50, 60], [1, 1, 1], [9, 9, 9]])
    seen = Positions(
        np.zeros((1, MOST_TRAITS), np.int16), np.ones(1, np.int16), np.array([[True, True, True, False]]),
        points, np.array([[True, True, False, True]]), np.zeros(1, np.int16),
    )  # fmt: skip
    assert worth.targets(seen).tolist() == [[1.0, 0.0, 0.25, 0.0]]


def test_joined_rows_keep_their_order():
    first, second = empty_arrays(1)[0], empty_arrays(1)[0]
    second.counts[:] = 7
    n = len(first.counts)
    assert joined([first, second]).counts.tolist() == [0] * n + [7] * n


@pytest.fixture(scope="module")
def report():
    return find_study("lama-training").run(200, seed=2)


@LATE
@pytest.mark.slow
@pytest.mark.together("training")
def test_a_training_reports_every_round_and_the_fresh_games(report):
    (section,) = report.sections
    rounds = lama_training.ROUNDS + lama_training.POLISH
    assert len(section.tables[0].rows) == rounds
    assert report.settings["rounds of improvement"] == rounds
    assert report.results["win_any_low"] <= report.results["win_any"] < report.results["win_any_high"]
    assert "files" not in report.to_json()


@LATE
@pytest.mark.slow
@pytest.mark.together("training")
def test_the_weights_are_written_and_do_not_depend_on_threads(report):
    weights = np.load(io.BytesIO(report.files[lama_training.WEIGHTS_FILE]))
    again = TrainingCurves(Lab(200, 2, 1, None, None))
    again.run()
    assert np.array_equal(weights, again.weights())


def test_the_second_course_begins_with_the_weights_of_the_first_and_nothing_else():
    course = TrainingCurves(Lab(200, 3, 1, None, None))
    first, found = course.trainer, np.random.default_rng(1).normal(size=len(course.weights()))
    first.network.w[:] = found
    course._begin_again()
    assert course.trainer is not first
    assert np.array_equal(course.trainer.network.w, first.network.w.astype(np.float16).astype(np.float32))
    assert course.trainer.seed != first.seed
    assert not np.array_equal(course.trainer._points.network.w, first._points.network.w)


@pytest.mark.parametrize(
    ("begin", "end", "first", "last"),
    [
        (0, lama_training.OPENING, lama_training.RATE, lama_training.RATE),
        (lama_training.OPENING, lama_training.ROUNDS, lama_training.SLOWER, lama_training.LAST_RATE),
        (
            lama_training.ROUNDS,
            lama_training.ROUNDS + lama_training.POLISH,
            lama_training.FINE,
            lama_training.LAST_FINE,
        ),
    ],
)
def test_the_rate_of_fitting_falls_without_a_jump_in_each_part_of_the_training(begin, end, first, last):
    rates = [rates_of(i) for i in range(begin, end)]
    assert rates[0][0] == first
    assert rates[-1][1] == pytest.approx(last)
    for (_, before), (after, _) in pairwise(rates):
        assert before == pytest.approx(after)


def test_the_first_rounds_play_fewer_games():
    counts = [games_of(i, 1_000) for i in range(lama_training.ROUNDS + lama_training.POLISH)]
    assert counts == sorted(counts)
    assert set(counts[: lama_training.OPENING]) == {200}
    assert set(counts[lama_training.OPENING :]) == {800}


def test_before_anything_is_learned_it_plays_as_the_first_strategy_does():
    """All values are equal, so that it takes the first legal way: the same kind, the next, a card."""
    trainer = Trainer(1, 2)
    assert trainer.confirm(20_000) / 20_000 == pytest.approx(0.2575, abs=4 * 0.0031)


def trained(value: float, half: float) -> TrainingResult:
    e = Estimate(value, value - half, value + half, half / 2)
    return TrainingResult([TrainingRound(0.3, 500, 10, (0.1, 0.2))], np.zeros(3, np.float16), 1_000, e, True)


@pytest.mark.parametrize(
    ("value", "half", "verdict"), [(0.42, 0.01, HOLDS), (0.38, 0.01, FAILS), (0.4, 0.01, OPEN)]
)
def test_the_goal_is_judged_by_the_interval(value, half, verdict):
    goal, same = lama_training._findings(trained(value, half))
    assert goal.verdict == verdict
    assert same.verdict == FAILS


def test_the_interval_of_a_share_is_that_of_wilson():
    e = estimate(400, 1_000)
    assert (e.value, e.low, e.high) == pytest.approx((0.4, 0.37005, 0.43069), abs=1e-4)


def test_an_interrupt_keeps_what_was_learned():
    def stop(what, done):
        if what.startswith("round 3"):
            raise KeyboardInterrupt

    report = lama_training.run(1_000, seed=1, on_step=stop)
    assert report.settings["rounds of improvement"] == 2
    assert report.settings["stopped early"]
    assert report.summary[0].startswith("Stopped early")


def test_too_few_games_are_refused():
    with pytest.raises(Usage, match="100 or more"):
        lama_training.run(99)
