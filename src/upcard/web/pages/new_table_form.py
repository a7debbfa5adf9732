"""New tables: the form with all choices, and the table that results."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.errors import Illegal, Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.engine.read_number import plain_number
from upcard.kit.strategy import Parameter
from upcard.language.messages import gettext, marked
from upcard.lessons.chapter_registry import chapter_of
from upcard.play.bot_catalogue import KINDS, Bot, bots_for
from upcard.play.bot_levels import OpponentLevel, level_named, level_up_to, levels_of, usual_level
from upcard.play.position_address import rules_from_address
from upcard.play.series import hands_choices, quick_hands
from upcard.server.bots import THINKING, check_bot
from upcard.server.fair_threads import in_thread
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.person_names import check_name
from upcard.web.http.request_context import CurrentForm, CurrentRequest, Form, Refusal, RequestContext
from upcard.web.pages.form_fields import option_fields
from upcard.web.pages.game_gallery import tiles
from upcard.web.pages.start_pages import start_page

router = APIRouter(include_in_schema=False)

OPEN, ME, LEVEL, OTHER, SEAT = "open", "me", "level-", "other", re.compile(r"seat-\d+")
"""Values of the field of a seat; ``other`` stands for the computer player in a second field, ``exact-N``."""

THINKING_TIMES = (("1", marked("1 second")), ("3", marked("3 seconds")), ("10", marked("10 seconds")))
CLOCKS = (
    ("none", marked("no clock")),
    ("move 20", marked("20 seconds per move")),
    ("move 60", marked("1 minute per move")),
    ("total 180 2", marked("3 minutes for your whole match, plus 2 seconds per move")),
    ("total 600", marked("10 minutes for your whole match")),
    ("total 900 10", marked("15 minutes for your whole match, plus 10 seconds per move")),
    ("days 1", marked("by correspondence: 1 day per move")),
    ("days 3", marked("by correspondence: 3 days per move")),
    ("days 7", marked("by correspondence: 7 days per move")),
)
DELAYS = (("0", marked("no delay")), ("4", marked("4 moves")), ("20", marked("20 moves")))


class SeatFault(Usage):
    """An invalid choice for a seat; `seat` is its number from 1."""

    def __init__(self, seat: int, sentence: str) -> None:
        super().__init__(sentence)
        self.seat = seat


@dataclass(frozen=True)
class BotSetting:
    """A parameter of a bot in the form."""

    field: str
    parameter: Parameter
    value: str
    """Its value as the visitor typed it."""

    @property
    def is_usual(self) -> bool:
        """Whether it has its default value."""
        return self.value.strip() in ("", f"{self.parameter.default:.12g}")


@dataclass(frozen=True)
class SeatChoice:
    """A seat in the form."""

    number: int
    """Number from 1."""
    who: str
    """``me``, ``open``, ``level-`` with the name of a level, or the name of a bot."""
    bot: Bot | None = None
    settings: tuple[BotSetting, ...] = ()
    level: OpponentLevel | None = None

    @property
    def strategy(self) -> str:
        """The bot of the level, or the bot with its changed settings, as one text."""
        if self.level:
            return self.level.strategy
        changed = [f"{x.parameter.name}={x.value.strip()}" for x in self.settings if not x.is_usual]
        return self.who + (f":{','.join(changed)}" if changed else "")

    @property
    def is_exact(self) -> bool:
        """Whether a computer player is chosen by its strategy, not by its level."""
        return self.level is None and self.who not in (ME, OPEN)

    @property
    def is_tuned(self) -> bool:
        """Whether a setting of the bot is changed."""
        return not all(x.is_usual for x in self.settings)


@router.get("/new/{name}")
async def choose(context: CurrentRequest, name: str) -> Response:
    """Show the form for a new table of a game."""
    return await _form_page(context, rules_from_address(name).GAME.name, context.query)


@router.post("/new/{name}")
async def update(context: CurrentRequest, form: CurrentForm, name: str) -> Response:
    """Show the same form with its entries, and with the seats and rules that now apply."""
    return await _form_page(context, rules_from_address(name).GAME.name, form)


@router.post("/tables")
async def make(context: CurrentRequest, form: CurrentForm) -> Response:
    """Open a table: with one click on the start page, or from the form with all choices."""
    is_quick = "play" in form or "invite" in form
    try:
        context = context.with_name(check_name(form["name"] or context.visitor.name))
    except Usage as fault:
        if is_quick:
            return await start_page(context, Refusal("name", form, fault))
        return await _form_page(context, form["game"], form, fault)
    try:
        context.site.tables.capacity.admit()
        new = await in_thread(_quick_table if is_quick else _chosen_table, context, form)
        live = await context.site.tables.create_table(new)
    except (Usage, Unreadable, Illegal) as fault:
        if is_quick:
            raise
        return await _form_page(context, form["game"], form, fault)
    context.site.tables.bots.call(live.game, [x.strategy for x in live.seats if x.strategy])
    return context.go_to(f"/t/{live.row.id}")


async def _form_page(
    context: RequestContext, name: str, form: Form, fault: Usage | Unreadable | Illegal | None = None
) -> Response:
    """Show the form for a table with its entries, and what is wrong with them."""
    place = f"seat-{fault.seat}" if isinstance(fault, SeatFault) else "table"
    refusal = Refusal(place, form, fault) if fault else None
    values = await in_thread(_form_values, name, form)  # the levels of a game may take seconds
    return context.page(
        "new.html.jinja",
        form=form,
        preset=form["preset"],
        name=form.get("name", context.suggested_name()),
        thinking_times=_shown(THINKING_TIMES),
        clocks=_shown(CLOCKS),
        delays=_shown(DELAYS),
        other=OTHER,
        refusal=refusal,
        **values,
    )


def _shown(choices: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the values of a field with their words, in the language of the request."""
    return [(value, gettext(words)) for value, words in choices]


def _form_values(name: str, form: Form) -> dict[str, Any]:
    """Return what the form shows of a game: its options, seats, levels and bots."""
    game = _game(name, form)
    bots = bots_for(game)
    return {
        "tile": next(t for t in tiles() if t.name == game.name),
        "game": game,
        "chapter": chapter_of(game.name),
        "options": option_fields(game, form),
        "seats": [_seat_choice(game, form, p, bots) for p in range(1, game.players + 1)],
        "levels": [(level_key(x), x) for x in levels_of(game)],
        "bots": [(words, [x for x in bots if x.kind == kind]) for kind, words in KINDS.items()],
        "hands": [(str(n), words) for n, words in hands_choices(game)],
    }


def _game(name: str, form: Form) -> Game:
    """Return the game with the chosen number of players and preset."""
    number = form.number("players") if form["players"] else None
    return GameSpec(name, number, form["preset"] or None).game()


def _quick_table(context: RequestContext, form: Form) -> NewTable:
    """Return a table for one click on the start page: against bots, or with a friend.

    The waiting room can add seats for more friends.
    """
    preset, name = form["preset"] or None, form["play"] or form["invite"]
    sizes = () if "play" in form else rules_from_address(name).GAME.table_sizes
    game = GameSpec(name, min((n for n in sizes if n > 1), default=None), preset).game()
    level = level_up_to(form["level"], game)
    other = NewSeat(strategy=level.strategy, thinking=THINKING) if "play" in form else NewSeat()
    seats = [_visitor_seat(context), *[other] * (game.players - 1)]
    return NewTable(game.name, seats, preset=preset, hands=quick_hands(game))


def _chosen_table(context: RequestContext, form: Form) -> NewTable:
    """Return the table that the form describes."""
    game = _game(form["game"], form)
    _check_shown(game, form)
    return NewTable(
        game=game.name,
        seats=list(_seats(context, game, form)),
        options={o.name: form[f"option-{o.name}"] for o in game.rules.OPTIONS if form[f"option-{o.name}"]},
        preset=form["preset"] or None,
        clock=form.get("clock", "none"),
        confirm="confirm" in form,
        delay=plain_number("delay", form.get("delay", "0")),
        hands=plain_number("hands", form.get("hands", "1")),
    )


def _check_shown(game: Game, form: Form) -> None:
    """Raise Usage if the seats or rules of a form belong to another number of players or variant.

    Without scripts, the form does not change when the visitor chooses another one.
    """
    seats = sum(bool(SEAT.fullmatch(x)) for x in form)
    if form["players"] and seats not in (0, game.players):
        raise Usage(
            gettext(
                "the form has {seats} seats for {players} players; check all seats, then open the table",
                seats=seats,
                players=game.players,
            )
        )
    if form.get("shown", form["preset"]) != form["preset"]:
        raise Usage(
            gettext("you chose another variant, with the rules below; check them, then open the table")
        )


def _visitor_seat(context: RequestContext) -> NewSeat:
    return NewSeat(person=context.visitor.person, name=context.visitor.name)


def _seats(context: RequestContext, game: Game, form: Form) -> Iterator[NewSeat]:
    """Yield the seats of the table: for the visitor, for anyone, or for a bot."""
    thinking, bots = float(plain_number("thinking", form.get("thinking", "1"))), bots_for(game)
    taken = 0
    for p in range(1, game.players + 1):
        choice = _seat_choice(game, form, p, bots)
        if choice.who == ME and taken:
            raise SeatFault(p, _seat_twice(taken))
        if choice.who == ME:
            taken = p
            yield _visitor_seat(context)
        elif choice.who == OPEN:
            yield NewSeat()
        else:
            try:
                check_bot(choice.strategy, game)
            except Usage as fault:
                raise SeatFault(p, str(fault)) from None
            yield NewSeat(strategy=choice.strategy, thinking=thinking)


def _seat_twice(taken: int) -> str:
    return gettext("you already have seat {number}; leave this seat open, or give it to a bot", number=taken)


def _seat_choice(game: Game, form: Form, number: int, bots: list[Bot]) -> SeatChoice:
    """Return a seat as it was filled in; by default the first is the visitor's."""
    usual = ME if number == 1 else level_key(usual_level(game))
    who = form.get(f"seat-{number}", usual)
    if who == OTHER:
        who = form[f"exact-{number}"] or bots[0].name
    level = level_named(who.removeprefix(LEVEL), game) if who.startswith(LEVEL) else None
    bot = next((x for x in bots if x.name == who), None)
    settings = [
        BotSetting(field, p, form.get(field, f"{p.default:.12g}"))
        for p in (bot.parameters if bot else ())
        for field in [f"seat-{number}-{who}-{p.name}"]
    ]
    return SeatChoice(number, who, bot, tuple(settings), level)


def level_key(level: OpponentLevel) -> str:
    """Return the name of a level in the form."""
    return LEVEL + level.name.lower()
