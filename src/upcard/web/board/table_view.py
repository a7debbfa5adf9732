"""Parts of a table's page as the visitor sees them: board, panel, and the player's forms."""

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial, reduce
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from upcard.classroom.room_service import code_of
from upcard.engine.game import Game
from upcard.engine.game_folders import text_file
from upcard.engine.read_number import plain_number_or
from upcard.engine.result_words import outcome_sentence, result_of
from upcard.engine.wording import join_names, minutes_text
from upcard.language.messages import game_words, marked, ngettext
from upcard.language.messages import gettext as _
from upcard.play.action_words import action_text, words_shown
from upcard.play.bot_names import level_of_name
from upcard.play.choices import Touch, reasons_of
from upcard.play.move_log import Move
from upcard.play.pair_count import count_of
from upcard.play.playable_zones import hands_of
from upcard.play.series import hands_choices
from upcard.play.session import MatchSession
from upcard.review.puzzle import FILE as PUZZLE_FILE
from upcard.server import agreements
from upcard.server.clock import DAY, read_clock
from upcard.server.conditional_moves import unused_sentence
from upcard.server.live_table import ABORTED, AGREED, STOPPED, LiveTable
from upcard.server.plan_answers import is_searched, known_answers
from upcard.server.repository import CLOCK, STAND_IN
from upcard.server.series_tables import has_next_hand, is_series
from upcard.server.table_actions import PHRASES, is_away, still_to_agree
from upcard.server.waiting_room import AS_NOW, can_start_with, preset_of
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_html import board_html
from upcard.web.board.images import face_address
from upcard.web.board.log_lines import LogLine, log_lines, moves_left_out
from upcard.web.board.series_view import next_hand_text, series_view, totals_of
from upcard.web.http.request_context import Refusal, RequestContext
from upcard.web.http.visitor_identity import link_of

RANDOM_REMARKS = {
    CLOCK: marked("time was up"),
    STAND_IN: marked("chosen at random, because the computer player failed"),
}
"""Remarks on random actions, by the source of the action."""

HTTP_PORT = 80

SHOWN_TURN = "Upcard-Turn"
"""Header of a request: the number of actions that the screen shows."""

MOST_WORDS, MOST_CONDITIONS = 200, 12
"""Maximum number of actions in a menu; people type one of more actions."""

PHRASE_TURNS = 4
"""Number of actions for which a phrase stays beside its speaker's name."""


def board(
    context: RequestContext, live: LiveTable, chosen: int | None = None, table: MatchSession | None = None,
    refusal: Refusal | None = None, marks: Mapping[Touch, str] | None = None,
) -> Markup:  # fmt: skip
    """Return the board as the visitor may see it, or the waiting room with its refused form.

    `chosen` is the action to confirm, and `table` an earlier position of a finished match, with the `marks`
    of the cards of reviewed moves.
    """
    if not live.is_dealt:
        return _waiting(context, live, refusal)
    seat, since = live.seat_of(context.visitor.persons), None
    series = series_view(live, seat) if table is None else None
    if table is not None:
        scene, moves = table.identify(table.scene(None), None), table.log.seen_by(None)
        ends, begun_after = table.log.rounds.ends, table.log.rounds.begun_after
        if not scene.is_over:  # hints of the rules are for the player to move
            scene = replace(scene, says=())
    else:
        since = since_of(context, live.shown_turn(seat))
        scene, moves = live.identify(live.scene(seat), seat, since), live.moves(seat)
        ends, begun_after = live.round_ends(seat), live.round_begun_after(seat)
    earlier = moves_left_out(len(moves), ends)
    reasons, hint_url = {}, ""
    if table is None and seat is not None and seat == live.mover and scene.choices:
        hint_url = f"/t/{live.row.id}/hint" if is_alone(live, seat) else ""
        hands = hands_of(live.game)
        reasons = reasons_of(live.game.rules, live.match.view(seat), scene.zones, scene.choices, hands)
    board_context = BoardContext(
        game=live.game,
        captions=captions(live, seat),
        moves=moves[earlier:],
        remarks=_remarks(live, moves[earlier:]),
        earlier_url=f"/t/{live.row.id}/moves?before={earlier}" if earlier else "",
        ends=ends,
        begun_after=begun_after,
        act_url=f"/t/{live.row.id}/act",
        csrf=context.csrf,
        turn=live.shown_turn(seat) if table is None else None,
        since=since,
        style=context.settings.cards,
        confirm=live.row.confirm or context.settings.confirm,
        chosen=chosen,
        view_url=f"/t/{live.row.id}",
        ending=ending_text(live) if table is None or len(moves) == live.turn else "",
        reasons=reasons,
        hand=series.hand if series else "",
        headline=series.headline if series else "",
        standing=context.render("series.html.jinja", series=series) if series else "",
        finale=_finale(context, live, seat) if table is None and live.is_over else Markup(),
        hint_url=hint_url,
        viewer=seat,
        acting=acting_text(live, context.visitor.persons) if table is None else "",
        halted=_alert(live, seat) if table is None else "",
        marks=marks or {},
    )
    return board_html(scene, board_context)


def _alert(live: LiveTable, seat: int | None) -> str:
    """Return a sentence on a failing bot, an unused plan or a declined offer; else empty."""
    if live.halted:
        return f"{live.halted[:1].upper()}{live.halted[1:]}."
    turn, unused = (-1, ()) if seat is None else live.unused_plans.get(seat, (-1, ()))
    if turn == live.turn and not live.is_over:
        return unused_sentence(live.game, unused)
    return agreements.declined_text(live, seat)


def _finale(context: RequestContext, live: LiveTable, seat: int | None) -> Markup:
    """Return what the visitor can do after the match."""
    has_puzzles = text_file(live.game.rules, PUZZLE_FILE) is not None
    counts_cards = seat is not None and live.match.is_over
    return context.render(
        "end.html.jinja",
        count=count_of(live.game.rules, live.match.state, seat or 0) if counts_cards else None,
        live=live,
        seat=seat,
        in_class=bool(code_of(live)),
        replay=f"{context.base}/t/{live.row.id}/replay?at=0",
        next_puzzle=f"/puzzles/{live.game.name}?unsolved=1" if has_puzzles else "",
        next_words=next_hand_text(live),
        is_followed=bool(next_hand_address(context, live, seat)),
        word=live.game.rules.GAME.played_in[0] if is_series(live) else "",
    )


def next_hand_address(context: RequestContext, live: LiveTable, seat: int | None) -> str:
    """Return the page of the next hand of a series for a visitor; empty while there is none.

    It is a private link if the visitor has only a link for their seat.
    """
    followed = live.row.followed if has_next_hand(live) else None
    return table_address(context, live, seat, followed) if followed else ""


def table_address(context: RequestContext, live: LiveTable, seat: int | None, table_id: str) -> str:
    """Return the page of another table for the player of a seat, or for a watcher (None)."""
    person = "" if seat is None else live.seats[seat].person
    if not person or person in context.visitor.persons:
        return f"/t/{table_id}"
    return link_of(context.site.signer, "", person, table_id)


def since_of(context: RequestContext, turn: int) -> int | None:
    """Return the number of actions that the visitor's screen shows; None if there is no such number."""
    shown = plain_number_or(-1, context.request.headers.get(SHOWN_TURN, ""))
    return shown if context.is_fragment and 0 <= shown <= turn else None


def earlier_lines(live: LiveTable, seat: int | None, before: int) -> list[LogLine]:
    """Return the lines of the log for the first `before` moves, as a seat or a watcher (None) sees them."""
    moves, names = live.moves(seat)[: max(0, before)], [x.name for x in live.seats]
    return list(log_lines(moves, live.round_ends(seat), names, seat, _remarks(live, moves)))


def _remarks(live: LiveTable, moves: Iterable[Move]) -> dict[int, str]:
    """Return remarks on random moves: the time was up, or the computer player failed."""
    sources = {m.number: live.snapshot.actions[m.number - 1].by for m in moves if m.words}
    return {number: _(RANDOM_REMARKS[by]) for number, by in sources.items() if by in RANDOM_REMARKS}


def acting_text(live: LiveTable, persons: frozenset[str]) -> str:
    """Return a sentence on the visitor's active seat; empty unless they have several."""
    mine, seat = live.seats_of(persons), live.seat_of(persons)
    if seat is None or len(mine) < 2 or live.is_over:
        return ""
    names = {p: _("seat {n}, {name}", n=p + 1, name=live.seats[p].name) for p in mine}
    others = "; ".join(names[p] for p in mine if p != seat)
    return _("You are playing {seat}. You also have {others}.", seat=names[seat], others=others)


def captions(live: LiveTable, eye: int | None) -> list[SeatCaption]:
    """Return the captions of all seats for a seat or a watcher."""
    waiting, is_late, totals = live.shown_waiting(eye), live.is_behind(eye), totals_of(live)
    return [
        SeatCaption(
            kind="open" if x.is_open else "bot" if x.strategy else "person",
            is_thinking=x.number in waiting and not (live.halted and x.strategy),
            has_left=not is_late and is_away(live, x.number),
            clock=clock_of(live, x.number, waiting) if not is_late else "",
            clock_runs=live.match_time is None or x.number == live.mover,
            note=" · ".join(filter(None, (totals[x.number], _phrase(live, x.number, live.shown_turn(eye))))),
            level=level_of_name(x.name) if x.strategy and not x.person else "",
            face=face_address(x.name) if x.strategy and not x.person else "",
        )
        for x in live.seats
    ]


def clock_of(live: LiveTable, seat: int, waiting: Collection[int]) -> str:
    """Return the remaining time of a seat; empty for a bot, and for other seats than the `waiting` ones.

    If there is a time for the whole match, every person has a clock.
    """
    times = live.match_time
    if times is None or live.is_over:
        return time_left(live) if seat in waiting and live.row.due_at else ""
    if live.seats[seat].strategy:
        return ""
    seconds = times.due_at(seat) - time.time() if seat == live.mover else times.left[seat]
    return minutes_text(max(0.0, seconds))


def time_left(live: LiveTable) -> str:
    """Return the remaining time of the player to move, in words."""
    seconds = max(0.0, (live.row.due_at or 0.0) - time.time())
    if seconds >= DAY:
        return ngettext("{n} day", "{n} days", round(seconds / DAY))
    if seconds >= 3600:
        return ngettext("{n} hour", "{n} hours", round(seconds / 3600))
    return minutes_text(seconds)


def panel(context: RequestContext, live: LiveTable, is_swapped: bool = False) -> Markup:
    """Return the panel beside the board, which changes with it."""
    seat = live.seat_of(context.visitor.persons)
    phrases = [x for x in live.snapshot.phrases if x.turn <= live.shown_turn(seat)]
    return context.render(
        "panel.html.jinja",
        live=live,
        seat=seat,
        is_swapped=is_swapped,
        in_class=bool(code_of(live)),
        phrases=PHRASES,
        clock=read_clock(live.row.clock),
        spoken=[(live.seats[x.seat].name, _(PHRASES[x.phrase])) for x in phrases[-6:]],
        away=_away(live, seat) if seat is not None else [],
        can_skip=can_skip(live, seat),
        invited_by=_invited_by(context, live, seat),
        next_hand=next_hand_address(context, live, seat),
        **_agreements(live, seat),
    )


def _agreements(live: LiveTable, seat: int | None) -> dict[str, Any]:
    """Return what a player can offer or accept, for the panel."""
    if seat is None:
        return {"offer": None}
    offer = agreements.offer_of(live)
    waiting = agreements.still_to_accept(live, offer) if offer else []
    return {
        "offer": offer,
        "wishes": agreements.WISHES,
        "own_wishes": agreements.OWN_WISHES,
        "can_accept": seat in waiting,
        "offer_waits": join_names([live.seats[p].name for p in waiting]),
        "has_people": any(x.person and not x.strategy and x.number != seat for x in live.seats),
        "can_take_back": agreements.can_take_back(live, seat),
        "can_draw": agreements.can_draw(live),
        "can_stop": agreements.can_stop(live),
        "can_abort": agreements.can_abort(live),
    }


def _invited_by(context: RequestContext, live: LiveTable, seat: int | None) -> str:
    """Return who invites a player to a rematch that they have not opened; empty if nobody does."""
    rematch = context.site.tables.live.get(live.row.followed or "")
    if rematch is None or seat is None or rematch.is_dealt or rematch.host is None:
        return ""
    person = live.seats[seat].person
    waits = any(x.person == person and x.added is None for x in rematch.seats)
    host = rematch.seats[rematch.host]
    return host.name if waits and host.person != person else ""


def is_alone(live: LiveTable, seat: int | None) -> bool:
    """Return whether a player has only computers against them, outside a class: then hints are fair."""
    others = [x for x in live.seats if x.number != seat]
    only_bots = bool(others) and all(x.strategy and not x.person for x in others)
    return seat is not None and only_bots and not code_of(live)


def can_skip(live: LiveTable, seat: int | None) -> bool:
    """Return whether a player is out of the round, and only computers play on."""
    if seat is None or not is_alone(live, seat) or live.is_over or not live.is_dealt or live.mover == seat:
        return False
    return live.scene(seat, is_touched=False).is_out(seat)


def plans(context: RequestContext, live: LiveTable, is_swapped: bool = True) -> Markup:
    """Return the visitor's plans, which change with the board; nothing for watchers."""
    seat = live.seat_of(context.visitor.persons)
    if seat is None:
        return Markup()
    return context.render(
        "plans.html.jinja", live=live, seat=seat, is_swapped=is_swapped, **_plan_values(live, seat)
    )


def _plan_values(live: LiveTable, seat: int) -> dict[str, Any]:
    """Return the plans of a seat, and the possible conditions of the next one with the answers to each.

    These are searched for when the player opens the form; see :func:`has_menus`.
    """
    possible = known_answers(live, seat) if has_menus(live) else None
    pairs: list[tuple[str, list[str]]] = []
    if possible is not None and possible.is_complete and len(possible.pairs()) <= MOST_CONDITIONS:
        every = sorted(words_shown(live.game), key=_by_number)
        pairs = [(x, sorted(answers, key=_by_number) or every) for x, answers in possible.pairs()]
    is_unknown = has_menus(live) and not is_searched(live, seat)
    words_of = partial(action_text, live.game)
    return {"plans": live.plans_of(seat), "pairs": pairs, "is_unknown": is_unknown, "words_of": words_of}


def has_menus(live: LiveTable) -> bool:
    """Return whether a waiting player may choose a plan from menus: while a person is to move."""
    return live.mover >= 0 and not live.seats[live.mover].strategy


def _away(live: LiveTable, seat: int) -> list[dict[str, Any]]:
    """Return the absent players, and for each the players who still have to agree to a bot."""
    absent = []
    for x in live.seats:
        if x.number != seat and is_away(live, x.number):
            missing = still_to_agree(live, x.number)
            names = join_names([live.seats[p].name for p in missing if p != seat])
            absent.append({"number": x.number, "name": x.name, "can_agree": seat in missing, "others": names})
    return absent


def _smallest_start(live: LiveTable) -> int | None:
    """Return with how many players the host can start without the others; None if only with all."""
    sizes = range(sum(not x.is_open for x in live.seats) + 1, live.row.players)
    return next((n for n in sizes if can_start_with(live, n)), None)


def player_forms(context: RequestContext, live: LiveTable, refusal: Refusal | None = None) -> dict[str, Any]:
    """Return values for the player's private forms: notes, plans, private link."""
    seat = live.seat_of(context.visitor.persons)
    if seat is None:
        return {}
    person = live.seats[seat].person
    is_whole = person in context.visitor.persons  # a visitor with a link to one seat gets no link to others
    link = link_of(context.site.signer, context.base, person, "" if is_whole else live.row.id)
    is_slow = read_clock(live.row.clock).kind == "days"
    written = refusal.fields if refusal else {}
    return {
        "notes": written.get("notes", live.seats[seat].notes),
        "address": written.get("address", live.seats[seat].address),
        "condition": written.get("condition", ""),
        "then": written.get("then", ""),
        "has_mail": bool(context.site.mail),
        **_plan_values(live, seat),
        "private": link,
        "words": _words(live) if not live.is_over else [],
        "is_slow": is_slow,
    }


def written_forms(context: RequestContext, live: LiveTable) -> set[str]:
    """Return the names of the forms that the visitor can fill in."""
    seat = live.seat_of(context.visitor.persons)
    if seat is None:
        return set() if live.is_full or live.is_removed(context.visitor.persons) else {"sit"}
    is_shown = {"note": True, "add": live.has_to_add(seat), "address": bool(context.site.mail)}
    is_shown["plan"] = live.is_dealt and not live.is_over
    return {form for form in is_shown if is_shown[form]}


def is_written_at(context: RequestContext, live: LiveTable) -> bool:
    """Return whether the visitor probably types on the page, so that it should not reload by itself."""
    is_slow = read_clock(live.row.clock).kind == "days"
    return bool(written_forms(context, live) & ({"sit", "add", "note"} if is_slow else {"sit", "add"}))


def _words(live: LiveTable) -> list[str]:
    """Return the words of the game's actions, for plans; none if there are too many."""
    words = sorted(words_shown(live.game), key=_by_number)
    return words if len(words) <= MOST_WORDS else []


def _by_number(words: str) -> list[tuple[int, str]]:
    """Return a key that sorts words with numbers by the numbers: play 2 before play 10."""
    return [(int(x), "") if x.isdecimal() else (-1, x) for x in words.split()]


def ending_text(live: LiveTable) -> str:
    """Return a sentence on a match that ended before the game was over; empty for others."""
    if live.row.ending == AGREED:
        return _("The players agreed on a draw.")
    if live.row.ending == STOPPED:
        result = result_of(live.game.rules, [x.name for x in live.seats], live.scores)
        return _("The players agreed to stop. {result}", result=result.sentence)
    if live.row.ending == ABORTED:
        if is_series(live):
            return _("The series was aborted; it does not count.")
        return _("The match was aborted; it does not count.")
    if live.resigned is None:
        return ""
    names = [x.name for x in live.seats]
    won = outcome_sentence(names, live.winners, whole="series" if is_series(live) else "match")
    return _("{name} resigned; {result}", name=names[live.resigned], result=won)


def _phrase(live: LiveTable, seat: int, turn: int) -> str:
    last = [x for x in live.snapshot.phrases if x.seat == seat and turn - PHRASE_TURNS <= x.turn <= turn]
    return _("“{phrase}”", phrase=_(PHRASES[last[-1].phrase])) if last else ""


def _changeable(game: Game) -> str:
    """Return what the host can change before the deal, in words; empty for nothing."""
    header = game.rules.GAME
    changes = [_("the variant")] if game.rules.PRESETS else []
    changes += [_("the number of players")] if len(header.table_sizes) > 1 else []
    if any(header.played_in):
        changes.append(_("the number of {words}", words=game_words(header.played_in[1])))
    return reduce(lambda first, second: _("{first} or {second}", first=first, second=second), changes or [""])


def _waiting(context: RequestContext, live: LiveTable, refusal: Refusal | None) -> Markup:
    """Return the waiting room before the deal: players, invitation, and the common seed."""
    seat = live.seat_of(context.visitor.persons)
    missing = join_names([x.name for x in live.seats if x.person and x.added is None])
    link = f"{context.base}/t/{live.row.id}"
    present, sizes = sum(not x.is_open for x in live.seats), live.game.rules.GAME.table_sizes
    return context.render(
        "waiting.html.jinja",
        live=live,
        seat=seat,
        link=link,
        port=urlsplit(link).port or HTTP_PORT,
        network=context.network,
        can_share=context.network is not None and not context.network.refusal,
        is_out_of_reach=context.is_out_of_reach,
        missing=missing,
        acting=acting_text(live, context.visitor.persons),
        refusal=refusal,
        written=refusal.fields if refusal else {},
        name=context.suggested_name(x.name for x in live.seats),
        can_cancel=seat is not None and sum(bool(x.person) for x in live.seats) == 1,
        present=present,
        is_host=seat is not None and seat == live.host,
        is_removed=live.is_removed(context.visitor.persons),
        removed=list(dict.fromkeys(name for _, name in live.row.removed)),
        is_at_server=context.is_at_server,
        starts_with=_smallest_start(live),
        can_start=not live.is_full and can_start_with(live, present),
        sizes=sizes,
        more=min((n for n in sizes if n > live.row.players), default=None),
        fewer=max((n for n in sizes if max(present, 2) <= n < live.row.players), default=None),
        presets=tuple(live.game.rules.PRESETS),
        changeable=_changeable(live.game),
        preset=preset_of(live),
        as_now=AS_NOW,
        hands=hands_choices(live.game, live.row.hands),
        word_of_hands=live.game.rules.GAME.played_in[1],
        series=series_view(live, seat),
    )
