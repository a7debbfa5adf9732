"""What the pages of the documentation have less of by day."""

import functools
from collections.abc import Callable

FEW_PAGES = 3
COMPILING = ("check_compiled", "check_tree_scores")
"""The checks of a game for which programs are compiled."""


def do_less() -> None:
    """Do less in this process for pages that show a check or a deck."""
    _check_less()
    _draw_less()


def _check_less() -> None:
    """Let checks of games look at positions and trees, and compile nothing; those of strategies less.

    Nothing shows by day that a game which stands on a page only plays the same interpreted and compiled: a
    page that simulates it compiles it, and compares nothing. By night everything is checked.
    """
    from upcard.testing import game_checks as games
    from upcard.testing import strategy_checks as strategies

    for name in COMPILING:
        vars(games)[name] = _unchecked(vars(games)[name])
    (strategies.check_strategy.__kwdefaults__ or {}).update(copied=False)


def _unchecked(check: Callable[..., int]) -> Callable[..., int]:
    """A check of the same name and promise that finds nothing to check."""

    @functools.wraps(check)
    def unchecked(*given: object) -> int:
        return 0

    return unchecked


def _draw_less() -> None:
    """Let a deck be printed with its first pages only."""
    from upcard.report.deck import pdf_writer as pdf

    usual = pdf.pdf_bytes
    vars(pdf).update(pdf_bytes=lambda title, paper, pages: usual(title, paper, pages[:FEW_PAGES]))
