"""A tree of Gambit from the command line: what it becomes, and what is told of what cannot be."""

from pathlib import Path

import pytest
from tests.adapters.test_gambit_reader import CROSSED, NO_ORDER

from upcard.cli.commands.import_ import name_of
from upcard.engine import registry as catalog
from upcard.engine.discovery import forget
from upcard.engine.errors import Usage


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    forget()
    yield tmp_path
    forget()


def test_a_tree_that_was_written_is_read_again_and_solved(run, home):
    run("export", "kuhn-poker", "--out", "kuhn_again.efg")
    result = run("import", "kuhn_again.efg")
    assert result.stdout == "kuhn-again\n"
    assert f"wrote its rules to {home / 'games' / 'kuhn_again.py'}" in result.stderr
    assert "exactly -1/18" in run("solve", "kuhn-again").stdout


def test_the_rules_go_where_they_are_asked_to(run, home):
    run("export", "kuhn-poker", "--out", "kuhn.efg")
    assert run("import", "kuhn.efg", "--name", "mine", "--out", "mine.py").exit_code == 0
    assert 'name="mine"' in (home / "mine.py").read_text()
    assert "mine" not in catalog.game_modules()


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (
            None,
            1,
            "x.efg cannot be read: no such file or directory; expected an .efg file, as Gambit saves it",
        ),
        (b"\xff\xfe", 1, "x.efg is not a text in UTF-8; expected an .efg file, as Gambit saves it"),
        (b"hello", 1, "x.efg: line 1: 'hello'; expected EFG"),
    ],
)
def test_what_is_no_tree_is_told(told, home, text, code, words):
    if text is not None:
        (home / "x.efg").write_bytes(text)
    exit_code, sentence = told("import", "x.efg")
    assert sentence == words
    assert exit_code in (code, 2)


def test_a_file_that_never_ends_is_read_up_to_a_size(told, monkeypatch):
    monkeypatch.setattr("upcard.cli.commands.import_.MOST_BYTES", 2**20)
    sentence = "/dev/zero is larger than 1 MiB; expected an .efg file, as Gambit saves it"
    assert told("import", "/dev/zero", "--name", "mine") == (1, sentence)


@pytest.mark.parametrize("device", ["/dev/full", "/dev/null", "/dev/zero"])
def test_rules_are_written_into_ordinary_files_only(run, told, home, device):
    run("export", "kuhn-poker", "--out", "kuhn.efg")
    (home / "mine.py").symlink_to(device)
    sentence = "mine.py is not an ordinary file; give the name of a file that can be written"
    assert told("import", "kuhn.efg", "--name", "mine", "--out", "mine.py") == (2, sentence)


def test_a_normal_form_is_written(run, home):
    assert run("export", "kuhn-poker", "--out", "k.nfg").stdout == "k.nfg\n"
    assert (home / "k.nfg").read_text().startswith('NFG 1 R "Kuhn poker, 2 players"')


def test_a_game_needs_a_name_and_its_rules_a_file_of_python(run, told):
    run("export", "kuhn-poker", "--out", "kuhn.efg")
    expected = "expected small letters and digits, with hyphens between"
    assert told("import", "kuhn.efg", "--name", "") == (2, f"'' cannot be the name of a game; {expected}")
    sentence = "the name 'x.txt' ends in '.txt'; expected .py"
    assert told("import", "kuhn.efg", "--name", "mine", "--out", "x.txt") == (2, sentence)


@pytest.mark.parametrize(
    ("words", "heading"),
    [
        (("kuhn-poker",), "Kuhn poker, 2 players"),
        (("liars-dice", "--sides", "2"), "Liar's dice, sides=2, wild=highest, 2 players"),
    ],
)
def test_a_tree_that_was_exported_tells_its_players_once(run, words, heading):
    run("export", *words, "--out", "tree.efg")
    assert run("import", "tree.efg", "--name", "mine").stderr.startswith(f"{heading}; wrote its rules to ")


def test_a_large_tree_tells_how_far_it_is(run, monkeypatch):
    monkeypatch.setattr("upcard.cli.terminal.console.PLAIN_EVERY", 0.0)
    run("export", "kuhn-poker", "--out", "kuhn.efg")
    told = run("import", "kuhn.efg", "--name", "mine").stderr.splitlines()
    assert any(line.startswith("importing mine: reading the tree: ") for line in told)


def test_a_normal_form_becomes_a_game_of_choices_at_the_same_time(run, home, document):
    """Two players, with names; and three, whose payoffs are listed with the first player's fastest."""
    (home / "meeting.nfg").write_text(
        'NFG 1 R "Meeting" { "Ann" "Bob" } { { "opera" "match" } { "opera" "match" } }\n"" '
        '{ { "a" 3, 2 } { "b" 1/2 3 } } 1 0 0 2\n'
    )
    assert run("import", "meeting.nfg").stdout == "meeting\n"
    assert document("solve", "meeting", "--json")["method"] == "lcp"
    (home / "three.nfg").write_text(
        'NFG 1 R "Three" { "A" "B" "C" } { 2 2 1 }\n 1 5 0  2 0 0  3 0 0  9 9 9\n'
    )
    assert run("import", "three.nfg").stdout == "three\n"
    found = document("solve", "three", "--json")
    assert found["values"] == [9, 9, 9]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("2halves.efg", "game-2halves"),
        ("my game (1).efg", "my-game-1"),
        ("Große Übung.v2.efg", "grosse-ubung-v2"),
        ("bayes_2a.efg", "bayes-2a"),
    ],
)
def test_anyname_of_a_file_becomes_thename_of_a_game(file, name):
    assert name_of(Path(file)) == name


def test_a_file_without_letters_needs_a_name():
    with pytest.raises(Usage, match=r"'♠\.efg' contains no name for a game; choose one, such as --name tree"):
        name_of(Path("♠.efg"))


@pytest.mark.parametrize("file", ["tree.efg", "my tree.NFG"])
def test_a_tree_that_is_named_as_a_game_is_to_be_imported(told, file):
    shown = file if " " not in file else f"'{file}'"
    sentence = (
        f"'{file}' is the name of a file, which only `upcard solve` takes; make a game of it first, with "
        f"`upcard import {shown}`, and use the name that this prints"
    )
    assert told("simulate", file) == (2, sentence)


def test_a_tree_that_is_no_game_at_a_table_names_the_command_that_solves_it(told, home):
    (home / "crossed tree.efg").write_text(CROSSED)
    code, sentence = told("import", "crossed tree.efg")
    assert code == 1
    assert (
        sentence
        == f"crossed tree.efg: {NO_ORDER}; `upcard solve 'crossed tree.efg'` solves the tree as it is"
    )
