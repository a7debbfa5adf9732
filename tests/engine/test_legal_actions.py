"""Tests of games that list their legal actions: the same play, at the cost of the legal actions."""

from types import ModuleType
from typing import Any

import pytest
from tests.shared import GAMES_FOLDER

from upcard.engine.errors import BrokenRules
from upcard.engine.game import Game
from upcard.engine.legal_actions import can_list, legal_actions_of, next_legal_action
from upcard.engine.rules_contract import check_rules
from upcard.kit.cards import State
from upcard.kit.strategy import lists_legal, next_legal
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator
from upcard.strategies import ismcts
from upcard.testing import ConformanceError, check_game
from upcard.testing.compiled_checks import check_compiled

TEXT = (GAMES_FOLDER / "pay_or_take.py").read_text()
PADDED = TEXT.replace("ACTIONS = 2", "ACTIONS = 2400")
LISTER = '''

def next_legal(s: State, a: int) -> int:
    """The next legal action."""
    if a <= TAKE:
        return TAKE
    return PAY if a <= PAY and s.purse[s.player] > 0 else ACTIONS
'''


@pytest.fixture
def rules_of(module: Any) -> Any:
    def made(text: str) -> ModuleType:
        rules: ModuleType = module("pay_or_take_variant", text)
        return rules

    return made


def game_of(rules: ModuleType) -> Game:
    return Game(rules, 3, {"chips": 2})


def test_a_listing_is_the_legal_actions_in_order(rules_of: Any) -> None:
    plain, listed = game_of(rules_of(TEXT)), game_of(rules_of(PADDED + LISTER))
    assert not can_list(plain.rules)
    assert can_list(listed.rules)
    for purse, wanted in ((2, [0, 1]), (0, [0])):
        for game in (plain, listed):
            s = game.start(seed=3)
            s.purse[s.player] = purse
            v = game.view(s, s.player)
            assert legal_actions_of(game.rules, s) == game.legal_actions(s) == wanted
            assert next_legal(v, 0) == 0
            assert next_legal(v, 2) == next_legal_action(game.rules)(s, 2) == game.rules.ACTIONS
            assert lists_legal(v) == can_list(game.rules)


def test_the_game_keeps_every_promise(rules_of: Any) -> None:
    report = check_game(game_of(rules_of(PADDED.replace("2400", "300") + LISTER)), games=10)
    assert report.checked["The rules file lists exactly the legal actions, if it defines ``next_legal``"] > 0


@pytest.mark.parametrize(
    ("wrong", "seen"),
    [
        ("return PAY if a <= PAY and s.purse[s.player] > 0 else ACTIONS", "return ACTIONS"),
        (
            "return PAY if a <= PAY and s.purse[s.player] > 0 else ACTIONS",
            "return PAY if a <= PAY else ACTIONS",
        ),
        ("return TAKE", "return PAY"),
    ],
)
def test_a_wrong_listing_breaks_a_promise(rules_of: Any, wrong: str, seen: str) -> None:
    game = game_of(rules_of(PADDED.replace("2400", "5") + LISTER.replace(wrong, seen)))
    with pytest.raises(ConformanceError, match=r"expected next_legal\(s, \d\) to be \d; seen: it is \d"):
        check_game(game, games=5)


def test_a_listing_with_other_arguments_is_refused(rules_of: Any) -> None:
    rules = rules_of(PADDED + LISTER.replace("(s: State, a: int)", "(s: State)").replace("a <=", "0 <="))
    with pytest.raises(
        BrokenRules, match=r"next_legal\(s\) has wrong arguments; expected next_legal\(s, a\)"
    ):
        check_rules(rules)


@pytest.mark.parametrize("strategy", ["random", "flat-monte-carlo:playouts=4", "ismcts:playouts=4"])
def test_a_strategy_asks_about_legal_actions_only(rules_of: Any, strategy: str) -> None:
    """The engine tests each chosen action; a search tests those that it weighs. Nobody tries all 2,400."""
    rules, asked = rules_of(PADDED + LISTER), list[int]()
    legal = rules.legal

    def counted(s: State, a: int) -> bool:
        asked.append(a)
        return bool(legal(s, a))

    rules.__dict__["legal"] = counted
    game = game_of(rules)
    lineup, plan = line_up(game, strategy), make_plan(3, 1, game.players, "rotate")
    Simulator(lineup, interpreted=True).play(plan, 0, 1)
    assert set(asked) == {rules.TAKE, rules.PAY}


def walk_of(rules: ModuleType, strategy: str) -> list[int]:
    """The actions of one seat with a search, the others paying while they can."""
    game = game_of(rules)
    match = game.match(4)
    while not match.is_over and len(match.actions) < 12:
        v = match.view(match.player)
        match.do(ismcts.choose(v, 24, 1.0, 1000) if strategy == "ismcts" else match.legal()[-1])
    return list(match.actions)


def test_a_search_with_growing_tables_chooses_as_one_with_all_columns(
    rules_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    every_column = walk_of(rules_of(TEXT), "ismcts")
    monkeypatch.setattr(ismcts, "FEW", 1)
    assert walk_of(rules_of(TEXT + LISTER), "ismcts") == every_column
    assert walk_of(rules_of(PADDED + LISTER), "ismcts") == every_column


def test_every_action_gets_a_column_in_a_table_of_as_many_columns_as_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ismcts, "FEW", 1)
    monkeypatch.setattr(ismcts, "next_allowed", lambda world, a: a)
    column = [0, 0, 0, 0, 0]
    assert not ismcts.has_columns(None, 4, 2, column)
    assert column == [1, 2, 0, 0, 2]
    assert ismcts.has_columns(None, 4, 4, column)
    assert column == [1, 2, 3, 4, 4]


def test_a_table_that_grows_keeps_its_nodes() -> None:
    tree = list(range(3 * (ismcts.NODE + 2 * 2)))
    wide = ismcts.widened(tree, 2, 3, 2)
    assert len(wide) == 3 * (ismcts.NODE + 2 * 4)
    assert wide == [0, 1, 2, 3, 0, 0, 4, 5, 0, 0, 6, 7, 8, 9, 0, 0, 10, 11, 0, 0, *[0] * 10]


@pytest.mark.parametrize("text", [PADDED.replace("2400", "300") + LISTER, TEXT])
@pytest.mark.by_night("compiles")
def test_compiled_searches_are_the_interpreted_ones(rules_of: Any, text: str) -> None:
    for strategy in ("ismcts:playouts=30", "flat-monte-carlo:playouts=8", "random"):
        assert check_compiled(game_of(rules_of(text)), strategy, games=3)
