"""Small boards of decisions of a review: what the player saw, with the move they played and a better one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from markupsafe import Markup

from upcard.engine.game import Match
from upcard.play.choices import Choice, Touch
from upcard.play.scene import Scene, make_scene
from upcard.report.card_faces import Art
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_layout import lay_out
from upcard.web.game_text import game_text, mark_words
from upcard.web.templates import fill_template

PLAYED, BETTER, BEST, NEXT = "played", "better", "best", "next"
"""Marks of a mistake, of a better move, of a best move that was played, and of any other played move."""


def match_before(match: Match, number: int) -> Match:
    """Return a match as it was before an action, by the number of the action from 1."""
    before = match.from_start()
    for action in match.actions[: number - 1]:
        before.do(action)
    return before


def decision_scene(before: Match, is_open: bool = False, names: Sequence[str] = ()) -> Scene:
    """Return what the player to move saw, or all cards if `is_open`; with the choices of that player.

    `names` are those of the players, by default of the match.
    """
    seat, names = before.player, names or before.seats
    scene = make_scene(before.game, before.view(seat), seat, names)
    if not is_open:
        return scene
    opened = make_scene(before.game, before.state, None, names)
    return replace(scene, zones=opened.zones, board=opened.board)


def marks_of(scene: Scene, marked: Mapping[int, str]) -> dict[Touch, str]:
    """Return the marks of the cards and zones that are touched for some actions."""
    choices = {choice.action: choice for choice in scene.choices}
    touches = ((t, mark) for a, mark in marked.items() if a in choices for t in _shown(choices[a]))
    return dict(reversed(list(touches)))


def marks_of_decision(judged: Mapping[str, Any]) -> dict[int, str]:
    """Return the marks of the move that was played and of a better one, by action."""
    if judged["is_mistake"]:
        return {judged["action"]: PLAYED, judged["best"]: BETTER}
    return {judged["action"]: BEST if judged["best"] == judged["action"] else NEXT}


def shows_all(scene: Scene, marked: Mapping[int, str]) -> bool:
    """Return whether every marked move has a card or a zone that can be marked."""
    return all(choice.touches for choice in scene.choices if choice.action in marked)


def _shown(choice: Choice) -> tuple[Touch, ...]:
    """Return the touches of a choice: only its cards if it plays any."""
    cards = tuple(t for t in choice.touches if t.card is not None)
    return cards or choice.touches


def small_board(scene: Scene, before: Match, style: str, marked: Mapping[int, str], is_open: bool) -> Markup:
    """Return a small board; if no move is marked, its cards are buttons that try a move."""
    game = before.game
    context = BoardContext(game, style=style, marks=marks_of(scene, marked), viewer=scene.me)
    shown = replace(scene, choices=()) if marked else scene
    captions = (SeatCaption(),) * len(scene.names)
    return fill_template(
        "small_board.html.jinja",
        table=lay_out(shown, context, captions, Art(game)),
        says=scene.says,
        suits=partial(game_text, rules=game.rules),
        mark_words=mark_words,
        is_open=is_open,
    )
