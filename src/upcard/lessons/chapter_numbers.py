"""The numbers of a chapter: values as they are printed, and calculations in the text."""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from upcard.engine.errors import Usage
from upcard.engine.source.fingerprint import MAKING_TREES
from upcard.report.number_text import fixed, minus
from upcard.simulation.estimate import Estimate

EXACT, ESTIMATED = "exact", "estimated"
SIGNS = {"−": "-", "×": "*", "÷": "/"}
PRINTED = {"-": "−", "*": "×"}


@dataclass(frozen=True)
class Number:
    """A number as a chapter prints it."""

    value: Fraction
    text: str
    """The number as it is printed; an estimate contains its confidence interval."""
    how: str = EXACT
    """``exact`` or ``estimated``."""

    def __str__(self) -> str:
        """Return the number as it is printed."""
        return self.text


def whole(n: int) -> Number:
    """Return a whole number for a chapter, printed with commas."""
    return Number(Fraction(n), minus(f"{n:,}"))


def fraction(x: Fraction | int) -> Number:
    """Return a number for a chapter, printed as a fraction."""
    return Number(Fraction(x), fraction_text(Fraction(x)))


def decimal(x: Fraction | float, digits: int, signed: bool = False) -> Number:
    """Return a number for a chapter, printed with this many `digits` after the point."""
    return Number(Fraction(x), minus(fixed(float(x), digits, signed)))


def percent(x: Fraction | float, digits: int = 1) -> Number:
    """Return a share, 0 to 1, for a chapter, printed in per cent."""
    return Number(Fraction(x), minus(fixed(100 * float(x), digits)) + " %")


def percent_of(e: Estimate, digits: int = 1) -> Number:
    """Return an estimated share, 0 to 1, for a chapter, printed in per cent with its confidence interval."""
    value, low, high = (minus(fixed(100 * x, digits)) for x in (e.value, e.low, e.high))
    return Number(Fraction(e.value), f"{value} % ({low} to {high})", ESTIMATED)


def estimated(e: Estimate, digits: int, signed: bool = False) -> Number:
    """Return an estimated number for a chapter, printed with its confidence interval."""
    value, low, high = (minus(fixed(x, digits, signed)) for x in (e.value, e.low, e.high))
    return Number(Fraction(e.value), f"{value} ({low} to {high})", ESTIMATED)


def named(text: str) -> Number:
    """Return a text with digits, such as names of cards, in place of a number; its value is 0."""
    return Number(Fraction(0), text)


def fraction_text(x: Fraction) -> str:
    """Return a fraction as text on one line: ``7/13``, or ``2`` if it is whole."""
    return minus(f"{x.numerator:,}" if x.denominator == 1 else f"{x.numerator:,}/{x.denominator:,}")


def worked(task: str, names: Mapping[str, Number], digits: int | None = None) -> str:
    """Return a calculation with its result: ``2 + 3 + 10 = 15``, so that no chapter can calculate wrongly.

    `task` consists of whole numbers, names from `names` and ``+ - * / ( )``, separated by spaces. The result
    is a fraction, or with `digits` a decimal number. Raises Usage if the task cannot be computed.
    """
    plain = "".join(SIGNS.get(x, x) for x in task)
    try:
        with MAKING_TREES:
            tree = ast.parse(plain, mode="eval")
        value = _value(tree.body, names)
    except (SyntaxError, ZeroDivisionError, KeyError) as fault:
        raise Usage(f"the calculation {task!r} cannot be computed: {fault}") from None
    shown = " ".join(_shown(word, names) for word in task.split())
    shown = shown.replace("( ", "(").replace(" )", ")")
    if digits is None:
        result = fraction_text(value)
        return result if result == shown.replace(" ", "") else f"{shown} = {result}"
    rounded = minus(fixed(float(value), digits))
    return f"{shown} {'=' if Fraction(fixed(float(value), digits)) == value else '≈'} {rounded}"


def _shown(word: str, names: Mapping[str, Number]) -> str:
    """Return a word of a calculation as it is printed: a name as its fraction, an operator as its symbol."""
    if word not in names:
        return PRINTED.get(word, word)
    text = fraction_text(names[word].value)
    return f"({text})" if names[word].value < 0 else text


_SUMS: Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def _value(node: ast.expr, names: Mapping[str, Number]) -> Fraction:
    """Return the value of a part of a calculation."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return Fraction(node.value)
    if isinstance(node, ast.Name):
        return names[node.id].value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, names)
    if isinstance(node, ast.BinOp) and type(node.op) in _SUMS:
        return _SUMS[type(node.op)](_value(node.left, names), _value(node.right, names))
    raise SyntaxError(f"{ast.unparse(node)!r} is not allowed; expected numbers, names and + - * / ( )")
