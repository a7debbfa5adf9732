"""Going over a record by a solution that somebody names."""

import json

import pytest
from tests.night import LATE

from upcard.engine.game import make_game
from upcard.engine.record import record_text

GAME = "liars-dice"


@pytest.fixture
def record(tmp_path):
    match = make_game(GAME, preset="two-sided").match(seed=3, seats=("Ana", "Ben"))
    for words in ("one 1", "one 2", "two 1s", "liar"):
        match.do(words)
    file = tmp_path / "match.upc"
    file.write_text(record_text(match))
    return file


@pytest.fixture
def solved(run, tmp_path):
    """Solves the game of the record, or another one; gives the file."""

    def made(*arguments, game=(GAME, "--preset", "two-sided")):
        file = tmp_path / "solved.json"
        assert run("solve", *game, *arguments, "--save", file).exit_code == 0
        return file

    return made


def reviewed(run, record, file):
    return json.loads(run("review", record, "--solution", file, "--json").stdout)


def test_every_decision_is_judged_by_the_equilibrium_that_is_named(run, record, solved):
    file = solved()
    found = reviewed(run, record, file)
    assert found["judged_by"] == f"the equilibrium in {file}, which was not verified"
    assert [x["start"] for x in found["seats"]] == [0.5, -0.5]  # the value of the game
    first, second = found["decisions"][:2]
    assert (first["action"], first["best"], first["loss"]) == ("one 1", "one 1", 0)
    assert (second["action"], second["best"]) == ("one 2", "two 1s")
    assert second["loss"] == pytest.approx(2)
    assert first["margin"] == second["margin"] == 0
    for seat in found["seats"]:
        assert sum(seat[x] for x in ("start", "luck", "own_decisions", "others_decisions")) == pytest.approx(
            seat["result"]
        )


def test_an_inexact_solution_says_how_far_its_worths_may_be_off_by_how_likely_one_comes_there(
    run, record, solved
):
    file = solved("--method", "pcfr+", "--gap", "0.1")
    gap = sum(json.loads(file.read_text())["gaps"])
    assert gap > 1e-3
    found = reviewed(run, record, file)
    assert found["judged_by"] == f"strategies {gap:.1e} from an equilibrium in {file}, which was not verified"
    first = found["decisions"][0]  # the first player has a die of two sides, and nobody has done anything yet
    assert first["margin"] == pytest.approx(2 * gap / 0.5)
    margins = [x["margin"] for x in found["decisions"] if x["loss"]]
    assert len(margins) > 1
    assert all(first["margin"] <= x <= 2 for x in margins)


@LATE
def test_an_inexact_solution_calls_no_mistake_what_the_exact_one_does_not(run, solved, tmp_path):
    leduc = ("leduc-poker",)
    rough = tmp_path / "rough.json"
    solved("--method", "cfr+", "--gap", "0.02", game=leduc).rename(rough)
    exact, differing = solved(game=leduc), 0
    for seed in range(1, 4):
        match = make_game("leduc-poker").match(seed=seed, seats=("Ana", "Ben"))
        while not match.is_over:
            match.do(_best(match, json.loads(exact.read_text())))
        record = tmp_path / "leduc.upc"
        record.write_text(record_text(match))
        found = reviewed(run, record, rough)["decisions"]
        assert not [x for x in found if x["lesson"]]
        differing += any(x["loss"] > 1e-3 for x in found)
    assert differing


def test_a_match_that_was_played_as_solved_has_no_mistake(run, solved, tmp_path):
    file = solved(game=("kuhn-poker",))
    for seed in range(1, 9):
        match = make_game("kuhn-poker").match(seed=seed, seats=("Ana", "Ben"))
        while not match.is_over:
            match.do(_best(match, json.loads(file.read_text())))
        record = tmp_path / "kuhn.upc"
        record.write_text(record_text(match))
        assert "No mistake" in run("review", record, "--solution", file).stdout


def _best(match, stated):
    """An action that the player makes as solved."""
    from upcard.certificates.certificate_player import player_from_certificate

    odds = player_from_certificate(stated, match.game, "it").__dict__["odds"]
    return max(odds(match.game.view(match.state, match.player)), key=lambda x: x[1])[0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kind": "match"}, "is of kind 'match'; expected 'equilibrium', which 'upcard solve' saves"),
        ({"game": "kuhn-poker"}, "is for the game kuhn-poker, not liars-dice"),
        ({"value": "much", "value_exact": None}, "does not give the value of the game"),
        ({"value_exact": "1/0"}, "value has '1/0'; expected a number or a fraction"),
        ({"value": float("nan"), "value_exact": None}, "value has nan; expected a number"),
        (
            {"value_exact": "9" * 400},
            "a value or gaps that are impossible with scores from -1 to 1; 'upcard",
        ),
        ({"gaps": None}, "gaps is missing or of the wrong kind; expected 2 numbers"),
        ({"gaps": [2, -2]}, "a value or gaps that are impossible with scores"),
        ({"gaps": [-1e-3, 0]}, "a value or gaps that are impossible with scores"),
        ({"strategy": []}, "cannot be played"),
    ],
)
def test_a_file_that_judges_nothing_is_refused_with_the_reason(run, record, solved, change, reason):
    file = solved()
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    result = run("review", record, "--solution", file)
    assert result.exit_code != 0
    assert reason in result.stderr


def test_a_file_that_is_not_there_is_refused(run, record):
    assert "cannot be read: no such file" in run("review", record, "--solution", "nowhere.json").stderr


@pytest.mark.parametrize(("name", "players"), [("lama", 2), ("stoppers", 3)])
def test_a_game_that_is_none_of_two_against_each_other_is_refused(run, solved, tmp_path, name, players):
    record = tmp_path / "other.upc"
    record.write_text(record_text(make_game(name, players).match(seed=1)))
    said = run("review", record, "--solution", solved(game=("kuhn-poker",))).stderr
    assert "is not a game for two players in which one wins what the other loses" in said
    assert "leave it out" in said
