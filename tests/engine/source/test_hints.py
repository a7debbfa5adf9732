"""Slips that people make in a rules file, each told with what was probably meant."""

import pytest
from tests.engine.contract_files import RULES, sentences_about

from upcard.engine.discovery import load_text
from upcard.engine.source.hints import RULES_KIT, STRATEGY_KIT, kit_hint, usual_hint
from upcard.kit import cards
from upcard.kit import strategy as strategy_kit

FIELD = 'number("won", EVERYBODY, "chips won")'
START = "    s.player = 0\n"
SEAT, CELL = "declare zone with per_seat=True", "declare zone with length="


def told(module, *changes):
    """The sentences about a rules file with some changes, as one text."""
    text = RULES.replace("import EVERYBODY, OWNER", "import EVERYBODY, cards_in, counts, slot, OWNER")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return "\n".join(sentences_about(module("tiny_game", text)))


@pytest.mark.parametrize(
    ("field", "read", "said"),
    [
        ('counts("zone", EVERYBODY, 4, "x")', "s.zone[0, 1]", f"of one row for all; {SEAT}"),
        ('row("zone", EVERYBODY, 4, "x")', "s.zone[0, 1]", f"of one row for all; {SEAT}"),
        ('number("zone", EVERYBODY, "x", 4)', "s.zone[0, 1]", f"of one row for all; {SEAT}"),
        ('slot("zone", EVERYBODY, "x", 4)', "s.zone[0, 1]", f"of one row for all; {SEAT}"),
        ('counts("zone", EVERYBODY, 4, "x")', "s.zone[0][1]", f"of one row for all; {SEAT}"),
        ('slot("zone", OWNER, "x")', "s.zone[0, 1]", f"of one number for each seat; {CELL}"),
        ('number("zone", OWNER, "x")', "s.zone[0, 1]", f"of one number for each seat; {CELL}"),
        (
            'slot("zone", EVERYBODY, "x")',
            "s.zone[0]",
            "of one number; declare zone with length= or per_seat=",
        ),
        ('number("zone", EVERYBODY, "x")', "s.zone[0, 1]", "of one number; declare zone with length= or per"),
        (
            'counts("zone", OWNER, 4, "x")',
            "s.zone[0, 1, 2]",
            "has three indices; a field has two at most, the seat and the cell",
        ),
    ],
)
def test_more_indices_than_declared_are_told_with_the_declaration_that_they_need(module, field, read, said):
    sentence = told(module, (FIELD, f"{FIELD}, {field}"), (START, f"    s.player = {read}\n"))
    assert f"start: cannot be compiled: {read} {said}" in sentence


@pytest.mark.parametrize("read", ["s.zone[0, 1]", "s.zone[0][1]", "cards_in(s.zone[0])"])
def test_as_many_indices_as_declared_are_not_refused(module, read):
    field = 'row("zone", OWNER, 4, "x")'
    assert "zone" not in told(
        module,
        (FIELD, f"{FIELD}, {field}"),
        (START, f"    s.player = {read}\n"),
        ("s.won = a", "s.wun = a"),
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"a word"),)',
            '"a word"))',
            "OPTIONS is one Option, not a tuple; add a comma: OPT",
        ),
        (
            f"({FIELD},)",
            FIELD,
            "STATE is one Field, not a tuple; add a comma: STATE = (Field(...),)",
        ),
        (
            '(Measure("chips", "chips"), Measure("rounds", "rounds", per_game=True))',
            '(Measure("chips", "chips"))',
            "MEASURES is one Measure, not a tuple; add a comma",
        ),
        (
            "MEASURES =",
            'FACTS = (Fact("histories", 7, "a book"))\nMEASURES =',
            "FACTS is one Fact, not a tuple; add a comma",
        ),
    ],
)
def test_a_missing_comma_is_told(module, old, new, said):
    assert said in told(module, (old, new))


WAYS = "a path that returns nothing (None); end each path with return and"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    return True\n", "    a == 0\n", f"legal: cannot be compiled: {WAYS} True or False"),
        (
            "    return True\n",
            "    if a == 0:\n        return True\n",
            f"legal: cannot be compiled: {WAYS} True or False",
        ),
        ("    return s.won\n", "    s.won\n", f"score: cannot be compiled: {WAYS} a whole number"),
        ("    return s.won\n", "    return\n", f"score: cannot be compiled: {WAYS} a whole number"),
        ("    return 1\n", "    m\n", f"measure: cannot be compiled: {WAYS} a whole number"),
    ],
)
def test_a_function_that_may_give_nothing_is_refused(module, old, new, said):
    assert said in told(module, (old, new))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            'row("zone", EVERYBODY, "the stock", 12)',
            "row(...): capacity is 'the stock', expected a whole number and words is 12, expected a text;",
        ),
        (
            'row("zone", 12, "the stock", EVERYBODY)',
            "sight is 12, expected EVERYBODY, OWNER, OTHERS, TEAM, BY_RULE or NOBODY and cap",
        ),
        (
            'choice("size", 3, "a word")',
            "choice(...): values is 3, expected a tuple of texts; fix this line",
        ),
    ],
)
def test_arguments_in_another_order_are_told_one_by_one(module, call, said):
    with pytest.raises(TypeError) as fault:
        module("tiny_game", RULES.replace(FIELD, call))
    assert said in load_text(fault.value)


def test_a_fault_of_a_word_whose_arguments_fit_is_told_as_it_is(module):
    with pytest.raises(ZeroDivisionError) as fault:
        module("tiny_game", RULES.replace(FIELD, "1 // 0"))
    assert load_text(fault.value).endswith(
        "ZeroDivisionError: integer division or modulo by zero; fix this line"
    )


DRAW = "draw(s, zone) takes a card out of a row by chance"
KIT = "the kit has below(s, n), cards_in(zone), draw(s, zone), move_all(source, target), put(zone, card)"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("take(s.zone)", f"take(...), which is not a function of this file or of the kit; {DRAW}; {KIT}"),
        ("len(s.zone)", f"or of the kit; cards_in(zone) returns the number of cards in a row; {KIT}"),
        ("sum(s.zone)", f"or of the kit; use a for loop over range(...); {KIT}"),
        ("drew(s, s.zone)", f"or of the kit; did you mean draw?; {KIT}"),
        ("hop(s.zone)", f"which is not a function of this file or of the kit; {KIT}"),
        ("below(s, 2)", "or of the kit; import below from upcard.kit.cards"),
        ("random.choice(s.zone)", f"a method call; {DRAW}"),
        (
            "random.randint(0, 3)",
            "a method call; below(s, n) returns a whole number from 0 to n - 1 by chance",
        ),
        ("s.zone.append(3)", "a method call; put(zone, card) puts a card at the end of a row"),
        ("s.zone.foo(3)", "a method call; call functions by their bare name"),
    ],
)
def test_usual_python_is_answered_with_the_word_of_the_kit(module, call, said):
    field = f'{FIELD}, row("zone", EVERYBODY, 4, "x")'
    sentence = told(module, (FIELD, field), (START, f"    s.player = {call}\n"))
    assert f"{said}\n" in f"{sentence}\n"
    assert "did you mean State" not in sentence


@pytest.mark.parametrize(
    ("first", "call"),
    [("import random\n", "random.randint(0, 3)"), ("import numpy.random as dice\n", "dice.randint(3)")],
)
def test_chance_of_another_module_is_answered_with_that_of_the_kit(module, first, call):
    sentence = told(module, ("ACTIONS = 2\n", first + "ACTIONS = 2\n"), (START, f"    s.player = {call}\n"))
    assert (
        "which no seed of a game repeats; below(s, n) returns a whole number from 0 to n - 1 by chance"
        in sentence
    )


def test_a_strategy_is_not_told_of_words_that_it_may_not_use():
    assert usual_hint("append", RULES_KIT) == "put(zone, card) puts a card at the end of a row"
    assert usual_hint("append", STRATEGY_KIT) == ""
    assert "put" not in kit_hint("append", STRATEGY_KIT)
    assert "imagine(v, world)" in kit_hint("append", STRATEGY_KIT)
    assert usual_hint("len", STRATEGY_KIT) == usual_hint("len", RULES_KIT)


@pytest.mark.parametrize(("words", "kit"), [(RULES_KIT, cards), (STRATEGY_KIT, strategy_kit)])
def test_every_word_that_is_told_can_be_imported_from_the_kit(words, kit):
    assert all(getattr(kit, f.__name__, None) is f or getattr(cards, f.__name__, None) is f for f in words)
