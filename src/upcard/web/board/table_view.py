"""What a table looks like to who asks: the board, the panel beside it, and the player's desk."""

import time
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from upcard.classroom.room_service import code_of
from upcard.engine.wording import counted, join_names
from upcard.play.action_words import vocabulary
from upcard.play.choices import reasons_of
from upcard.play.move_log import Move
from upcard.play.playable_zones import hands_of
from upcard.play.session import MatchSession
from upcard.server.clock import DAY, read_clock
from upcard.server.live_table import LiveTable
from upcard.server.repository import CLOCK
from upcard.server.table_actions import PHRASES, is_away, still_to_agree
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_html import board_html
from upcard.web.http.request_context import Refusal, RequestContext, rendered
from upcard.web.http.visitor_identity import link_of

MOVES = 12
"""So many of the last actions are told beside the board."""

HTTP_PORT = 80

MOST_WORDS = 40
"""Where a game has more words for its actions, they are not listed."""

SAID_FOR = 4
"""For so many actions a phrase stays beside the name of who said it."""


def board(
    asked: RequestContext, live: LiveTable, chosen: int | None = None, table: MatchSession | None = None,
    refusal: Refusal | None = None,
) -> Markup:  # fmt: skip
    """The board as the visitor may see it.

    Parameters
    ----------
    asked, live : RequestContext, LiveTable
        Who looks, and at which table.
    chosen : int, optional
        The action that is to be confirmed.
    table : MatchSession, optional
        An earlier position of a match that has ended.
    refusal : Refusal, optional
        A form of the waiting room that was refused.
    """
    if not live.is_dealt:
        return Markup(_waiting(asked, live, refusal))  # noqa: S704 - filled in by a template that escapes
    seat = live.seat_of(asked.visitor.persons)
    if table is not None:
        scene, moves = table.scene(None), table.log.seen_by(None)
        begun_after = table.log.rounds.begun_after
        if not scene.is_over:  # what the rules say then speaks to the player whose turn it was
            scene = replace(scene, says=())
    else:
        scene, moves = live.scene(seat), live.moves(seat)
        begun_after = live.round_begun_after(seat)
    reasons = {}
    if table is None and seat is not None and seat == live.mover and scene.choices:
        hands = hands_of(live.game)
        reasons = reasons_of(live.game.rules, live.match.view(seat), scene.zones, scene.choices, hands)
    says = BoardContext(
        game=live.game,
        captions=captions(live, seat),
        moves=[_with_clock(live, m) for m in moves[-MOVES:]],
        begun_after=begun_after,
        act_url=f"/t/{live.row.id}/act",
        csrf=asked.csrf,
        turn=live.shown_turn(seat),
        style=asked.settings.cards,
        confirm=live.row.confirm or asked.settings.confirm,
        chosen=chosen,
        view_url=f"/t/{live.row.id}",
        ending=ending_text(live) if table is None or len(moves) == live.turn else "",
        reasons=reasons,
        own=seat,
        acting=acting_text(live, asked.visitor.persons) if table is None else "",
        halted=live.halted and f"{live.halted[:1].upper()}{live.halted[1:]}.",
    )
    return Markup(board_html(scene, says))  # noqa: S704 - filled in by a template that escapes


def _with_clock(live: LiveTable, move: Move) -> Move:
    """A move, with the remark that chance made it because the time was up."""
    is_late = live.snapshot.actions[move.number - 1].by == CLOCK
    return replace(move, words=f"{move.words} (time was up)") if is_late and move.words else move


def acting_text(live: LiveTable, persons: frozenset[str]) -> str:
    """From which of his seats a visitor looks and acts; empty where he has one or none, and at the end."""
    mine, seat = live.seats_of(persons), live.seat_of(persons)
    if seat is None or len(mine) < 2 or live.is_over:
        return ""
    names = {p: f"seat {p + 1}, {live.seats[p].name}" for p in mine}
    others = "; ".join(names[p] for p in mine if p != seat)
    return f"You are playing {names[seat]}. You also have {others}."


def captions(live: LiveTable, eye: int | None) -> list[SeatCaption]:
    """What is said of every seat to a seat, or to who watches."""
    waiting, is_late = live.shown_waiting(eye), live.is_behind(eye)
    return [
        SeatCaption(
            kind="open" if x.is_open else "bot" if x.strategy else "person",
            is_thinking=x.number in waiting and not (live.halted and x.strategy),
            has_left=not is_late and is_away(live, x.number),
            clock=time_left(live) if x.number in waiting and live.row.due_at and not is_late else "",
            note=_said(live, x.number, live.shown_turn(eye)),
        )
        for x in live.seats
    ]


def time_left(live: LiveTable) -> str:
    """How long who is to act may think, for people."""
    seconds = max(0.0, (live.row.due_at or 0.0) - time.time())
    if seconds >= DAY:
        return counted(round(seconds / DAY), "day")
    if seconds >= 3600:
        return counted(round(seconds / 3600), "hour")
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def panel(asked: RequestContext, live: LiveTable, is_swapped: bool = False) -> Markup:
    """What stands beside the board and changes with it."""
    seat = live.seat_of(asked.visitor.persons)
    said = [x for x in live.snapshot.phrases if x.turn <= live.shown_turn(seat)]
    text = rendered(
        asked,
        "panel.html.jinja",
        live=live,
        seat=seat,
        is_swapped=is_swapped,
        in_class=bool(code_of(live)),
        phrases=PHRASES,
        clock=read_clock(live.row.clock),
        said=[(live.seats[x.seat].name, PHRASES[x.phrase]) for x in said[-6:]],
        away=_away(live, seat) if seat is not None else [],
    )
    return Markup(text)  # noqa: S704 - filled in by a template that escapes


def _away(live: LiveTable, seat: int) -> list[dict[str, Any]]:
    """Who is away, and who has yet to agree that a bot acts for him."""
    found = []
    for x in live.seats:
        if x.number != seat and is_away(live, x.number):
            missing = still_to_agree(live, x.number)
            names = join_names([live.seats[p].name for p in missing if p != seat])
            found.append({"number": x.number, "name": x.name, "is_asked": seat in missing, "others": names})
    return found


def desk(asked: RequestContext, live: LiveTable, refusal: Refusal | None = None) -> dict[str, Any]:
    """What a player has for himself, which does not change by itself: notes, plans, his private link."""
    seat = live.seat_of(asked.visitor.persons)
    if seat is None:
        return {}
    person = live.seats[seat].person
    is_whole = person in asked.visitor.persons  # who came by the link of a seat is told no other
    link = link_of(asked.site.signer, asked.base, person, "" if is_whole else live.row.id)
    is_slow = read_clock(live.row.clock).kind == "days"
    written = refusal.fields if refusal else {}
    return {
        "notes": written.get("notes", live.seats[seat].notes),
        "address": written.get("address", live.seats[seat].address),
        "condition": written.get("condition", ""),
        "then": written.get("then", ""),
        "has_mail": bool(asked.site.mail),
        "plans": live.plans_of(seat),
        "private": link,
        "words": _words(live) if is_slow else [],
        "is_slow": is_slow,
    }


def written_forms(asked: RequestContext, live: LiveTable) -> set[str]:
    """The forms of the page in which the visitor can write."""
    seat = live.seat_of(asked.visitor.persons)
    if seat is None:
        return set() if live.is_full else {"sit"}
    is_asked = live.is_full and not live.is_dealt and live.seats[seat].added is None
    found = {"note": True, "add": is_asked, "address": bool(asked.site.mail)}
    found["plan"] = live.is_dealt and not live.is_over
    return {form for form, is_there in found.items() if is_there}


def is_written_at(asked: RequestContext, live: LiveTable) -> bool:
    """Whether the visitor probably writes on the page, which should then not be loaded anew by itself."""
    is_slow = read_clock(live.row.clock).kind == "days"
    return bool(written_forms(asked, live) & ({"sit", "add", "note"} if is_slow else {"sit", "add"}))


def _words(live: LiveTable) -> list[str]:
    """What plans can be about: the words of the game's actions, or none where they are many."""
    words = sorted(vocabulary(live.game))
    return words if len(words) <= MOST_WORDS else []


def ending_text(live: LiveTable) -> str:
    """How a match ended that did not end by the rules; empty for others."""
    if live.resigned is None:
        return ""
    names = join_names([live.seats[p].name for p in live.winners])
    verb = "wins" if len(live.winners) == 1 else "win"
    return f"{live.seats[live.resigned].name} resigned; {names} {verb}."


def _said(live: LiveTable, seat: int, turn: int) -> str:
    last = [x for x in live.snapshot.phrases if x.seat == seat and turn - SAID_FOR <= x.turn <= turn]
    return f"“{PHRASES[last[-1].phrase]}”" if last else ""


def _waiting(asked: RequestContext, live: LiveTable, refusal: Refusal | None) -> str:
    """Before the deal: who sits there, how to invite others, and the seed that all make together."""
    seat = live.seat_of(asked.visitor.persons)
    missing = join_names([x.name for x in live.seats if x.person and x.added is None])
    link = f"{asked.base}/t/{live.row.id}"
    return rendered(
        asked,
        "waiting.html.jinja",
        live=live,
        seat=seat,
        link=link,
        port=urlsplit(link).port or HTTP_PORT,
        missing=missing,
        acting=acting_text(live, asked.visitor.persons),
        refusal=refusal,
        written=refusal.fields if refusal else {},
        can_cancel=seat is not None and sum(bool(x.person) for x in live.seats) == 1,
    )
