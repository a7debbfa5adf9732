"""All that is printed of a game, page by page."""

from upcard.engine.game import Game
from upcard.report.deck.card_sheets import card_pages, coin_pages
from upcard.report.deck.paper import Page, Paper
from upcard.report.deck.rule_sheet import rule_page
from upcard.report.deck.score_sheet import score_page


def deck_pages(
    game: Game, paper: Paper, style: str, has_backs: bool, players: int | None = None
) -> list[Page]:
    """The pages of a deck: rules, scores, cards and coins, every back behind its front.

    Rules and scores are the two sides of one sheet, so that in a file that is printed on both sides each back
    meets its cards.

    Parameters
    ----------
    game : Game
        The game with its options.
    paper : Paper
        What is printed on.
    style : str
        How cards are drawn, one of :data:`upcard.report.card_faces.STYLES`.
    has_backs : bool
        Whether cards and coins have backs.
    players : int, optional
        The columns of the sheet for scores; as many as may play by default.
    """
    columns = players or game.rules.GAME.table_sizes[-1]
    sheets = [rule_page(game, paper), score_page(game, paper, columns)]
    return [*sheets, *card_pages(game, paper, style, has_backs), *coin_pages(game, paper, has_backs)]
