"""A rules or strategy file that breaks the contract is refused with sentences that say what is expected."""

import pytest

from upcard.engine.catalog import game_modules, strategy_modules
from upcard.engine.contract import check_rules
from upcard.engine.errors import BrokenRules
from upcard.engine.strategy_contract import check_strategy, check_strategy_for
from upcard.rules import kuhn_poker

RULES = '''"""A game of one choice. Source: made up."""

from upcard.rules.cards import EVERYBODY, OWNER, Fact, Header, Measure, choice, number, row, whole

ACTIONS = 2
GAME = Header(
    name="tiny", title="Tiny", players=(1, 2), usual=1, zero_sum=False, perfect_information=True,
    longest=1, payoffs=(0, 1), version=1, source="made up",
)
OPTIONS = (choice("tone", ("low", "high"), "a word"),)
PRESETS = {"loud": {"tone": "high"}}
STATE = (number("won", EVERYBODY, "chips won"),)
MEASURES = (Measure("chips", "chips"), Measure("rounds", "rounds", per_game=True))


def card_text(k):
    return str(k)


def action_text(v, a):
    return "go"


def start(s):
    s.player = 0


def legal(s, a):
    return True


def apply(s, a):
    s.won = a
    s.over = 1


def score(s, p):
    return s.won


def measure(s, p, m):
    return 1
'''

STRATEGY = '''"""Always goes. Source: made up."""

from upcard.strategies.kit import Parameter, Strategy

STRATEGY = Strategy(
    name="bold", games=("kuhn-poker",), words="goes", source="made up",
    parameters=(Parameter("A", 1, 0, 2, "a number"), Parameter("B", 5, 0, 9, "another")),
)


def choose(v, A, B):
    return 1
'''

DOC = '"""A game of one choice. Source: made up."""'
HEADER = RULES[RULES.index("GAME = ") : RULES.index("OPTIONS = ")]
OPTION = '(choice("tone", ("low", "high"), "a word"),)'
FIELD = 'number("won", EVERYBODY, "chips won")'
MEASURES = 'Measure("chips", "chips"), Measure("rounds", "rounds", per_game=True)'

DECLARATIONS = [
    (DOC, "", "the docstring is missing; expected the rules in about ten lines, with sources"),
    (DOC, '""" """', "the docstring is missing; expected the rules in about ten lines, with sources"),
    (HEADER, "", "GAME is missing or of the wrong kind; expected GAME = Header(name=..., title=..., ...)"),
    (HEADER, "GAME = 1\n", "GAME is missing or of the wrong kind; expected GAME = Header(name=..., "),
    ("OPTIONS =", "OTHERS =", "OPTIONS is missing or of the wrong kind; expected a tuple of Options"),
    (OPTION, "[]", "OPTIONS is missing or of the wrong kind; expected a tuple of Options"),
    (OPTION, "(1,)", "OPTIONS is missing or of the wrong kind; expected a tuple of Options"),
    ("STATE =", "OTHERS =", "STATE is missing or of the wrong kind; expected a tuple of Fields"),
    (f"({MEASURES})", "1", "MEASURES is missing or of the wrong kind; expected a tuple of Measures"),
    (
        "ACTIONS = 2",
        "ACTIONS, FACTS = 2, (12,)",
        "FACTS is missing or of the wrong kind; expected a tuple of",
    ),
    ("PRESETS =", "OTHERS =", "PRESETS is missing; expected a dict of preset names to dicts of options"),
    ("ACTIONS = 2", "", "ACTIONS is missing; expected the number of actions, at least 1"),
    ("ACTIONS = 2", "ACTIONS = 0", "ACTIONS is 0; expected the number of actions, at least 1"),
    ("ACTIONS = 2", "ACTIONS = True", "ACTIONS is True; expected the number of actions, at least 1"),
    ('title="Tiny"', 'title=" "', "GAME.title is ' '; expected the name of the game as printed"),
    ('title="Tiny"', "title=None", "GAME.title is None; expected the name of the game as printed"),
    (
        "MEASURES =",
        'FACTS = (Fact("histores", 7, "a book"),)\nMEASURES =',
        "a fact is about 'histores'; expected histories or information sets or finished games",
    ),
    (
        "MEASURES =",
        'FACTS = (Fact("histories", 7.0, "a book"),)\nMEASURES =',
        "the fact about histories has the value 7.0; expected a whole number",
    ),
    (
        "MEASURES =",
        'FACTS = (Fact("histories", 7, "a book", preset="soft"),)\nMEASURES =',
        "the fact about histories is for the preset 'soft'; expected one of PRESETS",
    ),
    (
        "MEASURES =",
        'FACTS = (Fact("histories", 7, "a book", players=3),)\nMEASURES =',
        "the fact about histories is for 3 players; expected 1 to 2",
    ),
    (
        FIELD,
        'row("fan", OWNER, 3, "cards", counted=False)',
        "fan says counted=False, which is only for a row that nobody sees; how many cards a row has is seen",
    ),
    (
        FIELD,
        'row("pile", EVERYBODY, 3, "cards", counted=False)',
        "pile says counted=False, which is only for a row that nobody sees",
    ),
    (FIELD, f"{FIELD}, {FIELD}", "won is declared twice among OPTIONS and STATE; every name once"),
    ('number("won"', 'number("tone"', "tone is declared twice among OPTIONS and STATE; every name once"),
    ('{"tone": "high"}', '{"tune": "high"}', "preset loud sets tune; expected names of OPTIONS"),
    ('{"tone": "high"}', '{"tone": "shrill"}', "preset loud"),
    ("(1, 2)", "(2, 1)", "GAME.players is (2, 1); expected two whole numbers, the smaller first"),
    ("(1, 2)", "2", "GAME.players is 2; expected two whole numbers, the smaller first"),
    ("(0, 1)", "(0, 0.5)", "GAME.payoffs is (0, 0.5); expected two whole numbers, the smaller first"),
    (
        '("low", "high")',
        '("low", "so high")',
        "option tone has the values ('low', 'so high'); expected differ",
    ),
    (
        OPTION,
        '(whole("size", 9, 1, 5, "a number"),)',
        "option size is 9 by default; expected a number from 1 to 5",
    ),
    (FIELD, 'row("pile", EVERYBODY, 40000, "cards")', "pile has 40001 cells; expected at most 32767"),
    ('{"tone": "high"}', '"high"', "preset loud is 'high'; expected a dict of option names to values"),
    ("(1, 2)", "(1, 11)", "GAME.players is (1, 11); expected at most 10"),
    ('"tiny"', '"Tiny Game"', "GAME.name is 'Tiny Game'; expected lower-case words joined by hyphens"),
    ("version=1", 'version="1"', "GAME.version is '1'; expected a whole number"),
    ('("low", "high")', '("low", "low")', "option tone has the values ('low', 'low'); expected different"),
    ("usual=1", "usual=3", "GAME.players is (1, 2) and usual 3; expected low <= usual <= high"),
    ("(1, 2)", "(0, 2)", "GAME.players is (0, 2) and usual 1; expected low <= usual <= high"),
    (
        'source="made up"',
        'source="made up", sizes=(1, 3)',
        "GAME.sizes is (1, 3); expected increasing whole numbers, the first 1, the last 2",
    ),
    (
        'source="made up"',
        'source="made up", sizes=[1, 2]',
        "GAME.sizes is [1, 2]; expected increasing whole numbers",
    ),
    (
        "(1, 2), usual=1,",
        "(1, 3), usual=2, sizes=(1, 3),",
        "GAME.usual is 2 and sizes (1, 3); expected one of these",
    ),
    (
        MEASURES,
        'Measure("rounds", "rounds", per_game=True), Measure("chips", "chips")',
        "MEASURES are out of order; expected those of a seat first, then those of the game",
    ),
    (
        'Measure("chips", "chips")',
        'Measure("chips", "chips", share=True, of="tricks")',
        "measure chips is a share of tricks; expected a measure with per_game=True",
    ),
]

SIGNATURES = {
    "card_text": "k",
    "action_text": "v, a",
    "start": "s",
    "legal": "s, a",
    "apply": "s, a",
    "score": "s, p",
}
FUNCTIONS = [
    *[
        (f"def {name}(", f"def no_{name}(", f"{name} is missing; expected def {name}({arguments})")
        for name, arguments in SIGNATURES.items()
    ],
    *[
        (
            f"def {name}({arguments})",
            f"def {name}({arguments}, x)",
            f"{name}({arguments}, x) has other arguments; expected {name}({arguments})",
        )
        for name, arguments in (SIGNATURES | {"measure": "s, p, m"}).items()
    ],
    (
        "def legal(s, a)",
        "def legal(s, *, a)",
        "legal(s, *, a) has other arguments; expected legal(s, a)",
    ),
    ("def score(s, p)", "def score(s, p, /)", "score(s, p, /) has other arguments; expected score(s, p)"),
    ("def start(", "start = 3\n\n\ndef no_start(", "start is missing; expected def start(s)"),
    (
        "def score(",
        "def why(v):\n    return 1\n\n\ndef score(",
        "why(v) has other arguments; expected why(v, a)",
    ),
    (
        "def score(",
        "def scene():\n    return 1\n\n\ndef score(",
        "scene() has other arguments; expected scene(v)",
    ),
    ("def measure(", "def no_measure(", "MEASURES are declared; expected def measure(s, p, m) beside them"),
    ("s.won = a", "s.wun = a", "apply: cannot be compiled: s.wun, which is not declared; did you mean won?"),
    ("s.won = a", "s.tone = a", "apply: cannot be compiled: setting s.tone, which is not its to set"),
    ("s.won = a", "s.turns = a", "apply: cannot be compiled: setting s.turns, which is not its to set"),
    ("s.won = a", "s.won = 0.5", "apply: cannot be compiled: the fraction 0.5; rules count in whole numbers"),
    ("    return 1\n", "    return [1]\n", "measure: cannot be compiled: a list; declare a field in STATE"),
]


def sentences_about(rules):
    with pytest.raises(BrokenRules) as fault:
        check_rules(rules)
    first, *rest = str(fault.value).split("\n")
    assert first == "the rules file tiny_game.py cannot be used:"
    return rest


@pytest.mark.parametrize(("old", "new", "sentence"), DECLARATIONS + FUNCTIONS)
def test_a_broken_rules_file_is_refused_with_a_sentence(module, old, new, sentence):
    assert old in RULES
    found = sentences_about(module("tiny_game", RULES.replace(old, new)))
    assert any(sentence in line for line in found), found


@pytest.mark.parametrize(
    "name",
    [
        *("at", "step", "me", "seats", "player", "over", "turns", "actions", "w", "chance"),
        *("seat_at", "seat_step"),  # of the record
        *("copy", "become"),  # of the object
        *("two words", "1st", "", "for"),
    ],
)
def test_a_reserved_or_impossible_name_of_a_field_is_refused(module, name):
    text = RULES.replace(FIELD, f'{FIELD}, number("{name}", EVERYBODY, "words")')
    assert f"  '{name}' cannot be the name of a field; choose another word" in sentences_about(
        module("tiny_game", text)
    )


@pytest.mark.parametrize("name", ["name", "players", "preset"])
def test_an_option_cannot_be_called_what_a_game_is_asked_for_anyway(module, name):
    text = RULES.replace('"tone"', f'"{name}"')
    assert f"  '{name}' cannot be the name of an option; choose another word" in sentences_about(
        module("tiny_game", text)
    )


ZONES = {
    "slot": ('slot("top", EVERYBODY, "a card")', "s.top = 3"),
    "slot of a seat": ('slot("top", OWNER, "a card")', "s.top[1] = 3"),
    "counts": ('counts("hand", OWNER, 4, "cards")', "s.hand[0, 1] = 2"),
    "row": ('row("stock", NOBODY, 5, "cards")', "put(s.stock, 3)"),
    "row of a seat": ('row("fan", OWNER, 5, "cards")', "put(s.fan[1], 3)"),
}


@pytest.mark.parametrize("zone", ZONES)
def test_a_card_whose_name_is_not_one_word_is_refused(module, zone):
    """The line ``dealt`` of a record could not be read again."""
    field, deal = ZONES[zone]
    text = RULES.replace(FIELD, f"{FIELD}, {field}").replace("s.player = 0", f"s.player = 0\n    {deal}")
    text = text.replace("import EVERYBODY,", "import EVERYBODY, NOBODY, OWNER, counts, put, row, slot,")
    check_rules(module("tiny_game", text))
    for name, shown in (('"two of " + str(k)', "'two of 3'"), ('""', "''"), ("k", "3")):
        found = sentences_about(module("tiny_game", text.replace("return str(k)", f"return {name}")))
        assert (
            found[-1]
            == f"  card_text(3) is {shown}; expected one word, since records list cards by their names"
        )


def test_an_unbroken_rules_file_passes(module):
    check_rules(module("tiny_game", RULES))


def test_all_missing_names_are_told_at_once(module):
    with pytest.raises(BrokenRules) as fault:
        check_rules(module("empty", "x = 1\n"))
    for name in ("docstring", "GAME", "OPTIONS", "STATE", "PRESETS", "ACTIONS"):
        assert f"{name} is missing" in str(fault.value)


def test_a_function_that_rules_call_is_read_too(module):
    text = RULES.replace("s.won = a", "s.won = twice(a)") + "\n\ndef twice(a):\n    return a * 2.5\n"
    with pytest.raises(BrokenRules, match=r"twice: cannot be compiled: the fraction 2\.5"):
        check_rules(module("tiny_game", text))


def test_a_call_through_a_module_is_told_with_its_file(module):
    text = RULES.replace("s.won = a", "s.won = operator.neg(a)").replace(
        "ACTIONS = 2", "import operator\nACTIONS = 2"
    )
    with pytest.raises(BrokenRules, match=r"tiny_game\.py"):
        check_rules(module("tiny_game", text))


BROKEN_STRATEGIES = [
    (
        "STRATEGY = Strategy(",
        "OTHER = Strategy(",
        "STRATEGY is missing; expected STRATEGY = Strategy(name=..., games=..., words=..., source=...)",
    ),
    ("def choose(", "def chose(", "choose is missing; expected def choose(v, A, B)"),
    ("def choose(v, A, B)", "def choose(v, A)", "choose(v, A) has other arguments; expected choose(v, A, B)"),
    (
        "def choose(v, A, B)",
        "def choose(v, B, A)",
        "choose(v, B, A) has other arguments; expected choose(v, A, B)",
    ),
    (
        "def choose(v, A, B)",
        "def choose(v, /, A: float, B: float = 3)",
        "choose(v, /, A, B) has other arguments; expected choose(v, A, B)",
    ),
    (
        "def choose(v, A, B)",
        "def choose(v, A, *, B)",
        "choose(v, A, *, B) has other arguments; expected choose(v, A, B)",
    ),
    (
        "def choose(v, A, B)",
        "def choose(v, *given)",
        "choose(v, *given) has other arguments; expected choose(v, A, B)",
    ),
    ("def choose(v, A, B)", "def choose()", "choose() has other arguments; expected choose(v, A, B)"),
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
        ("v.moves = 3", "setting v.moves, which is not its to set"),
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
            "outlook is defined and ROUND is None; expected the number of STATE that tells rounds apart",
        ),
        (
            f'{OUTLOOK}\n\nROUND = "lap"\n',
            "outlook is defined and ROUND is 'lap'; expected the number of STATE",
        ),
        ('\n\nROUND = "won"\n', "ROUND is declared; expected def outlook(s, p) beside it"),
        ("\n\ndef lean(s):\n    return 1\n", "lean(s) has other arguments; expected lean(s, a)"),
        ("\n\ndef lean(s, a):\n    return [a]\n", "lean: cannot be compiled: a list"),
    ],
)
def test_what_a_file_tells_searching_strategies_is_checked(module, more, sentence):
    found = sentences_about(module("tiny_game", RULES + more))
    assert any(sentence in line for line in found), found


def test_an_outlook_beside_its_round_passes(module):
    check_rules(module("tiny_game", f'{RULES}{OUTLOOK}\n\nROUND = "won"\n'))
