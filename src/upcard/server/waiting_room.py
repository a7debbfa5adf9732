"""Choices before the deal: everybody may leave, the host starts, fills seats, changes rules, removes people.

A change of the rules or of the number of players changes the terms of the table, so the server draws a new
secret and shows a new commitment. So it does when somebody has already added a text to the seed: all players
then add theirs again. The name and address of the table stay.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from upcard.engine.commitment import commitment, terms_of
from upcard.engine.errors import Illegal, Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.engine.players import can_play
from upcard.language.messages import gettext as _
from upcard.language.messages import ngettext
from upcard.language.phrases import players_in_words
from upcard.play.bot_levels import usual_level
from upcard.play.series import check_hands
from upcard.server import repository as rows
from upcard.server.bots import THINKING
from upcard.server.database import Conflict
from upcard.server.fair_deal import deal_columns, new_secret
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import LiveTable
from upcard.server.new_table import with_names
from upcard.server.repository import StoredSeat
from upcard.server.sitters import Sitter
from upcard.server.table_service import TableService

AS_NOW = "as now"
"""The choice of a variant that leaves the rules as they are."""


async def leave(service: TableService, table_id: str, sitter: int | Sitter) -> None:
    """Leave a table before the deal; the last person who leaves removes it. Raises Illegal after the deal."""
    async with service.locked_seat(table_id, sitter) as (live, seat):
        _check_waiting(live)
        if sum(bool(x.person) for x in live.seats) == 1:
            await service.remove(live)
            return
        seats = [StoredSeat(x.number) if x.number == seat else x for x in live.seats]
        await _change(service, live, live.game, seats)


async def remove(
    service: TableService, table_id: str, sitter: int | Sitter, removed: int, name: str = ""
) -> None:
    """Open the seat of a person or computer player; only the host may. Raises Illegal if nobody is there.

    The person cannot take a seat again, under no other name either, until the host lets them back in. Raises
    Conflict if somebody else than `name` is in that seat now; an empty name stands for anybody.
    """
    async with service.locked_seat(table_id, sitter) as (live, seat):
        _check_host(live, seat)
        if removed not in range(len(live.seats)) or live.seats[removed].is_open:
            raise Illegal(_("nobody is in that seat; look at the table again"))
        if removed == seat:
            raise Illegal(_("this is your own seat; to leave the table, choose Leave"))
        gone = live.seats[removed]
        if name not in ("", gone.name):
            raise Conflict(_("{name} is no longer in that seat; look at the table again", name=name))
        banned = ((gone.person, gone.name),) if gone.person and gone.person != live.seats[seat].person else ()
        seats = [StoredSeat(x.number) if x.number == removed else x for x in live.seats]
        await _change(service, live, live.game, seats, removed=(*live.row.removed, *banned))


async def let_back_in(service: TableService, table_id: str, sitter: int | Sitter, name: str) -> None:
    """Let removed people of a name take a seat again; only the host may. Raises Illegal without any."""
    async with service.locked_seat(table_id, sitter) as (live, seat):
        _check_host(live, seat)
        remaining = tuple(x for x in live.row.removed if x[1] != name)
        if remaining == live.row.removed:
            raise Illegal(_("nobody of this name was removed; look at the table again"))
        await service.change(live, lambda c: None, live.snapshot, removed=remaining)


async def fill(service: TableService, table_id: str, sitter: int | Sitter) -> None:
    """Give all open seats to computer players of the usual level; only the host may."""
    async with service.locked_seat(table_id, sitter) as (live, seat):
        _check_host(live, seat)
        await _change(service, live, live.game, await in_thread(_filled, live.game, live.seats))
    service.wake(live)


async def start(service: TableService, table_id: str, sitter: int | Sitter) -> None:
    """Start with those who are here; only the host may.

    Open seats disappear. If the game needs more players, computer players take the open seats instead.
    """
    async with service.locked_seat(table_id, sitter) as (live, seat):
        _check_host(live, seat)
        present = [x for x in live.seats if not x.is_open]
        if can_start_with(live, len(present)):
            game = GameSpec(live.row.game, len(present), options=live.row.options).game()
            await _change(service, live, game, present)
        else:
            await _change(service, live, live.game, await in_thread(_filled, live.game, live.seats))
    service.wake(live)


async def change_rules(
    service: TableService, table_id: str, sitter: int | Sitter, preset: str, players: int, hands: int = 0
) -> None:
    """Change the variant, the number of players and the number of hands before the deal; only the host may.

    `preset` is empty for the standard rules, and ``AS_NOW`` for those that the table has; `hands` is 0 for as
    many as now. Computer players of the usual level replace those that cannot play by the new rules.

    Raises
    ------
    Illegal
        If the visitor is not the host, the cards are dealt, or the first hand of a series has been played.
    Usage
        If the game has no such variant, is for other numbers of players or hands, or more people are here.
    """
    async with service.locked_seat(table_id, sitter) as (live, seat):
        _check_host(live, seat)
        if live.row.hand > 1:
            raise Illegal(
                _("a series keeps its rules and its number of players; open a new table for others")
            )
        options = live.row.options if preset == AS_NOW else {}
        spec = GameSpec(live.row.game, players, preset if preset and preset != AS_NOW else None, options)
        if players not in spec.rules.GAME.table_sizes:
            sizes, title = players_in_words(spec.rules.GAME.table_sizes), spec.rules.GAME.title
            raise Usage(_("{game} is for {players}; choose one of these numbers", game=title, players=sizes))
        game = spec.without_usual().game()
        check_hands(game, hands or live.row.hands)
        present = [x for x in live.seats if not x.is_open]
        if len(present) > players:
            raise Usage(
                ngettext(
                    "{n} player is here; remove somebody, or choose a larger number",
                    "{n} players are here; remove somebody, or choose a larger number",
                    len(present),
                )
            )
        seats = present + [StoredSeat(0)] * (players - len(present))
        if len(live.seats) == players:
            seats = list(live.seats)
        seats = await in_thread(_replaced, game, seats)
        await _change(service, live, game, seats, hands=hands or live.row.hands)


def preset_of(live: LiveTable) -> str:
    """Return the name of the variant of a table; empty for the standard rules, ``AS_NOW`` for any others."""
    words = live.game.option_words()
    presets: list[str] = ["", *live.game.rules.PRESETS]
    for preset in presets:
        try:
            if GameSpec(live.row.game, live.row.players, preset or None).game().option_words() == words:
                return preset
        except Usage:
            continue
    return AS_NOW


def can_start_with(live: LiveTable, players: int) -> bool:
    """Return whether the game of a table can be played by fewer players, with the same rules.

    A series that has begun keeps its number of players.
    """
    if live.row.hand > 1 or players not in live.game.rules.GAME.table_sizes:
        return False
    try:
        GameSpec(live.row.game, players, options=live.row.options).game()
    except Usage:
        return False
    return True


def _replaced(game: Game, seats: Sequence[StoredSeat]) -> list[StoredSeat]:
    """Return seats; with the computer player of the usual level where theirs cannot play the game."""
    usual = usual_level(game).strategy
    return [
        replace(x, strategy=usual, thinking=THINKING) if x.strategy and not can_play(x.strategy, game) else x
        for x in seats
    ]


def _filled(game: Game, seats: Sequence[StoredSeat]) -> list[StoredSeat]:
    level = usual_level(game)
    filled = StoredSeat(0, strategy=level.strategy, thinking=THINKING)
    return [replace(filled, number=x.number) if x.is_open else x for x in seats]


async def _change(
    service: TableService, live: LiveTable, game: Game, seats: Sequence[StoredSeat], **columns: Any
) -> None:
    """Store the seats of a table with the terms of a game, and `columns`; the caller holds its lock."""
    row = live.row
    after = tuple(replace(x, number=p) for p, x in enumerate(seats))
    terms = {"players": game.players, "options": game.option_words()}
    has_new_terms = (row.players, dict(row.options)) != (game.players, dict(game.option_words()))
    if has_new_terms or any(x.added is not None for x in live.seats if x.person):
        secret = new_secret()
        columns |= {**terms, "secret": secret, "commitment": commitment(secret, terms_of(row.id, game))}
        after = tuple(replace(x, added=None) for x in after)
    after = await in_thread(with_names, after, game, row.id)
    row = replace(row, **columns)
    if not any(x.is_open for x in after):
        columns |= deal_columns(row, after)
    snapshot = replace(live.snapshot, seats=after, phrases=())
    await service.change(live, lambda c: rows.replace_seats(c, row.id, after), snapshot, **columns)


def _check_host(live: LiveTable, seat: int) -> None:
    _check_waiting(live)
    if live.host != seat:
        if live.host is None:
            raise Illegal(_("only the player who opened this table can do this before the deal"))
        host = live.seats[live.host].name
        raise Illegal(_("only {name}, who opened this table, can do this before the deal", name=host))


def _check_waiting(live: LiveTable) -> None:
    if live.is_dealt:
        raise Illegal(_("the cards have already been dealt; resign if you want to stop"))
