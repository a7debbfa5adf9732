"""Tuning from the command line: what is printed, kept, resumed, and refused."""

import json
import re
import shlex
import signal
import time

import pytest

from upcard.simulation.parameter_search import ParameterSearch

FIXED = [word for text in ("each_kind=0", "others=0", "A=17", "B=12") for word in ("--fix", text)]
FAST = ["--players", "2", "--games", "2", "--evaluations", "24", "--confirm", "40", *FIXED]
TUNE = ["tune", "lama", "folding", "--against", "same-first", *FAST]


def test_the_confirmed_figure_stands_beside_the_optimistic_one(run):
    result = run(*TUNE)
    assert result.exit_code == 0, result.output
    out = result.stdout
    assert "lama · folding against same-first · seats at random · 24 candidates · seed 0" in out
    assert "tuned, on 40 fresh games" in out
    assert "gain, paired over these games" in out
    assert "the best in the search, on 14 games" in out
    assert "The figure of the search is optimistic: it is the highest of 24" in out
    assert re.search(r"each_kind +0 +0 +fixed", out)
    assert max(map(len, run(*TUNE, env={"COLUMNS": "80"}).stdout.splitlines()[:-1])) <= 80


def test_it_is_told_why_not_all_candidates_were_tried_that_were_asked_for(run, tmp_path):
    file = tmp_path / "search.json"
    told = "Candidates come in generations of 12: 24 of 35 were tried."
    assert told in run(*TUNE, "--evaluations", "35", "--state", file).stdout
    kept = run(*TUNE, "--evaluations", "12", "--resume", file).stdout
    assert "The saved search had tried 24 candidates already; none were added." in kept
    assert "Candidates come in" not in run(*TUNE).stdout


def test_the_line_at_the_end_plays_the_fresh_games_again(run, document):
    line = next(x for x in run(*TUNE).stdout.splitlines() if x.startswith("confirm it: "))
    words = shlex.split(line.removeprefix("confirm it: "))
    again = document(*words[1:], "--json")
    result = document(*TUNE, "--json")
    assert again["seats"][0]["win_share"] == result["confirmed"]
    assert again["seats"][0]["strategy"] == result["strategy"]
    assert again["seed"] == result["fresh_seed"]


def test_a_search_in_a_file_is_resumed_and_ends_the_same(run, document, tmp_path, monkeypatch):
    file = tmp_path / "search.json"
    whole = document(*TUNE, "--json")
    usual = ParameterSearch.advance

    def stop(self, play):
        if self.generations:
            raise KeyboardInterrupt
        return usual(self, play)

    monkeypatch.setattr(ParameterSearch, "advance", stop)
    stopped = run(*TUNE, "--json", "--state", file)
    assert stopped.exit_code == 130
    assert "the search was stopped after 12 candidates" in stopped.stderr
    assert json.loads(stopped.stdout)["interrupted"] is True
    assert len(json.loads(file.read_text())["generations"]) == 1
    monkeypatch.setattr(ParameterSearch, "advance", usual)
    resumed = document(*TUNE, "--json", "--resume", file)
    assert resumed | {"seconds": 0} == whole | {"seconds": 0}
    assert len(json.loads(file.read_text())["generations"]) == 2


def test_ctrl_c_confirms_what_was_found_and_it_can_be_resumed(run, start, tmp_path):
    assert run(*TUNE).exit_code == 0  # compiled from here on
    file = tmp_path / "search.json"
    long = [*TUNE, "--evaluations", "1e6"]
    with start(*long, "--json", "--state", file) as process:
        while not file.exists():
            assert process.poll() is None
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    result = json.loads(out)
    assert process.returncode == 130
    assert result["interrupted"] is True
    assert result["fresh_games"] == 40
    assert "press Ctrl-C again to quit at once" in err
    done = len(json.loads(file.read_text())["generations"])
    assert result["evaluations"] == 12 * done == result["generations"][-1]["evaluations"]


def test_a_picture_is_drawn(run, tmp_path):
    file = tmp_path / "search.svg"
    result = run(*TUNE, "--plot", file)
    assert "wrote" in result.stderr
    text = file.read_text()
    assert "fresh games (confirmed)" in text
    assert "in the search (optimistic)" in text


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--fix", "A"], "--fix was given 'A'; expected KEY=VALUE"),
        (["--fix", "C=x"], "--fix was given 'x'; 'x' is not a number"),
        (["--fix", "A=1"], "--fix A was given twice, as '17' and '1'; give it once"),
        (["--fix", "C=999"], "parameter C was given '999'; expected a number from -300 to 300"),
        (["--range", "C=5"], "--range was given C='5'; expected KEY=LOW:HIGH, such as C=0:10"),
        (["--range", "C=1:x"], "--range was given '1:x'; 'x' is not a number"),
        (["--range", "C=0:900"], "the range of C was given as 0 to 900; expected a range within -300 to 300"),
        (["--evaluations", "11"], "the number of evaluations is 11; expected 12 to 1,000,000"),
        (["--against", ":a"], "--against was given ':a'; expected NAME or NAME:key=value"),
        (["--resume", "no-file.json"], "no-file.json cannot be read: no such file or directory"),
        (["--plot", "a.txt"], "the name 'a.txt' ends in '.txt'; expected .svg or .png"),
        (["--state", "a", "--resume", "b"], "--state and --resume were both given"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(told, more, sentence):
    code, said = told(*TUNE, *more)
    assert code in (1, 2)
    assert sentence in said


def test_a_strategy_without_parameters_is_refused(told):
    assert told("tune", "lama", "same-first", "--against", "random") == (
        2,
        "the strategy 'same-first' has no parameters to tune; "
        "strategies for lama with parameters: flat-monte-carlo, folding, ismcts, quantal",
    )


def test_a_search_is_not_written_over_and_none_is_made_up(told, tmp_path):
    file = tmp_path / "search.json"
    file.write_text("hello")
    assert "exists; use --resume, or give another name" in told(*TUNE, "--state", file)[1]
    assert "is not a saved search" in told(*TUNE, "--resume", file)[1]
    file.write_text("[" * 100_000)
    assert "is not a saved search; name the file that --state wrote" in told(*TUNE, "--resume", file)[1]
    file.write_text("[]")
    assert "the search to resume is not from Upcard" in told(*TUNE, "--resume", file)[1]
