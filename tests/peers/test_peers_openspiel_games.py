"""Every game as a game of OpenSpiel: its own tests, and what it tells of states."""

import pickle
import random
from typing import Any

import numpy as np
import pytest
from tests.night import IS_NIGHTLY
from tests.peers.conftest import GAMES, drawn, form_of, solved

from upcard.adapters import openspiel
from upcard.engine.chance import Script
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.engine.registry import game_modules
from upcard.kit.cards import below
from upcard.solving.exploitability import exploitability
from upcard.testing.zone_cells import scrambled

pyspiel = pytest.importorskip("pyspiel")
checks = pytest.importorskip("open_spiel.integration_tests.api_test")

VARIANTS = [
    (name, preset)
    for name, rules in game_modules().items()
    for preset in (None, *(rules.PRESETS if IS_NIGHTLY else ()))
]
SMALL = ("kuhn", "smallsum-basic", "smallsum-choice", *(["smallsum-alternate"] if IS_NIGHTLY else []))
LARGER = [("leduc", "random")] if IS_NIGHTLY else []


@pytest.fixture(scope="session", autouse=True)
def names():
    return openspiel.register()


def loaded(name, preset=None, **given):
    rules = game_modules()[name]
    return pyspiel.load_game(openspiel.spiel_name(rules), {"preset": preset or "", **given})


@pytest.mark.parametrize("make", [loaded, openspiel.load])
@pytest.mark.parametrize(("name", "preset"), VARIANTS, ids=lambda x: x or "usual")
def test_random_play(name, preset, make):
    pyspiel.random_sim_test(make(name, preset=preset), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("word", "parameter"), [("10", "'10'"), ("11-12-13", "'11-12-13'")])
def test_a_word_like_a_number_is_written_in_quotes(word, parameter):
    """Without them OpenSpiel takes it for a number, and stops."""
    game = openspiel.load("four-cell", courts=word)
    assert f"courts={parameter}," in str(game)
    for there in (pyspiel.load_game(str(game)), loaded("four-cell", courts=word)):
        assert there.game.option_words()["courts"] == word
        assert f"courts={parameter}," in str(there)


def tried(kind, game, name):
    """OpenSpiel's checks of one game, as a test case."""
    return type(f"{kind.__name__}_{name}", (kind,), {"game": game, "game_name": name})


def run(case):
    case.setUpClass()
    for name in case.__dict__.keys() | {x for base in case.__mro__ for x in vars(base)}:
        if name.startswith("test_"):
            getattr(case(name), name)()


@pytest.mark.parametrize(("name", "preset"), VARIANTS, ids=lambda x: x or "usual")
def test_the_checks_of_some_states(monkeypatch, name, preset):
    few = checks.sample_some_states.sample_some_states
    monkeypatch.setattr(checks.sample_some_states, "random", random.Random(1))
    monkeypatch.setattr(
        checks.sample_some_states, "sample_some_states", lambda game, max_states: few(game, max_states=20)
    )
    kind, called = checks.EnforceAPIOnPartialTreeBase, openspiel.spiel_name(game_modules()[name])
    run(tried(kind, loaded(name, preset), called))


def test_the_checks_of_a_whole_tree():
    """With the numbers that OpenSpiel states for its own Kuhn poker: the tree is the same."""
    run(tried(checks.EnforceAPIOnFullTreeBase, loaded("kuhn-poker"), "kuhn_poker"))


def test_parameters_are_players_preset_and_options():
    game = pyspiel.load_game("upcard_lama(players=3,preset=paper,target=60,starts=last_player)")
    assert game.game.players == 3
    assert game.game.option_words() == {
        "count": "every_card",
        "give_back": "none",
        "starts": "last_player",
        "last_left": "ends_round",
        "target": 60,
    }
    assert game.num_players() == 3
    assert pyspiel.load_game("upcard_lama").game.option_words() == make_game("lama").option_words()
    assert (
        openspiel.load("lama", players=3, preset="paper").game.options
        == loaded("lama", "paper", players=3).game.options
    )


def test_register_may_be_called_again(names):
    assert openspiel.register() == names
    assert set(names) <= set(pyspiel.registered_names())


def test_what_there_is_not_is_refused():
    with pytest.raises(Usage, match="did you mean 'paper'"):
        openspiel.load("lama", preset="papper")
    with pytest.raises(Usage, match="already"):
        openspiel.load(make_game("lama"), players=3)
    with pytest.raises(Usage, match="int is not a strategy of OpenSpiel"):
        openspiel.strategy(3, make_game("kuhn-poker"))
    with pytest.raises(Usage, match="there is no seat 2"):
        openspiel.bot("random", make_game("kuhn-poker"), 2)


@pytest.mark.parametrize("name", ["lama", "stoppers", "goofspiel", "smallsum"])
def test_a_play_there_is_a_play_here(name):
    """What was drawn there is laid down for our own rules, and the same actions lead to the same."""
    game, chances = make_game(name), random.Random(4)
    state = openspiel.load(game).new_initial_state()
    while not state.is_terminal():
        state.apply_action(chances.choice(state.legal_actions()))
    history = state.full_history()
    s = game.blank(chance=Script(game.rules, [x.action for x in history if x.player < 0]))
    game.rules.start(s)
    for player, action in [(x.player, x.action) for x in history if x.player >= 0]:
        assert s.player == player
        assert action in game.legal_actions(s)
        game.rules.apply(s, action)
        s.turns += 1
    assert s.over == 1
    assert not s.chance.rest
    assert [game.rules.score(s, p) for p in range(game.players)] == state.returns()


def test_an_information_state_is_what_the_seat_has_seen_and_no_more():
    """As many as information sets of our tree; and what is hidden changes none."""
    for name in ("kuhn", "dice", "smallsum-basic"):
        tree = form_of(name).tree
        policy = openspiel.policy_of(tree, form_of(name).uniform())
        assert len(policy.policy_table()) == tree.infosets
    game = openspiel.load("lama", players=3)
    state, chances = game.new_initial_state(), random.Random(1)
    while not state.is_terminal() and state.move_number() < 60:
        if state.steps.state is not None:
            check_hidden(game, state, chances)
        state.apply_action(chances.choice(state.legal_actions()))


def check_hidden(game, state, chances):
    for p in range(3):
        other = scrambled(game.game, state.steps.state, p, [0, 1, 2], chances)
        twin, plain = game.state_at(other), game.state_at(state.steps.state)
        again = state.resample_from_infostate(p, chances.random)
        assert again.information_state_string(p) == state.information_state_string(p)
        assert twin.observation_string(p) == plain.observation_string(p)
        assert twin.observation_tensor(p) == plain.observation_tensor(p)


def test_a_state_without_history_has_no_information_state():
    """It would be that of another decision, by which a policy would act."""
    game = openspiel.load("kuhn-poker")
    begun = game.state_at(game.game.start(seed=1))
    for ask in (begun.information_state_string, begun.information_state_tensor):
        with pytest.raises(Failure, match="the history of seat 1 is unknown"):
            ask(0)
    assert begun.observation_string(0).startswith("seat 1; card=")
    after = begun.child(1).resample_from_infostate(1, random.Random(1).random)
    with pytest.raises(Failure, match="seat 2"):
        after.information_state_string(1)


def test_a_state_is_dealt_again_as_its_player_knows_it():
    """Also after more was done there, and once more; what the others saw before is not made up."""
    state, chances, cards = openspiel.load("leduc-poker").new_initial_state(), random.Random(1), set()
    for choice in (3, 4, 1):
        state.apply_action(choice)
    raised, seen = state.child(2), state.information_state_string(1)
    for _ in range(30):
        twin = state.resample_from_infostate(1, chances.random)
        cards.add(twin.steps.state.card[0])
        assert twin.information_state_string(1) == seen
        after = twin.child(2).resample_from_infostate(1, chances.random)
        assert after.information_state_string(1) == raised.information_state_string(1)
        assert after.information_state_string(0) != raised.information_state_string(0)
    assert len(cards) > 1
    with pytest.raises(Failure, match="here chance acts"):
        openspiel.load("leduc-poker").new_initial_state().resample_from_infostate(0, chances.random)


def exploitability_in_gambit(gambit_game, form, strategy):
    """The exploitability of a strategy as Gambit computes it: best responses from its values of actions."""
    profile, seen = gambit_game.mixed_behavior_profile(rational=False), [0, 0]
    infosets = [list(player.infosets) for player in gambit_game.players]
    for i, p in enumerate(form.owner.tolist()):
        infoset, first = infosets[p][seen[p]], int(form.tree.first[i])
        seen[p] += 1
        for a, x in zip(infoset.actions, strategy[first : first + len(infoset.actions)], strict=True):
            profile[a] = float(x)
    return sum(best_value(profile, player) for player in gambit_game.players) / 2


def best_value(profile, player):
    """What a player's best answer is worth: chosen from the last decisions to the first.

    An action has no value where the other never lets it come; there it does not matter.
    """
    mixed = profile.copy()
    levels: dict[int, list[Any]] = {}
    for infoset in player.infosets:
        levels.setdefault(own_decisions(next(iter(infoset.members)), player), []).append(infoset)
        for a in infoset.actions:
            mixed[a] = 1 / len(infoset.actions)
    for level in sorted(levels, reverse=True):
        chosen = [
            max(infoset.actions, key=lambda a: mixed.action_value(a) or 0.0) for infoset in levels[level]
        ]
        for infoset, best in zip(levels[level], chosen, strict=True):
            for a in infoset.actions:
                mixed[a] = float(a == best)
    return mixed.payoff(player)


def own_decisions(node, player):
    """How often a player has decided before a node."""
    count = 0
    while node.parent is not None:
        node = node.parent
        count += node.player == player
    return count


TRIED = {"random": drawn(1), "solved": solved}


@pytest.mark.parametrize(("name", "way"), [*((name, way) for name in SMALL for way in TRIED), *LARGER])
def test_three_programs_find_the_same_exploitability(in_gambit, form, name, way):
    ours = form(name)
    strategy = TRIED[way](ours)
    found = exploitability(ours, strategy)
    game, policy = openspiel.load(ours.tree.game), openspiel.policy_of(ours.tree, strategy)
    assert pyspiel.exploitability(game, policy) == pytest.approx(found, abs=1e-9)
    assert exploitability_in_gambit(in_gambit(name), ours, strategy) == pytest.approx(found, abs=1e-9)
    assert openspiel.chances_of(ours.tree, policy) == pytest.approx(strategy, abs=1e-12)


def test_a_state_is_kept_by_what_was_chosen():
    state = openspiel.load("lama", players=3).new_initial_state()
    chances = random.Random(1)
    for _ in range(40):
        state.apply_action(chances.choice(state.legal_actions()))
    twin = pickle.loads(pickle.dumps(state.steps))
    assert twin.choices() == state.steps.choices()
    assert [x.action for x in twin.moments(0)] == [x.action for x in state.steps.moments(0)]
    begun = openspiel.load("lama").state_at(make_game("lama").start(seed=1))
    again = pickle.loads(pickle.dumps(begun))
    assert again.steps.choices() == begun.steps.choices()
    assert str(again.get_game()) == str(begun.get_game())
    changed = openspiel.load(GAMES["smallsum-basic"]()).new_initial_state()
    with pytest.raises(Failure, match="the rules of Smallsum were changed in memory"):
        pickle.dumps(changed.get_game())


@pytest.mark.parametrize(("sides", "asks_when"), [(1025, "start"), (5000, "apply")])
def test_chance_with_too_many_outcomes_is_refused(monkeypatch, sides, asks_when):
    """OpenSpiel has room for so many as were declared, and does not look whether it is enough."""
    game = make_game("kuhn-poker")
    door = getattr(game.rules, asks_when)

    def asks(s, *given):
        below(s, sides)
        door(s, *given)

    monkeypatch.setattr(game.rules, asks_when, asks)
    with pytest.raises(Failure, match=rf"up to {sides - 1} in Kuhn poker; OpenSpiel needs one below 1024"):
        pyspiel.random_sim_test(openspiel.load(game), num_sims=1, serialize=False, verbose=False)


def test_chance_has_the_odds_of_the_cards_that_are_left():
    state = openspiel.load("lama", players=2).new_initial_state()
    assert state.chance_outcomes() == [(k, 8 / 56) for k in range(7)]
    state.apply_action(3)
    assert state.chance_outcomes() == [(k, (7 if k == 3 else 8) / 55) for k in range(7)]


def test_an_information_state_tells_the_own_actions_and_what_was_seen():
    state = openspiel.load("kuhn-poker").new_initial_state()
    for choice in (2, 0, 1):
        state.apply_action(choice)
    assert state.information_state_string(0).startswith("seat 1; card=2 stock=1; did 1; player=1 turns=1 ")
    assert "did" not in state.information_state_string(1)
    assert "card=2" not in state.information_state_string(1)


def test_every_action_has_words_of_its_own():
    state = openspiel.load("leduc-poker").new_initial_state()
    assert state.action_to_string(0) == "jack-a"
    state.apply_action(0)
    state.apply_action(5)
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["check", "raise"]
    assert str(state) == "Leduc poker after 0 5: seat 1 is to act"


def test_what_all_see_together_is_not_told():
    game = openspiel.load("kuhn-poker")
    kind = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="use SINGLE_PLAYER or NONE"):
        game.make_py_observer(kind)
    with pytest.raises(ValueError, match="takes no parameters"):
        game.make_py_observer(None, {"x": 1})


def test_a_tensor_of_perfect_recall_tells_information_sets_apart():
    tree, seen = form_of("dice").tree, set()
    for state in openspiel._decisions(tree):
        seen.add(tuple(np.asarray(state.information_state_tensor()).tolist()))
    assert len(seen) == tree.infosets
