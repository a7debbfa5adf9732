"""The command ``sweep``: its numbers, the commands that it prints, and its files."""

import csv
import io
import json
import shlex

import pytest

QUICK = ("sweep", "smallsum", "--option", "purse=3:5", "--games", "100")


def document(run, *words):
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    "flags",
    [
        ("--fair",),
        ("--of", "decisions"),
        ("--target", "decisions=20.25", "--bisect"),
        ("--option", "variant=basic,choice", "--strategy", "random", "--strategy", "random", "--seed", "7"),
    ],
)
def test_the_printed_command_gives_the_same_table(run, flags):
    result = run(*QUICK, *flags)
    assert result.exit_code == 0, result.stderr
    (line,) = [x for x in result.stdout.splitlines() if x.startswith("repeat this: ")]
    again = run(*shlex.split(line.removeprefix("repeat this: "))[1:]).stdout

    def without_time(text: str) -> list[str]:
        return [x for x in text.splitlines() if not x.endswith(" s")]

    assert without_time(again) == without_time(result.stdout)


def test_every_setting_is_simulated_again_by_its_command(run):
    whole = document(run, *QUICK, "--of", "score:2", "--target", "score:2=1", "--json")
    for setting in [*whole["settings"], whole["choice"]]:
        simulated = document(run, *shlex.split(setting["command"])[1:], "--json")
        assert simulated["seats"][1]["score_mean"] == setting["value"]
        assert (simulated["games"], simulated["seed"]) == (setting["games"], setting["seed"])


def test_csv_has_a_line_for_every_setting(run):
    rows = list(csv.DictReader(io.StringIO(run(*QUICK, "--of", "decisions", "--csv").stdout)))
    whole = document(run, *QUICK, "--of", "decisions", "--json")
    assert [r["purse"] for r in rows] == ["3", "4", "5"]
    assert [float(r["decisions"]) for r in rows] == [x["value"] for x in whole["settings"]]


def test_a_chart_and_a_page_are_written(run, tmp_path):
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    result = run(*QUICK, "--of", "decisions", "--svg", svg, "--html", html)
    assert result.exit_code == 0, result.stderr
    assert f"wrote {svg}, a chart of decisions" in result.stderr
    assert "decisions by purse" in svg.read_text()
    assert "upcard sweep smallsum --option purse=3:5" in html.read_text()


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (
            ("--target", "decisions"),
            "--target was given 'decisions'; expected FIGURE=VALUE, such as decisions=60",
        ),
        (("--target", "=3"), "--target was given '=3'; expected FIGURE=VALUE"),
        (("--target", "decisions=x"), "--target was given 'decisions=x'; expected FIGURE=VALUE"),
        (
            ("--target", "decisions=3", "--of", "ties"),
            "--of ties and --target decisions=3 name different figures",
        ),
        (("--option", "variant"), "--option was given 'variant'; expected KEY=VALUE"),
        (("--json", "--csv"), "--json and --csv were both given; choose one"),
        (("--svg", "/"), "--svg was given '/', which is a folder"),
    ],
)
def test_wrong_words_are_refused_in_a_sentence(run, flags, words):
    result = run(*QUICK, *flags)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"upcard: {words}")
    assert len(result.stderr.splitlines()) == 1
