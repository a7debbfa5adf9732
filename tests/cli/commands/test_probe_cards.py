"""What ``upcard probe`` says of the deal that an address stands for, and which words are addresses."""

import pytest


@pytest.mark.parametrize(
    ("address", "seen"),
    [
        ("le-her?dealt=7.10", "Player 1 sees: card 7."),
        (
            "smallsum?option-variant=alternate&dealt=5.4.Q.6.2.K&do=1",
            "Player 2 sees: up 2 6; down K; player 1's up 4 5.",
        ),
        ("kuhn-poker?dealt=king.jack&do=0", "Player 2 sees: card jack."),
    ],
)
def test_what_the_mover_sees_is_told_and_nothing_else(run, address, seen):
    assert seen in run("probe", address).stdout.splitlines()


def test_what_lies_open_and_what_only_the_mover_knows_is_told(run):
    four_cell = run("probe", "four-cell?seed=193").stdout
    assert "Player 1 sees: hand 3H 7H 3C 9C QC 5D 9D; matrix 2D 2H JS JH 3S AC 4H 8C." in four_cell
    assert "\nPlayer 1 sees: die " in run("probe", "liars-dice?option-sides=2&seed=1").stdout


def test_nobody_sees_anything_when_it_is_over(run):
    assert "sees" not in run("probe", "kuhn-poker?seed=3&do=0.0").stdout


def test_the_name_of_a_game_is_an_address(run, told):
    assert run("probe", "kuhn-poker").stdout == run("probe", "kuhn-poker?").stdout
    assert "there is no game 'lamma'; did you mean 'lama'?" in told("probe", "lamma")[1]


@pytest.mark.parametrize("card", ["sA", "s14", "14s", "x2", "s1h2", "hka"])
def test_a_card_is_no_name_of_a_game(told, card):
    assert "there is no game" not in told("probe", card)[1]


def test_an_option_is_named_in_the_help(run):
    told = run("probe", "--help").stdout
    assert "option-NAME=VALUE" in told
    assert "option-first_dealer=4" in told


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("stoppers?player=2&seed=3", "an address of stoppers has no part 'player'; did you mean 'players'?"),
        ("le-her?delt=7.10", "an address of le-her has no part 'delt'; did you mean 'dealt'?"),
        ("smallsum?variant=choice", "has no part 'variant'; did you mean 'option-variant'?"),
    ],
)
def test_a_part_that_nobody_reads_is_refused(told, address, reason):
    code, sentence = told("probe", address)
    assert code == 2
    assert reason in sentence


def test_what_the_board_says_of_how_it_looks_is_left_aside(run):
    board = run("probe", "http://127.0.0.1:8570/analysis/kuhn-poker?seed=3&me=1&bot=random&side=1&open=1")
    assert board.stdout == run("probe", "kuhn-poker?seed=3").stdout
