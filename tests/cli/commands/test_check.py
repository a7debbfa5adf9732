"""A game and a strategy of one's own, held to what is promised of them."""

from pathlib import Path

import pytest

from upcard.games.kuhn_poker import rules as kuhn_poker

STRATEGY = '''"""Kuhn poker: bets with the king, or with whatever is asked for."""

from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="kings-bet",
    games=("poker-of-mine",),
    words="bets with high cards",
    source="made up for the tests",
    is_random=False,
    parameters=(Parameter("least", 2, 0, 2, "the lowest card it bets with", whole=True),),
)


def choose(v: State, least: int) -> int:
    """Bet with cards in a range."""
    for k in range(least, 3):
        if v.card[v.me] == k:
            return BET
    return 0
'''


@pytest.fixture
def mine(home):
    """A function that writes Kuhn poker, changed, into a folder of one's own, as another game.

    The file has the name of the folder, which no other test has: what was loaded once is not read again.
    """

    def write(old: str = "", new: str = "") -> None:
        text = Path(kuhn_poker.__file__).read_text().replace('name="kuhn-poker"', 'name="poker-of-mine"')
        (home / "games" / f"{home.name}.py").write_text(text.replace(old, new) if old else text)

    return write


def test_a_sound_game_is_told_with_every_promise(run, mine):
    mine()
    result = run("check", "poker-of-mine", "--games", 200)
    assert result.exit_code == 0
    assert result.stdout.startswith("poker-of-mine: 1 variant, ")
    assert "No card is lost and none is doubled" in result.stdout


def test_the_report_comes_as_json_too(document, mine):
    mine()
    found = document("check", "poker-of-mine", "--games", 200, "--json")
    assert found["game"] == "poker-of-mine"
    assert found["checked"]["No card is lost and none is doubled"] > 0


def test_the_report_says_what_was_checked_whole_and_what_was_not(run):
    result = run("check", "goofspiel", "--length", 4, "--games", 20)
    assert result.stdout.splitlines()[-2:] == [
        "checked completely, every deal and every line of play: none of 1 variant",
        "checked only in random games: 1, with more than 20,000 nodes; choose options for a smaller one, "
        "`upcard rules goofspiel` lists them",
    ]


def test_options_name_the_only_variant_that_is_checked(run):
    result = run("check", "goofspiel", "--length", 2, "--games", 20)
    assert result.stdout.startswith("goofspiel: 1 variant, ")
    words = "Goofspiel, 2 players, length=2, order=random, ties=discarded, bids=shown, objective=difference"
    assert result.stdout.endswith(f"1 of 1 variant\n       15  nodes, <{words}>\n")


def test_an_action_that_is_never_legal_is_named(run, document, mine):
    mine("ACTIONS = 2\n", "ACTIONS = 3\n")
    assert run("check", "poker-of-mine", "--games", 20).stdout.splitlines()[-1] == (
        "legal at no checked position: 'check'; if that is a mistake, see `legal`"
    )
    assert document("check", "poker-of-mine", "--games", 20, "--json")["idle"] == ["check"]


def test_actions_of_other_options_are_not_missed(document):
    assert document("check", "goofspiel", "--length", 2, "--games", 20, "--json")["idle"] == []


def test_a_strategy_is_checked_at_the_variant_that_options_name(run, told):
    assert run("check", "goofspiel", "--length", 2, "--strategy", "random", "--games", 4).exit_code == 0
    code, sentence = told("check", "smallsum", "--variant", "choice", "--strategy", "nash-column")
    assert code == 2
    assert "nash-column" in sentence


def test_a_broken_promise_is_a_sentence_without_a_traceback(run, mine):
    mine("payoffs=(-2, 2)", "payoffs=(-1, 1)")
    result = run("check", "poker-of-mine", "--games", 200)
    assert result.exit_code == 1
    assert "upcard: <Kuhn poker, 2 players> breaks the promise 'Scores are whole numbers" in result.stderr
    assert "\ngame poker-of-mine version" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(("bet", "code"), [("1", 0), ("2", 1)])
def test_a_strategy_is_checked_at_a_game(run, mine, home, bet, code):
    mine()
    (home / "strategies" / f"{home.name}.py").write_text(STRATEGY.replace("BET", bet))
    result = run("check", "poker-of-mine", "--strategy", "kings-bet:least=1", "--games", 20)
    assert result.exit_code == code, result.stderr
    if code:
        assert "A choice is legal" in result.stderr
    else:
        assert result.stdout.startswith("kings-bet:least=1 at poker-of-mine: 1 set of parameters")


def test_a_strategy_that_does_not_exist_is_told(told):
    code, sentence = told("check", "kuhn-poker", "--strategy", "foldin")
    assert code == 2
    assert sentence.startswith("there is no strategy 'foldin'; known: ")
