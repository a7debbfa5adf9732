"""Endgames of Four-Cell: by the rules, in fractions, compiled and by linear programming; certificates."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upcard.certificates.verify_file import verify
from upcard.engine.errors import Refused, Usage
from upcard.engine.game import make_game
from upcard.games.four_cell.rules import CARDS, card_text
from upcard.games.four_cell.solvers.endgame_stages import Endgames, endgame_of
from upcard.games.four_cell.solvers.open_endgame import EndgameSolution, why_not
from upcard.solving import tree_solution as solution
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.simultaneous_games import SimultaneousSolver
from upcard.solving.solve_game import solve

THREE = "9S.9H.8D/8C.7D.7C/2C.10D/4D.KS/7H.6H/QC.6C"
FOUR = "7S.10C.7D.5S/JC.4S.AD.AH/6C.9C/2C.8H/4C.QC/JD.JH"


def laid(cards, n, rotates=""):
    hands = [cards[p * n : (p + 1) * n] for p in range(2)]
    crosses = [cards[i : i + 2] for i in range(2 * n, 2 * n + 8, 2)]
    return "/".join(".".join(map(card_text, part)) for part in (*hands, *crosses)) + rotates


def endgame(position, **options):
    return make_game("four-cell", position=position, **{"objective": "difference", **options})


def solved(game, **how) -> EndgameSolution:
    found = solve(game, **how)
    assert isinstance(found, EndgameSolution)
    return found


deals = st.permutations(range(CARDS))
rules = st.sampled_from(["optional", "compulsory", "none"])


@given(deals, st.sampled_from([1, 2, 3]), rules, st.sampled_from(["", "/S", "/W"]))
@settings(max_examples=8)
def test_fractions_are_those_of_the_rules_as_they_are_run(cards, n, rule, rotates):
    game = endgame(laid(cards, n, rotates if rule != "none" else ""), rotation=rule)
    assert solved(game).value_exact == SimultaneousSolver(game).whole()


@given(deals, st.sampled_from([1, 2, 3, 3, 4]), rules, st.sampled_from(["", "/S", "/W"]))
@settings(max_examples=8)
def test_compiled_bounds_hold_the_fraction(cards, n, rule, rotates):
    game = endgame(laid(cards, n, rotates if rule != "none" else ""), rotation=rule)
    exact, near = solved(game), solved(game, exact=False)
    low, high = near.bounds
    assert exact.value_exact is not None
    assert low <= exact.value_exact <= high
    assert high - low < 1e-8
    assert near.value_exact is None


def test_linear_programming_on_the_whole_tree_finds_the_same():
    """Three cards each in the first format, unrolled into a tree of information sets."""
    game = endgame(THREE, rotation="none")
    assert solution.solve_tree(game, SolveTerms()).value_exact == solved(game).value_exact


OTHER_SIDE = {"S": "C", "C": "S", "H": "D", "D": "H"}


def mirrored(cards):
    """Cards of the other column with the same values."""
    return [next(k for k in range(CARDS) if card_text(k) == name) for name in map(_mirror, cards)]


def _mirror(k):
    name = card_text(k)
    return name[:-1] + OTHER_SIDE[name[-1]]


@given(deals, st.sampled_from([2, 3]), rules)
@settings(max_examples=8)
def test_in_the_mirror_s_loses_what_he_gained(cards, n, rule):
    """The line from SW to NE exchanges S with W, NW with SE, and the left with the right columns."""
    cards = cards[: 2 * n + 8]
    sw, nw, ne, se = (list(reversed(cards[i : i + 2])) for i in range(2 * n, 2 * n + 8, 2))
    other = mirrored([*cards[n : 2 * n], *cards[:n], *sw, *se, *ne, *nw])
    one, two = (solved(endgame(laid(x, n), rotation=rule)).value_exact for x in (cards, other))
    assert one is not None
    assert two == -one


def test_a_finding_tells_value_and_mixtures():
    found, exact = solved(endgame(THREE)), SimultaneousSolver(endgame(THREE)).whole()
    told, x = found.to_json(), float(exact)
    assert (told["value"], told["value_exact"], told["bounds"]) == (x, str(exact), [x, x])
    assert (told["objective"], told["method"], told["certificate"]) == ("difference", "stages", None)
    for seat in (1, 2):
        mixture = [Fraction(c["chance_exact"]) for c in told["choices"] if c["seat"] == seat]
        assert (len(mixture), sum(mixture)) == (3, 1)
    assert f"S gains exactly {exact} more than W from here to the end, {x:.6f}." in found.sentences()
    assert found.rows()[0] == ("seat", "action", "how often")
    assert "in fractions" in found.effort()
    assert found.is_whole


def test_rotations_are_told_with_what_they_are_worth():
    found = solved(endgame(f"{THREE}/W"))
    assert [row[0] for row in found.rows()[1:]] == [
        "rotate SW",
        "rotate NW",
        "rotate NE",
        "rotate SE",
        "don't rotate",
    ]
    worth = [c.worth for c in found.choices]
    assert found.value_exact == min(x for x in worth if x is not None)
    assert [c.share for c in found.choices] == [int(x == found.value_exact) for x in worth]


@pytest.mark.parametrize("position", ["AS/3H/5S.6H/7C.8D/9S.9H/2H.2D", "AS/3H/5S.6H/8D.7C/9S.9H/2H.2D"])
def test_who_gains_is_named(position):
    """In NW lie 7 and -8: of the last cards, by hand."""
    who = "S gains exactly 15 more than W" if "7C.8D" in position else "W gains exactly 15 more than S"
    assert who in solved(endgame(position)).sentences()[1]


@pytest.mark.parametrize(
    ("given_", "how", "sentence"),
    [
        ({}, {"objective": "difference"}, "while there is a stock the hands are hidden"),
        ({"players": 4}, {"objective": "difference"}, "only with two players are all hands known"),
        (
            {"position": THREE},
            {"method": "lp"},
            "the method was given as 'lp'; endgames are solved by 'stages'",
        ),
        (
            {"position": laid(range(CARDS), 6)},
            {"exact": True},
            "each hand has 6 cards, and fractions are computed for up to 5",
        ),
    ],
)
def test_what_cannot_be_solved_is_refused(given_, how, sentence):
    game = make_game("four-cell", **{"objective": "difference", **given_})
    with pytest.raises(Usage, match=sentence):
        solve(game, **how)


def test_who_counts_his_own_sum_only_is_told_what_to_add():
    assert why_not(make_game("four-cell", position=THREE, objective="own")).endswith(
        "add --objective difference"
    )


# ---- certificates ----


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    path = tmp_path_factory.mktemp("endgame") / "endgame.json"
    solve(endgame(FOUR, rotation="none")).save(path)
    return path


def test_a_certificate_is_checked_by_the_rules_alone(certificate):
    proved = verify(certificate)
    assert proved[0].startswith("Four-Cell, 2 players")
    assert any(s.startswith("S gains exactly ") for s in proved)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda told: told.update(value_exact="7/2"), "the value is .*, but the certificate states 7/2"),
        (
            lambda told: told["stages"].pop(next(reversed(told["stages"]))),
            "stages must have a list for 5S.7S.10C.7D",
        ),
        (lambda told: told.update(stages=[]), "stages is missing or of the wrong kind"),
        (
            lambda told: _first(told).__setitem__(1, ["1/2", "1/2", "1/2"]),
            "must have chances of 0 or more with the sum 1|none",
        ),
        (lambda told: _first(told).__setitem__(0, "-999"), "concedes more than -999"),
        (lambda told: _first(told).__setitem__(0, "999"), "S does not guarantee 999"),
        (lambda told: _first(told).__setitem__(2, []), "the mixture of W in .* must have a chance"),
        (
            lambda told: told["options"].update(objective="own"),
            "four-cell with options position and objective=difference",
        ),
    ],
)
def test_a_changed_certificate_is_refused_with_what_does_not_hold(certificate, tmp_path, change, sentence):
    told = json.loads(Path(certificate).read_text(encoding="utf-8"))
    change(told)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(Refused, match=sentence):
        verify(path)


def _first(told):
    """The first stage of three cards."""
    return next(entry for entry in told["stages"].values() if len(entry[1]) == 3)


def test_bounds_make_no_certificate(tmp_path):
    found = solved(endgame(THREE), exact=False)
    low, high = found.bounds
    assert f"S gains between {low:.9f} and {high:.9f} more than W" in found.sentences()[1]
    with pytest.raises(Usage, match="a certificate needs fractions"):
        found.save(tmp_path / "no.json")
    assert not list(tmp_path.iterdir())


def test_every_position_is_solved_once():
    """In 9 pairs and 5 rotations there are 45 ways to two cards each, and fewer positions."""
    game = endgame(THREE)
    endgames = Endgames(game)
    endgames.rest(endgame_of(game.start()))
    assert all(len(at.south) == len(at.west) > 1 for at in endgames.solutions)
    assert 20 < len(endgames.solutions) <= 46


HANDS = ("AS.2S.3S.4S.5S.6S/AD.2D.3D.4D.5D.6D", "9S.10S.JS.QS.KS/9D.10D.JD.QD.KD")


@pytest.mark.parametrize("exact", [None, True])
def test_ctrl_c_says_that_nothing_is_kept(exact):
    """Of fractions and of compiled stages."""

    def stop(what, done):
        raise KeyboardInterrupt

    hands = HANDS[bool(exact)]
    game = make_game("four-cell", position=f"{hands}/2C.10H/4C.KC/7H.6H/QC.6C", objective="difference")
    with pytest.raises(KeyboardInterrupt, match="the endgame is not solved, and nothing was saved"):
        solve(game, exact=exact, on_step=stop)
