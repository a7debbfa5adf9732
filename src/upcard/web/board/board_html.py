"""A scene as a fragment of HTML: the table of any game, for a seat, for a watcher, and at the end.

``board_html(scene, told)`` gives one ``<section id="table">``, which holds everything that changes. A page
includes ``base.css``, ``table.css``, ``drag.js`` and ``table.js`` (deferred) of ``static/`` and puts the
fragment somewhere; a server sends a new fragment after every action, and the script moves the cards from
where they lay to where they lie, whatever swapped it in. Nothing in the fragment needs a script, and it has
no style.

*What the fragment asks of a server.* ``POST act_url`` with the fields ``action``, ``turn``, ``seat`` and
``csrf`` (form ``acts``) does an action. With ``told.confirm`` the button that confirms adds ``confirmed=1``;
where that is missing, the server answers with the fragment of ``Told(chosen=action)``, which asks. The
script asks by itself. ``GET {cards_url}/{style}/{game}/{card}.svg?{query}`` is
:func:`upcard.report.card_faces.face_svg`, where the query holds the options on which the drawing depends,
and ``GET {art_url}/{name}.svg`` is :func:`upcard.report.piece_images.token_svg`. Both never change for one
version of Upcard.

*Attributes.* ``#table`` has ``data-turn``, ``data-seat``, ``data-mover`` (who acted last) and
``data-confirm``. A touchable card or zone is a ``button`` with ``data-actions="3 5"``; a card that cannot be
touched has ``data-why``. Cards have ``data-key``, zones and places ``data-where``, seats ``data-plate``;
choices have ``data-number``, what may be typed. The form carries ``hx-post`` and fills ``#at-table``, for a
page with htmx, where it stands around ``#table`` and is never swapped itself: an answer always finds it.

*Cookies*, set by the script and read by :func:`upcard.web.http.display_settings.read_settings`: ``cards`` (a
style), ``theme`` (``light``, ``dark``, ``auto``), ``confirm`` and ``digits`` (``yes``, ``no``).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from upcard.engine.card_notation import with_suits
from upcard.engine.wording import join_names
from upcard.play.choices import Choice
from upcard.play.move_log import Move
from upcard.play.scene import Scene
from upcard.report.card_faces import Art
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_layout import lay_out, score_text, seat_of
from upcard.web.templates import templates

TEMPLATE = "board.html.jinja"
SEAT = re.compile(r"\b(?:[Ss]eat|[Pp]layer) (\d{1,2})\b")


def board_html(scene: Scene, told: BoardContext) -> str:
    """The table as a fragment of HTML.

    Parameters
    ----------
    scene : Scene
        What the seat sees; for a watcher one whose `me` is no seat.
    told : BoardContext
        What is told besides.
    """
    captions = tuple(told.captions) or (SeatCaption(),) * len(scene.names)
    if told.ending:  # nobody is to do what the rules say next
        scene = replace(scene, says=())
    scene = replace(scene, says=tuple(with_players(text, scene.names) for text in scene.says))
    me, art = seat_of(scene), Art(told.game)
    chosen = [c for c in scene.choices if c.action == told.chosen]
    return (
        templates()
        .get_template(TEMPLATE)
        .render(
            suits=partial(with_suits, rules=told.game.rules),
            scene=scene,
            told=told,
            turn=scene.turns if told.turn is None else told.turn,
            me=-1 if me is None else me,
            mover=told.moves[-1].seat if told.moves else -1,
            sentence=told.ending or turn_sentence(scene, captions, me),
            choices=_sorted(scene.choices),
            chosen=chosen[0] if chosen else None,
            result=_result(scene, told.game.rules.GAME.scored_in),
            win="draw" if len(scene.winners) == len(scene.names) else "wins",
            told_moves=[_log_line(m, scene.names[m.seat]) for m in told.moves],
            table=lay_out(replace(scene, choices=()) if chosen else scene, told, captions, art),
            art=art,
        )
    )


def _log_line(move: Move, name: str) -> tuple[int, str, str]:
    """Return the number of an action, its player, and its words: ``Kim: eat``."""
    if move.words is None:
        return move.number, name, "chose in secret"
    return move.number, f"{name}:", move.words


def with_players(text: str, names: Sequence[str]) -> str:
    """Return a text with the names of players in place of seat numbers, where names are unique."""

    def name(found: re.Match[str]) -> str:
        """The player of a seat, or the words as they are."""
        p = int(found[1]) - 1
        is_known = p in range(len(names)) and names.count(names[p]) == 1
        return names[p] if is_known else found[0]

    return SEAT.sub(name, text)


def turn_sentence(scene: Scene, captions: Sequence[SeatCaption], me: int | None) -> str:
    """Return a sentence that says whose turn it is, or how the game ended."""
    if scene.is_over:
        return _ending(scene)
    waiting = [p for p, c in enumerate(captions) if c.is_thinking] or [scene.player]
    is_played_for = me is not None and me < len(captions) and captions[me].kind == "bot"
    if me in waiting and not is_played_for:
        return "Your turn."
    names = [scene.names[p] for p in waiting]
    return f"{names[0]} to play." if len(names) == 1 else f"Waiting for {join_names(names)}."


def _ending(scene: Scene) -> str:
    names = [scene.names[p] for p in scene.winners]
    if not names:
        return "The game is over."
    if len(names) == 1:
        return f"{names[0]} wins."
    if len(names) == len(scene.names):
        return "The match is a draw."
    return f"{join_names(names)} share the win."


def _sorted(choices: Sequence[Choice]) -> list[Choice]:
    """Choices by the number that may be typed."""
    return sorted(choices, key=lambda c: c.number)


def _result(scene: Scene, words: tuple[str, str]) -> list[tuple[str, str, bool]]:
    """Name, score and whether it wins for every seat of a finished game, the best first."""
    seats = sorted(range(len(scene.scores)), key=lambda p: (p not in scene.winners, -scene.scores[p], p))
    return [(scene.names[p], score_text(scene.scores[p], words), p in scene.winners) for p in seats]
