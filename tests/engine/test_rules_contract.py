"""A rules file that breaks the contract is refused with sentences that say what is expected."""

import dataclasses

import pytest
from tests.engine.contract_files import RULES, sentences_about

from upcard.engine.declarations import KINDS
from upcard.engine.errors import BrokenRules
from upcard.engine.rules_contract import check_rules
from upcard.kit.cards import Fact, Field, Header, Measure, Option
from upcard.kit.strategy import Parameter, Strategy

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
        "fact about 'histories': value is 7.0; expected a whole number",
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
        "fan has counted=False, which is only for a row that nobody sees; whoever sees a row also sees",
    ),
    (
        FIELD,
        'row("pile", EVERYBODY, 3, "cards", counted=False)',
        "pile has counted=False, which is only for a row that nobody sees",
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
        'source="made up", scored_in="penny"',
        "GAME.scored_in is 'penny'; expected two texts, for one and for several",
    ),
    (
        'source="made up"',
        'source="made up", personal_best=("tone", "deep")',
        "GAME.personal_best is ('tone', 'deep'); expected the name of an option and one of its words",
    ),
    (
        'source="made up"',
        'source="made up", personal_best="tone"',
        "GAME.personal_best is 'tone'; expected the name of an option and one of its words",
    ),
    (
        'source="made up"',
        'source="made up", payoff_unit="0.25"',
        "GAME.payoff_unit is '0.25'; expected a whole number or a fraction above 0",
    ),
    (
        'source="made up"',
        'source="made up", payoff_unit="1/0"',
        "GAME.payoff_unit is '1/0'; expected a whole number or a fraction above 0",
    ),
    (
        'source="made up"',
        'source="made up", payoff_unit="-1/4"',
        "GAME.payoff_unit is '-1/4'; expected a whole number or a fraction above 0",
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

SIGHTS = {
    'number("secret", "owner", "words")': "field 'secret': sight is 'owner'",
    'slot("zz", "me", "words")': "field 'zz': sight is 'me'",
    'slot("card", None, "words")': "field 'card': sight is None",
    'counts("hand", 3, 4, "words")': "field 'hand': sight is 3",
    'row("stock", "nobody", 4, "words")': "field 'stock': sight is 'nobody'",
}


@pytest.mark.parametrize("field", SIGHTS)
def test_who_sees_a_field_is_one_of_six_and_nothing_else(module, field):
    """Anything else was taken for everybody, and showed what is hidden."""
    text = RULES.replace(FIELD, f"{FIELD}, {field}").replace(
        "import EVERYBODY,", "import EVERYBODY, counts, slot,"
    )
    assert sentences_about(module("tiny_game", text)) == [
        f"  {SIGHTS[field]}; expected EVERYBODY, OWNER, OTHERS, TEAM, BY_RULE or NOBODY"
    ]


OTHER_KINDS = [
    ("zero_sum=False", 'zero_sum="no"', "GAME.zero_sum is 'no'; expected True or False"),
    (
        "perfect_information=True",
        "perfect_information=1",
        "GAME.perfect_information is 1; expected True or False",
    ),
    ('source="made up"', "source=None", "GAME.source is None; expected a text"),
    ('"tiny"', "7", "GAME.name is 7; expected lower-case words joined by hyphens"),
    (
        "longest=1",
        "longest=-1",
        "GAME.longest is -1; expected the maximum number of decisions in",
    ),
    ("longest=1", "longest=1.5", "GAME.longest is 1.5; expected a whole number"),
    ("(0, 1)", "(1, 0)", "GAME.payoffs is (1, 0); expected two whole numbers, the smaller first"),
    ("(1, 2)", "(1, 2, 3)", "GAME.players is (1, 2, 3); expected two whole numbers, the smaller first"),
    ('"chips won"', "3", "field 'won': words is 3; expected a text"),
    ('number("won"', "number(3", "field 3: name is 3; expected a text"),
    (
        FIELD,
        'number("won", EVERYBODY, "chips", per_seat=1)',
        "field 'won': per_seat is 1; expected True or False",
    ),
    (
        FIELD,
        'number("won", EVERYBODY, "chips", "2")',
        "field 'won': length is '2'; expected a whole number",
    ),
    (
        FIELD,
        'row("pile", NOBODY, 3, "cards", counted="no")',
        "field 'pile': counted is 'no'; expected True or False",
    ),
    (
        FIELD,
        'counts("hand", OWNER, 0, "cards")',
        "hand has 0 cells; expected at most 32767, and none below 1",
    ),
    (FIELD, 'row("pile", OWNER, -1, "cards")', "pile has 0 cells; expected at most 32767, and none below 1"),
    (
        FIELD,
        'Field("card", Kind.SLOT, OWNER, 0, False, True, "a card")',
        "who sees card depends on its owner, but it belongs to no seat; expected per_seat=True",
    ),
    (
        FIELD,
        'Field("card", "slot", OWNER, 0, True, True, "a card")',
        "field 'card': kind is 'slot'; expected a Kind; use number, slot, counts or row",
    ),
    ('choice("tone"', "choice(None", "option None: name is None; expected a text"),
    (
        '("low", "high")',
        '["low", "high"]',
        "option 'tone': values is ['low', 'high']; expected a tuple of texts",
    ),
    ('("low", "high")', "(1, 2)", "option 'tone': values is (1, 2); expected a tuple of texts"),
    ('("low", "high")', "()", "option tone has the bounds 0 to -1; expected words to choose from, or two"),
    ('"a word"', "None", "option 'tone': words is None; expected a text"),
    (OPTION, '(whole("n", 1.0, 0, 9, "n"),)', "option 'n': default is 1.0; expected a whole number"),
    (
        OPTION,
        '(whole("n", 1, 0, 2**70, "n"),)',
        "option n has the bounds 0 to 1180591620717411303424; expected",
    ),
    (OPTION, '(whole("n", 1, 9, 0, "n"),)', "option n has the bounds 9 to 0; expected words to choose from"),
    (OPTION, '(text("n", "a", 1, 3, str, "n"),)', "option 'n': read is 3; expected a function"),
    (OPTION, '(text("n", "a", 1, len, None, "n"),)', "option n has only one of read and write"),
    (
        OPTION,
        '(type(whole("n", 1, 0, 9, "n"))("n", "n", brings=dict),)',
        "option n has brings, which is only for",
    ),
    (OPTION, '(text("n", "a", 0, list, str, "n"),)', "option n stands for 0 numbers; expected 1 to 32767"),
    (
        OPTION,
        '(text("n", "a", 1, lambda x: {}[x], str, "n"),)',
        "the default of option n fails with KeyError: 'a'; fix its read and write",
    ),
    (
        OPTION,
        '(text("n", "a", 1, lambda x: [40000], lambda x: "a", "n"),)',
        "option n does not stand for 1 number by default; fix its read",
    ),
    (
        '"tone", ("low", "high"), "a word"),)\nPRESETS = {"loud": {"tone": "high"}}',
        '"tone", ("low", "high"), "a word"),)\nPRESETS = [("loud", "high")]',
        "PRESETS is [('loud', 'high')]; expected a dict of preset names to dicts of options",
    ),
    ('{"tone": "high"}', '{"tone": 1}', "preset loud: option tone was given 1; expected low or high"),
    ('{"tone": "high"}', '{3: 1, "x": 2}', "preset loud sets 3, x; expected names of OPTIONS"),
    ('{"loud"', "{3", "3 cannot be the name of a preset; expected one word"),
    ('{"loud"', '{"very loud"', "'very loud' cannot be the name of a preset; expected one word"),
    ('Measure("chips", "chips")', 'Measure("chips", 3)', "measure 'chips': words is 3; expected a text"),
    ("per_game=True", "per_game=1", "measure 'rounds': per_game is 1; expected True or False"),
    (
        'Measure("chips", "chips")',
        'Measure("chips", "a"), Measure("chips", "b")',
        "measure chips is declared twice; every name once",
    ),
    (
        'Measure("chips", "chips")',
        'Measure("chips won", "chips")',
        "'chips won' cannot be the name of a measure; expected a word, with underscores for spaces",
    ),
    (
        "MEASURES =",
        'FACTS = (Fact("histories", 7, None),)\nMEASURES =',
        "fact about 'histories': source is None; expected a text",
    ),
    (
        "def score(",
        "def refuse(options, seats):\n    return {}[1]\n\n\ndef score(",
        "refuse(options, seats) fails for the default with KeyError: 1; fix it",
    ),
]


@pytest.mark.parametrize(("old", "new", "sentence"), OTHER_KINDS)
def test_every_attribute_of_what_is_declared_is_checked(module, old, new, sentence):
    assert old in RULES
    text = RULES.replace(old, new).replace(
        "import EVERYBODY,", "import EVERYBODY, NOBODY, Kind, Field, text, counts,"
    )
    found = sentences_about(module("tiny_game", text))
    assert any(line.startswith(f"  {sentence}") for line in found), found


@pytest.mark.parametrize("declared", [Header, Option, Field, Measure, Fact, Strategy, Parameter])
def test_the_kind_of_every_attribute_is_known(declared):
    unknown = [a.name for a in dataclasses.fields(declared) if a.type not in KINDS]
    assert unknown == (["read", "write", "brings"] if declared is Option else [])


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
            f"{name}({arguments}, x) has wrong arguments; expected {name}({arguments})",
        )
        for name, arguments in (SIGNATURES | {"measure": "s, p, m"}).items()
    ],
    (
        "def legal(s, a)",
        "def legal(s, *, a)",
        "legal(s, *, a) has wrong arguments; expected legal(s, a)",
    ),
    ("def score(s, p)", "def score(s, p, /)", "score(s, p, /) has wrong arguments; expected score(s, p)"),
    ("def start(", "start = 3\n\n\ndef no_start(", "start is missing; expected def start(s)"),
    (
        "def score(",
        "def why(v):\n    return 1\n\n\ndef score(",
        "why(v) has wrong arguments; expected why(v, a)",
    ),
    (
        "def score(",
        "def scene():\n    return 1\n\n\ndef score(",
        "scene() has wrong arguments; expected scene(v)",
    ),
    ("def measure(", "def no_measure(", "MEASURES are declared; expected def measure(s, p, m) beside them"),
    ("s.won = a", "s.wun = a", "apply: cannot be compiled: s.wun, which is not declared; did you mean won?"),
    (
        "s.won = a",
        "s.tone = a",
        "apply: cannot be compiled: setting s.tone, which this function may not",
    ),
    (
        "s.won = a",
        "s.turns = a",
        "apply: cannot be compiled: setting s.turns, which this function may not",
    ),
    ("s.won = a", "s.won[0] = a", "s.won[0] of one number; declare won with length= or per_seat=True"),
    ("s.won = a", "s.won = s.player[0]", "apply: cannot be compiled: s.player[0] of one number"),
    ("s.won = a", "s.won = 0.5", "apply: cannot be compiled: the fraction 0.5; rules count in whole numbers"),
    ("    return 1\n", "    return [1]\n", "measure: cannot be compiled: a list; declare a field in STATE"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), DECLARATIONS + FUNCTIONS)
def test_a_broken_rules_file_is_refused_with_a_sentence(module, old, new, sentence):
    assert old in RULES
    found = sentences_about(module("tiny_game", RULES.replace(old, new)))
    assert any(sentence in line for line in found), found


RESERVED = ", because every state has that name already"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        *((x, RESERVED) for x in ("at", "step", "me", "seats", "player", "over", "turns", "actions", "w")),
        *((x, RESERVED) for x in ("chance", "seat_at", "seat_step", "copy", "become")),
        *((x, "") for x in ("two words", "1st", "", "for")),
    ],
)
def test_a_reserved_or_impossible_name_of_a_field_is_refused(module, name, reason):
    text = RULES.replace(FIELD, f'{FIELD}, number("{name}", EVERYBODY, "words")')
    assert f"  '{name}' cannot be the name of a field{reason}; choose another word" in sentences_about(
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
        told = "expected a text of one word, since records list cards by their names"
        assert found[-1] == f"  card_text(3) is {shown}; {told}"


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
