"""The training of the L.A.M.A. player: what is seen in games, how networks are fitted, and what is told."""

import io

import numpy as np
import pytest

from upcard.engine.errors import Usage
from upcard.simulation.estimate import Estimate
from upcard.strategies.fitted_values import MOST_TRAITS, WAYS, think
from upcard.study import lama_training
from upcard.study.find import find_study
from upcard.study.lama_training import Trained, estimate
from upcard.study.lama_training.network import Fitter, Samples, Trace, blame, compare, descend, new_mind
from upcard.study.lama_training.points import TOLD, PointsWorth, traits_of
from upcard.study.lama_training.rounds import SEATS, Positions
from upcard.study.lama_training.rounds import room as made_room
from upcard.study.lama_training.training import Improvement, Trainer, joined
from upcard.study.parts import FAILS, HOLDS, OPEN

SMALL = np.array([6, 5, 4, 2], np.int64)


def small_mind(seed: int = 1):
    """A small network with weights everywhere."""
    rng = np.random.default_rng(seed)
    mind = new_mind(SMALL, 2, 3, rng)
    mind.w[:] = rng.normal(0, 0.7, len(mind.w))
    return mind


def new_trace(mind) -> Trace:
    """Nothing remembered."""
    return Fitter(mind, False).trace


def loss_of(mind, traits, target, counted, centred):
    """Half the sum of squared errors of one sample."""
    think(traits, len(traits), mind.shape, mind.w, mind.first, mind.second, mind.out)
    return compare(target, counted, centred, mind.out) / 2


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("counted", [(True, True), (True, False)])
def test_the_gradient_is_that_of_the_squared_error(centred, counted):
    mind, traits, target = small_mind(), np.array([1, 4]), np.array([0.3, -0.8])
    trace = new_trace(mind)
    loss_of(mind, traits, target, counted, centred)
    blame(traits, 2, mind, trace)
    for i in range(len(mind.w)):
        w, sides = mind.w[i], []
        for step in (1e-6, -1e-6):
            mind.w[i] = w + step
            sides.append(loss_of(mind, traits, target, counted, centred))
        mind.w[i] = w
        assert trace.slope[i] == pytest.approx((sides[0] - sides[1]) / 2e-6, abs=1e-6)
    assert np.any(trace.slope != 0) or (centred and not all(counted))


def test_only_differences_count_when_centred():
    out = np.array([5.0, 4.0])
    assert compare(np.array([1.0, 0.0]), (True, True), True, out) == pytest.approx(0)
    assert out == pytest.approx([0, 0])


def test_a_step_of_adam_is_that_of_the_paper():
    mind = small_mind()
    trace, rng = new_trace(mind), np.random.default_rng(2)
    w, m, v = mind.w.copy(), np.zeros(len(mind.w)), np.zeros(len(mind.w))
    for t in range(1, 4):
        g = rng.normal(size=len(w))
        trace.slope[:] = g * 8
        trace.steps[0] = t
        descend(mind.w, trace, 0.01, 8)
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        w -= 0.01 * np.sqrt(1 - 0.999**t) / (1 - 0.9**t) * m / (np.sqrt(v) + 1e-8)
        assert mind.w == pytest.approx(w, abs=1e-12)
        assert not trace.slope.any()


def test_a_network_learns_what_can_be_learned():
    rng = np.random.default_rng(3)
    mind = new_mind(SMALL, 2, 2, rng)
    traits = rng.integers(0, 6, (4_000, 2)).astype(np.int16)
    targets = np.stack([np.abs(traits[:, 0] - traits[:, 1]), traits.sum(axis=1)], axis=1) / 5
    counted = np.ones(targets.shape, np.bool_)
    samples = Samples(traits, np.full(4_000, 2), counted, targets)
    fitter = Fitter(mind, False)
    errors = [fitter.fit(samples, 0.02, rng) for _ in range(4)]
    assert errors[-1] < 0.05 * np.square(targets).sum(axis=1).mean()


def test_traits_of_points_do_not_overlap():
    points = np.array([[0, 0, 0, 0], [39, 39, 39, 39], [5, 60, 2, 0], [80, 0, 0, 0]], np.int16)
    traits = traits_of(points, np.array([0, 3, 1, 2]))
    assert traits.shape == (4, TOLD)
    assert all(len(set(row)) == TOLD for row in traits.tolist())
    assert traits.min() >= 0


def test_what_a_way_was_worth_is_the_win_or_the_worth_of_the_points():
    worth = PointsWorth(np.random.default_rng(1))
    worth.mind.w[-1] = 0.25  # its last offset: every other weight of the last layer is 0
    points = np.zeros((1, WAYS, SEATS), np.int16)
    points[0, :, 0] = [3, 3, 3, 3]
    points[0, :, 1:] = np.array([[3, 9, 40], [2, 50, 60], [1, 1, 1], [9, 9, 9]])
    seen = Positions(
        np.zeros((1, MOST_TRAITS), np.int16), np.ones(1, np.int64), np.array([[True, True, True, False]]),
        points, np.array([[True, True, False, True]]), np.zeros(1, np.int64),
    )  # fmt: skip
    assert worth.targets(seen).tolist() == [[1.0, 0.0, 0.25, 0.0]]


def test_joined_rows_keep_their_order():
    first, second = made_room(1)[0], made_room(1)[0]
    second.counts[:] = 7
    n = len(first.counts)
    assert joined([first, second]).counts.tolist() == [0] * n + [7] * n


@pytest.fixture(scope="module")
def report():
    return find_study("lama-training").run(1_000, seed=2)


def test_a_training_reports_every_round_and_the_fresh_games(report):
    (section,) = report.sections
    assert len(section.tables[0].rows) == lama_training.ROUNDS
    assert report.settings["rounds of improvement"] == lama_training.ROUNDS
    assert report.results["win_any_low"] <= report.results["win_any"] < report.results["win_any_high"]
    assert "files" not in report.to_json()


def test_the_weights_are_written_and_do_not_depend_on_threads(report):
    weights = np.load(io.BytesIO(report.files[lama_training.WEIGHTS_FILE]))
    again = Trainer(int(1_000 * lama_training.TRAINING_PART), 2, 1)
    for i in range(lama_training.ROUNDS):
        again.improve(lama_training.RATES[(i >= lama_training.SLOWER) + (i >= lama_training.SLOWEST)])
    assert np.array_equal(weights, again.mind.w.astype(np.float16))


def test_before_anything_is_learned_it_plays_as_the_first_strategy_does():
    """All values are equal, so that it takes the first legal way: the same kind, the next, a card."""
    trainer = Trainer(20_000, 1, 2)
    assert trainer.confirm(20_000) / 20_000 == pytest.approx(0.2575, abs=4 * 0.0031)


def trained(value: float, half: float) -> Trained:
    e = Estimate(value, value - half, value + half, half / 2)
    return Trained([Improvement(0.3, 500, 10, (0.1, 0.2))], np.zeros(3, np.float16), 1_000, e, True)


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
