"""Puzzles: the puzzle of the day, the puzzles of every game, and one puzzle with the moves that were tried.

Nothing is stored on the server. A browser remembers which puzzles were solved, and the streak of days.
"""

import logging
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache, partial

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.engine.errors import BrokenRules, Unknown
from upcard.language.messages import gettext, marked
from upcard.play.position_address import address_of, rules_from_address
from upcard.report.position_insight import has_insight
from upcard.review.puzzle import (
    BANDS,
    Puzzle,
    next_puzzle,
    puzzle_numbered,
    puzzle_of_the_day,
    puzzles_of,
    source_of,
    stride_of,
)
from upcard.server.fair_threads import in_thread
from upcard.web.board.small_board import BEST, decision_scene, shows_all, small_board
from upcard.web.game_text import game_text
from upcard.web.http.request_context import CurrentRequest, RequestContext
from upcard.web.pages.game_gallery import GameTile, tiles

CAPTIONS = marked("You"), marked("Your opponent")
LEVELS = marked("easy"), marked("medium"), marked("hard")
"""Names and difficulties, which the templates translate."""

LOG = logging.getLogger("upcard")
router = APIRouter(prefix="/puzzles", include_in_schema=False)


def games_with_puzzles() -> tuple[GameTile, ...]:
    """Return the games that have puzzles, ordered by title; broken files are logged."""
    return tuple(tile for tile in tiles() if _has_puzzles(tile.name))


@lru_cache(maxsize=64)
def _has_puzzles(game: str) -> bool:
    try:
        return bool(puzzles_of(game))
    except BrokenRules as fault:
        LOG.warning("%s", fault)
        return False


def todays_puzzle() -> Puzzle:
    """Return the puzzle of today's date in UTC; raises Unknown if there are no puzzles."""
    return puzzle_of_the_day(datetime.now(UTC).date(), tuple(sorted(x.name for x in games_with_puzzles())))


@router.get("")
async def puzzles(context: CurrentRequest) -> Response:
    """Show the puzzle of the day, and the games with their numbers of puzzles of each difficulty."""
    games = await in_thread(games_with_puzzles)
    today = await in_thread(todays_puzzle)
    counts = {tile.name: Counter(x.level for x in puzzles_of(tile.name)) for tile in games}
    return context.page(
        "puzzles.html.jinja",
        games=games,
        counts=counts,
        levels=tuple(BANDS),
        today=await in_thread(_part, context, today, None, ""),
        day=datetime.now(UTC).date().isoformat(),
    )


@router.get("/today")
async def today(context: CurrentRequest) -> Response:
    """Go to the puzzle of the day."""
    puzzle = await in_thread(todays_puzzle)
    return context.go_to(_path(puzzle))


@router.get("/{name}")
async def puzzles_of_game(context: CurrentRequest, name: str) -> Response:
    """Go to a puzzle of a game, of the level in the query or of any level.

    With ``unsolved=1``, the browser goes on to one that it has not solved, which only the browser knows.
    """
    rules = rules_from_address(name)
    if not puzzles_of(rules.GAME.name):
        raise Unknown(gettext("{title} has no puzzles yet", title=rules.GAME.title))
    level = _level(context)
    first = puzzle_of_the_day(datetime.now(UTC).date(), (rules.GAME.name,))
    if context.query["unsolved"] == "1":
        return context.go_to(f"{_path(first)}?unsolved=1")
    return context.go_to(_path(first if level in ("", first.level) else next_puzzle(first, level), level))


@router.get("/{name}/{number}")
async def puzzle_page(context: CurrentRequest, name: str, number: int) -> Response:
    """Show a puzzle, perhaps with the move that was tried: as a part of the page or as a page."""
    puzzle = puzzle_numbered(rules_from_address(name).GAME.name, number)
    tried = context.query.number_or(-1, "action")
    shown = puzzle.best if context.query["answer"] == "1" else tried if tried in puzzle.values else None
    part = await in_thread(_part, context, puzzle, shown, _level(context))
    if context.is_fragment:
        return HTMLResponse(part)
    title = rules_from_address(name).GAME.title
    return context.page("puzzle_page.html.jinja", puzzle=puzzle, title=title, part=part)


def _level(context: RequestContext) -> str:
    """Return the difficulty in the query; empty for any."""
    level = context.query["level"]
    return level if level in BANDS else ""


def _path(puzzle: Puzzle, level: str = "") -> str:
    """Return the address of a puzzle, with the difficulty that the next ones shall have."""
    return f"/puzzles/{puzzle.game}/{puzzle.number}{f'?level={level}' if level else ''}"


def names_for(me: int, players: int) -> tuple[str, ...]:
    """Return the names of the seats for the player of a puzzle: ``you`` and ``your opponent``.

    Several opponents are numbered in the order of play after the player.
    """
    others = ["your opponent"] if players == 2 else [f"opponent {k}" for k in range(1, players)]
    return tuple("you" if p == me else others[(p - me) % players - 1] for p in range(players))


def _caption(name: str) -> str:
    """Return a name by :func:`names_for` as the caption of a seat."""
    word, _, number = name.partition(" ")
    return gettext("Opponent {number}", number=number) if word == "opponent" else gettext(name.capitalize())


def _part(context: RequestContext, puzzle: Puzzle, tried: int | None, level: str) -> Markup:
    """Return a puzzle on a small board, with the verdict on the move that was tried."""
    match = puzzle.match()
    names = names_for(match.player, match.game.players)
    scene = decision_scene(match, names=names)
    scene = replace(scene, names=tuple(map(_caption, names)))  # its sentences have the names by now
    is_solved = tried == puzzle.best
    marked = {puzzle.best: BEST} if is_solved else {}
    source, count = source_of(puzzle.game), len(puzzles_of(puzzle.game))
    return context.render(
        "puzzle.html.jinja",
        puzzle=puzzle,
        game=match.game,
        title=match.game.title,
        question=source.question if source else "",
        tried=tried,
        is_solved=is_solved,
        is_shown=context.query["answer"] == "1",
        level=level,
        choices=scene.choices,
        words=match.game.words(match.view(match.player), puzzle.values),
        board=small_board(scene, match, context.settings.cards, marked, is_open=False),
        is_marked=shows_all(scene, marked),
        missed=round(10 * puzzle.missed),
        count=count,
        stride=stride_of(count),
        further=_path(next_puzzle(puzzle, level), level),
        insight=f"/analysis/{puzzle.game}/insight?{address_of(match)}" if has_insight(puzzle.game) else "",
        analysis=f"/analysis/{puzzle.game}?{address_of(match)}",
        variant=str(match.game.option_words().get("variant", "")),
        suits=partial(game_text, rules=match.game.rules),
    )
