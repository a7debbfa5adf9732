"""Certificates: what is proved, and what is refused."""

import copy
import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from upcard.certificates.certificate import certificate_text, read_certificate
from upcard.certificates.equilibrium_certificate import _claims
from upcard.certificates.equilibrium_check import check_equilibrium
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Refused, Unreadable
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solver_contract import Answer
from upcard.solving.tree_solution import judged, solve_tree


@pytest.fixture(scope="module")
def kuhn():
    """Exact and rounded certificates of Kuhn poker."""
    game = make_game("kuhn-poker")
    return {m: solve_tree(game, SolveTerms(m, gap=1e-6)).certificate() for m in ("lp", "pcfr+")}


def test_an_exact_value_is_proved(kuhn, checked):
    assert checked(kuhn["lp"])[-1] == "the value for seat 1 is exactly -1/18"


def test_bounds_are_proved_for_rounded_strategies(kuhn, checked):
    title, first, second, value = checked(kuhn["pcfr+"])
    assert title.startswith("Kuhn poker, 2 players")
    assert first.startswith("seat 1 gets -0.0555")
    assert second.startswith("seat 2 gets 0.0555")
    assert value.startswith("the value for seat 1 lies between -0.0555")


def changed(stated, **entries):
    return {**copy.deepcopy(stated), **entries}


TAMPERED = [
    ("lp", {"value_exact": "-1/17"}, "stated to be exactly -1/17, but the strategies prove -1/18"),
    (
        "lp",
        {"value_exact": None, "value": 0.5},
        "the value for seat 1 is -1/18, but the certificate states 1/2",
    ),
    ("lp", {"bounds": [-0.01, 0.01]}, "the strategies prove -1/18 to -1/18"),
    ("lp", {"bounds": [-1e9, 1e9]}, "the strategies prove -1/18 to -1/18"),
    ("pcfr+", {"value_exact": "-1/18"}, "stated to be exactly -1/18, but the strategies prove"),
    ("pcfr+", {"gaps": [0.0, 0.0]}, "the gain of seat"),
    ("lp", {"gaps": [1e9, 0.0]}, "the gain of seat 1 by another strategy is 0, "),
    ("lp", {"nodes": 57}, "nodes is 57, but the tree of the game has more"),
    ("lp", {"nodes": 59}, "nodes is 59, but the tree of the game has 58"),
    ("lp", {"information_sets": 11}, "information_sets is 11, but the tree of the game has 12"),
    ("lp", {"nodes": 10**300}, "nodes is missing or is not a whole number from 0 to"),
    ("lp", {"rules_version": 99}, "made with version 99 of the rules"),
    ("lp", {"game": "leduc-poker"}, "nodes is 58, but the tree of the game has more"),
    ("lp", {"game": "whist"}, "the game of the certificate cannot be made: there is no game 'whist'"),
    ("lp", {"game": ["kuhn-poker"]}, "game or options are missing or of the wrong kind"),
    ("lp", {"options": []}, "game or options are missing or of the wrong kind"),
    ("lp", {"options": {"deck": [1]}}, "the game of the certificate cannot be made"),
    ("lp", {"players": 3}, "the game of the certificate cannot be made"),
    ("lp", {"players": True}, "players is missing or is not a whole number"),
    ("lp", {"strategy": []}, "the strategy has 0 information sets; the game has 12"),
    ("lp", {"strategy": "none"}, "strategy is missing or of the wrong kind"),
    ("lp", {"strategy": ["1"] * 12}, "strategy is missing or of the wrong kind"),
    ("lp", {"value": True}, "value has True; expected a number"),
    ("lp", {"value": float("inf")}, "value has inf; expected a number"),
    ("lp", {"value": 10**400}, "value has 1000.*; expected a number"),
    ("lp", {"value_exact": "1e99999999"}, "value_exact has '1e99999999'; expected a number"),
    ("lp", {"value_exact": "1/0"}, "value_exact has '1/0'; expected a number"),
    ("lp", {"gaps": [float("nan"), 0]}, "gaps has nan; expected a number"),
    ("lp", {"gaps": [0]}, "gaps is missing or of the wrong kind; expected 2 numbers"),
    ("lp", {"method": "lp. Proved:\n  all"}, "method is missing or is not the name of a solver"),
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
        (["1/2", "1/3"], "have the sum 5/6"),
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
    """At each of the twelve information sets but one: seat 1 bets any king, so it never passes with one."""
    refused = 0
    for i, chances in enumerate(kuhn["lp"]["strategy"]):
        stated = changed(kuhn["lp"])
        stated["strategy"][i] = chances[::-1]
        if chances != chances[::-1]:
            try:
                checked(stated)
            except Refused:
                refused += 1
    assert refused == 11


@pytest.mark.parametrize("name", ["value", "bounds", "gaps", "strategy", "nodes", "options", "method"])
def test_what_is_missing_is_named(kuhn, checked, name):
    stated = changed(kuhn["lp"])
    del stated[name]
    with pytest.raises(Refused, match=f"{name}.* missing|{name} has None"):
        checked(stated)


def test_a_game_with_options_is_made_again(checked):
    solution = solve_tree(make_game("goofspiel", length=3, order="descending"), SolveTerms())
    stated = solution.certificate()
    assert "order=descending" in checked(stated)[0]
    with pytest.raises(Refused, match="the option order has no value"):
        checked(changed(stated, options={**stated["options"], "order": None}))


def test_of_a_game_that_is_not_zero_sum_all_figures_are_checked_and_no_value_is_proved():
    """Kuhn poker where the second player gets twice as much at every end."""
    tree = unroll(make_game("kuhn-poker"))
    tree = replace(tree, payoff=tree.payoff * np.array([1, 2]))
    solution = judged(sequence_form(tree), "cfr", Answer(np.full(24, 0.5)), 0.0)
    assert not solution.is_zero_sum
    assert solution.bounds[0] == solution.value < solution.bounds[1]
    claims = _claims(solution.certificate(), 2)
    assert len(check_equilibrium(tree, claims)) == 2
    for change, reason in (
        ({"value": Fraction(999)}, "the value for seat 1 is"),
        ({"bounds": (Fraction(5), Fraction(6))}, "the strategies prove"),
        ({"value_exact": Fraction(1, 2)}, "an exact value is stated, but seat 1 gets"),
    ):
        with pytest.raises(Refused, match=reason):
            check_equilibrium(tree, replace(claims, **change))


@pytest.mark.parametrize("text", ["", "[]", '{"format": "other"}', "{", "[" * 100_000])
def test_a_file_that_is_no_certificate_is_unreadable(tmp_path, text):
    file = tmp_path / "it.json"
    file.write_text(text)
    with pytest.raises(Unreadable, match="is not a certificate"):
        verify(file)


def test_a_certificate_of_an_unknown_kind_is_unreadable(tmp_path, kuhn):
    (tmp_path / "it.json").write_text(certificate_text(changed(kuhn["lp"], kind="oracle")))
    with pytest.raises(Unreadable, match="of kind 'oracle'"):
        verify(tmp_path / "it.json")


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(Unreadable, match="cannot be read"):
        read_certificate(tmp_path / "none.json")


def test_a_certificate_is_plain_json(tmp_path, kuhn):
    (tmp_path / "it.json").write_text(certificate_text(kuhn["lp"]))
    stated = json.loads((tmp_path / "it.json").read_text())
    assert stated == read_certificate(tmp_path / "it.json") == kuhn["lp"]
    assert stated["format"] == "upcard certificate 1"
