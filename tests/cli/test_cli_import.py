"""A tree of Gambit from the command line: what it becomes, and what is told of what cannot be."""

import pytest

from upcard.engine import catalog


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    catalog.forget()
    yield tmp_path
    catalog.forget()


def test_a_tree_that_was_written_is_read_again_and_solved(run, home):
    run("export", "kuhn-poker", "--out", "kuhn_again.efg")
    result = run("import", "kuhn_again.efg")
    assert result.stdout == "kuhn-again\n"
    assert f"its rules are in {home / 'games' / 'kuhn_again.py'}" in result.stderr
    assert "exactly -1/18" in run("solve", "kuhn-again").stdout


def test_the_rules_go_where_they_are_asked_to(run, home):
    run("export", "kuhn-poker", "--out", "kuhn.efg")
    assert run("import", "kuhn.efg", "--name", "mine", "--out", "mine.py").exit_code == 0
    assert 'name="mine"' in (home / "mine.py").read_text()
    assert "mine" not in catalog.game_modules()


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (None, 1, "x.efg cannot be read: No such file or directory; name another file"),
        (b"\xff\xfe", 1, "x.efg is no text; expected an .efg file, as Gambit saves it"),
        (b"hello", 1, "line 1: 'hello'; expected EFG"),
    ],
)
def test_what_is_no_tree_is_told(told, home, text, code, words):
    if text is not None:
        (home / "x.efg").write_bytes(text)
    exit_code, sentence = told("import", "x.efg")
    assert sentence == words
    assert exit_code in (code, 2)


def test_a_normal_form_is_written(run, home):
    assert run("export", "kuhn-poker", "--out", "k.nfg").stdout == "k.nfg\n"
    assert (home / "k.nfg").read_text().startswith('NFG 1 R "Kuhn poker, 2 players"')
