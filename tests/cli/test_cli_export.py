"""Exporting a game from the command line."""

import pytest

from upcard.adapters.gambit import efg_text
from upcard.engine.game import make_game
from upcard.engine.tree import unroll


def test_a_game_is_exported(run, tmp_path):
    file = tmp_path / "dice.efg"
    result = run("export", "liars-dice", "--preset", "two-sided", "--out", file)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{file}\n"
    assert "127 nodes, 32 information sets" in result.stderr
    assert file.read_text() == efg_text(unroll(make_game("liars-dice", preset="two-sided")))


def test_a_file_is_named_after_the_game(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("export", "kuhn-poker").stdout == "kuhn-poker.efg\n"
    assert (tmp_path / "kuhn-poker.efg").read_text().startswith('EFG 2 R "Kuhn poker, 2 players"')


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("chess",), 2, "there is no game 'chess'"),
        (("kuhn-poker", "--out", "kuhn.txt"), 2, "the name 'kuhn.txt' ends in '.txt'; expected .efg"),
        (("kuhn-poker", "--out", "nowhere/kuhn.efg"), 1, "there is no folder 'nowhere'"),
        (("lama", "--most-nodes", "1000"), 1, "the tree of L.A.M.A. has more than 1,000 nodes"),
    ],
)
def test_what_cannot_be_exported_is_told_in_a_sentence(told, tmp_path, monkeypatch, words, code, reason):
    monkeypatch.chdir(tmp_path)
    exit_code, sentence = told("export", *words)
    assert exit_code == code
    assert reason in sentence
    assert list(tmp_path.iterdir()) == []
