"""Games and matches in pickles and copies: the same rules, cards and chance, or a sentence why not."""

import copy
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from tests.conftest import forget_file
from tests.copies import COPIES, GAMES, by_cloudpickle, pickled

import upcard as uc
from upcard.engine.errors import BrokenRules, Failure
from upcard.engine.game import Game, Match
from upcard.engine.state import cells_of
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.round_game import first_round, round_now
from upcard.engine.tree.single_round import one_round
from upcard.kit.strategy import State

PLAY = """
import pickle, sys
match = pickle.load(sys.stdin.buffer)
while not match.is_over:
    match.do(match.legal()[-1])
print(match.actions, match.scores(), [match.state.at])
"""
SIMULATE = """
import pickle, sys
import upcard as uc
print(uc.simulate(pickle.load(sys.stdin.buffer), "random", 50).to_json())
"""
LOAD = """
import pickle, sys
from upcard.engine.errors import UpcardError
try:
    print(pickle.load(sys.stdin.buffer))
except UpcardError as fault:
    print(type(fault).__name__, fault)
"""


COPIES_OF_MATCHES = {**COPIES, "clone": lambda match: match.clone()}


def begun(name: str, actions: int = 5) -> Match:
    match, luck = uc.game(name).match(seed=3, number=2), random.Random(1)
    while not match.is_over and len(match.actions) < actions:
        match.do(luck.choice(match.legal()))
    if match.is_over:
        match.undo()
    return match


def play_out(match: Match) -> tuple[Any, ...]:
    luck = random.Random(7)
    while not match.is_over:
        match.do(luck.choice(match.legal()))
    return match.actions, match.movers, match.scores(), match.state.at, match.chance.history


def elsewhere(program: str, sent: bytes) -> str:
    """Return what a new process prints, which reads a pickle from its standard input."""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, input=sent, capture_output=True, env=os.environ, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().strip()


@pytest.mark.parametrize("duplicate", COPIES_OF_MATCHES.values(), ids=COPIES_OF_MATCHES)
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_of_a_match_goes_on_as_the_match_does_and_leaves_it_alone(
    name: str, duplicate: Callable[[Match], Match]
) -> None:
    match = begun(name)
    twin, before = duplicate(match), cells_of(match.state)
    assert cells_of(twin.state) == before
    assert twin.state.chance is twin.chance
    end = play_out(twin)
    assert (cells_of(match.state), len(match.actions)) == (before, len(twin.actions[: len(match.actions)]))
    assert not match.is_over
    assert play_out(match) == end


def test_a_copy_can_take_back_what_the_match_did() -> None:
    match = begun("lama")
    twin = pickled(match)
    twin.undo(2)
    match.undo(2)
    assert cells_of(twin.state) == cells_of(match.state)


def test_a_copy_of_a_match_deals_the_rest_of_the_listed_cards() -> None:
    whole = uc.game("lama").match(seed=5)
    play_out(whole)
    dealt = [
        str(whole.game.rules.card_text(x)) if kind == "draw" else str(x) for kind, x in whole.chance.history
    ]
    match = Match(whole.game, None, 0, tuple(dealt), ())
    for a in whole.actions[:4]:
        match.do(a)
    for twin in (match.clone(), pickled(match), copy.deepcopy(match)):
        for a in whole.actions[4:]:
            twin.do(a)
        assert twin.scores() == whole.scores()
        assert twin.chance.unused == []


def test_a_game_is_its_own_copy_and_pickles_with_its_options() -> None:
    game = uc.game("lama", players=3, target=60)
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game
    read = pickled(game)
    assert (read.rules, read.players, read.options) == (game.rules, 3, game.options)


@pytest.mark.parametrize("duplicate", [pickled, by_cloudpickle, copy.deepcopy, copy.copy])
def test_states_and_views_are_copied_with_their_cards(duplicate: Callable[[Any], Any]) -> None:
    match = begun("lama")
    for state in (match.state, match.view(1)):
        twin, before = duplicate(state), cells_of(state)
        assert cells_of(twin) == before
        twin.hand[1, 1] = 99
        twin.turns = 77
        assert cells_of(state) == before


def test_a_match_goes_on_in_another_process() -> None:
    match = begun("lama")
    sent = pickle.dumps(match)
    while not match.is_over:
        match.do(match.legal()[-1])
    assert elsewhere(PLAY, sent) == f"{match.actions} {match.scores()} {[match.state.at]}"


def test_a_game_of_ones_own_goes_on_where_its_file_is_missing(my_poker, monkeypatch, tmp_path) -> None:
    match = uc.game("my-poker").match(seed=4)
    sent = pickle.dumps(match)
    while not match.is_over:
        match.do(match.legal()[-1])
    end = f"{match.actions} {match.scores()} {[match.state.at]}"
    assert elsewhere(PLAY, sent) == end
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path / "nothing"))
    assert elsewhere(PLAY, sent) == end
    here = uc.simulate(match.game, "random", 50).to_json()
    there = elsewhere(SIMULATE, pickle.dumps(match.game))
    assert there.partition("'seconds'")[0] == str(here).partition("'seconds'")[0]


def test_a_game_of_ones_own_that_changed_is_refused_with_a_sentence(my_poker) -> None:
    sent = pickle.dumps(uc.game("my-poker").match(seed=4))
    my_poker.write_text(my_poker.read_text() + "\nMORE = 1\n")
    answer = elsewhere(LOAD, sent)
    assert answer.startswith("Failure the rules of Kuhn poker (")
    assert "the file has changed; make the pickle again" in answer
    my_poker.write_text("GAME = 1 +")
    assert elsewhere(LOAD, sent).startswith("BrokenRules your file ")
    forget_file(my_poker)
    with pytest.raises(BrokenRules, match="line 1"):
        pickle.loads(sent)


def test_a_rules_file_that_needs_others_is_refused_with_a_sentence(my_poker, monkeypatch, tmp_path) -> None:
    (my_poker.parent / "_helper.py").write_text("X = 1\n")
    monkeypatch.syspath_prepend(str(my_poker.parent))
    my_poker.write_text(my_poker.read_text() + "\nfrom _helper import X\n")
    sent = pickle.dumps(uc.game("my-poker"))
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path / "nothing"))
    answer = elsewhere(LOAD, sent)
    assert "the rules file my_poker.py of a pickle cannot be loaded" in answer
    assert "there is no module '_helper'" in answer


def test_a_game_that_is_not_installed_or_has_changed_is_refused(monkeypatch) -> None:
    rules = uc.game("le-her").rules
    reference = vars(rules)["__rules_reference__"]
    sent = pickle.dumps(uc.game("le-her")).replace(reference.digest.encode(), b"0" * 64)
    with pytest.raises(Failure, match=r"Le Her .* the file has changed"):
        pickle.loads(sent)
    monkeypatch.setattr("upcard.engine.picklable_rules.registered_rules", lambda name: None)
    monkeypatch.delitem(sys.modules, rules.__name__)
    with pytest.raises(Failure, match="there is no game 'le-her' here; install the package"):
        pickle.loads(sent)


def own_worth(s: State, p: int) -> int:
    return int(s.points[p])


def test_rounds_pickle_as_games_and_go_on_alike() -> None:
    lama = uc.game("lama", players=2)
    for game in (
        first_round(lama),
        round_now(lama.match(seed=1)),
        one_round(lama, own_worth, (-99, 99), False),
    ):
        twin = pickled(game)
        assert (twin.heading(), twin.rules.GAME) == (game.heading(), game.rules.GAME)
        assert play_out(twin.match(seed=2)) == play_out(game.match(seed=2))
        assert unpickled_start(twin) == unpickled_start(game)


def unpickled_start(game: Game) -> Any:
    return cells_of(game.start(seed=9))


def test_a_round_with_a_function_that_does_not_pickle_is_refused(monkeypatch) -> None:
    monkeypatch.setattr("upcard.engine.picklable_rules.function_pickler", lambda: pickle)
    only = one_round(uc.game("lama"), lambda s, p: 0, (0, 1), False)
    with pytest.raises(Failure, match=r"derived from L\.A\.M\.A\. by a function that cannot be pickled"):
        pickle.dumps(only)


def test_rules_made_in_memory_are_refused() -> None:
    rules = ModuleType("made")
    vars(rules).update({k: x for k, x in vars(uc.game("le-her").rules).items() if not k.startswith("__")})
    with pytest.raises(Failure, match=r"were made in memory, so they cannot be pickled"):
        pickle.dumps(Game(rules, 2, uc.game("le-her").options))


@pytest.mark.parametrize("change", [{"score": own_worth}, {"LIMIT": 3}, {"CARDS": 4}])
def test_rules_changed_in_memory_are_refused(change, monkeypatch) -> None:
    game = uc.game("kuhn-poker")
    assert pickled(game).rules is game.rules
    for name, x in change.items():
        monkeypatch.setattr(game.rules, name, x, raising=False)
    with pytest.raises(Failure, match="the rules of Kuhn poker were changed in memory"):
        pickle.dumps(game)
    monkeypatch.undo()
    assert pickled(game).rules is game.rules


def test_trees_and_solutions_are_copied_with_their_numbers() -> None:
    solution = uc.solve(uc.game("kuhn-poker"))
    assert isinstance(solution, uc.Solution)
    for duplicate in (pickled, by_cloudpickle, copy.deepcopy):
        twin = duplicate(solution)
        assert twin.to_json() == solution.to_json()
        assert twin.certificate() == solution.certificate()
        assert duplicate(unroll("kuhn-poker")).counts() == solution.tree.counts()
