"""All printed pages of a game."""

from upcard.engine.game import Game
from upcard.report.deck.card_sheets import card_pages, coin_pages
from upcard.report.deck.paper import Page, Paper
from upcard.report.deck.rule_sheet import rule_page
from upcard.report.deck.score_sheet import score_page


def deck_pages(
    game: Game, paper: Paper, style: str, has_backs: bool, players: int | None = None
) -> list[Page]:
    """Return the pages of a deck: rules, scores, cards and coins, every back after its front.

    Rules and scores are the two sides of one sheet, so that every back meets its cards in double-sided print.
    The style of the cards is one of :data:`upcard.report.card_faces.STYLES`. The score sheet has a column for
    each of the players, by default their maximum number.
    """
    columns = players or game.rules.GAME.table_sizes[-1]
    sheets = [rule_page(game, paper), score_page(game, paper, columns)]
    return [*sheets, *card_pages(game, paper, style, has_backs), *coin_pages(game, paper, has_backs)]
