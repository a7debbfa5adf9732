"""A scene as a fragment of HTML: the table of any game, for a seat, for a watcher, and at the end.

``board_html(scene, context)`` returns one ``<section id="table">``, which contains everything that changes. A
page includes ``base.css``, ``table.css``, ``visitor.js``, ``drag.js``, ``table.js`` and ``motion.js``
(deferred) of ``static/`` and puts the fragment somewhere. A server sends a new fragment after every action,
and the script moves exactly the cards that the fragment names. The fragment works without scripts and
contains no style.

*Requests that the server must answer.* ``POST act_url`` with the fields ``action``, ``turn``, ``seat`` and
``csrf`` (form ``acts``) plays an action. With ``context.confirm``, the button that confirms adds
``confirmed=1``; without this field the server answers with the fragment of ``BoardContext(chosen=action)``,
which asks for confirmation. The script confirms by itself. ``GET
/cards/{style}/{game}/{card}.svg?{query}`` is :func:`upcard.report.card_faces.face_svg`; the query
contains the options that change the drawing. ``GET /art/{name}.svg`` is
:func:`upcard.report.piece_images.token_svg`. Neither ever changes within one version of Upcard.

*Attributes.* ``#table`` has ``data-turn``, ``data-seat`` and ``data-confirm``. For a screen that
shows the table as it was after some actions, their number (header
``Upcard-Turn`` of the request) is repeated as ``data-since``: every card that moved since then has
``data-from``, the zone it left (``1:hand``, ``:stock``), and ``data-turned`` if it was turned up;
``data-dealt`` says that a new round was dealt. A card or zone that can be clicked is a ``button`` with
``data-actions="3 5"``; a card that cannot has ``data-why``. Cards have ``data-key``,
zones and places ``data-where``, seats ``data-plate``;
choices have ``data-number``, the number to type. The form has ``hx-post`` and fills ``#at-table``, an element
around ``#table`` that a page with htmx never swaps: an answer always has a target.

*Cookies*, set by the script and read by :func:`upcard.web.http.display_settings.read_settings`: ``cards`` (a
style), ``theme`` (``light``, ``dark``, ``auto``), ``confirm``, ``digits`` and ``sound`` (``yes``, ``no``),
``pause`` after a round (``short``, ``wait``, ``no``) and ``speed`` (``normal``, ``fast``, ``off``).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from types import ModuleType

from markupsafe import Markup

from upcard.engine.result_words import outcome_sentence, score_text
from upcard.engine.wording import join_names
from upcard.language.messages import gettext as _
from upcard.play.scene import Scene, with_players
from upcard.report.card_faces import Art
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_layout import lay_out, seat_of
from upcard.web.board.log_lines import log_lines, with_remark
from upcard.web.game_text import game_text, mark_words
from upcard.web.templates import fill_template


def board_html(scene: Scene, context: BoardContext) -> Markup:
    """Return the table as a fragment of HTML; for a watcher, `scene.me` is None or negative."""
    captions = tuple(context.captions) or (SeatCaption(),) * len(scene.names)
    result, winning = scene.result, scene.winning
    if result and not context.ending:  # its sentence is the heading
        scene = replace(scene, says=tuple(x for x in scene.says if x != result.sentence))
    if context.ending:  # the hints of the rules for the next player no longer apply
        scene = replace(scene, says=())
    me, art, rules = seat_of(scene), Art(context.game), context.game.rules
    mover = None if context.plays_all else me
    chosen = [c for c in scene.choices if c.action == context.chosen]
    return fill_template(
        "board.html.jinja",
        suits=partial(game_text, rules=rules),
        mark_words=mark_words,
        scene=scene,
        context=context,
        turn=scene.turns if context.turn is None else context.turn,
        me=-1 if me is None else me,
        sentence=context.ending or turn_sentence(scene, captions, mover),
        is_mine=not context.ending and is_turn_of(scene, captions, mover),
        choices=sorted(scene.choices, key=lambda c: c.number),
        chosen=chosen[0] if chosen else None,
        labels=scene.square.labels if scene.square else getattr(rules, "LABELS", {}),
        result=_result(scene, rules),
        headline=_headline(scene, context),
        decided=_deciding_lines(scene, context),
        win=_("a draw") if len(winning) == len(scene.names) else _("wins"),
        log_lines=list(log_lines(context.moves, context.ends, scene.names, context.viewer, context.remarks)),
        table=lay_out(replace(scene, choices=()) if chosen else scene, context, captions, art),
        art=art,
        verdict=with_players(scene.ended.verdict, scene.names) if scene.ended else "",
        calls=[] if scene.is_over and scene.ended else [with_players(x, scene.names) for x in scene.calls],
    )


def turn_sentence(scene: Scene, captions: Sequence[SeatCaption], me: int | None) -> str:
    """Return a sentence that says whose turn it is, or how the game ended."""
    if scene.is_over:
        return scene.result.sentence if scene.result else _("The game is over.")
    if is_turn_of(scene, captions, me):
        return _("Your turn.")
    names = [scene.names[p] for p in _waiting(scene, captions)]
    if len(names) == 1:
        return _("{name} to play.", name=names[0][:1].upper() + names[0][1:])
    return _("Waiting for {names}.", names=join_names(names))


def is_turn_of(scene: Scene, captions: Sequence[SeatCaption], me: int | None) -> bool:
    """Return whether a seat can act itself; a bot may act in place of its player."""
    is_played_for = me is not None and me < len(captions) and captions[me].kind == "bot"
    return not scene.is_over and me in _waiting(scene, captions) and not is_played_for


def _waiting(scene: Scene, captions: Sequence[SeatCaption]) -> list[int]:
    """Return the seats that can act now."""
    return [p for p, c in enumerate(captions) if c.is_thinking] or [scene.player]


def _result(scene: Scene, rules: ModuleType) -> list[tuple[str, str, bool, int]]:
    """Return name, score, whether it wins, and place, for every seat of a finished game, the best first."""
    places = places_of(scene)
    seats = sorted(range(len(scene.scores)), key=lambda p: (places[p], p))
    return [
        (scene.names[p], score_text(rules, scene.scores[p]), p in scene.winning, places[p]) for p in seats
    ]


def places_of(scene: Scene) -> list[int]:
    """Return the place of every seat, from 1; equal scores share a place."""
    ranks = [(p in scene.winning, score) for p, score in enumerate(scene.scores)]
    return [1 + sum(other > mine for other in ranks) for mine in ranks]


def _headline(scene: Scene, context: BoardContext) -> str:
    """Return the result for the viewer: ``You win!``, ``You came 3rd of 4.``, or who won."""
    me, names = context.viewer, scene.names
    if context.headline:
        return context.headline
    if me is None or not scene.scores or len(scene.winning) == len(names):
        return context.ending or (scene.result.sentence if scene.result else _("The game is over."))
    return outcome_sentence(names, scene.winning, me, places_of(scene)[me])


def _deciding_lines(scene: Scene, context: BoardContext) -> list[str]:
    """Return what decided the match: the last round, what the rules say, or the last move."""
    if context.ending or not scene.is_over:
        return []
    names, text = scene.names, partial(game_text, rules=context.game.rules)
    if scene.ended:
        title = _("Round {n} is over.", n=scene.ended.title)
        results = [_("{name}: {words}.", name=names[p], words=text(x)) for p, x in scene.ended.lines]
        return [title, *results]
    lines = list(scene.says)
    for last in context.moves[-1:]:
        if last.words:
            words = with_remark(text(last.words), context.remarks.get(last.number, ""))
            lines.append(_("Last move: {name}: {words}.", name=names[last.seat], words=words))
    return lines
