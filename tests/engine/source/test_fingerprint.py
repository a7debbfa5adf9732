"""A fingerprint tells apart whatever a program may depend on, and nothing else."""

import ast
from typing import Any

import pytest

from upcard.engine.errors import BrokenRules
from upcard.engine.source.fingerprint import function_tree, names_in, reached_names
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.kit import cards
from upcard.kit import strategy as kit

TEXT = '''
import math
import random
import numpy as np

LIMIT = 3
STEPS = np.array([1, 2, 3])


def outer(x, more=5):
    """Some words."""
    return inner(x) + LIMIT + STEPS[0] + more + math.floor(1)


def inner(x):
    return x + 1


def unrelated(x):
    return x - LIMIT


def careless(x):
    return random.random() + x


def bound(f, g):
    def both(x):
        return 2 * f(x) + g(x)

    return both


def first(x):
    return x + 1


def second(x):
    return x - 1


def caller(x):
    return first(x) + second(x)
'''


@pytest.fixture
def fingerprint(module):
    """``fingerprint(old, new)``: of ``outer`` in the text with a part replaced."""

    def take(old="", new=""):
        assert old in TEXT
        return reached_names(
            [module("sample", TEXT.replace(old, new) if old else TEXT).outer], {}
        ).fingerprint

    return take


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return inner(x) + LIMIT", "return inner(x) - LIMIT"),
        ("return x + 1\n\n\ndef unrelated", "return x + 2\n\n\ndef unrelated"),
        ("LIMIT = 3", "LIMIT = 4"),
        ("LIMIT = 3", "LIMIT = 3.0"),
        ("LIMIT = 3", "LIMIT = True"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("[1, 2, 3]", "[1.0, 2.0, 3.0]"),
        ("[1, 2, 3]", "[[1, 2, 3]]"),
        ("more=5", "more=6"),
    ],
)
def test_a_change_of_anything_reached_changes_the_fingerprint(fingerprint, old, new):
    assert fingerprint(old, new) != fingerprint()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x - LIMIT", "return x - 2 * LIMIT"),
        ("def first(x):\n    return x + 1", "def first(x):\n    return x"),
        ("import math\n", "import math\n\n\n\n"),
        ("LIMIT = 3", "LIMIT = 2 + 1"),
    ],
)
def test_a_change_of_anything_else_leaves_the_fingerprint(fingerprint, old, new):
    assert fingerprint(old, new) == fingerprint()


def test_reach_finds_every_function_once_and_in_order(module):
    m = module("sample", TEXT)
    assert reached_names([m.outer, m.inner], {}).functions == (m.outer, m.inner)
    assert reached_names([m.caller], {}).functions == (m.caller, m.first, m.second)


def test_reach_looks_into_closures(module):
    m = module("sample", TEXT)
    made = m.bound(m.first, m.second)
    assert reached_names([made], {}).functions == (made, m.first, m.second)
    assert (
        reached_names([made], {}).fingerprint != reached_names([m.bound(m.second, m.first)], {}).fingerprint
    )


@pytest.mark.parametrize("seen_before", ["caller", "first", "second"])
def test_a_function_that_was_met_before_still_counts_where_it_is_used(module, seen_before):
    """Two programs that call the same functions in exchanged places are different programs."""
    m = module("sample", TEXT)
    before = getattr(m, seen_before)
    one = reached_names([m.bound(before, m.bound(m.first, m.second))], {}).fingerprint
    two = reached_names([m.bound(before, m.bound(m.second, m.first))], {}).fingerprint
    assert one != two


def test_reach_goes_through_doors(module):
    m = module("sample", TEXT)
    replacements = {m.first: m.unrelated}
    assert reached_names([m.caller], replacements).functions == (m.caller, m.unrelated, m.second)
    assert reached_names([m.caller], replacements).fingerprint != reached_names([m.caller], {}).fingerprint


def test_the_doors_of_a_game_lead_to_its_rules():
    found = reached_names([kit.legal], {kit.legal: kuhn_poker.legal}).functions
    assert found == (kuhn_poker.legal,)


def test_the_same_code_in_another_file_has_the_same_fingerprint(module):
    assert (
        reached_names([module("one", TEXT).outer], {}).fingerprint
        == reached_names([module("two", TEXT).outer], {}).fingerprint
    )


def test_chance_of_another_module_is_refused_with_what_to_write(module):
    m = module("sample", TEXT)
    with pytest.raises(BrokenRules, match=r"random\.random, which no seed of a game repeats; below\(s, n\)"):
        reached_names([m.careless], {})


def test_a_tree_is_read_from_the_source():
    tree = function_tree(cards.cards_in)
    assert tree is not None
    assert tree.name == "cards_in"
    assert [a.arg for a in tree.args.args] == ["zone"]


def test_a_nested_function_has_a_tree():
    def nested(x):
        return x

    tree = function_tree(nested)
    assert tree is not None
    assert tree.name == "nested"


@pytest.mark.parametrize(
    "f", [lambda x: x, eval("lambda x: x"), len, str.upper], ids=["lambda", "text", "built in", "method"]
)
def test_what_is_no_readable_function_has_no_tree(f):
    assert function_tree(f) is None


def test_a_tree_is_that_of_the_code_that_runs_even_if_the_file_has_changed(tmp_path, module):
    """An editor may save a file while a program that has imported it is running."""
    m = module("edited", "def f(x):\n    return x + 1\n")
    (tmp_path / "edited.py").write_text("# one more line\ndef f(x):\n    return x + 2\n")
    tree = function_tree(m.f)
    if tree is not None:
        scope: dict[str, Any] = {}
        exec(compile(ast.Module([tree], []), "tree", "exec"), scope)
        assert scope["f"](10) == m.f(10) == 11


def test_names_of_nested_code_count():
    def outer():
        def nested(v):
            return v.deep_name + LOCAL_NAME

        return nested

    assert {"deep_name", "LOCAL_NAME"} <= names_in(outer.__code__)


LOCAL_NAME = 1
