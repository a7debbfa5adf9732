"""Sheets of cards and of coins, with their backs for double-sided print."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from upcard.engine.game import Game
from upcard.engine.option_values import changed_options, short_options, spoken_option
from upcard.report.card_art import HEIGHT, WIDTH
from upcard.report.deck.deck_pieces import card_svgs, things_of
from upcard.report.deck.paper import Page, Paper, PieceGrid, Point, cut_page
from upcard.report.piece_images import CHIPS, COIN, token_svg
from upcard.report.svg import add, read_drawing

SQUARE = COIN + 1.5  # a coin with room for the scissors
NAMES = {"penny": "pennies", "chip": "chips", "life": "lives"} | {f"chip-{n}": f"chips-of-{n}" for n in CHIPS}


def card_pages(game: Game, paper: Paper, style: str, has_backs: bool) -> list[Page]:
    """Return the cards of a game on sheets, each sheet followed by its back if there are backs."""
    grid, cards, out = PieceGrid(paper, WIDTH, HEIGHT), card_svgs(game, style), list[Page]()
    back = read_drawing(token_svg("back"))
    sheets = [cards[i : i + grid.room] for i in range(0, len(cards), grid.room)]
    for i, sheet in enumerate(sheets, 1):
        sides = [("cards", grid.places(), [read_drawing(card) for card in sheet])]
        sides += [("backs", grid.behind(), [back] * len(sheet))] if has_backs else []
        for side, places, pieces in sides:
            title = f"{named(game)} · {side} {i} of {len(sheets)}"
            out.append(Page(f"{side}-{i:02}", _filled(grid, title, places, pieces)))
    return out


def coin_pages(game: Game, paper: Paper, has_backs: bool) -> list[Page]:
    """Return a sheet of each kind of coin, chip or life that a game needs; both sides look alike."""
    grid, out = PieceGrid(paper, SQUARE, SQUARE), list[Page]()
    for thing in things_of(game):
        name, coin = NAMES[thing], _centred(read_drawing(token_svg(thing)))
        for side in ("", " · backs") if has_backs else ("",):
            places = grid.behind() if side else grid.places()
            title = f"{game.title} · {name.replace('-', ' ')}{side}"
            sheet = _filled(grid, title, places, [coin] * grid.room)
            out.append(Page(f"{name}{'-backs' if side else ''}", sheet))
    return out


def _centred(coin: ET.Element) -> ET.Element:
    """Return a coin in the middle of its square."""
    whole, margin = ET.Element("g"), (SQUARE - COIN) / 2
    add(whole, "g", transform=f"translate({margin:g} {margin:g})").extend(coin)
    return whole


def named(game: Game) -> str:
    """Return the title of a game with its unusual options, except positions, which are long."""
    chosen = changed_options(short_options(game.rules.OPTIONS), game.option_words())
    options = (f"{spoken_option(name)} {spoken_option(value)}" for name, value in chosen.items())
    return " · ".join([game.title, *options])


def _filled(grid: PieceGrid, title: str, places: Sequence[Point], pieces: Sequence[ET.Element]) -> ET.Element:
    """Return a page with pieces in its places."""
    svg = cut_page(grid, title)
    for (x, y), piece in zip(places, pieces, strict=False):
        add(svg, "g", transform=f"translate({x:g} {y:g})").extend(piece)
    return svg
