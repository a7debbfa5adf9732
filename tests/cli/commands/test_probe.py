"""Positions of any game from the command line, by their addresses."""

import re
from pathlib import Path

import pytest

from upcard.games.kuhn_poker import rules as kuhn_poker

TOY_PROBE = """
class Probed:
    head, rows, heading = ("move",), [("take 1",)], "Toy: the pile"
    verdict, certainty, measure = "The player to move wins.", "This is exact.", "Distances count moves."

    def to_json(self):
        return {"game": "toy"}


def accepts(text):
    return text.startswith("pile-")


def probe_position(text, file=None):
    return Probed()
"""


def test_a_swap_is_told_by_its_address(run):
    told = run("probe", "stoppers?players=4&option-first_dealer=4&dealt=5.9.8.Q&do=1").stdout
    assert "It is player 2's turn. Judged by 2,000 redealt tables" in told
    assert "seat 1 swapped" in told
    assert "a King stops you" in told
    assert "This is an estimate: ± is 3.0 standard errors of the difference to the best action" in " ".join(
        told.split()
    )
    other = run("probe", "stoppers?players=4&option-first_dealer=4&dealt=5.9.8.Q&do=1&assumed=6").stdout
    assert "every card up to 6" in other


def test_an_equilibrium_stands_in_brackets(run):
    told = run("probe", "http://127.0.0.1:8570/analysis/four-cell?seed=193").stdout
    assert "This is Prisoner's Dilemma, type 111 (PdPd)." in told
    assert "[−2, −2]" in told
    assert "Called Bluff" in told


def test_prices_and_frequencies_are_told_by_card(run):
    told = run("probe", "smallsum?option-variant=alternate&dealt=5.4.Q.6.2.K").stdout
    assert "By hidden card" in told
    assert told.count("100 %") >= 2
    assert "This is solved; nothing is estimated." in told


def test_the_best_line_is_told(run):
    told = run("probe", "beat-it-or-eat-it?option-length=3&seed=1").stdout
    assert "Best line: player 1: lead" in told
    assert re.search(r"^Player 1 (wins|loses) in \d+ plies with perfect play: lead ", told, re.MULTILINE)
    assert "plies" in told


def test_a_game_that_is_over_has_no_choices(document):
    found = document("probe", "kuhn-poker?seed=3&do=0.0", "--json")
    assert (found["player"], found["choices"], found["insight"]) == (-1, [], {})


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (["nothing?seed=1"], 2, "there is no game 'nothing'"),
        (["stoppers?do=x"], 2, "do is 'x'; expected a whole number"),
        (["kuhn-poker?dealt=ace"], 1, "'ace' cannot be dealt; the cards left are"),
        (["stoppers?assumed=often"], 2, "choose one of solved"),
        (["kuhn-poker?seed=1", "--table", "x"], 2, "not an address"),
    ],
)
def test_what_is_no_address_is_told(told, words, code, reason):
    found, sentence = told("probe", *words)
    assert found == code
    assert reason in sentence


@pytest.mark.parametrize(("length", "end"), [(7, "eat …"), (3, ".")])
def test_a_line_that_goes_on_has_no_full_stop_after_its_ellipsis(run, length, end):
    told = " ".join(run("probe", f"beat-it-or-eat-it?option-length={length}&seed=1").stdout.split())
    line = told.partition("Best line: ")[2]
    assert line.endswith(end)
    assert not line.endswith(("..", "…."))


@pytest.fixture
def toy(home):
    """A game in the user's folder whose positions begin with ``pile-``."""
    folder = home / "games" / "a_toy"
    folder.mkdir()
    rules = Path(kuhn_poker.__file__).read_text()
    (folder / "rules.py").write_text(rules.replace('"kuhn-poker"', '"a-toy"'))
    (folder / "probe.py").write_text(TOY_PROBE)
    return folder


def test_a_position_belongs_to_the_game_that_accepts_it(run, document, told, toy):
    assert "Toy: the pile" in run("probe", "pile-3").stdout
    assert document("probe", "pile-3", "--json")["game"] == "toy"
    assert document("probe", "s4.2.h3.1", "--json")["game"] == "beat-it-or-eat-it"
    assert "is not a position" in told("probe", "x2")[1]
    (toy / "probe.py").write_text("def accepts(text):\n    return text.no_such_thing\n")
    assert run("probe", "s4.2.h3.1").exit_code == 0
