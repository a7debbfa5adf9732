"""Options of the rules as flags of the command line."""

import pytest


@pytest.mark.parametrize(
    "flags",
    [
        ["--option", "target=20"],
        ["--target", "20"],
        ["--target=20"],
    ],
)
def test_an_option_of_the_rules_may_be_a_flag(document, flags):
    found = document("simulate", "lama", *flags, "--games", "50", "--json")
    assert found["options"]["target"] == 20


def test_flags_stand_before_or_after_the_game_and_beside_own_ones(document):
    found = document(
        "simulate", "--target", "30", "lama", "--give-back", "none", "--games", "50", "--seed", "3", "--json"
    )
    assert (found["options"]["target"], found["options"]["give_back"]) == (30, "none")
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


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["solve", "goofspiel", "--lenth", "4"], "--length"),
        (["simulate", "stoppers", "--live", "2"], "--lives"),
        (["check", "stoppers", "--last-togther=nobody"], "--last-together"),
        (["simulate", "stoppers", "--gams", "2"], "--games"),
        (["deck", "lama", "--tarjet", "2"], "--target"),
        (["simulate", "stoppers", "--zebra", "2"], None),
    ],
)
def test_a_mistyped_option_of_the_game_is_guessed_like_any_other(told, words, meant):
    code, sentence = told(*words)
    assert code == 2
    assert sentence.startswith(f"there is no option '{words[2].partition('=')[0]}'; ")
    assert (f"did you mean {meant!r}?" in sentence) if meant else ("did you mean" not in sentence)


@pytest.mark.parametrize("command", ["solve", "play"])
def test_help_says_so(run, command):
    assert "--KEY VALUE" in run(command, "--help").stdout


def test_a_game_is_played_with_flags_too(run):
    flags = ("--target", "20", "--give-back=none", "--seed", "1")
    lines = run("play", "lama", *flags, "--against", "folding", input="quit\n").stdout.splitlines()
    (again,) = (line for line in lines if "same cards again: " in line)
    assert "--option target=20" in again
    assert "--option give_back=none" in again
