"""Outcomes of Beat It Or Eat It from the command line: solved, verified, probed."""

import pytest

from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it.certificates.lead_table import hand_text
from upcard.games.beat_it_or_eat_it.solvers import tablebase_objective as beat_it_objective
from upcard.games.beat_it_or_eat_it.solvers.outcomes_objective import reach
from upcard.solving.game_solver_contract import SolveTerms

NAME = "beat-it-or-eat-it"
HOW = ("solve", NAME, "--objective", "outcome")


@pytest.fixture
def outcomes(run, tmp_path):
    """The file of the outcomes of two suits of 4."""
    file = tmp_path / "it.table"
    result = run(*HOW, "--length", 4, "--save", file)
    assert result.exit_code == 0, result.output
    return file


def test_counts_are_those_of_the_tablebase(document):
    for length in ("4", "7"):
        found = document(*HOW, "--length", length, "--json")
        plies = document("solve", NAME, "--length", length, "--json")
        same = ("positions", "win", "loss", "draw")
        assert [found["lead"][k] for k in same] == [plies["lead"][k] for k in same]
        assert (found["mirror"], found["starting"]) == (plies["mirror"], plies["starting"])
        assert (found["receive"], found["lead"]["longest_win"]) == (None, None)
        assert found["value_exact"] == plies["value_exact"]
    assert found["lead"]["draw"] == 711


def test_a_person_is_told_what_starting_is_worth_and_the_rounds(run):
    told = run(*HOW, "--length", "4").stdout
    assert "Starting helps" in told
    assert "The longest win takes 11 rounds: " in told
    assert "plies" not in told


def test_outcomes_are_verified_whole_or_in_part(run, outcomes):
    whole, part = run("verify", outcomes), run("verify", outcomes, "--sample", 10)
    assert "all 254 hands have the number of rounds that their round leads to: all are right" in whole.stdout
    assert "the longest win takes 11 rounds" in whole.stdout
    assert "10 hands of 254, taken at random with seed 0, have the number of rounds" in part.stdout


def test_tampered_outcomes_are_refused(told, outcomes):
    content = bytearray(outcomes.read_bytes())
    content[-3] += 2
    outcomes.write_bytes(content)
    code, sentence = told("verify", outcomes)
    assert code == 1
    assert "round leads to" in sentence or "the header states" in sentence


def test_a_position_is_probed_in_rounds(document, run, outcomes):
    position = hand_text(2, 4, 0b1010_0110)
    moves = document("probe", position, "--table", outcomes, "--json")["moves"]
    plies = document("probe", position, "--json")["moves"]
    assert {m["move"]: m["verdict"] for m in moves} == {m["move"]: m["verdict"] for m in plies}
    assert "rounds to the end" in run("probe", position, "--table", outcomes).stdout


def test_a_table_of_outcomes_can_be_played_by(document, outcomes):
    found = document(
        "simulate", NAME, "--length", "4", "--strategy", f"solved:{outcomes}", "--strategy", "random",
        "--games", "20", "--json",
    )  # fmt: skip
    assert found["games"] == 20


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        (("--trumps", "own"), "choose trumps=none"),
        (("--suits", "4", "--length", "8"), "are 32 cards; choose at most 28"),
        (("--length", "4", "--method", "lp"), "the method 'lp' is for trees; expected 'outcomes' or 'cuda'"),
        (("--length", "13", "--memory", "6"), "have 6 GB: not started"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(told, how, reason):
    assert reason in told(*HOW, *how)[1]


def test_what_takes_long_is_announced_and_keeps_a_checkpoint(monkeypatch, tmp_path):
    def stop(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr(beat_it_objective, "LONG_SECONDS", 0.0)
    said: list[str] = []
    terms = SolveTerms(checkpoint=tmp_path / "mine", on_start=said.append, on_step=stop)
    with pytest.raises(KeyboardInterrupt, match="the same command resumes it"):
        reach(make_game(NAME, suits=2, length=4), terms)
    assert "of memory; stored after each sweep, once a minute at most, in" in said[0]
    assert (tmp_path / "mine").exists()


def test_without_a_checkpoint_an_interrupt_says_nothing_of_one():
    def stop(*given):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as said:
        reach(make_game(NAME, suits=2, length=4), SolveTerms(on_step=stop))
    assert str(said.value) == ""
