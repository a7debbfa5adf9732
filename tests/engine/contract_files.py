"""Files that keep the contract, to be broken in one place at a time."""

import pytest

from upcard.engine.errors import BrokenRules
from upcard.engine.rules_contract import check_rules

RULES = '''"""A game of one choice. Source: made up."""

from upcard.kit.cards import EVERYBODY, OWNER, Fact, Header, Measure, choice, number, row, whole

ACTIONS = 2
GAME = Header(
    name="tiny", title="Tiny", players=(1, 2), usual=1, zero_sum=False, perfect_information=True,
    longest=1, payoffs=(0, 1), version=1, source="made up",
)
OPTIONS = (choice("tone", ("low", "high"), "a word"),)
PRESETS = {"loud": {"tone": "high"}}
STATE = (number("won", EVERYBODY, "chips won"),)
MEASURES = (Measure("chips", "chips"), Measure("rounds", "rounds", per_game=True))


def card_text(k):
    return str(k)


def action_text(v, a):
    return "go"


def start(s):
    s.player = 0


def legal(s, a):
    return True


def apply(s, a):
    s.won = a
    s.over = 1


def score(s, p):
    return s.won


def measure(s, p, m):
    return 1
'''


def sentences_about(rules):
    with pytest.raises(BrokenRules) as fault:
        check_rules(rules)
    first, *rest = str(fault.value).split("\n")
    assert first == "the rules file tiny_game.py cannot be used:"
    return rest
