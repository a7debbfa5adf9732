"""Values for the pages of a matrix game: for a pupil who chooses, and the choices of the class."""

from collections.abc import Sequence
from typing import Any

from upcard.classroom.activity_steps import Choose
from upcard.classroom.class_matrices import coin_words, counted_cells, course_of, left_bar, lefts_of
from upcard.classroom.class_repository import COIN, ROOM, Pupil
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.pairings import MatrixPlay, Meeting, shown_actions
from upcard.document.model import Section
from upcard.engine.wording import minus
from upcard.language.messages import gettext as _
from upcard.solving.matrix2x2 import COLUMN, ROW, Bimatrix


def choose_values(game: MatrixPlay, room: LiveRoom, pupil: Pupil | None) -> dict[str, Any]:
    """Return the values of a matrix game for a pupil: the matrix, the round, and the earlier rounds."""
    me = pupil.number if pupil else ROOM
    plays = pupil is not None and me in game.players
    number = game.round_of(me) if plays else 0
    held = game.complete_meetings(me) if plays else []
    pair = game.meeting(number or 1, me) if plays else None
    actions = shown_actions(game.actions)
    side = pair.index(me) if pair else ROW
    step, lines = room.step, [(x.number, *_mine(x.players.index(me), x, actions)) for x in held]
    is_secret = isinstance(step, Choose) and step.is_anonymous
    names = {x.number: x.name for x in room.pupils}
    partner = names.get(pair[1 - side]) if pair else ""  # a coin replaces a missing one
    is_hidden = is_secret and partner is not None
    return {
        "actions": actions,
        "story": story_of_matrix(room),
        "has_secret_partner": is_secret,
        "continuation": game.continuation,
        "matrix": matrix_from_side(game.game, side),
        "plays": plays,
        "number": number,
        "rounds": game.rounds,
        "has_chosen": plays and game.has_chosen(me),
        "is_pressed_for": me in room.by_coin,
        "other": _("your partner") if is_hidden else _(COIN) if partner is None else partner,
        "partner": _("a secret partner") if is_hidden else _(COIN) if partner is None else partner,
        "lines": lines,
        "total": number_text(sum(x[3] for x in lines)),
    }


def story_of_matrix(room: LiveRoom) -> Sequence[str]:
    """Return the story of the matrix at the current step as paragraphs; empty if it has none."""
    step, run = room.step, room.run
    if run is None or not isinstance(step, Choose) or step.story is None:
        return []
    return [_(x) for x in step.story(run.settings)]


def _mine(side: int, x: Meeting, names: Sequence[str]) -> tuple[str, str, Any, Any]:
    mine, theirs = (
        _("{choice} (coin)", choice=names[x.cell[s]]) if x.coins[s] else names[x.cell[s]]
        for s in (side, 1 - side)
    )
    return mine, theirs, x.payoffs[side], x.payoffs[1 - side]


def matrix_from_side(game: Bimatrix, side: int) -> list[list[tuple[str, str]]]:
    """Return a matrix from a player's side: their choices by row, and their payoff first in each cell."""
    seen = game if side == ROW else game.transposed()
    return [
        [(number_text(seen.payoff(ROW, (i, j))), number_text(seen.payoff(COLUMN, (i, j)))) for j in (0, 1)]
        for i in (0, 1)
    ]


def number_text(x: Any) -> str:
    """Return a number with a real minus sign."""
    return minus(str(x))


def matrix_values(game: MatrixPlay) -> dict[str, Any]:
    """Return the choices in a matrix so far."""
    held = game.complete_meetings()
    counts = counted_cells(held)
    waiting = sum(game.round_of(p) > 0 and not game.has_chosen(p) for p in game.players)
    lefts, chosen = lefts_of(held)
    actions = shown_actions(game.actions)
    bars = [left_bar(held, actions[0])] if game.rounds == 1 else []
    charts = [course_of(game)] if game.rounds > 1 else []
    coins = coin_words(held, actions[0])
    chosen_part = Section(_("Choices of the class"), coins, figures=charts, bars=bars)
    return {
        "matrix": matrix_from_side(game.game, ROW),
        "matrix_name": _(game.name),
        "actions": actions,
        "counts": [[counts[i, j] for j in (0, 1)] for i in (0, 1)],
        "held": len(held),
        "waiting": waiting,
        "lefts": lefts,
        "chosen": chosen,
        "lefts_section": chosen_part if held else None,
        "players": len(game.players),
    }
