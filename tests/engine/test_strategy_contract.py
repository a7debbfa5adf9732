"""What a strategy file must be, and what a rules file tells searching strategies."""

import pytest
from tests.engine.contract_files import RULES, sentences_about

from upcard.engine.errors import BrokenRules
from upcard.engine.registry import game_modules, strategy_modules
from upcard.engine.rules_contract import check_rules
from upcard.engine.strategy_contract import check_strategy, check_strategy_for
from upcard.games.kuhn_poker import rules as kuhn_poker

STRATEGY = '''"""Always goes. Source: made up."""

from upcard.kit.strategy import Parameter, Strategy

STRATEGY = Strategy(
    name="bold", games=("kuhn-poker",), words="goes", source="made up",
    parameters=(Parameter("A", 1, 0, 2, "a number"), Parameter("B", 5, 0, 9, "another")),
)


def choose(v, A, B):
    return 1
'''


BROKEN_STRATEGIES = [
    (
        "STRATEGY = Strategy(",
        "OTHER = Strategy(",
        "STRATEGY is missing or of the wrong kind; "
        "expected STRATEGY = Strategy(name=..., games=..., words=..., source=...)",
    ),
    ('"bold"', '"Bold"', "STRATEGY.name is 'Bold'; expected lower-case words joined by hyphens"),
    ('"bold"', "None", "STRATEGY.name is None; expected lower-case words joined by hyphens"),
    (
        '("kuhn-poker",)',
        '("kuhn-poker")',
        "STRATEGY.games is 'kuhn-poker'; expected a tuple of names of games, such as ('lama',)",
    ),
    ('words="goes"', "words=None", "STRATEGY.words is None; expected a text"),
    (
        'source="made up",',
        'source="made up", best_for=("2",),',
        "STRATEGY.best_for is ('2',); expected a dictionary of texts by whole numbers, such as {2: ''}",
    ),
    (
        'source="made up",',
        'source="made up", best_for={2: "", 3: "B=1,A=9"},',
        "STRATEGY.best_for has 'A=9' for 3 players; expected a declared parameter with a value in its range",
    ),
    (
        'source="made up",',
        'source="made up", best_for={2: ""}, quick="A=1",',
        "STRATEGY.best_for is for strategies that do not search; leave it out",
    ),
    (
        'source="made up",',
        'source="made up", best_for={0: ""},',
        "STRATEGY.best_for is for 0 players; expected 1 or more",
    ),
    ('source="made up"', 'source="made up", is_random=1', "STRATEGY.is_random is 1; expected True or False"),
    ('source="made up"', 'source="made up", quick=4', "STRATEGY.quick is 4; expected a text"),
    (
        'parameters=(Parameter("A", 1, 0, 2, "a number"), Parameter("B", 5, 0, 9, "another"))',
        "parameters=(3,)",
        "STRATEGY.parameters is (3,); expected a tuple of Parameters",
    ),
    ('"A", 1, 0, 2', '"A", "1", 0, 2', "parameter 'A': default is '1'; expected a number"),
    ('"A", 1, 0, 2', '"A", 1, False, 2', "parameter 'A': low is False; expected a number"),
    ('"A", 1, 0, 2, "a number"', '"A", 1, 0, 2, 3', "parameter 'A': words is 3; expected a text"),
    (
        '"A", 1, 0, 2',
        '"A-1", 1, 0, 2',
        "'A-1' cannot be the name of a parameter; expected a word, with underscores for spaces",
    ),
    ("def choose(", "def chose(", "choose is missing; expected def choose(v, A, B)"),
    ("def choose(", "knows = 3\n\n\ndef choose(", "knows is missing; expected knows(v)"),
    (
        "def choose(",
        "def knows():\n    return True\n\n\ndef choose(",
        "knows() cannot be called: too many positional arguments; expected knows(v)",
    ),
    ("def choose(v, A, B)", "def choose(v, A)", "choose(v, A) has wrong arguments; expected choose(v, A, B)"),
    (
        "def choose(v, A, B)",
        "def choose(v, B, A)",
        "choose(v, B, A) has wrong arguments; expected choose(v, A, B)",
    ),
    (
        "def choose(v, A, B)",
        "def choose(v, /, A: float, B: float = 3)",
        "choose(v, /, A, B) has wrong arguments; expected choose(v, A, B)",
    ),
    (
        "def choose(v, A, B)",
        "def choose(v, A, *, B)",
        "choose(v, A, *, B) has wrong arguments; expected choose(v, A, B)",
    ),
    (
        "def choose(v, A, B)",
        "def choose(v, *given)",
        "choose(v, *given) has wrong arguments; expected choose(v, A, B)",
    ),
    ("def choose(v, A, B)", "def choose()", "choose() has wrong arguments; expected choose(v, A, B)"),
    ('"A", 1, 0, 2', '"A", 3, 0, 2', "parameter A is 3 by default; expected a number from 0 to 2"),
    (
        '"A", 1, 0, 2',
        '"A", float("nan"), 0, 2',
        "parameter A is nan by default; expected a number from 0 to 2",
    ),
    (
        '"A", 1, 0, 2, "a number"',
        '"A", 1.5, 0, 2, "a number", whole=True',
        "parameter A is declared whole, but 1.5 is not",
    ),
    (
        'parameters=(Parameter("A", 1, 0, 2, "a number"), Parameter("B", 5, 0, 9, "another")),',
        'parameters=tuple(Parameter(x, 1, 0, 2, "") for x in "ABCDEFGHI"),',
        "9 parameters are declared; at most 8 are possible",
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), BROKEN_STRATEGIES, ids=[x[1] for x in BROKEN_STRATEGIES])
def test_a_broken_strategy_file_is_refused_with_a_sentence(module, old, new, sentence):
    assert old in STRATEGY
    with pytest.raises(BrokenRules) as fault:
        check_strategy(module("bold", STRATEGY.replace(old, new)))
    first, *rest = str(fault.value).split("\n")
    assert first == "the strategy file bold.py cannot be used:"
    assert any(line.strip() == sentence for line in rest), rest


def test_an_unbroken_strategy_file_passes(module):
    bold = module("bold", STRATEGY)
    check_strategy(bold)
    check_strategy_for(bold, kuhn_poker)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return v.cord[v.me]", "v.cord, which is not declared; did you mean card?"),
        ("v.moves = 3", "setting v.moves, which this function may not change"),
        ("return v.at", "v.at, which is not declared"),
        ("return v.w[0, 1]", "v.w, which is not declared"),
        ("return len(v.log)", "len(...), which is not a function of this file or of the kit"),
    ],
)
def test_a_strategy_that_cannot_be_compiled_is_refused_for_its_game(module, body, sentence):
    bold = module("bold", STRATEGY.replace("return 1", body))
    check_strategy(bold)
    with pytest.raises(BrokenRules) as fault:
        check_strategy_for(bold, kuhn_poker)
    assert f"bold.py line 12, choose: cannot be compiled: {sentence}" in str(fault.value)


def test_all_shipped_files_keep_the_contract():
    for rules in game_modules().values():
        check_rules(rules)
    for module in strategy_modules().values():
        check_strategy(module)


OUTLOOK = "\n\ndef outlook(s, p):\n    return s.won\n"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (
            OUTLOOK,
            "outlook is defined, but ROUND is None; expected the number of STATE that counts rounds",
        ),
        (
            f'{OUTLOOK}\n\nROUND = "lap"\n',
            "outlook is defined, but ROUND is 'lap'; expected the number of STATE",
        ),
        ('\n\nROUND = "won"\n', "ROUND is declared; expected def outlook(s, p) beside it"),
        ("\n\ndef lean(s):\n    return 1\n", "lean(s) has wrong arguments; expected lean(s, a)"),
        ("\n\ndef lean(s, a):\n    return [a]\n", "lean: cannot be compiled: a list"),
    ],
)
def test_what_a_file_tells_searching_strategies_is_checked(module, more, sentence):
    found = sentences_about(module("tiny_game", RULES + more))
    assert any(sentence in line for line in found), found


def test_an_outlook_beside_its_round_passes(module):
    check_rules(module("tiny_game", f'{RULES}{OUTLOOK}\n\nROUND = "won"\n'))
