"""Beat It Or Eat It solved, verified and probed from the command line."""

import pytest

from upcard.solving import beat_it_objective

NAME = "beat-it-or-eat-it"


@pytest.fixture
def table(run, tmp_path):
    """The file of a tablebase of one suit of 5."""
    file = tmp_path / "it.table"
    result = run("solve", NAME, "--suits", 1, "--length", 5, "--save", file)
    assert result.exit_code == 0, result.output
    assert f"wrote {file}; check it: upcard verify {file}" in result.stderr
    return file


def test_one_suit_is_solved_without_a_word_about_the_deal(document, table):
    found = document("solve", NAME, "--suits", "1", "--length", "5", "--json")
    assert found["options"]["deal"] == "random"
    assert (found["lead"]["positions"], found["receive"]["positions"], found["mirror"]) == (30, 130, None)
    assert found["value_exact"] == "1/40"


def test_a_preset_keeps_its_deal(document):
    found = document("solve", NAME, "--preset", "one-suit", "--length", "5", "--json")
    assert found["options"]["deal"] == "equal"


def test_a_tablebase_is_verified_whole_or_in_part(run, table):
    whole, part = run("verify", table), run("verify", table, "--sample", 10)
    assert "all 30 hands have the distance" in whole.stdout
    assert "10 hands of 30, taken at random" in part.stdout


def test_a_tampered_tablebase_is_refused(told, table):
    content = bytearray(table.read_bytes())
    content[-3] += 2
    table.write_bytes(content)
    code, sentence = told("verify", table)
    assert code == 1
    assert "but its round leads to" in sentence or "the header tells" in sentence


def test_what_is_not_covered_is_told_in_a_sentence(told):
    assert "cannot be solved: with trumps=own" in told("solve", NAME, "--trumps", "own")[1]
    assert "not started" in told("solve", NAME, "--memory", "6")[1]


def test_after_ctrl_c_it_is_said_where_the_checkpoint_lies(run, tmp_path, monkeypatch):
    def press(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(beat_it_objective, "solve", press)
    result = run("solve", NAME, "--length", 4, "--checkpoint", tmp_path / "mine")
    assert result.exit_code == 130
    assert f"stopped; what was found lies in {tmp_path / 'mine'}; the same command goes on" in result.stderr
