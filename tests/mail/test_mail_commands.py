"""What the lines of a letter ask for."""

import pytest

from upcard.mail.mail_commands import Command, read_commands

SAID = ("fold", "call", "raise", "lead s2")


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("FOLD.", Command("move", "FOLD")),
        ("please, fold!", Command("move", "fold")),
        ("  move   Lead   S2 ", Command("move", "Lead S2")),
        ("“raise”", Command("move", "raise")),
        ("if raise then fold", Command("queue", "fold", "raise")),
        ("queue: if raise, fold", Command("queue", "fold", "raise")),
        ("plan call", Command("queue", "call")),
        ("Show me", Command("show")),
        ("accept as Ana Maria", Command("accept", "as Ana Maria")),
        ("START lama with bot", Command("start", "lama with bot")),
    ],
)
def test_lines_are_read_forgivingly(line, order):
    assert read_commands([line], lambda words: words in SAID) == [order]


@pytest.mark.parametrize("line", ["", "  ", "...", "!!"])
def test_an_empty_line_asks_for_nothing(line):
    assert read_commands([line], lambda words: words in SAID) == []
