"""Exporting a game from the command line."""

import pytest

from upcard.adapters.gambit import efg_text
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.round_game import first_round


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


def test_the_round_of_a_position_is_exported_with_what_it_is_about(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("export", "smallsum?seed=3&do=1", "--round")
    assert result.exit_code == 0, result.output
    assert result.stdout == "smallsum-round.efg\n"
    assert "514 nodes, 18 information sets" in result.stderr
    title, comment, root = (tmp_path / "smallsum-round.efg").read_text().splitlines()[:3]
    assert title.startswith('EFG 2 R "Smallsum, one round, 2 players, variant=basic')
    assert comment == (
        '"smallsum, version 1 of its rules; written by Upcard. Dealt as in smallsum?players=2&seed=3&do=1, '
        "the hidden cards by chance. A payoff is by how much this is more after the round than before: "
        'the pennies that seat p wins; negative if it loses."'
    )
    assert root.startswith('c "" 1 "" { "3" 1/9 "5" 1/9')


def test_the_first_round_is_exported_as_its_tree_and_its_normal_form_is_refused(run, told, tmp_path):
    file = tmp_path / "stoppers.efg"
    words = ("export", "stoppers", "--players", "2", "--first-dealer", "2", "--round", "--out")
    assert run(*words, file).exit_code == 0
    tree = unroll(first_round(make_game("stoppers", 2, first_dealer="2")))
    about = (
        "The first round. A payoff is by how much this is more after the round than before: lead of seat "
        "p in lives in a match of two players; else the number of its lives."
    )
    assert file.read_text() == efg_text(tree, about)
    assert "export the tree (.efg)" in told(*words, tmp_path / "stoppers.nfg")[1]


ROUND = ("--round",)
DEALT = "upcard export 'smallsum?players=2&seed=1' --round"


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("smallsum", *ROUND), 1, f"small enough, with about 514 nodes: {DEALT}"),
        (("smallsum",), 1, f"small enough, with about 514 nodes: {DEALT}"),
        (("smallsum", "--most-nodes", "500"), 1, "; none of its rounds is small enough either"),
        (
            ("stoppers", "--players", "2", "--lives", "2"),
            1,
            "nodes: upcard export stoppers --players 2 --option=lives=2 --round",
        ),
        (
            ("lama?players=2&seed=1", *ROUND),
            1,
            "L.A.M.A., one round has more than 2,000,000 nodes; about 10^",
        ),
        (("lama?players=2&seed=1", *ROUND), 1, "; none of its rounds is small enough either"),
        (("le-her", *ROUND), 2, "Le Her has no rounds; expected a game of rounds"),
        (("smallsum?seed=3",), 2, "add --round to export the round of that position"),
        (
            ("smallsum?seed=3", "--variant", "choice", *ROUND),
            2,
            "an address has its own players and options",
        ),
        (
            ("smallsum?seed=3", "--players", "2", *ROUND),
            2,
            "an address has its own players and options",
        ),
        (("smallsum?seed=3&do=77", *ROUND), 2, "there is no action 77"),
        (("smallsun?seed=3", *ROUND), 2, "did you mean 'smallsum'?"),
    ],
)
def test_what_round_cannot_be_exported_is_told_with_what_can(
    told, tmp_path, monkeypatch, words, code, reason
):
    monkeypatch.chdir(tmp_path)
    exit_code, sentence = told("export", *words)
    assert exit_code == code
    assert reason in sentence
    assert list(tmp_path.iterdir()) == []


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
