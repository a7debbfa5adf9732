"""Going over a match in which nobody else plays."""

import json

import pytest

from upcard.engine.game import make_game
from upcard.engine.record import record_text

RULES = '''
"""Alone: keep a card or change it."""

from upcard.kit.cards import EVERYBODY, NOBODY, Header, State, draw, put, row, slot

ACTIONS = 2
GAME = Header(
    name="alone", title="Alone", players=(1, 1), usual=1, zero_sum=False, perfect_information=False,
    longest=1, payoffs=(0, 12), version=1, source="made up",
)
OPTIONS = ()
PRESETS = {}
STATE = (slot("card", EVERYBODY, "the card", per_seat=True), row("stock", NOBODY, 13, "the rest"))


def card_text(k: int) -> str:
    """The name of a card."""
    return str(k + 1)


def action_text(v: State, a: int) -> str:
    """The words of an action."""
    return ("keep", "change")[a]


def start(s: State) -> None:
    """Deal."""
    for k in range(13):
        put(s.stock, k)
    s.card[0] = draw(s, s.stock)
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Both."""
    return a < ACTIONS


def apply(s: State, a: int) -> None:
    """Change the card."""
    if a == 1:
        s.card[0] = draw(s, s.stock)
    s.over = True


def score(s: State, p: int) -> int:
    """The rank of the card."""
    return int(s.card[0])
'''


@pytest.fixture
def record(own_file, tmp_path):
    own_file("games", "alone", RULES)
    match = make_game("alone").match(seed=1, seats=("Ana",))
    match.do("keep")
    file = tmp_path / "alone.upc"
    file.write_text(record_text(match))
    return file


def test_who_plays_alone_is_judged_and_nothing_is_said_of_others(run, record):
    said = run("review", record, "--all").stdout
    assert "1 decision" in said
    assert "against" not in said


def test_as_json_it_is_told_why_nothing_is_said_of_others(run, record):
    found = json.loads(run("review", record, "--json").stdout)
    assert [x["against"]["why_not"] for x in found["seats"]] == ["Nobody else plays."]
