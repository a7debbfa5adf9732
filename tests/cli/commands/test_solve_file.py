"""``upcard solve`` with the file of a tree or of a normal form."""

import pytest
from tests.adapters.test_gambit_reader import CROSSED, FORGETFUL, FORGETS, HALVES


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_solved_without_becoming_a_game(run, document, home):
    (home / "my tree.EFG").write_text(HALVES)
    result = run("solve", "my tree.EFG")
    assert result.exit_code == 0
    assert "The value for A is exactly -19/60, -0.316666666667." in result.stdout
    assert "B     –       left 8/15 or right 7/15" in result.stdout
    assert not (home / "home").exists()
    assert document("solve", "my tree.EFG", "--json")["game"] == "my-tree"


def test_a_tree_without_an_order_in_time_is_solved_saved_and_verified(run, home):
    (home / "crossed.efg").write_text(CROSSED)
    result = run("solve", "crossed.efg", "--save", "crossed.json")
    assert (result.exit_code, result.stderr) == (
        0,
        "wrote crossed.json; check it: upcard verify crossed.json\n",
    )
    assert "the value for A is exactly 0" in run("verify", "crossed.json").stdout


def test_what_a_file_cannot_be_solved_with_is_refused(told, home):
    (home / "halves.efg").write_text(HALVES)
    sentence = (
        "halves.efg has its players and payoffs; leave out --players, --preset, --option and --objective"
    )
    for option in (("--players", "3"), ("--option", "a=1"), ("--objective", "x")):
        assert told("solve", "halves.efg", *option) == (2, sentence)
    code, sentence = told("solve", "halves.efg", "--most-nodes", "3")
    assert (code, sentence.startswith("the tree of Halves has more than 3 nodes")) == (1, True)


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        (
            "no.efg",
            None,
            "no.efg cannot be read: no such file or directory; expected an .efg file, as Gambit",
        ),
        ("x.nfg", "NFG 1 R 3", "x.nfg: line 1: '3'; expected the title in quotes"),
        ("x.efg", FORGETFUL, "x.efg: " + FORGETS.format(who="A")),
    ],
)
def test_a_file_that_is_no_tree_is_refused_in_its_own_terms(told, home, file, text, sentence):
    if text is not None:
        (home / file).write_text(text)
    assert told("solve", file)[1].startswith(sentence)
