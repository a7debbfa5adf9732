"""Environments give what our own match gives, hide what is hidden, and say in a sentence what is wrong."""

import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from gymnasium.spaces import flatten_space
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec

from upcard.adapters import match_rendering as pictures
from upcard.adapters.episodes import EpisodeRunner
from upcard.adapters.pettingzoo import env, parallel_env
from upcard.engine.errors import Failure, Illegal, Usage
from upcard.engine.game import make_game
from upcard.engine.observation import row_layout
from upcard.engine.registry import game_modules
from upcard.testing.zone_cells import scrambled

GAMES = sorted(name for name, rules in game_modules().items() if rules.__name__.startswith("upcard."))


def played(made, seed, chances, steps=10_000):
    """Play at random: the actions of the episode."""
    made.reset(seed=seed)
    actions = []
    for agent in made.agent_iter(steps):
        seen, _, is_over, is_cut, _ = made.last()
        if is_over or is_cut:
            made.step(None)
            continue
        assert made.observation_space(agent).contains(seen)
        actions.append(chances.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        made.step(actions[-1])
    return actions


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_deals_what_our_own_match_of_it_deals(name):
    made = env(name)
    for number in (0, 1):
        made.reset(seed=11, options={"number": number})
        match = make_game(name).match(seed=11, number=number)
        chances = random.Random(number)
        while not match.is_over:
            assert made.agent_selection == f"seat_{match.player + 1}"
            seen, reward, *_ = made.last()
            assert np.flatnonzero(seen["action_mask"]).tolist() == match.legal()
            assert made.infos[made.agent_selection]["action_mask"].tolist() == seen["action_mask"].tolist()
            assert (made.unwrapped.session.state.__dict__["at"], reward) == (match.state.at, 0)
            a = chances.choice(match.legal())
            made.step(a)
            match.do(a)
        assert list(made.rewards.values()) == match.scores()
        assert all(made.terminations.values())
        assert not any(made.truncations.values())


def test_without_a_seed_the_next_game_of_the_same_one_is_dealt():
    made = env("lama")
    made.reset(seed=5)
    made.reset()
    made.reset()
    assert (made.unwrapped.session.seed, made.unwrapped.session.number) == (5, 2)


def test_without_any_seed_every_environment_plays_its_own_games():
    seeds = set()
    for _ in range(3):
        made = env("lama")
        made.reset()
        seeds.add(made.unwrapped.session.seed)
    assert len(seeds) > 1


@pytest.mark.parametrize("name", GAMES)
def test_what_an_agent_cannot_see_changes_nothing_it_observes(name):
    made, chances = env(name), random.Random(3)
    made.reset(seed=3)
    session = made.unwrapped.session
    for _ in range(12):
        if session.match.is_over:
            break
        for p, agent in enumerate(made.possible_agents):
            before, real = made.observe(agent), session.match.state
            session.match.state = scrambled(session.game, real, p, [0, 1, 2], chances)
            after = made.observe(agent)
            session.match.state = real
            assert all((before[k] == after[k]).all() for k in before)
        made.step(chances.choice(session.match.legal()))


def test_spaces_follow_from_the_declared_fields():
    made = env("lama", players=3)
    box = made.observation_space("seat_2")["observation"]
    for part in row_layout(make_game("lama", players=3)):
        assert box.low[part.place].tolist() == [max(part.low, -(2**53))] * part.size
        assert box.high[part.place].tolist() == [min(part.high, 2**53)] * part.size
    assert made.action_space("seat_1").n == 9
    assert made.possible_agents == ["seat_1", "seat_2", "seat_3"]
    assert str(made) == "lama_v1"
    assert box.contains(box.sample())
    assert flatten_space(made.observation_space("seat_1")).shape == (box.shape[0] + 9,)


def test_pettingzoo_makes_no_other_game_of_turns():
    """It would let all agents act in every round, also those whose turn it is not."""
    assert parallel_env("kuhn-poker").metadata["is_parallelizable"]
    assert parallel_to_aec(parallel_env("kuhn-poker")).metadata["is_parallelizable"]
    with pytest.raises(AssertionError, match="parallelizable"):
        aec_to_parallel(env("kuhn-poker"))


def test_who_is_not_to_act_has_nothing_to_choose():
    made = env("kuhn-poker")
    made.reset(seed=1)
    assert made.observe("seat_2")["action_mask"].tolist() == [0, 0]
    assert made.infos["seat_2"]["action_mask"].tolist() == [0, 0]


def test_what_is_illegal_ends_the_game_with_the_least_score():
    made = env("lama", players=2)
    made.reset(seed=1)
    mask = made.last()[0]["action_mask"]
    made.step(int(np.flatnonzero(mask == 0)[0]))
    assert made.rewards == {"seat_1": -10_247.0, "seat_2": 0}
    assert all(made.terminations.values())


def test_what_is_illegal_is_replaced_and_the_game_goes_on_if_so_asked():
    """Also in the wrappers that elsewhere end the game."""
    made = env("lama", players=2, illegal="replaced")
    made.reset(seed=1)
    mask = made.last()[0]["action_mask"]
    match = make_game("lama", players=2).match(seed=1)
    foul = int(np.flatnonzero(mask == 0)[0])
    match.do(made.unwrapped.session.instead(0, foul))
    made.step(foul)
    assert (set(made.rewards.values()), any(made.terminations.values())) == ({0}, False)
    assert made.unwrapped.session.match.actions == match.actions


def test_what_is_illegal_without_wrappers_is_refused_with_the_reason():
    bare = env("lama", players=2).unwrapped
    bare.reset(seed=1)
    seen = bare.observe("seat_1")["action_mask"]
    with pytest.raises(Illegal, match="is not allowed: "):
        bare.step(int(np.flatnonzero(seen[:7] == 0)[0]))
    with pytest.raises(Illegal, match="'quit' is not an action"):
        bare.step("quit")


@pytest.mark.parametrize(("given", "done"), [(0, 3), (3, 3), (4, 8), (8, 8), (None, 3)])
def test_what_is_illegal_may_be_replaced_by_the_next_action(monkeypatch, given, done):
    session = EpisodeRunner(make_game("lama"))
    session.deal(1)
    mask = np.zeros(9, np.int8)
    mask[[3, 8]] = 1
    monkeypatch.setattr(session, "mask", lambda seat: mask)
    assert session.instead(0, given) == done
    assert session.instead(0, 9) == 3


def test_in_a_moment_two_choose_at_once_and_neither_knows():
    made = parallel_env("goofspiel", preset="fixed")
    before, _ = made.reset(seed=2)
    assert [x["action_mask"].sum() for x in before.values()] == [4, 4]
    after, rewards, over, *_ = made.step({"seat_1": 0, "seat_2": 3})
    match = make_game("goofspiel", preset="fixed").match(seed=2)
    match.do(0)
    match.do(3)
    parts = {x.name: x for x in row_layout(match.game)}
    shown = after["seat_1"]["observation"][parts["won"].place].reshape(2, -1)[:, :2]
    assert shown.tolist() == [[0, -1], [1, 3]]
    assert [x["action_mask"].sum() for x in after.values()] == [3, 3]
    assert (set(rewards.values()), set(over.values())) == ({0.0}, {False})
    made.reset(seed=2)
    again, *_ = made.step({"seat_1": 0, "seat_2": 3})
    assert all((again[a][k] == after[a][k]).all() for a in after for k in after[a])


@pytest.mark.parametrize("name", ["goofspiel", "four-cell", "smallsum", "lama"])
def test_a_parallel_game_is_the_same_match_and_its_masks_are_those_of_its_turns(name):
    made, chances = parallel_env(name), random.Random(4)
    seen, infos = made.reset(seed=9)
    match = make_game(name).match(seed=9)
    at_once = 0
    while made.agents:
        chosen = {}
        for agent, x in seen.items():
            legal = np.flatnonzero(x["action_mask"]).tolist()
            assert infos[agent]["action_mask"].tolist() == x["action_mask"].tolist()
            chosen[agent] = chances.choice(legal or [0])
        choosers = [a for a in made.agents if seen[a]["action_mask"].any()]
        at_once = max(at_once, len(choosers))
        while choosers:
            agent = f"seat_{match.player + 1}"
            assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == match.legal()
            match.do(chosen[agent])
            choosers.remove(agent)
        seen, rewards, over, cut, infos = made.step(chosen)
    assert match.is_over
    assert list(rewards.values()) == match.scores()
    assert (set(over.values()), set(cut.values())) == ({True}, {False})
    assert at_once == (1 if name == "lama" else 2)


@pytest.mark.parametrize("players", [2, 4])
def test_last_cards_are_disclosed_in_one_step(players):
    made = parallel_env("four-cell", players=players, preset="first-format" if players == 2 else None)
    seen, _ = made.reset(seed=3)
    masks = []
    while made.agents:
        masks.append(sorted(int(x["action_mask"].sum()) for x in seen.values() if x["action_mask"].any()))
        seen, *_ = made.step({a: int(x["action_mask"].argmax()) for a, x in seen.items()})
    assert [len(x) for x in masks] == [2] * 22
    assert masks[0] == [7, 7]
    assert masks[-1] == [1, 1]


def test_a_foul_ends_a_moment_for_all():
    made = parallel_env("goofspiel", preset="three")
    made.reset(seed=1)
    seen, rewards, over, _, _ = made.step({"seat_1": 0, "seat_2": 12})
    assert rewards == {"seat_1": 0.0, "seat_2": -89.0}
    assert all(over.values())
    assert made.agents == []
    assert all(x["action_mask"].sum() == 0 for x in seen.values())


def test_a_moment_without_a_game_is_told_of():
    made = parallel_env("goofspiel", preset="three")
    with pytest.raises(Usage, match="there is no game before the first reset or after the end; call reset"):
        made.step({"seat_1": 0, "seat_2": 0})
    made.reset(seed=1)
    made.step({})
    assert made.agents == []
    with pytest.raises(Usage, match="there is no game"):
        made.step({"seat_1": 0, "seat_2": 0})


@pytest.mark.parametrize("make", [env, parallel_env])
def test_what_is_asked_before_the_first_reset_is_told(make):
    made = make("kuhn-poker", render_mode="ansi").unwrapped
    asked = [made.render, lambda: made.step({})]
    if make is env:
        asked += [lambda: made.observe("seat_1"), lambda: made.step(None)]
    for ask in asked:
        with pytest.raises(Usage, match=r"before the first reset.*; call reset first"):
            ask()


@pytest.mark.parametrize("make", [env, parallel_env])
def test_an_option_of_reset_that_there_is_not_is_refused(make):
    made = make("kuhn-poker")
    with pytest.raises(Usage, match="no option of reset 'nmber'; did you mean 'number'"):
        made.reset(seed=1, options={"nmber": 3})
    made.reset(seed=1, options={"options": 1})
    with pytest.raises(Usage, match="seed"):
        made.reset(seed=-1)
    made.reset()
    assert (made.unwrapped.session.seed, made.unwrapped.session.number) == (1, 1)


def test_cycles_go_on_with_the_next_game_and_end_as_cut_off():
    made, chances = env("kuhn-poker", max_cycles=20), random.Random(1)
    actions = played(made, 1, chances)
    assert 20 < len(actions) <= 40
    assert made.unwrapped.session.number > 5
    together = parallel_env("kuhn-poker", max_cycles=20)
    together.reset(seed=1)
    sums, steps = np.zeros(2), 0
    while together.agents:
        _, rewards, over, cut, _ = together.step(dict.fromkeys(together.agents, 1))
        sums, steps = sums + list(rewards.values()), steps + 1
    assert (steps, sums.sum()) == (20, 0)
    assert sums[0] != 0
    assert (set(over.values()), set(cut.values())) == ({False}, {True})


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_is_cut_off_where_somebody_would_act_once_more(name):
    made, chances = env(name, max_cycles=4), random.Random(2)
    acted: Counter[str] = Counter()
    made.reset(seed=2)
    while not any(made.truncations.values()):
        acted[made.agent_selection] += 1
        made.step(chances.choice(np.flatnonzero(made.last()[0]["action_mask"]).tolist()))
    assert max(acted.values()) == acted[made.agent_selection] == 4
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_it_renders_what_the_player_sees_and_all_at_the_end():
    made = env("kuhn-poker", render_mode="ansi")
    made.reset(seed=1)
    first = made.render()
    assert "seat 1 (you)" in first
    cards = [make_game("kuhn-poker").rules.card_text(x) for x in made.unwrapped.session.state.card]
    assert cards[0] in first
    assert cards[1] not in first
    made.step(0)
    made.step(0)
    assert all(card in made.render() for card in cards)


def test_a_picture_has_always_the_same_size_and_shows_something():
    made = env("lama", players=8, render_mode="rgb_array")
    made.reset(seed=1)
    picture = made.render()
    assert (picture.shape, picture.dtype) == ((720, 720, 3), np.uint8)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
    other = parallel_env("kuhn-poker", render_mode="rgb_array")
    other.reset(seed=1)
    assert other.render().shape == picture.shape


def test_people_see_every_change(capsys):
    made = env("kuhn-poker", render_mode="human")
    made.reset(seed=1)
    made.step(0)
    assert capsys.readouterr().out.count("Kuhn poker") == 2
    assert made.render() is None


def test_a_picture_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Failure, match=r"pip install 'upcard\[pettingzoo\]'"):
        pictures.rgb_array(make_game("kuhn-poker").match(seed=1))


def test_rendering_without_a_way_is_told():
    made = env("kuhn-poker")
    made.reset(seed=1)
    with pytest.warns(UserWarning, match="needs a render_mode"):
        assert made.render() is None


@pytest.mark.parametrize("make", [env, parallel_env])
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"game": "lamma"}, "did you mean 'lama'"),
        ({"game": "lama", "render_mode": "film"}, "render_mode is 'film'"),
        ({"game": "lama", "max_cycles": 0}, "max_cycles is 0"),
        ({"game": "lama", "max_cycles": 2.5}, "max_cycles is 2.5"),
        ({"game": "lama", "max_cycles": "many"}, "max_cycles is 'many'"),
        ({"game": "lama", "illegal": "maybe"}, "illegal is 'maybe'"),
        ({"game": "lama", "target": 0}, "option target was given 0"),
        ({"game": make_game("lama"), "players": 3}, "already"),
    ],
)
def test_what_there_is_not_is_refused(make, given, told):
    with pytest.raises(Usage, match=told):
        make(**given)


def test_a_game_with_its_options_may_be_given():
    made = env(make_game("lama", players=3, preset="paper"))
    assert len(made.possible_agents) == 3


def test_it_is_imported_only_when_it_is_needed_and_says_what_to_install():
    code = (
        "import sys; import upcard; import upcard.adapters.pettingzoo as zoo; upcard.game('lama');"
        "assert 'pettingzoo' not in sys.modules and 'gymnasium' not in sys.modules;"
        "sys.modules['pettingzoo'] = None\n"
        "try: zoo.env('lama')\nexcept upcard.Failure as fault: print(fault)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'upcard[pettingzoo]'" in told
