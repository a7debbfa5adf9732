"""Printed decks: the cards of a game, their backs, its coins, a sheet of rules and one for scores, as pages.

A page is a drawing as large as the paper, in millimetres. :func:`upcard.report.deck.deck_pages.deck_pages`
draws them all, :func:`upcard.report.deck.pdf_writer.pdf_bytes` makes one PDF file of them; each can be saved
as SVG too.
"""
