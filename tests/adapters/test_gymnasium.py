"""The tables that are stepped, behind Gymnasium's interface: the same games, in its terms."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import upcard as uc
from upcard import adapters
from upcard.adapters import gymnasium as gymnasium_adapter
from upcard.adapters import gymnasium_env as tables
from upcard.adapters.gymnasium import vector_env
from upcard.engine.errors import Failure, Illegal, Usage

TABLES = 16
SEATS = ["random", None]


@pytest.fixture
def env():
    made = vector_env("kuhn-poker", TABLES, SEATS)
    yield made
    made.close()


def first_legal(infos):
    return infos["action_mask"].argmax(axis=1)


def test_spaces_say_what_is_observed_and_done(env):
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=1)
    assert env.single_observation_space.contains(observations[0])
    for _ in range(20):
        actions = first_legal(infos)
        assert env.action_space.contains(actions)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert env.observation_space.contains(observations)
        assert rewards.shape == terminations.shape == truncations.shape == (env.num_envs,)
        assert all(env.single_action_space.sample(mask=m) in np.flatnonzero(m) for m in infos["action_mask"])


def test_the_same_games_are_played_and_the_reward_is_the_learners(env):
    ours = uc.vector_env("kuhn-poker", TABLES, SEATS)
    shown, (observations, infos) = ours.reset(seed=4), env.reset(seed=4)
    seen = set()
    for _ in range(50):
        assert (observations == shown.observations).all()
        assert (infos["action_mask"] == shown.legal).all()
        actions = first_legal(infos)
        shown, (observations, rewards, terminations, truncations, infos) = (
            ours.step(actions),
            env.step(actions),
        )
        assert (rewards == shown.rewards[:, 1]).all()
        assert (terminations == shown.terminations).all()
        assert not truncations.any()
        seen |= set(rewards.tolist())
    assert seen == {-1.0, 1.0}


def test_a_reset_without_a_seed_goes_on_from_the_one_before(env):
    def dealt():
        env.reset(seed=7)
        return [env.reset()[0].copy() for _ in range(3)]

    one, two, three = dealt()
    assert not (one == two).all()
    assert not (two == three).all()
    assert all((x == y).all() for x, y in zip((one, two, three), dealt(), strict=True))


def test_wrappers_count_games_and_split_what_is_told(env):
    counting = RecordEpisodeStatistics(env)
    wrapped = DictInfoToList(counting)
    _, told = wrapped.reset(seed=1)
    ended = 0
    for _ in range(20):
        actions = np.array([x["action_mask"].argmax() for x in told])
        _, _, terminations, _, told = wrapped.step(actions)
        ended += terminations.sum()
        assert [("episode" in x) for x in told] == terminations.tolist()
    assert counting.episode_count == ended > 0


@pytest.mark.parametrize(
    ("wrapper", "given"),
    [
        (wrappers.TransformObservation, (lambda x: x,)),
        (wrappers.FlattenObservation, ()),
        (wrappers.RescaleObservation, (0.0, 1.0)),
        (wrappers.DtypeObservation, (np.float32,)),
        (wrappers.ReshapeObservation, ((-1, 1),)),
        (wrappers.FilterObservation, (["me"],)),
        (wrappers.NormalizeObservation, ()),
    ],
)
def test_wrappers_of_observations_do_not_go(env, wrapper, given):
    """The page on stepping many tables names them."""
    with pytest.raises(ValueError, match=r"got AutoresetMode\.SAME_STEP"):
        wrapper(env, *given)


@pytest.mark.parametrize(
    ("wrapper", "given"),
    [
        (wrappers.TransformReward, (lambda x: 2 * x,)),
        (wrappers.ClipReward, (-0.5, 0.5)),
        (wrappers.NormalizeReward, ()),
    ],
)
def test_wrappers_of_rewards_go(env, wrapper, given):
    wrapped, seen = wrapper(env, *given), set()
    _, infos = wrapped.reset(seed=1)
    for _ in range(20):
        _, rewards, *_, infos = wrapped.step(first_legal(infos))
        seen |= set(rewards.tolist())
    assert not seen <= {-1.0, 0.0, 1.0}


def test_what_is_not_legal_is_refused(env):
    with pytest.raises(Usage, match="reset"):
        env.step(np.zeros(TABLES, np.int64))
    env.reset(seed=1)
    with pytest.raises(Illegal, match="action 9 at table 0"):
        env.step(np.full(TABLES, 9))
    with pytest.raises(Usage, match="seed"):
        env.reset(seed=-1)


@pytest.mark.parametrize("seats", [None, [None, None]])
def test_one_seat_is_the_learners(seats):
    with pytest.raises(Usage, match=r"2 seats are learners, but Gymnasium supports one.*pettingzoo"):
        vector_env("kuhn-poker", TABLES, seats)


def test_nothing_is_made_before_it_is_known_who_learns(monkeypatch):
    """Strategies are compiled and threads begun only where one learner is to step the tables."""
    monkeypatch.setattr(gymnasium_adapter, "stepped_tables", pytest.fail)
    with pytest.raises(Usage, match="0 seats are learners"):
        vector_env("kuhn-poker", TABLES, ["random", "random"])
    monkeypatch.setitem(sys.modules, "upcard.adapters.gymnasium_env", None)
    monkeypatch.delattr(adapters, "gymnasium_env")
    with pytest.raises(Failure, match="a vector environment of Gymnasium needs"):
        vector_env("kuhn-poker", TABLES, SEATS)


def test_what_was_begun_is_closed_where_it_fails(monkeypatch):
    made = []

    def fails(given):
        made.append(given)
        raise MemoryError

    monkeypatch.setattr(tables, "LearnerTables", fails)
    with pytest.raises(MemoryError):
        vector_env("kuhn-poker", TABLES, SEATS)
    with pytest.raises(Usage, match="the tables are closed"):
        made[0].reset()


def test_one_name_is_no_list_of_strategies():
    with pytest.raises(Usage, match="strategies are 'random'; expected a list"):
        vector_env("kuhn-poker", TABLES, "random")


def test_without_gymnasium_it_is_said_what_to_install():
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "from upcard.adapters.gymnasium import vector_env\n"
        "vector_env('kuhn-poker', 2, ['random', None])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Failure: a vector environment of Gymnasium needs gymnasium, which" in done.stderr
    assert "pip install 'upcard[pettingzoo]'" in done.stderr


def played(tables, steps):
    """Play some tables on; return the last observations."""
    for _ in range(steps):
        shown = tables.step(tables.tables._shown.legal.argmax(axis=1))
    return shown[0].copy()


def test_reset_mask_resets_these_tables_alone():
    tables = vector_env("lama", 5, [None, "same-first"])
    tables.reset(seed=4)
    before = played(tables, 3)
    mask = np.array([True, False, True, True, False])
    seen, info = tables.reset(options={"reset_mask": mask})
    assert seen[~mask].tolist() == before[~mask].tolist()
    assert info["action_mask"].any(axis=1).all()
    for i in np.flatnonzero(mask).tolist():
        dealt = vector_env("lama", 15, [None, "same-first"]).reset(seed=4)[0]
        assert seen[i].tolist() == dealt[i + 5].tolist()
    _, rewards, ended, cut, _ = tables.step(info["action_mask"].argmax(axis=1))
    assert (rewards.shape, ended.shape, cut.shape) == ((5,), (5,), (5,))
    seen, _ = tables.reset(options={"reset_mask": np.zeros(5, bool)})
    assert seen.tolist() == tables.tables._shown.observations.tolist()


@pytest.mark.parametrize(
    ("options", "seed", "sentence"),
    [
        (
            {"reset_masks": [True]},
            None,
            r"there is no option of reset 'reset_masks'; did you mean 'reset_mask'\?",
        ),
        ({"number": 3}, None, "there is no option of reset 'number'"),
        ("reset_mask", None, "the options of reset are 'reset_mask'; expected a dict"),
        ({"reset_mask": [True]}, None, r"reset_mask has shape \(1,\) and type bool; expected 3 booleans"),
        ({"reset_mask": [1, 0, 1]}, None, r"has shape \(3,\) and type int64; expected 3 booleans"),
        ({"reset_mask": [True] * 3}, 5, "a seed and reset_mask were given"),
    ],
)
def test_other_options_of_reset_are_refused(options, seed, sentence):
    tables = vector_env("kuhn-poker", 3, [None, "equilibrium"])
    tables.reset(seed=1)
    with pytest.raises(Usage, match=sentence):
        tables.reset(seed=seed, options=options)


def test_a_mask_before_the_first_reset_is_refused():
    tables = vector_env("kuhn-poker", 3, [None, "equilibrium"])
    with pytest.raises(Usage, match="reset_mask was given before the first reset"):
        tables.reset(options={"reset_mask": np.ones(3, bool)})
