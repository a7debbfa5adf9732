"""Options of the rules as flags of the command line."""

import pytest


@pytest.mark.parametrize(
    "flags",
    [
        ["--option", "lives=2"],
        ["--lives", "2"],
        ["--lives=2"],
    ],
)
def test_an_option_of_the_rules_may_be_a_flag(document, flags):
    found = document("simulate", "stoppers", *flags, "--games", "50", "--json")
    assert found["options"]["lives"] == 2


def test_flags_stand_before_or_after_the_game_and_beside_own_ones(document):
    found = document(
        "simulate", "--lives", "3", "stoppers", "--last-together", "nobody", "--games", "50", "--seed", "3",
        "--json",
    )  # fmt: skip
    assert (found["options"]["lives"], found["options"]["last_together"]) == (3, "nobody")
    assert (found["games"], found["seed"]) == (50, 3)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["simulate", "stoppers", "--livs", "2"], "--livs"),
        (["simulate", "stoppers", "--lives"], "--lives"),
        (["simulate", "stoppers", "--lives", "99"], "lives"),
        (["simulate", "stoppers", "--lives", "2", "--option", "lives=3"], "given twice"),
        (["simulate", "no-such-game", "--lives", "2"], "--lives"),
        (["doctor", "--lives", "2"], "--lives"),
    ],
)
def test_what_is_no_option_of_the_game_is_refused(run, words, reason):
    result = run(*words)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert "Traceback" not in result.output


def test_help_says_so(run):
    assert "--KEY VALUE" in run("solve", "--help").stdout
