"""Options that are texts, and options that do not go together."""

import pytest

from upcard.engine.errors import BrokenRules, Usage
from upcard.engine.game import Game, make_game
from upcard.engine.option_values import default_text, option_value, option_words, sentence_of
from upcard.engine.rules_contract import check_rules
from upcard.kit.cards import choice, text, whole

RULES = '''"""A game of one choice. Source: made up."""

from upcard.kit.cards import EVERYBODY, Header, number, text, whole

ACTIONS = 1
GAME = Header(
    name="tiny", title="Tiny", players=(1, 3), usual=1, zero_sum=False, perfect_information=True,
    longest=1, payoffs=(0, 99), version=1, source="made up",
)


def read(given):
    if not given.isdecimal() or len(given) != 3:
        raise ValueError("expected three digits")
    return [int(x) for x in given]


def write(digits):
    return "".join(map(str, digits))


OPTIONS = (whole("most", 9, 1, 9, "greatest digit"), text("code", "123", 3, read, write, "digits"))
PRESETS = {"high": {"code": "789"}}
STATE = (number("sum", EVERYBODY, "the sum of the digits"),)


def card_text(k):
    return str(k)


def action_text(v, a):
    return "go"


def refuse(options, seats):
    return "" if max(options["code"]) <= options["most"] else f"a digit is above {options['most']}"


def start(s):
    for i in range(3):
        s.sum += s.code[i]


def legal(s, a):
    return True


def apply(s, a):
    s.over = 1


def score(s, p):
    return s.sum
'''


def digits(given):
    if not given.isdecimal():
        raise ValueError("expected digits")
    return [int(x) for x in given]


CODE = text("code", "12", 2, digits, lambda x: "".join(map(str, x)), "two digits")


def test_a_text_stands_for_numbers_and_back():
    assert option_value(CODE, None) == (1, 2)
    assert option_value(CODE, "34") == (3, 4)
    assert option_words(CODE, (3, 4)) == "34"


def test_a_text_that_cannot_be_read_is_refused_with_the_words_of_the_rules():
    with pytest.raises(Usage, match="option code was given 'x'; expected digits"):
        option_value(CODE, "x")


@pytest.mark.parametrize(
    ("option", "words"),
    [(CODE, "12"), (choice("tone", ("low", "high"), "a word"), "low"), (whole("n", 3, 1, 9, "a number"), 3)],
)
def test_every_option_says_its_default_as_people_write_it(option, words):
    assert default_text(option) == words


def test_a_long_number_is_written_with_commas():
    game = make_game("smallsum")
    told = [sentence_of(o, game.option_words()[o.name]) for o in game.rules.OPTIONS]
    assert told[1:3] == [
        "Pennies of each player at the start: 8.", "Rounds after which the match is stopped: 10,000."
    ]  # fmt: skip


def test_the_numbers_of_a_text_stand_in_states_and_views(module):
    rules = module("tiny", RULES)
    check_rules(rules)
    game = Game(rules, 1, {"most": 9, "code": (4, 5, 6)})
    match = game.match()
    assert list(match.state.code) == list(match.view(0).code) == [4, 5, 6]
    match.do("go")
    assert match.scores() == [15]
    assert game.option_words() == {"most": 9, "code": "456"}


@pytest.mark.parametrize(("given", "index"), [("10", 0), (10, 0), ("high", 1)])
def test_a_word_of_digits_may_be_given_as_a_number(given, index):
    option = choice("courts", ("10", "high"), "a word")
    assert option_value(option, given) == index
    assert option_words(option, index) == str(given)


@pytest.mark.parametrize("given", [True, 10.0, 11])
def test_another_number_is_none_of_the_words(given):
    with pytest.raises(Usage, match=f"option courts was given {given!r}; .*expected 10 or high"):
        option_value(choice("courts", ("10", "high"), "a word"), given)


def test_options_that_do_not_go_with_so_many_players_are_refused(module):
    rules = module("tiny", RULES)
    rules.refuse = lambda options, seats: "" if seats <= options["most"] else f"{seats} are too many"
    assert Game(rules, 2, {"most": 2, "code": (1, 2, 2)}).players == 2
    with pytest.raises(Usage, match="3 are too many"):
        Game(rules, 3, {"most": 2, "code": (1, 2, 2)})


def test_options_that_do_not_go_together_are_refused(module):
    rules = module("tiny", RULES)
    with pytest.raises(Usage, match="a digit is above 5"):
        Game(rules, 1, {"most": 5, "code": (4, 5, 6)})


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"123", 3', '"12", 3', "the default of option code was given '12'; expected three digits"),
        ('"123", 3', '"123", 4', "option code does not stand for 4 numbers by default; fix its read"),
        ('"".join', '" ".join', "option code is '123' by default and written as '1 2 3'; expected one word"),
        ('most", 9', 'most", 1', "the default is refused: a digit is above 1"),
        ('most", 9', 'most", 3', "preset high is refused: a digit is above 3"),
        (
            'return "" if',
            'return "" if seats < 3 else "three"\n    return "" if',
            "preset high is refused for 3 players: three",
        ),
        (
            "refuse(options, seats)",
            "refuse(options)",
            "refuse(options) has wrong arguments; expected refuse(options, seats)",
        ),
    ],
)
def test_a_rules_file_that_breaks_the_contract_of_its_options_is_refused(module, old, new, sentence):
    assert RULES.count(old) == 1
    with pytest.raises(BrokenRules) as fault:
        check_rules(module("broken", RULES.replace(old, new)))
    assert sentence in str(fault.value)
