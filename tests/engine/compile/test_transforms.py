"""What is compiled in the place of a function, as text."""

import ast

import pytest

from upcard.engine.compile.transforms import rewritten_text


def rewritten(line, **how):
    """The lines of a function of one line, as they are compiled."""
    (tree,) = ast.parse(f"def f(s, x):\n    {line}").body
    assert isinstance(tree, ast.FunctionDef)
    return [line.strip() for line in rewritten_text(tree, **how).splitlines()[1:]]


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("x = s.hand[x, 1]", ["x = s.hand[unsigned_index(x), 1]"]),
        ("x = s.hand[2]", ["x = s.hand[2]"]),
        ("x = x * x", ["x = x * x"]),
    ],
)
def test_an_index_counts_from_the_beginning(line, lines):
    assert rewritten(line, careful=False) == lines


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("x = x * 2 + 1", ["x = bare_product(x, 2) + 1"]),
        ("x *= x + 1", ["x = bare_product(x, x + 1)"]),
        ("x += 2", ["x += 2"]),
        ("s.hand[0] *= 2", ["s.hand[0] *= 2"]),
    ],
)
def test_a_product_is_kept_apart_from_what_is_added_to_it(line, lines):
    assert rewritten(line, careful=False, keeps_products=True) == lines


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("x: int = 2", ["x: int = 2"]),
        ("x += 2", ["x += 2"]),
        (
            "s.hand[0]: int = x",
            [
                "_upcard_held_0 = x",
                "_upcard_held_1 = s.hand",
                "_upcard_held_1[0] = fitting_cell(_upcard_held_1, _upcard_held_0)",
            ],
        ),
    ],
)
def test_in_a_careful_program_what_is_stored_into_a_table_is_looked_at(line, lines):
    assert rewritten(line, careful=True) == lines
