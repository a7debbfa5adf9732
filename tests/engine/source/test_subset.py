"""What cannot be compiled is refused with a sentence: where it is, and what to write instead."""

from typing import Any

import pytest

from upcard.engine.registry import game_modules, strategies_for, strategy_modules
from upcard.engine.rules_contract import (
    COMPILED,
    RULES_READ,
    RULES_SET,
    check_rules,
    rules_functions,
)
from upcard.engine.source.subset import subset_faults
from upcard.engine.state import fields_of
from upcard.engine.strategy_contract import strategy_fields, subset_problems

FIELDS = ("top", "hand", "points", "player", "over", "seats")
MAY_CHANGE = ("top", "hand", "points", "player", "over")
TOP = '''"""A file for the reader of the subset."""

import numpy as np
from upcard.kit.cards import below, cards_in, draw, move_all, put

LIMIT, TABLE, WORD, PAIR = 3, np.array([1, 2]), "word", (1, 2)
GRID = np.array([[1, 2], [3, 4]])


def other(s, a):
    return a + 1


'''


@pytest.fixture
def refused(module):
    """``refused(body)``: the sentences about a function with this body, and the line the body begins in."""

    def read(body, may_change=MAY_CHANGE, fractions=False, top=TOP):
        head = top + "def f(s, a):\n"
        text = head + "".join(f"    {line}\n" for line in body.splitlines())
        found = subset_faults(module("sample", text).f, FIELDS, may_change, fractions)
        return found, head.count("\n") + 1

    return read


CASES = [
    ("return [i for i in range(a)]", "a list comprehension; use a for loop over range"),
    ("return max(i for i in range(a))", "a generator; use a for loop over range"),
    ("return {i: i for i in range(a)}", "a dict; declare a field or use if"),
    ("return {i for i in range(a)}", "a set; declare a field or use if"),
    ("return {1: 2}", "a dict; declare a field or use if"),
    ("return {1, 2}", "a set; declare a field or use if"),
    ("x = [1, 2]", "a list; declare a field in STATE"),
    ("x = lambda i: i", "a lambda; define a function"),
    ("try:\n    pass\nexcept ValueError:\n    pass", "try; rules test before they act"),
    ("with open(a):\n    pass", "with; rules know no files"),
    ("raise ValueError", "raise; the engine only asks for legal actions"),
    ("assert a > 0", "assert; write a test instead"),
    ("x = f'{a}'", "text; words belong in card_text and action_text"),
    ("import math", "import; put it at the top of the file"),
    ("from math import pi", "import; put it at the top of the file"),
    ("def g(x):\n    return x", "a function inside a function; define it outside"),
    ("class C:\n    pass", "a class; the state is declared in STATE"),
    ("global LIMIT\nLIMIT = 4", "global; the state is the only memory"),
    ("x = s.hand[0:2]", "a slice; use a for loop over range"),
    ("if (x := a) > 1:\n    return x", "an assignment inside an expression; write it on a line of its own"),
    ("match a:\n    case 1:\n        return 2", "match; use if"),
    ("return max(*s.points)", "a starred argument; name each one"),
    ("del a", "use the plain subset"),
    ("return 1.5", "the fraction 1.5; rules count in whole numbers"),
    ("return a / 2", "/, which gives fractions; use //"),
    ("s.top /= 2", "/, which gives fractions; use //"),
    ("return 'word'", "the text or value 'word'; use whole numbers"),
    ("return 2j", "the text or value 2j; use whole numbers"),
    ("return a**2", "** or @; multiply instead"),
    ("a **= 2", "** or @; multiply instead"),
    ("return a @ a", "** or @; multiply instead"),
    ("return a in s.points", "in or is; compare with == and or"),
    ("return a is None", "in or is; compare with == and or"),
    ("for c in s.points:\n    pass", "a for loop over something other than range"),
    ("for i in range(a):\n    pass\nelse:\n    pass", "else after a loop; use a flag"),
    ("while a > 1:\n    a -= 1\nelse:\n    pass", "else after a loop; use a flag"),
    ("s.hand.sort()", "a method call; call functions by their bare name"),
    ("return other(s, a=1)", "other with a named argument; give arguments by position"),
    ("return sum(s.points)", "sum(...), which is not a function of this file or of the kit"),
    ("return len(s.points)", "len(...), which is not a function of this file or of the kit"),
    ("return round(a)", "round(...), which is not a function of this file or of the kit"),
    ("print(a)", "print; use words in action_text"),
    ("return np.abs(a)", "np, a module; use whole numbers and arrays"),
    ("return WORD", "WORD, a str; use whole numbers and arrays"),
    ("return PAIR[0]", "PAIR, a tuple; use whole numbers and arrays"),
    ("TABLE[0] = 3", "setting TABLE[...], which is not a field; the state is the only memory"),
    ("TABLE[a] += 1", "setting TABLE[...], which is not a field; the state is the only memory"),
    ("GRID[a, 0] = 3", "setting GRID[...], which is not a field; the state is the only memory"),
    ("for TABLE[0] in range(3):\n    pass", "setting TABLE[...], which is not a field"),
    ("x = TABLE\nx[0] = 3", "TABLE as a whole; read one of its cells where it is needed"),
    ("put(TABLE, 3)", "TABLE as a whole; read one of its cells where it is needed"),
    ("return other(TABLE, a)", "TABLE as a whole; read one of its cells where it is needed"),
    ("return TABLE", "TABLE as a whole; read one of its cells where it is needed"),
    ("x = GRID[a]\nx[0] = 3", "GRID[a]; give all 2 indices of a cell in one pair of brackets"),
    ("return GRID[0][1]", "GRID[0]; give all 2 indices of a cell in one pair of brackets"),
    ("x = s.hnad[0]", "s.hnad, which is not declared; did you mean hand?"),
    ("x = s.weather", "s.weather, which is not declared; declare it in STATE"),
    ("x = other(s, a).top", "a dot on something that is not the state or view: .top"),
    ("x = s\nreturn x.top", "a dot on something that is not the state or view: .top"),
    ("s.seats = 3", "setting s.seats, which this function may not change"),
    ("s.seats += 1", "setting s.seats, which this function may not change"),
    ("s.weather = 3", "s.weather, which is not declared"),
    ("x, y = 1, 2", "a tuple; use one variable or field for each number"),
    ("return 1, 2", "a tuple; use one variable or field for each number"),
    ("return f(s, a - 1)", "recursion (f calls it again); use a loop"),
]


@pytest.mark.parametrize(("body", "instead"), CASES)
def test_a_refused_construct_is_named_with_its_place_and_what_to_write_instead(refused, body, instead):
    found, _ = refused(body)
    fitting = [x for x in found if instead in x]
    assert fitting, found
    assert fitting[0].startswith("sample.py line ")
    assert ", f: cannot be compiled: " in fitting[0]


@pytest.mark.parametrize("before", [0, 3])
def test_the_line_is_the_one_in_the_file(refused, before):
    found, line = refused("a += 1\n" * before + "return a / 2")
    assert found == [
        f"sample.py line {line + before}, f: cannot be compiled: /, which gives fractions; use //"
    ]


def test_every_problem_of_a_function_is_told(refused):
    found, line = refused("x = [1]\nif a > 2.5:\n    s.seats = 1\nreturn a / x")
    assert [x.split(",")[0] for x in found] == [f"sample.py line {line + i}" for i in (0, 1, 2, 3)]


def test_a_misspelt_name_is_told_before_anything_is_compiled(refused):
    """Numba would tell it in 8,600 characters."""
    found, _ = refused("return a + LIMTI")
    assert any("LIMTI" in x for x in found)


ALLOWED = """
x: int = 3
y = -a if a > 0 and not a == 2 or a < -5 else +a
x += y // 2 + y % 3 - (y << 1) + (y >> 1) + (y & 1) + (y | 2) + (y ^ 3) + ~y
for i in range(1, LIMIT, 1):
    if s.hand[i, 0] > TABLE[i] != GRID[TABLE[0], i]:
        continue
    while True:
        break
    s.hand[i, 0] -= 1
s.top = min(max(x, abs(y)), int(other(s, a))) + bool(x) + below(s, 3)
put(s.points, draw(s, s.points))
move_all(s.points, s.hand[0])
s.over = 1
if cards_in(s.points) == 0:
    return True
pass
return x > 1
"""


def test_the_subset_itself_is_allowed(refused):
    assert refused(ALLOWED.strip())[0] == []


def test_a_docstring_is_allowed(refused):
    assert refused('"""Words."""\nreturn a')[0] == []


def test_fractions_are_for_strategies(refused):
    assert refused("return a / 2 + 1.5 + float(a)", fractions=True)[0] == []


def test_a_strategy_may_hand_a_table_of_its_file_to_a_function(refused):
    """Whoever gets it cannot set its cells: those of a file are read-only, compiled and interpreted."""
    assert refused("return other(TABLE, a)", fractions=True)[0] == []
    assert len(refused("x = TABLE\nreturn x[0]", fractions=True)[0]) == 1


@pytest.mark.parametrize("body", ["s.top = 1", "s.hand[0, 1] = 2", "s.points[0] += 1", "s.top += 1"])
def test_a_strategy_may_set_nothing(refused, body):
    found, line = refused(f"{body}\nreturn 1", may_change=())
    assert len(found) == 1
    assert "which this function may not change" in found[0]
    assert f"line {line}," in found[0]


@pytest.mark.parametrize(
    "body",
    [
        "put(s.points, 3)",
        "draw(s, s.points)",
        "move_all(s.points, s.points)",
        "x = s.points\nx[0] = 3",
    ],
)
def test_a_strategy_may_not_change_the_view_in_a_roundabout_way(refused, body):
    found, line = refused(f"{body}\nreturn 1", may_change=())
    assert len(found) == 1
    assert f"line {line + body.count(chr(10))}, f: cannot be compiled: " in found[0]


@pytest.mark.parametrize(
    "body", ["TABLE[0] = 3\nreturn 1", "put(TABLE, 3)\nreturn 1", "x = TABLE\nreturn x[0]"]
)
def test_a_strategy_has_no_memory_in_an_array_of_its_file(refused, body):
    found, line = refused(body, may_change=())
    assert any("TABLE" in x and f"line {line}," in x for x in found)


def test_a_strategy_may_not_let_the_rules_change_its_view(module):
    text = "from upcard.games.lama.rules import DRAW, apply, value\n\n\ndef choose(v):\n"
    honest = module("honest", text + "    return DRAW if value(v.top) > 3 else 0\n")
    assert subset_problems(honest.choose, game_modules()["lama"]) == []
    cheat = module("cheat", text + "    apply(v, DRAW)\n    return DRAW\n")
    found = subset_problems(cheat.choose, game_modules()["lama"])
    assert any(
        x.startswith("lama/rules.py line") and "apply: cannot be compiled: setting s." in x for x in found
    )


@pytest.mark.parametrize(
    "body",
    [
        "return",
        "return None",
        "if a > 1:\n    return 1",
        "if a > 1:\n    return 1\nelse:\n    a = 3",
        "while a > 1:\n    return 1",
        "while True:\n    if a > 1:\n        break",
        "for i in range(a):\n    return i",
        "return 1 if a > 1 else None",
    ],
)
def test_a_strategy_must_give_a_number_on_every_way(refused, body):
    assert any("return" in x or "None" in x for x in refused(body, may_change=())[0])


@pytest.mark.parametrize(
    "body",
    [
        "return 1",
        "if a > 1:\n    return 1\nreturn 2",
        "if a > 1:\n    return 1\nelif a < 0:\n    return 2\nelse:\n    return 3",
        "while True:\n    a += 1\n    if a > 9:\n        return a",
        "while True:\n    for i in range(a):\n        break\n    return a",
    ],
)
def test_a_strategy_that_always_gives_a_number_is_allowed(refused, body):
    assert refused(body, may_change=())[0] == []


def test_a_field_may_have_the_name_of_a_function_of_the_file(refused):
    """``s.other`` reads a field, it calls nothing."""
    top = TOP.replace("def other(s, a):\n    return a + 1", "def top(s, a):\n    return s.top + a")
    assert refused("return top(s, a)", top=top)[0] == []


def test_a_field_read_in_the_function_of_its_name_is_no_recursion(module):
    m = module("sample", "def top(s):\n    return s.top + 1\n")
    assert subset_faults(m.top, FIELDS, (), False) == []


def test_two_functions_that_call_each_other_are_refused(module):
    m = module("sample", "def f(s):\n    return g(s)\n\n\ndef g(s):\n    return f(s)\n")
    expected = "sample.py line 1, f: cannot be compiled: recursion (g calls it again); use a loop"
    assert expected in subset_faults(m.f, FIELDS, (), False)


def test_a_decorator_is_refused(module):
    m = module("sample", "def wrap(g):\n    return g\n\n\n@wrap\ndef f(s):\n    return s.top\n")
    assert subset_faults(m.f, FIELDS, (), False) == [
        "sample.py line 6, f: cannot be compiled: a decorator; the engine compiles plain functions"
    ]


@pytest.mark.parametrize("arguments", ["s, /", "*, s", "s, *rest", "s, **named", "s, *, k=2"])
def test_arguments_that_are_not_plain_are_refused(module, arguments):
    m = module("sample", f"def f({arguments}):\n    return s.top\n")
    assert subset_faults(m.f, FIELDS, (), False) == [
        "sample.py line 1, f: cannot be compiled: an argument before / or after *; use plain arguments"
    ]


def test_a_closure_is_refused(module):
    m = module("sample", "def make(x):\n    def f(s):\n        return x\n    return f\n\n\nf = make(1)\n")
    found = subset_faults(m.f, FIELDS, (), False)
    assert found[0].startswith(
        "sample.py line 2, f: cannot be compiled: names of an outer function; pass them"
    )


def test_what_is_no_function_or_has_no_source_is_refused():
    scope: dict[str, Any] = {}
    exec("def f(s):\n    return s.top", scope)
    assert subset_faults(scope["f"], FIELDS, (), False) == [
        "the source of f cannot be read; put it into a file"
    ]
    assert subset_faults(max, FIELDS, (), False) == [
        "<built-in function max> is not a plain function; define one with def"
    ]


def test_every_shipped_rules_file_is_in_the_subset():
    for rules in game_modules().values():
        check_rules(rules)
        fields = [*RULES_READ, *(f.name for f in fields_of(rules))]
        may_set = [*RULES_SET, *(f.name for f in rules.STATE)]
        functions = {
            f for name in COMPILED if hasattr(rules, name) for f in rules_functions(getattr(rules, name))
        }
        assert len(functions) >= 4
        for f in functions:
            assert subset_faults(f, fields, may_set, False) == []


def test_every_shipped_strategy_is_in_the_subset():
    played = {
        name
        for rules in game_modules().values()
        for name, module in strategies_for(rules).items()
        if hasattr(module, "choose") and subset_problems(module.choose, rules) == []
    }
    solved = {name for name, module in strategy_modules().items() if hasattr(module, "CERTIFICATES")}
    assert played | solved == set(strategy_modules())
    assert played.isdisjoint(solved)


def test_what_a_strategy_may_read_is_the_standing_and_the_declared_fields():
    rules = game_modules()["kuhn-poker"]
    assert strategy_fields(rules) == [
        *("seats", "player", "over", "turns", "actions", "me"),
        *("card", "stock", "moves", "log"),
    ]
