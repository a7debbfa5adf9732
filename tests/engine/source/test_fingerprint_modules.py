"""What a function reads of another module by a dot is refused, with the line to write instead."""

import pytest

from upcard.engine.errors import BrokenRules
from upcard.engine.source.fingerprint import reached_names

TEXT = """
import bisect

from upcard.games.kuhn_poker import rules as RULES


def choose(v):
    if RULES.legal(v, 1):
        return RULES.BET
    return RULES.PAS + RULES.BET


def careless(x):
    return bisect.bisect((1, 2), x)
"""


@pytest.fixture
def told(module):
    made = module("beacons", TEXT)

    def call(name):
        with pytest.raises(BrokenRules) as caught:
            reached_names([getattr(made, name)], {})
        return str(caught.value).splitlines()

    return call


def test_functions_and_constants_are_named_with_line_and_remedy(told):
    function, constant, misspelt = told("choose")
    assert function == (
        "beacons.py line 8, choose: cannot be compiled: RULES.legal, a function of another file; "
        "write legal = RULES.legal at the top of this one, and only legal here"
    )
    assert "line 9, choose: cannot be compiled: RULES.BET, a constant of another file" in constant
    assert "write BET = RULES.BET at the top" in constant
    assert (
        "line 10, choose: cannot be compiled: RULES.PAS, which is not defined; did you mean PASS?" in misspelt
    )


def test_what_a_file_imports_by_its_own_name_is_imported_by_the_bare_name(told):
    (line,) = told("careless")
    assert line.endswith("write from bisect import bisect at the top of this one, and only bisect here")


@pytest.mark.parametrize("given", ["random", "random, 5", "random, x"])
def test_a_module_handed_on_as_a_whole_is_refused(module, given):
    made = module(
        f"whole{len(given)}{given[-1]}",
        f"import random\n\n\ndef f(*x):\n    return x\n\n\ndef g(x):\n    return f({given})\n",
    )
    with pytest.raises(BrokenRules, match="a function uses the module random"):
        reached_names([made.g], {})
