"""Goofspiel by its positions: as published, as by its tree, with certificates, and gone on with."""

import json
from fractions import Fraction
from typing import Any

import pytest

from upcard.certificates.verify_file import verify
from upcard.engine.errors import Failure, Refused, Usage
from upcard.engine.game import make_game
from upcard.games.goofspiel.solvers import bidding_stages as goofspiel_stages
from upcard.games.goofspiel.solvers.bidding_stages import most_positions
from upcard.solving import checkpoints
from upcard.solving.solve_game import solve

STAGES = "stages"
WAYS = [
    {"length": 3},
    {"length": 3, "objective": "win"},
    {"length": 3, "ties": "carried"},
    {"length": 4, "order": "descending"},
]


def goofspiel(**options):
    return make_game("goofspiel", **options)


@pytest.mark.parametrize("options", WAYS)
def test_its_tree_has_the_same_value_and_the_certificate_proves_it(options, tmp_path):
    game, file = goofspiel(**options), tmp_path / "stages.json"
    found = solve(game, objective=STAGES)
    assert found.value_exact == solve(game).value_exact
    found.save(file)
    assert f"the first seat scores exactly {found.value_exact} on average" in verify(file)


def test_the_highest_prize_of_four_takes_the_highest_card():
    """matttang27/GOPSsolver on GitHub, results.txt: so it is with up to four cards."""
    found = solve(goofspiel(length=4, order="descending", objective="win"), objective=STAGES)
    (opening,) = found.to_json()["openings"]
    assert opening["prize"] == "4"
    assert opening["chances_exact"] == [["0", "0", "0", "1"]] * 2
    assert found.rows()[1] == ("4", "0.000000", "0.000000", "0.000000", "1.000000")


@pytest.mark.parametrize(("options", "number"), [(WAYS[0], 57), (WAYS[3], 53)])
def test_there_are_as_many_positions_as_are_counted(options, number):
    game = goofspiel(**options)
    assert most_positions(game) == solve(game, objective=STAGES).to_json()["stages"] == number


def test_a_certificate_that_was_tampered_with_is_refused(tmp_path):
    file = tmp_path / "stages.json"
    solve(goofspiel(length=3, objective="win"), objective=STAGES).save(file)
    stated = json.loads(file.read_text())
    for at, entry in stated["stages"].items():
        if sum(x != "0" for x in entry[1]) == 2:
            stated["stages"][at] = [entry[0], ["1", "0"], entry[2]]
            file.write_text(json.dumps(stated))
            break
    with pytest.raises(Refused, match="seat 1 does not guarantee"):
        verify(file)
    stated["stages"] = {}
    file.write_text(json.dumps(stated))
    with pytest.raises(Refused, match="stages must have a list for"):
        verify(file)


def test_a_certificate_of_another_value_or_game_is_refused(tmp_path):
    file = tmp_path / "stages.json"
    solve(goofspiel(length=2), objective=STAGES).save(file)
    stated = json.loads(file.read_text())
    file.write_text(json.dumps({**stated, "value_exact": "1/7"}))
    with pytest.raises(Refused, match="the certificate states the value 1/7, but it is 0"):
        verify(file)
    file.write_text(json.dumps({**stated, "options": {**stated["options"], "bids": "hidden"}}))
    with pytest.raises(Refused, match="stages are positions of goofspiel with shown bids"):
        verify(file)


def test_ctrl_c_keeps_what_was_solved_and_the_rest_is_the_same(tmp_path):
    place, game, told = tmp_path / "kept", goofspiel(length=3), []

    def stop(what, done):
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as said:
        solve(game, objective=STAGES, checkpoint=place, on_step=stop)
    assert str(said.value).startswith("40 of up to 57 positions are solved; progress is stored in")
    found = solve(game, objective=STAGES, checkpoint=place, on_step=lambda _, done: told.append(done))
    assert told[3] == pytest.approx(40 / 57)
    found.save(tmp_path / "pieces.json")
    solve(game, objective=STAGES).save(tmp_path / "whole.json")
    pieces, whole = (json.loads((tmp_path / f"{x}.json").read_text()) for x in ("pieces", "whole"))
    assert pieces["stages"] == whole["stages"]
    with pytest.raises(Failure, match="is of another game or of other options; remove it to start again"):
        solve(goofspiel(length=2), objective=STAGES, checkpoint=place)
    found.release()
    assert not place.exists()


def test_what_was_solved_is_kept_once_a_minute(tmp_path, monkeypatch):
    """So a process that is killed loses little; the first checkpoint has nothing in it yet."""
    place, game, sizes, again = tmp_path / "kept", goofspiel(length=3), [], []
    monkeypatch.setattr(checkpoints, "STORE_EVERY", 0.0)
    solve(game, objective=STAGES, checkpoint=place, on_step=lambda *_: sizes.append(place.exists()))
    assert sizes == [False, True, True]
    solve(game, objective=STAGES, checkpoint=place, on_step=lambda _, done: again.append(done))
    assert again == [pytest.approx(40 / 57)]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"length": 4, "bids": "hidden"}, "with bids=hidden the players do not know the whole position"),
        ({"length": 8}, r"it has up to 2,956,136 positions; at most 500,000 can be solved"),
    ],
)
def test_what_is_not_solved_so_is_said(options, reason):
    with pytest.raises(Usage, match=reason):
        solve(goofspiel(**options), objective=STAGES)


def test_other_methods_and_too_little_memory_are_refused():
    with pytest.raises(Usage, match="the method 'cfr' is for trees"):
        solve(goofspiel(length=3), "cfr", objective=STAGES)
    with pytest.raises(Failure, match=r"needs .* GB, have 1e-06 GB: not started"):
        solve(goofspiel(length=3), objective=STAGES, memory=1000)


def test_a_tree_that_is_too_large_says_how_it_is_solved():
    with pytest.raises(Failure, match="It can be solved with --objective stages"):
        solve(goofspiel(length=4), most_nodes=1000)


def test_a_prize_is_worth_nothing_to_two_who_are_alike():
    """By symmetry, whatever prize comes first (S. M. Ross 1971)."""
    found = solve(goofspiel(length=3), objective=STAGES)
    assert {Fraction(x["value_exact"]) for x in found.to_json()["openings"]} == {Fraction(0)}


def test_without_a_place_to_keep_it_an_interrupt_says_nothing_of_one(monkeypatch):
    told: list[float] = []

    def stop(what, done):
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(checkpoints, "default_checkpoint", lambda name: None)
    with pytest.raises(KeyboardInterrupt) as said:
        solve(goofspiel(length=3), objective=STAGES, on_step=stop)
    assert (len(told), str(said.value)) == (3, "")


def test_what_takes_long_is_announced(monkeypatch, tmp_path):
    monkeypatch.setattr(goofspiel_stages, "LONG_SECONDS", 0.0)
    said: list[str] = []
    found: Any = solve(
        goofspiel(length=2), objective=STAGES, checkpoint=tmp_path / "it", on_start=said.append
    )
    assert len(said) == 1
    assert str(tmp_path / "it") in said[0]
    assert found.effort().startswith("2 positions, solved backwards in fractions; ")
    assert found.rows()[0] == ("first prize", "bid 1", "bid 2")
    assert (found.is_whole, found.bounds) == (True, (0.0, 0.0))
