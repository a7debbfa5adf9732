"""The text of emails: the table as its seat may see it, the legal actions, and how to reply.

An email depends only on what the database holds when it is written. The function that draws a scene as text
is a parameter, since it belongs to the terminal.
"""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate

from upcard.engine.errors import UpcardError, Usage
from upcard.engine.game import Match
from upcard.engine.wording import join_names, payoff_text
from upcard.play.move_log import Move
from upcard.play.scene import Scene
from upcard.play.series import total_text
from upcard.play.session import MatchSession, SeatPlayer
from upcard.server.agreements import WISHES, offer_of, still_to_accept
from upcard.server.clock import read_clock
from upcard.server.live_table import AGREED, FINISHED, LiveTable
from upcard.server.mail_consent import ADDRESS, is_plain_name
from upcard.server.mail_queue import OutgoingLetter, mark_of
from upcard.server.repository import StoredSeat
from upcard.server.seat_tokens import SeatTokens
from upcard.server.series_tables import hand_text, has_next_hand, is_series, standings_of

Link = Callable[[str, str], str]
"""Return the link to a table in a browser, from the key of a person and the name of the table."""

ChoiceAddress = Callable[[str], str]
"""Return the link to the page on which the owner of an email address accepts or refuses emails."""

Draw = Callable[[Scene, Sequence[Move]], str]
"""Return a scene as text, with the moves since the last action of the seat that sees it."""

WIDTH = 76

HOW = """\
The first lines of an email are commands, up to the first empty line:

  start GAME with friend@example.org    open a table with a friend; or write
                                        anyone, bot, a level (beginner, casual,
                                        strong, perfect) or a strategy. After GAME
                                        you can add a preset, OPTION=VALUE,
                                        3 players, 5 days (for each action),
                                        second (your seat), as NAME,
                                        dealt CARD CARD ...
  accept                                take the seat that you are offered
  lead s2                               an action, in the words of the game or by
                                        its number; move lead s2 is the same
  queue if beat with s3 then eat        plan an action; you can leave out the if
  forget                                delete your plans
  show                                  show the table, or list your games
  resign, vacation, again               resign; two more weeks, once; rematch
  back                                  take your seat back from a bot
  take back, offer draw                 take your last move back, or offer a draw;
                                        other people have to agree
  agree, decline                        answer such an offer
  abort                                 end the match before everybody has moved
  unsubscribe, subscribe                stop all emails; get them again
  help                                  this text

Capitals, full stops, quoted lines and signatures do not matter. If a line is
not understood, the whole email changes nothing. Otherwise the commands are
carried out in their order, up to the first that is refused."""


@dataclass
class LetterWriter:
    """Writes emails from `address`, such as ``upcard@example.org``; raises Usage if it is not valid.

    `link` and `choice` return links to web pages; they are None if the server has no web pages.
    """

    tokens: SeatTokens
    address: str
    draw: Draw
    link: Link | None = None
    choice: ChoiceAddress | None = None

    def __post_init__(self) -> None:
        if not ADDRESS.fullmatch(self.address):
            words = f"{self.address[:60]!r} is not an email address"
            raise Usage(f"{words}; expected one like upcard@example.org")

    def address_of(self, live: LiveTable, seat: StoredSeat) -> str:
        """Return the reply address of a seat, or of its invitation while the seat is open."""
        local, _, domain = self.address.rpartition("@")
        return f"{local}+{self.tokens.place(live.row.id, seat)}@{domain}"

    def plain(self, to: str, subject: str, text: str, *, id_parts: Sequence[object]) -> OutgoingLetter:
        """Return an email that does not belong to a seat."""
        local, _, domain = self.address.rpartition("@")
        reply_to = f"{local}+{self.tokens.address_token(to)}@{domain}"
        whole = f"{text}\n-- \n{self._leave(to)}\n"
        return OutgoingLetter(to, f"[upcard] {subject}", whole, reply_to, self._id(*id_parts))

    def question(self, live: LiveTable, to: str, id_parts: Sequence[object]) -> OutgoingLetter:
        """Return the question whether an address that was entered in a browser wants emails."""
        first = (
            f"Somebody who plays {live.game.title} here in a browser entered this address, to get an email "
            "when it is their move."
        )
        here = f", or choose here:\n{self.choice(to)}" if self.choice else "."
        then = f"If it was you, reply to this email with the word yes{here}"
        last = "If it was not you, do nothing: you get no more emails."
        text = "\n\n".join(map(_wrapped, (first, then, last)))
        return self.plain(to, "do you want emails?", f"{text}\n", id_parts=id_parts)

    def _leave(self, to: str) -> str:
        """Return how to unsubscribe."""
        words = _wrapped("Reply with the word unsubscribe to get no more emails.")
        return words + (f"\nOr choose in a browser:\n{self.choice(to)}" if self.choice else "")

    def of_seat(
        self, live: LiveTable, number: int, to: str, messages: Sequence[str], id_parts: Sequence[object]
    ) -> OutgoingLetter:
        """Return an email to a seat: some messages, then the table; `id_parts` determine its Message-ID."""
        seat = live.seats[number]
        head = f"{decision(live, number)}" if live.can_act(number) else "-"
        place = self.tokens.place(live.row.id, seat)
        subject = f"[upcard {place} #{head}] {live.game.title}: {short_state(live, number)}"
        parts = [
            *map(_wrapped, messages),
            *self._table(live, number),
            self._end(live, seat),
            self._browser(live, seat, to),
            self._leave(to),
        ]
        text = "\n\n".join(part for part in parts if part) + "\n"
        return OutgoingLetter(to, subject, text, self.address_of(live, seat), self._id(*id_parts))

    def _table(self, live: LiveTable, number: int) -> list[str]:
        """Return the table as a seat may see it."""
        if live.seats[number].is_open:
            return self._invitation(live, number)
        if not live.is_dealt:
            return [self._still_open(live, number), _fair(live)]
        if live.is_over and live.row.ending != FINISHED:
            return [_wrapped(state(live, number))]
        drawn = self.draw(live.scene(number), live.moves_since_last(number))
        return [_wrapped(_offer(live, number)), _wrapped(state(live, number)), drawn, _planned(live, number)]

    def _invitation(self, live: LiveTable, number: int) -> list[str]:
        """Return the invitation to an open seat."""
        host = next((_plain(x.name) for x in live.seats if x.person), "Somebody")
        others = ", ".join(_plain(x.name) for x in live.seats if not x.is_open)
        first = (
            f"{host} offers you seat {number + 1} at a table of {live.game.title}. Players so far: {others}."
        )
        parts = [_wrapped(first), _wrapped(f"Rules and clock: {_terms(live)}.")]
        scene = laid_down(live, number)
        answer = "Reply with the word accept to take the seat."
        if scene is None:
            return [*parts, _wrapped(answer), _fair(live)]
        drawn = ["This is the table:", self.draw(scene, ())]
        if scene.choices:
            answer = (
                f"You begin. Reply with your first action, such as: {scene.choices[0].words}. "
                "This also accepts the seat, as does the word accept."
            )
        return [*parts, *drawn, _wrapped(answer)]

    def _still_open(self, live: LiveTable, number: int) -> str:
        """Return the open seats: to whom each is offered, or the address at which anybody can take it."""
        lines = [_wrapped(state(live, number))]
        for x in live.seats:
            if x.is_open:
                anybody = f"for the first person who sends accept to\n  {self.address_of(live, x)}"
                lines.append(f"  seat {x.number + 1}: {f'offered to {x.address}' if x.address else anybody}")
        return "\n".join(lines)

    def _end(self, live: LiveTable, seat: StoredSeat) -> str:
        """Return how to reply."""
        words = "accept, help" if seat.is_open else "show, queue if ... then ..., resign, help"
        if live.is_over:
            words = "again, show, help"
        elif live.can_act(seat.number):
            words = f"your action, in its words or by its number; or {words}"
        return (
            f"-- \n{_wrapped(f'Reply to this email with one of: {words}.')}\n"
            f"Begin with the commands. Keep your reply address to yourself:\n{self.address_of(live, seat)}"
        )

    def _browser(self, live: LiveTable, seat: StoredSeat, to: str) -> str:
        """Return the link for the seat's player; empty in an email to any other address."""
        if self.link is None or not seat.person or to.lower() != seat.address.lower():
            return ""
        return f"Or continue in a browser. Keep this link to yourself:\n{self.link(seat.person, live.row.id)}"

    def _id(self, *parts: object) -> str:
        return f"<{mark_of(self.address, *parts)[:40]}@{self.address.rpartition('@')[2]}>"


def message_of(letter: OutgoingLetter, address: str) -> EmailMessage:
    """Return an email with its headers, which mark it as written by a machine (RFC 3834)."""
    message = EmailMessage()
    local, _, domain = address.rpartition("@")
    message["From"] = Address("Upcard", local, domain)
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Reply-To"] = letter.reply_to
    message["Message-ID"] = letter.id
    message["Date"] = formatdate()
    message["Auto-Submitted"] = "auto-replied" if letter.answers else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message["List-Unsubscribe"] = f"<mailto:{letter.reply_to}?subject=unsubscribe>"
    if letter.answers:
        message["In-Reply-To"] = message["References"] = letter.answers
    message.set_content(letter.text)
    return message


def decision(live: LiveTable, seat: int) -> int:
    """Return the number of a player's current decision, from 1; decisions of others do not count.

    Moves that were taken back count on, so that no two decisions of a match have the same number.
    """
    played = sum(a.seat == seat for a in live.snapshot.actions)
    return 1 + played + live.chose_ahead(seat) + live.row.taken_back


def marks_of(live: LiveTable, seat: int) -> list[str]:
    """Return a mark for each fact that an email to a seat reports: end, shuffle, offer, turn."""
    parts: list[tuple[object, ...]] = [("over",)] if live.is_over else []
    parts += [("shuffle",)] if live.has_to_add(seat) else []
    parts += [("agree", live.row.offer, live.row.taken_back)] if _is_offered(live, seat) else []
    parts += [("turn", decision(live, seat))] if live.can_act(seat) else []
    return [mark_of(live.row.id, seat, *x) for x in parts]


def short_state(live: LiveTable, seat: int) -> str:
    """Return the state of a table, for a subject line."""
    if live.seats[seat].is_open:
        return "an invitation"
    if live.is_over:
        return "the game is over"
    if live.has_to_add(seat):
        return hand_text(live) or "the rematch"
    if not live.is_dealt:
        return "waiting for players"
    return "your move" if live.can_act(seat) else "the table"


def _is_offered(live: LiveTable, seat: int) -> bool:
    """Return whether a seat can agree to an open offer."""
    offer = offer_of(live)
    return offer is not None and seat in still_to_accept(live, offer)


def _offer(live: LiveTable, seat: int) -> str:
    """Return the open offer to a seat in a sentence; empty if there is none."""
    offer = offer_of(live)
    if offer is None or not _is_offered(live, seat):
        return ""
    wish = WISHES[offer.kind].format(name=live.seats[offer.seat].name)
    return f"{wish} Reply with agree or decline."


def state(live: LiveTable, seat: int) -> str:
    """Return the state of a table in a sentence or two."""
    if seat >= 0 and live.has_to_add(seat):
        return "Everybody has moved to the next seat. Reply to this email to help shuffle the cards."
    if not live.is_dealt:
        return (
            "The cards are dealt when every seat is taken."
            if not live.is_full
            else "The others still have to help shuffle the cards."
        )
    if live.is_over:
        return f"{_result(live)} {_series(live)}".strip()
    if live.can_act(seat):
        limit = read_clock(live.row.clock)
        return "It is your turn." + (f" You have {limit.words}." if limit.seconds else "")
    if seat >= 0 and live.is_taken_over(seat):
        return "A bot plays for you; reply with the word back to take your seat back."
    others = join_names([live.seats[p].name for p in live.waiting_for()])
    return f"It is the turn of {others}." if others else "The others are thinking."


def laid_down(live: LiveTable, seat: int) -> Scene | None:
    """Return what a seat will see at the start, if all its cards are already known; None otherwise."""
    names = tuple(x.name or f"player {x.number + 1}" for x in live.seats)
    try:
        match = Match(live.game, None, 0, live.row.dealt, names)
    except UpcardError:  # cards are still to be dealt
        return None
    return MatchSession(match, [SeatPlayer(name) for name in names]).scene(seat)


def _result(live: LiveTable) -> str:
    """Return how a match ended."""
    if live.resigned is not None:
        return f"The game is over: {live.seats[live.resigned].name} has resigned."
    if live.early_end is not None and not live.scores:
        return f"The game is over: {live.early_end.sentence()}."
    scene = live.scene(0)
    scores = ", ".join(f"{name} {payoff_text(x)}" for name, x in zip(scene.names, scene.scores, strict=True))
    winning = scene.winning
    winners = join_names([scene.names[p] for p in winning])
    sentence = scene.result.sentence if scene.result else ""
    return f"The game is over: {scores}. " + (f"Winner: {winners}." if winners else sentence)


def _series(live: LiveTable) -> str:
    """Return the totals of a series, and how to continue; empty for a single match and an early end."""
    if not is_series(live) or live.row.ending not in (FINISHED, AGREED):
        return ""
    totals = [
        f"{x.name} {total_text(s.total, live.game)}"
        for x, s in zip(live.seats, standings_of(live), strict=True)
    ]
    next_one = (
        f"Reply with again for the next {live.game.rules.GAME.played_in[0]}."
        if has_next_hand(live)
        else "The series is over."
    )
    return f"This was {hand_text(live)}. Totals: {', '.join(totals)}. {next_one}"


def _planned(live: LiveTable, seat: int) -> str:
    """Return a player's plans."""
    plans = live.plans_of(seat)
    lines = [f"  {'if ' + x.condition + ' then ' if x.condition else ''}{x.action}" for x in plans]
    return "\n".join(["You have planned:", *lines]) if lines else ""


def _terms(live: LiveTable) -> str:
    """Return the options and the clock of a table."""
    chosen = [f"{k}={x}" for k, x in live.game.option_words().items() if len(str(x)) < 20 and x != ""]
    return "; ".join([", ".join(chosen) or "the usual rules", read_clock(live.row.clock).words])


def _fair(live: LiveTable) -> str:
    """Return the server's commitment before the deal."""
    if live.row.dealt:
        return ""
    return (
        "A fair deal: the cards are computed from a secret of the server and from the\n"
        f"players' emails. The server cannot change it after this commitment:\n{live.row.commitment}"
    )


def _plain(name: str) -> str:
    """Return a name as it is shown to somebody who never agreed to emails."""
    return name if is_plain_name(name) else "Somebody"


def _wrapped(text: str) -> str:
    """Return a text wrapped into lines; a text of several lines is unchanged."""
    return text if "\n" in text else textwrap.fill(text, WIDTH)
