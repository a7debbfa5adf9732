"""Slips that people make in a rules file, each told with what was probably meant."""

import pytest
from tests.unit.engine.contract_files import RULES, sentences_about

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
