"""Certificates: what is proved, and what is refused."""

import copy
import json

import pytest

from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import make_game
from upcard.solve.solution import solve
from upcard.verify.certificate import read_certificate, verify, write_certificate
from upcard.verify.refused import Refused


@pytest.fixture(scope="module")
def kuhn():
    """Exact and rounded certificates of Kuhn poker."""
    game = make_game("kuhn-poker")
    return {m: solve(game, m, gap=1e-6).certificate() for m in ("lp", "pcfr+")}


@pytest.fixture
def checked(tmp_path):
    """Writes entries as a certificate and checks it."""

    def check(stated):
        write_certificate(stated, tmp_path / "it.json")
        return verify(tmp_path / "it.json")

    return check


def test_an_exact_value_is_proved(kuhn, checked):
    assert checked(kuhn["lp"])[-1] == "the value for seat 1 is exactly -1/18"


def test_bounds_are_proved_for_rounded_strategies(kuhn, checked):
    title, first, second, value = checked(kuhn["pcfr+"])
    assert title.startswith("Kuhn poker for 2")
    assert first.startswith("seat 1 gets -0.0555")
    assert second.startswith("seat 2 gets 0.0555")
    assert value.startswith("the value for seat 1 lies between -0.0555")


def changed(stated, **entries):
    return {**copy.deepcopy(stated), **entries}


TAMPERED = [
    ("lp", {"value_exact": "-1/17"}, "stated to be exactly -1/17; proved is -1/18"),
    ("lp", {"value": 0.0}, "the value 0 lies outside"),
    ("lp", {"bounds": [-0.01, 0.01]}, "prove a value from -0.0555555555556"),
    ("pcfr+", {"value_exact": "-1/18"}, "stated to be exactly -1/18; proved is"),
    ("pcfr+", {"gaps": [0.0, 0.0]}, "would gain"),
    ("lp", {"nodes": 57}, "nodes is 57; the tree of the game has 58"),
    ("lp", {"rules_version": 99}, "of version 99 of the rules"),
    ("lp", {"game": "leduc-poker"}, "nodes is 58; the tree of the game has 9,457"),
    ("lp", {"game": "whist"}, "the game of the certificate cannot be made: there is no game 'whist'"),
    ("lp", {"players": 3}, "gaps is"),
    ("lp", {"strategy": []}, "the strategy has 0 information sets; the game has 12"),
    ("lp", {"strategy": "none"}, "strategy is missing or of the wrong kind"),
    ("lp", {"value": True}, "value is missing or of the wrong kind"),
    ("lp", {"value_exact": 3}, "value_exact is of the wrong kind"),
]


@pytest.mark.parametrize(("method", "entries", "reason"), TAMPERED)
def test_a_tampered_certificate_is_refused_with_the_first_violated_condition(
    kuhn, checked, method, entries, reason
):
    with pytest.raises(Refused, match=reason):
        checked(changed(kuhn[method], **entries))


@pytest.mark.parametrize(
    ("chances", "reason"),
    [
        (["1/2", "1/3"], "have the sum 0.8333"),
        (["3/2", "-1/2"], "has the probability -1/2"),
        (["1", "0", "0"], "has 3 probabilities; the game has 2 actions"),
        (["one", "0"], "has 'one'; expected a number"),
        ([float("nan"), 1.0], "has nan; expected a number"),
        ([None, 1.0], "has None; expected a number"),
        (["1/0", "0"], "has '1/0'; expected a number"),
    ],
)
def test_probabilities_that_are_none_are_refused(kuhn, checked, chances, reason):
    stated = changed(kuhn["lp"])
    stated["strategy"][3] = chances
    with pytest.raises(
        Refused, match=f"information set 4 .*{reason}|the probabilities of information set 4 {reason}"
    ):
        checked(stated)


def test_a_choice_turned_round_proves_the_value_no_more(kuhn, checked):
    """At each of the twelve information sets."""
    refused = 0
    for i, chances in enumerate(kuhn["lp"]["strategy"]):
        stated = changed(kuhn["lp"])
        stated["strategy"][i] = chances[::-1]
        if chances != chances[::-1]:
            try:
                checked(stated)
            except Refused:
                refused += 1
    assert refused == 12


@pytest.mark.parametrize("text", ["", "[]", '{"format": "other"}', "{", "[" * 100_000])
def test_a_file_that_is_no_certificate_is_unreadable(tmp_path, text):
    file = tmp_path / "it.json"
    file.write_text(text)
    with pytest.raises(Unreadable, match="is no certificate"):
        verify(file)


def test_a_certificate_of_an_unknown_kind_is_unreadable(tmp_path, kuhn):
    write_certificate(changed(kuhn["lp"], kind="oracle"), tmp_path / "it.json")
    with pytest.raises(Unreadable, match="of kind 'oracle'"):
        verify(tmp_path / "it.json")


def test_files_that_cannot_be_read_or_written_are_named(tmp_path, kuhn):
    with pytest.raises(Unreadable, match="cannot be read"):
        read_certificate(tmp_path / "none.json")
    with pytest.raises(Usage, match="cannot be written"):
        write_certificate(kuhn["lp"], tmp_path / "no folder" / "it.json")


def test_a_certificate_is_plain_json(tmp_path, kuhn):
    write_certificate(kuhn["lp"], tmp_path / "it.json")
    stated = json.loads((tmp_path / "it.json").read_text())
    assert stated == read_certificate(tmp_path / "it.json") == kuhn["lp"]
    assert stated["format"] == "upcard certificate 1"
