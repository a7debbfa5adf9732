"""What the pages of the documentation have less of by day."""

import functools

FEW_PAGES = 3


def do_less() -> None:
    """Do less in this process for pages that show a check or a deck."""
    _check_less()
    _draw_less()


def _check_less() -> None:
    """Let checks compile one program, and not also those that differ from it in how they look at the game.

    Games that watch themselves and copied views take as long to compile as all the rest.
    """
    from upcard.testing import games
    from upcard.testing.ends import check_ends

    @functools.wraps(check_ends)
    def unchecked(*given: object) -> int:
        return 0

    vars(games).update(check_ends=unchecked)
    (games.check_game.__kwdefaults__ or {}).update(copied=False)


def _draw_less() -> None:
    """Let a deck be printed with its first pages only."""
    from upcard.report.deck import pdf

    usual = pdf.pdf_bytes
    vars(pdf).update(pdf_bytes=lambda title, paper, pages: usual(title, paper, pages[:FEW_PAGES]))
