"""What the lines of a letter ask for."""

import pytest

from upcard.mail.mail_commands import Order, read_orders

SAID = ("fold", "call", "raise", "lead s2")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("FOLD.", Order("move", "FOLD")),
        ("please, fold!", Order("move", "fold")),
        ("  move   Lead   S2 ", Order("move", "Lead S2")),
        ("“raise”", Order("move", "raise")),
        ("if raise then fold", Order("queue", "fold", "raise")),
        ("queue: if raise, fold", Order("queue", "fold", "raise")),
        ("plan call", Order("queue", "call")),
        ("Show me", Order("show")),
        ("accept as Ana Maria", Order("accept", "as Ana Maria")),
        ("START lama with bot", Order("start", "lama with bot")),
    ],
)
def test_lines_are_read_forgivingly(line, order):
    assert read_orders([line], lambda words: words in SAID) == [order]


@pytest.mark.parametrize("line", ["", "  ", "...", "!!"])
def test_an_empty_line_asks_for_nothing(line):
    assert read_orders([line], lambda words: words in SAID) == []
