"""Solving and verifying from the command line."""

import json
import os
import threading

import pytest

from upcard.engine.registry import game_modules
from upcard.solving.game_solver_registry import objectives_of


def test_a_game_is_solved_exactly(run):
    result = run("solve", "kuhn-poker")
    assert result.exit_code == 0, result.output
    assert "The value for seat 1 is exactly -1/18, -0.055555555556." in result.stdout
    assert "58 nodes, 12 information sets; lp: linear programming" in result.stdout


def test_the_json_holds_what_was_promised(document):
    found = document("solve", "kuhn-poker", "--json")
    assert found["value"] == pytest.approx(-1 / 18)
    assert found["value_exact"] == "-1/18"
    assert found["bounds"] == pytest.approx([-1 / 18, -1 / 18])
    assert found["method"] == "lp"
    assert found["certificate"] is None
    assert {"game", "options", "objective", "seconds", "gaps", "values", "exploitability"} <= set(found)


def test_a_certificate_is_written_and_verified(run, tmp_path):
    file = tmp_path / "kuhn.json"
    result = run("solve", "kuhn-poker", "--method", "pcfr+", "--gap", "1e-9", "--save", file)
    assert result.exit_code == 0, result.output
    assert f"wrote {file}; check it: upcard verify {file}" in result.stderr
    proved = run("verify", file)
    assert proved.exit_code == 0
    assert (
        "Kuhn poker, 2 players, 58 nodes; the certificate names pcfr+ as the solver. Proved:" in proved.stdout
    )
    assert "the value for seat 1 lies between -0.05555555" in proved.stdout


def test_a_tampered_certificate_is_refused(run, tmp_path):
    file = tmp_path / "kuhn.json"
    run("solve", "kuhn-poker", "--save", file)
    stated = json.loads(file.read_text())
    file.write_text(json.dumps({**stated, "value_exact": "1/18"}))
    result = run("verify", file)
    assert result.exit_code == 1
    assert "the value is stated to be exactly 1/18, but the strategies prove -1/18" in result.stderr


def test_proofs_are_printed_as_json_too(document, run, tmp_path):
    file = tmp_path / "kuhn.json"
    run("solve", "kuhn-poker", "--save", file)
    assert document("verify", file, "--json")["proved"][-1] == "the value for seat 1 is exactly -1/18"


def test_an_exact_value_is_not_promised_by_a_method_that_comes_near(run):
    result = run("solve", "kuhn-poker", "--method", "cfr+", "--exact")
    assert result.exit_code == 2
    assert (
        "cfr+ only approximates the value; use the method lp for an exact value, or leave out"
        in result.stderr
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["solve", "kuhn-poker", "--method", "magic"], "there is no solver 'magic'"),
        (["solve", "kuhn-poker", "--gap", "-1"], "--gap was given '-1'; expected a number from 0"),
        (["solve", "kuhn-poker", "--gap", "nan"], "--gap was given 'nan'; expected a number from 0"),
        (["solve", "lama", "--most-nodes", "1000"], "has more than 1,000 nodes"),
        (["verify", "nowhere.json"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(run, words, reason):
    result = run(*words)
    assert result.exit_code in (1, 2)
    assert reason in result.stderr
    assert "Traceback" not in result.output


def test_of_what_is_too_large_it_is_said_what_can_be_found_instead(told):
    code, sentence = told("solve", "stoppers", "--players", "6")
    assert code == 1
    for words in ("about 10^", "is solved for 2 to 5 players", "upcard respond stoppers --against random"):
        assert words in sentence
    assert "set up an endgame with --position" in told("solve", "four-cell")[1]


def test_what_does_not_iterate_says_that_iterations_changed_nothing(run):
    result = run("solve", "kuhn-poker", "--gap", "1e-3")
    assert "--gap changed nothing: lp does not use it" in result.stderr
    assert "changed nothing" not in run("solve", "kuhn-poker").stderr
    assert "changed nothing" not in run("solve", "kuhn-poker", "--method", "cfr+", "--gap", "0.1").stderr


def test_a_gap_that_is_not_reached_is_said_and_no_digit_goes_beyond_it(run):
    how = ("solve", "kuhn-poker", "--method", "cfr+", "--gap", "1e-12", "--iterations")
    result = run(*how, "20")
    assert result.exit_code == 3
    assert "the requested gap of 1e-12 is not reached: it is 0.00" in result.stderr
    assert "; more --iterations reduce it" in result.stderr
    assert [line.split()[1] for line in result.stdout.splitlines() if line[:2] in ("1 ", "2 ")] == [
        "-0.06",
        "+0.06",
    ]
    assert "not reached" not in run("solve", "kuhn-poker", "--method", "cfr+", "--gap", "0.1").stderr
    assert "not reached" not in run("solve", "kuhn-poker").stderr


def test_a_gap_of_zero_asks_for_all_iterations_and_is_not_missed(run):
    result = run("solve", "kuhn-poker", "--method", "cfr+", "--gap", "0", "--iterations", "20")
    assert (result.exit_code, result.stderr) == (0, "")
    assert ", 20 iterations; " in " ".join(result.stdout.split())


def test_a_solution_that_misses_its_gap_is_saved_all_the_same(run, tmp_path):
    how = ("--method", "cfr+", "--gap", "1e-12", "--iterations", "20", "--save", tmp_path / "rough.json")
    assert run("solve", "kuhn-poker", *how).exit_code == 3
    assert run("verify", tmp_path / "rough.json").exit_code == 0


def test_bounds_that_are_written_alike_are_told_once(run):
    said = run("solve", "kuhn-poker", "--method", "pcfr+", "--gap", "1e-13").stdout
    assert "The value for seat 1 is about -0.055555555556, right to the last digit." in said


def test_the_gap_of_a_match_that_rounding_does_not_allow_is_said(run):
    result = run("solve", "smallsum", "--variant", "alternate", "--purse", "1", "--objective", "match",
                 "--gap", "1e-15")  # fmt: skip
    assert result.exit_code == 3
    assert "the requested gap of 1e-15 is not reached: it is " in result.stderr
    assert result.output.count("not reached") == 1


@pytest.mark.parametrize("game", [name for name in sorted(game_modules()) if objectives_of(name)])
def test_an_unknown_objective_is_answered_with_the_known_ones(told, game):
    code, sentence = told("solve", game, "--objective", "nothing-like-it")
    assert code == 2
    assert set(objectives_of(game)) == set(sentence.partition("known: ")[2].split(", "))


def test_a_checkpoint_is_gone_on_with(run, document, tmp_path):
    place = tmp_path / "kept.npz"
    how = ("solve", "kuhn-poker", "--method", "cfr+", "--gap", "0", "--checkpoint", place, "--json")
    assert document(*how, "--iterations", "50")["iterations"] == 50
    assert place.exists()
    assert document(*how, "--iterations", "80")["iterations"] == 80


@pytest.mark.parametrize("game", [("kuhn-poker",), ("stoppers", "--players", "2", "--objective", "round")])
def test_ctrl_c_says_where_to_go_on(monkeypatch, run, document, tmp_path, game):
    def step(line, what, fraction):
        if what.startswith("gap"):
            raise KeyboardInterrupt

    monkeypatch.setattr("upcard.solving.tree_solution.default_checkpoint", lambda name: tmp_path / name)
    how = ("solve", *game, "--method", "cfr+", "--gap", "0")
    with monkeypatch.context() as stopping:
        stopping.setattr("upcard.cli.terminal.console.ProgressLine.step", step)
        result = run(*how)
    (place,) = tmp_path.iterdir()
    assert place.name.startswith(f"{game[0]}-cfr+-")
    assert result.exit_code == 130
    assert result.stderr.endswith(f"; resume with --checkpoint {place}\n")
    assert document(*how, "--checkpoint", place, "--iterations", "40", "--json")["iterations"] == 40


def test_a_tree_that_does_not_fit_into_memory_is_not_solved(monkeypatch, run):
    monkeypatch.setattr("upcard.solving.tree_solution.free_memory", lambda: 70_000)
    result = run("solve", "leduc-poker")
    assert result.exit_code == 1
    assert "has more than the 100 nodes that fit into 7e-05 GB; choose" in result.stderr


def test_a_match_of_rounds_is_solved_and_verified(document, run, tmp_path):
    file = tmp_path / "match.json"
    words = ("smallsum", "--option", "variant=alternate", "--option", "purse=1", "--objective", "match")
    found = document("solve", *words, "--json", "--save", file)
    assert found["values"] == pytest.approx([0, 0.5, 1], abs=1e-12)
    assert found["bounds"][0] <= 0.5 <= found["bounds"][1]
    assert found["certificate"] == str(file)
    assert {"game", "options", "objective", "method", "value_exact", "seconds", "gap"} <= set(found)
    proved = run("verify", file)
    assert proved.exit_code == 0, proved.output
    assert "the value for the first player lies between 0.4999999999" in proved.stdout
    file.write_text(file.read_text().replace('"low": [\n  0.49', '"low": [\n  0.50'))
    assert "outside its bounds" in run("verify", file).stderr


@pytest.mark.parametrize(
    ("game", "is_played"), [(("kuhn-poker",), True), (("goofspiel", "--preset", "hidden"), False)]
)
def test_who_saves_what_nobody_can_play_by_is_told(run, tmp_path, game, is_played):
    saved = tmp_path / "found.json"
    result = run("solve", *game, "--save", str(saved))
    assert result.exit_code == 0
    assert ("found.json cannot be played: " in result.stderr) is not is_played
    assert (
        run("simulate", *game, "--games", "10", "--strategy", f"solved:{saved}").exit_code == 0
    ) is is_played


PATIENCE = 60.0


@pytest.mark.parametrize("game", [("kuhn-poker",), ("beat-it-or-eat-it", "--suits", "2", "--length", "3")])
def test_a_solution_goes_into_a_pipe_as_into_a_file(run, tmp_path, game):
    pipe, file, got = tmp_path / "pipe", tmp_path / "file", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    result = run("solve", *game, "--save", pipe)
    reader.join(PATIENCE)
    assert result.stderr.splitlines() == [f"wrote to {pipe}"]
    run("solve", *game, "--save", file)
    assert got == [file.read_bytes()]


def test_what_is_rounded_to_nothing_has_no_sign(run):
    assert "1       0.000000000000 " in run("solve", "goofspiel", "--preset", "three").stdout


def test_the_strategy_of_a_small_game_is_printed_in_words(run):
    lines = [line.split() for line in run("solve", "kuhn-poker").stdout.splitlines()]
    assert ["seat", "2", "seat", "1:", "check;", "jack", "check", "2/3", "or", "bet", "1", "1/3"] in lines
    assert "who" in run("solve", "liars-dice", "--preset", "two-sided").stdout
    assert "who" not in run("solve", "le-her").stdout.split()


def test_a_long_strategy_is_cut_unless_it_is_requested(run, monkeypatch):
    monkeypatch.setattr("upcard.cli.commands.solve.MOST_DECISIONS", 4)
    short, whole = run("solve", "kuhn-poker").stdout, run("solve", "kuhn-poker", "--strategy").stdout
    assert "7 less probable decisions are not shown; --strategy shows all" in short
    assert (short.count("\nseat 2 "), whole.count("\nseat 2 ")) == (1, 6)
    assert "Paul refused by a King" in run("solve", "le-her", "--strategy").stdout


def test_the_strategy_can_be_part_of_the_document(document):
    assert "strategy" not in document("solve", "kuhn-poker", "--json")
    strategy = document("solve", "kuhn-poker", "--json", "--strategy")["strategy"]
    assert len(strategy) == 12
    jack = next(x for x in strategy if x["seat"] == 2 and x["knows"] == "seat 1: check; jack")
    assert jack == {
        "seat": 2, "information_set": jack["information_set"], "knows": "seat 1: check; jack",
        "reach": jack["reach"], "actions": {"check": "2/3", "bet 1": "1/3"},
    }  # fmt: skip
