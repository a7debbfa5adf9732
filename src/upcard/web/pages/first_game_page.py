"""Pages of the first game: the coach beside a real table, step by step, and five questions at the end.

The address contains the step and everything else, so the server stores nothing, and the pages work without
scripts. A script only replaces the changed parts.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.engine.errors import Unknown
from upcard.engine.result_words import outcome_sentence
from upcard.language.messages import game_words, marked
from upcard.language.messages import gettext as _
from upcard.lessons.chapter_registry import chapters
from upcard.play.choices import reasons_of
from upcard.play.first_game import (
    LEARNER,
    CoachStep,
    FirstGame,
    first_game,
    presets_with_first_game,
    wrong_answers,
)
from upcard.play.playable_zones import hands_of
from upcard.play.position_address import rules_from_address
from upcard.server.fair_threads import in_thread
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_html import board_html, places_of
from upcard.web.board.log_lines import SHOWN
from upcard.web.board.table_view import since_of
from upcard.web.http.request_context import CurrentForm, CurrentRequest, RequestContext
from upcard.web.illustrated_text import illustrated

router = APIRouter(prefix="/learn/{name}/first", include_in_schema=False)

CHECK = "check"
OTHER_MOVE = marked("You may do that. But let us do this together: choose **{words}**.")


@router.get("")
async def show_step(context: CurrentRequest, name: str) -> Response:
    """Show a step of the first game, or the questions at its end."""
    first, query = _find(context, name), context.query
    if query["step"] == CHECK:
        return context.page("first_game_check.html.jinja", **_check(context, first, query))
    number = min(max(query.number_or(1, "step"), 1), len(first.steps))
    return await _step(context, first, number, query.number_or(-1, "tried"))


@router.post("/act")
async def act(context: CurrentRequest, form: CurrentForm, name: str) -> Response:
    """Answer a move: the next step if it was right, else what the coach says to it."""
    first = _find(context, name)
    number = min(max(context.query.number_or(1, "step"), 1), len(first.steps))
    action, right = form.number("action"), first.right_move(number)
    is_right = right is None or action == right
    number, tried = (number + 1, -1) if is_right else (number, action)
    if context.is_fragment and number <= len(first.steps):
        return await _step(context, first, number, tried)
    return context.go_to(address(first, number) + ("" if is_right else f"&tried={tried}"))


def address(first: FirstGame, number: int) -> str:
    """Return the address of a step, from 1; after the last one come the questions."""
    return f"{first_game_path(first)}step={number if number <= len(first.steps) else CHECK}"


def first_game_path(first: FirstGame, sub: str = "") -> str:
    """Return the path of a first game, or of a page below it, with the beginning of its query."""
    return f"/learn/{first.game.name}/first{sub}?{f'preset={first.preset}&' if first.preset else ''}"


def _find(context: RequestContext, name: str) -> FirstGame:
    """Return the first game in an address, of a preset if the query names one; raises Unknown without one."""
    rules, preset = rules_from_address(name), context.query["preset"]
    first = first_game(rules.GAME.name, preset)
    if first is None:
        of = rules.GAME.title
        if preset:
            of = _("{game} with the preset {preset}", game=of, preset=repr(preset[:20]))
        raise Unknown(_("{game} has no first game; read its rules instead", game=of))
    return first


async def _step(context: RequestContext, first: FirstGame, number: int, tried: int) -> Response:
    """Show a step as a page, or as the changed parts of the page; `tried` is a wrong move or -1."""
    step = first.steps[number - 1]
    values: dict[str, Any] = {
        "first": first,
        "step": step,
        "number": number,
        "here": address(first, number),
        "text": illustrated(step.text, first.game, context.settings.cards),
        "reply": await in_thread(_reply, context, first, number, tried) if step.play and tried >= 0 else "",
        "following": "" if step.play else address(first, number + 1),
        "previous": address(first, number - 1) if number > 1 else "",
        "is_swapped": context.is_fragment,
    }
    board = await in_thread(_board, context, first, number)
    if not context.is_fragment:
        return context.page("first_game.html.jinja", board=board, **values)
    here = {"HX-Replace-Url": address(first, number)}
    return HTMLResponse(context.render("coach.html.jinja", **values) + board, headers=here)


def _reply(context: RequestContext, first: FirstGame, number: int, tried: int) -> Markup:
    """Return what the coach says to a move that is not the one of the step."""
    step, match = first.steps[number - 1], first.session(number).match
    if tried not in match.legal():
        return Markup("")
    words = game_words(match.words(match.read(step.play)))
    text = first.reply_to(number, tried) or _(OTHER_MOVE, words=words)
    return illustrated(text, first.game, context.settings.cards)


def _board(context: RequestContext, first: FirstGame, number: int) -> Markup:
    """Return the table at a step; the learner can act only in a step with a move."""
    table, step = first.session(number), first.steps[number - 1]
    since = since_of(context, len(table.match.actions))
    eye = None if table.match.is_over else LEARNER
    scene = table.identify(table.scene(eye), eye, since)
    if not step.play:
        scene = replace(scene, choices=())
    if scene.result and scene.result.winners:
        ending = outcome_sentence(scene.names, scene.winning, LEARNER, places_of(scene)[LEARNER])
        scene = replace(scene, result=scene.result._replace(sentence=ending))  # it is "You" who won
    reasons = {}
    if scene.choices:
        hands = hands_of(first.game)
        reasons = reasons_of(first.game.rules, table.match.view(LEARNER), scene.zones, scene.choices, hands)
    board_context = BoardContext(
        game=first.game,
        captions=[SeatCaption("person" if p == LEARNER else "bot") for p in range(first.game.players)],
        moves=table.log.seen_by(LEARNER)[-SHOWN:],
        begun_after=table.log.rounds.begun_after,
        act_url=f"{first_game_path(first, '/act')}step={number}",
        csrf=context.csrf,
        since=since,
        style=context.settings.cards,
        viewer=LEARNER,
        reasons=reasons,
        pointed=pointed_names(step),
    )
    return board_html(scene, board_context)


def pointed_names(step: CoachStep) -> frozenset[str]:
    """Return the names of what a step points at, as the board marks them: ``hand:0``, ``top``, ``seat:1``."""

    def names(point: str) -> tuple[str, ...]:
        name, colon, seat = point.partition(":")
        return (f"{name}:{int(seat) - 1}",) if colon else (name, f"{name}:{LEARNER}")

    return frozenset(x for point in step.point for x in names(point))


def _check(context: RequestContext, first: FirstGame, query: Mapping[str, str]) -> dict[str, Any]:
    """Return values for the page with the questions, and with what is wrong in the answers of a query."""
    answers = {
        i: int(query[f"q{i}"]) for i in range(len(first.questions)) if query.get(f"q{i}", "").isdecimal()
    }
    others = [first_game(first.game.name, x) for x in ("", *presets_with_first_game(first.game.rules))]
    chapter = next((x.name for x in chapters().values() if first.game.name == x.lesson.GAME), "")
    return {
        "first": first,
        "path": first_game_path(first),
        "others": [(x.title, address(x, 1)) for x in others if x and x.preset != first.preset],
        "answers": answers,
        "is_answered": len(answers) == len(first.questions),
        "wrong": wrong_answers(first.questions, answers),
        "chapter": chapter,
        "player_name": context.suggested_name(),
        "written": partial(illustrated, game=first.game, style=context.settings.cards),
    }
