"""A slip of a rules file is told once, with a name that may have been meant."""

import pytest
from tests.engine.contract_files import RULES

from upcard.engine.discovery import load_text
from upcard.engine.source.subset import subset_faults


def test_two_tuples_of_a_line_are_told_once(module):
    made = module("pairs", "def f(s):\n    a, b = s.one, s.two\n    s.one = a + b\n    c = (1, 2)\n")
    found = subset_faults(made.f, ["one", "two"], ["one"], fractions=False)
    tuples = [x for x in found if "a tuple" in x]
    assert [x.partition(",")[0] for x in tuples] == ["pairs.py line 2", "pairs.py line 4"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("EVERBODY", "NameError: name 'EVERBODY' is not defined; did you mean EVERYBODY?"),
        ("lenn", "NameError: name 'lenn' is not defined; did you mean len?"),
        ("XYZZY", "NameError: name 'XYZZY' is not defined; fix this line"),
    ],
)
def test_a_name_that_is_not_defined_has_a_guess(module, wrong, said):
    with pytest.raises(NameError) as fault:
        module("tiny_game", f"{RULES}\nMORE = {wrong}\n")
    assert load_text(fault.value).endswith(said)
