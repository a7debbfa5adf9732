"""Trees as ``.efg`` files, read again by a reader that knows the format and nothing of Upcard."""

import re
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.example_games import odd_one_out

from upcard.adapters.gambit import efg_text
from upcard.adapters.gambit_reader import read_efg
from upcard.engine.game import Game, make_game
from upcard.engine.tree.game_tree import unroll
from upcard.solving.exploitability import values
from upcard.solving.sequence_form import sequence_form

TOKEN = re.compile(r'"[^"]*"|[^\s",]+')
SMALL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("kuhn-poker", {}),
    ("liars-dice", {"preset": "two-sided"}),
    ("le-her", {}),
    ("goofspiel", {"length": 3}),
)


class Reader:
    """Reads an ``.efg`` file token by token, and says what the players get when all choose at random."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)[::-1]
        assert [self.tokens.pop() for _ in range(3)] == ["EFG", "2", "R"]
        self.title = self.text()
        self.players = self.braced()
        self.comment = self.text()
        self.choices = {}
        self.named = defaultdict(set)
        self.chances, self.outcomes = [], {}
        self.nodes = 0
        self.worth = self.node()
        assert self.tokens == []

    def text(self):
        token = self.tokens.pop()
        assert token[0] == token[-1] == '"'
        return token[1:-1]

    def braced(self):
        assert self.tokens.pop() == "{"
        out = []
        while (token := self.tokens.pop()) != "}":
            out.append(token.strip('"'))
        return out

    def node(self):
        self.nodes += 1
        kind = self.tokens.pop()
        assert self.text() == ""
        return {"t": self.end, "c": self.chance, "p": self.decision}[kind]()

    def end(self):
        number, _, paid = self.tokens.pop(), self.text(), self.braced()
        assert self.outcomes.setdefault(number, paid) == paid
        return [Fraction(x) for x in paid]

    def chance(self):
        self.chances.append(int(self.tokens.pop()))
        self.text()
        listed = self.braced()
        assert len(set(listed[::2])) == len(listed) // 2
        chances = [Fraction(x) for x in listed[1::2]]
        assert sum(chances) == 1
        return self.below(chances)

    def decision(self):
        infoset, name, choices = (self.tokens.pop(), self.tokens.pop()), self.text(), self.braced()
        assert len(set(choices)) == len(choices)
        assert self.choices.setdefault(infoset, choices) == choices
        self.named[infoset].add(name)
        return self.below([Fraction(1, len(choices))] * len(choices))

    def below(self, chances):
        assert self.tokens.pop() == "0"
        worth = [[p * x for x in self.node()] for p in chances]
        return [sum(column) for column in zip(*worth, strict=True)]


def read(name, **options):
    tree = unroll(make_game(name, **options))
    return tree, Reader(efg_text(tree))


def check_written(tree, found):
    """What was read is the tree: sizes, numbers from 1 on, and what everybody gets at random."""
    seats = range(tree.game.players)
    assert found.nodes == tree.nodes
    assert found.players == [f"seat {p + 1}" for p in seats]
    assert found.chances == list(range(1, len(found.chances) + 1))
    numbers = [sorted(int(number) for seat, number in found.choices if int(seat) == p + 1) for p in seats]
    assert numbers == [list(range(1, int((tree.owner == p).sum()) + 1)) for p in seats]
    assert all(len(names) == 1 for names in found.named.values())
    form = sequence_form(tree)
    assert [float(x) for x in found.worth] == pytest.approx(values(form, form.uniform()).tolist())


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_a_written_tree_is_read_again(name, options):
    check_written(*read(name, **options))


def test_three_can_play_and_what_is_secret_stays_out_of_names():
    tree = unroll(Game(odd_one_out, 3, {}))
    found = Reader(efg_text(tree))
    check_written(tree, found)
    assert found.worth == [0, 0, 0]
    assert ["4", "-2", "-2"] in found.outcomes.values()
    assert [names for _, names in sorted(found.named.items())] == [{"?"}, {"?, ?"}, {"0, ?, ?"}, {"1, ?, ?"}]


def test_what_is_written_is_for_people_too():
    _, found = read("kuhn-poker")
    assert found.title == "Kuhn poker, 2 players"
    assert found.comment == "kuhn-poker, version 1 of its rules; written by Upcard"
    assert found.players == ["seat 1", "seat 2"]
    assert set(map(tuple, found.choices.values())) == {("check", "bet 1"), ("fold", "call 1")}
    assert found.worth == [Fraction(1, 8), Fraction(-1, 8)]
    assert {name for names in found.named.values() for name in names} == {
        *(f"{card}, ?" for card in ("jack", "queen", "king")),
        *(f"{card}, ?, check, bet 1" for card in ("jack", "queen", "king")),
        *(f"?, {card}, {did}" for card in ("jack", "queen", "king") for did in ("check", "bet 1")),
    }


def test_what_a_player_learns_later_stands_in_the_name_too():
    _, found = read("le-her")
    names = {name for named in found.named.values() for name in named}
    assert {"A, ?", "?, K, swap", "3, 9, swap", "?, 9, keep"} <= names


@given(st.lists(st.text(st.sampled_from("ab'\"\\\n {}()1"), max_size=4), min_size=3, max_size=3))
def test_any_name_can_be_written(names):
    """Whatever a rules file calls its cards, what is written can be read, and told apart."""
    tree = unroll(make_game("kuhn-poker"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree.game.rules, "card_text", lambda k: names[k])
        text = efg_text(tree)
    assert Reader(text).worth == [Fraction(1, 8), Fraction(-1, 8)]
    cards = read_efg(text).root.labels
    assert len(set(cards)) == 3
    assert f'c "" 1 "" {{ "{cards[0]}" 1/3 ' in text


def test_no_two_information_sets_of_a_player_bear_the_same_name(monkeypatch):
    monkeypatch.setattr("upcard.adapters.gambit.infoset_names", lambda tree, words: ["x"] * tree.infosets)
    text = efg_text(unroll(make_game("kuhn-poker")))
    named = set(re.findall(r'^p "" (\d) \d+ "([^"]*)"', text, re.MULTILINE))
    assert named == {(p, name) for p in "12" for name in ("x", *(f"x ({k})" for k in range(2, 7)))}
