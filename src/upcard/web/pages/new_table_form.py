"""The making of a table: the form in which everything can be chosen, and what is made of it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from upcard.classroom.pseudonyms import pseudonym
from upcard.engine.errors import Illegal, Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.kit.strategy import Parameter
from upcard.lessons.chapter_registry import chapter_of
from upcard.server.bots import KINDS, THINKING, Bot, bots_for, check_bot, usual_bot
from upcard.server.new_table import NewSeat, NewTable, check_name
from upcard.web.board.position_address import rules_from_address
from upcard.web.http.parse_int import whole
from upcard.web.http.request_context import (
    CurrentRequest,
    Refusal,
    RequestContext,
    form_of,
    go_to,
    page,
)
from upcard.web.pages.form_fields import option_fields
from upcard.web.pages.game_gallery import tiles
from upcard.web.pages.start_pages import start_page

router = APIRouter(include_in_schema=False)

OPEN, ME, SEAT = "open", "me", re.compile(r"seat-\d+")
THINKING_TIMES = (("1", "1 second"), ("3", "3 seconds"), ("10", "10 seconds"))
CLOCKS = (
    ("none", "none"),
    ("move 20", "20 seconds per move"),
    ("move 60", "1 minute per move"),
    ("days 1", "by correspondence: 1 day per move"),
    ("days 3", "by correspondence: 3 days per move"),
    ("days 7", "by correspondence: 7 days per move"),
)
DELAYS = (("0", "none"), ("4", "4 moves"), ("20", "20 moves"))


class SeatFault(Usage):
    """What was chosen for a seat cannot be: `seat` is its number from 1."""

    def __init__(self, seat: int, sentence: str) -> None:
        super().__init__(sentence)
        self.seat = seat


@dataclass(frozen=True)
class BotSetting:
    """A parameter of a bot for a form: the name of its field, the parameter, and its value as written."""

    field: str
    parameter: Parameter
    value: str

    @property
    def is_usual(self) -> bool:
        """Whether it has the value that it has where nobody says anything."""
        return self.value.strip() in ("", f"{self.parameter.default:.12g}")


@dataclass(frozen=True)
class SeatChoice:
    """A seat of the form: its number from 1, who takes it, and if it is a bot, that bot with its settings."""

    number: int
    who: str
    bot: Bot | None = None
    settings: tuple[BotSetting, ...] = ()

    @property
    def strategy(self) -> str:
        """How the bot is asked for."""
        told = [f"{x.parameter.name}={x.value.strip()}" for x in self.settings if not x.is_usual]
        return self.who + (f":{','.join(told)}" if told else "")

    @property
    def is_tuned(self) -> bool:
        """Whether a setting of the bot is not as usual."""
        return not all(x.is_usual for x in self.settings)


@router.get("/new/{name}")
async def choose(asked: CurrentRequest, name: str) -> Response:
    """Everything that can be chosen for a new table of a game."""
    return _form_page(asked, rules_from_address(name).GAME.name, dict(asked.request.query_params))


@router.post("/new/{name}")
async def choose_on(asked: CurrentRequest, name: str) -> Response:
    """The same form as far as it is filled in, with the seats and rules that now belong to it."""
    return _form_page(asked, rules_from_address(name).GAME.name, await form_of(asked))


@router.post("/tables")
async def make(asked: CurrentRequest) -> Response:
    """A new table, by one click of the start page or with everything chosen."""
    form = await form_of(asked)
    is_quick = "play" in form or "invite" in form
    try:
        asked = asked.named(check_name(form.get("name") or asked.visitor.name))
    except Usage as fault:
        refusal = Refusal("name", form, fault)
        return (
            await start_page(asked, refusal)
            if is_quick
            else _form_page(asked, form.get("game", ""), form, fault)
        )
    try:
        live = await asked.site.tables.create_table(
            _quick_wish(asked, form) if is_quick else _wish(asked, form)
        )
    except (Usage, Unreadable, Illegal) as fault:
        if is_quick:
            raise
        return _form_page(asked, form.get("game", ""), form, fault)
    asked.site.tables.bots.call(live.game, [x.strategy for x in live.seats if x.strategy])
    return go_to(asked, f"/t/{live.row.id}")


def _form_page(
    asked: RequestContext,
    name: str,
    form: Mapping[str, str],
    fault: Usage | Unreadable | Illegal | None = None,
) -> Response:
    """The form for a table, with what was filled in, and what is wrong with it."""
    game = _game(name, form)
    bots = bots_for(game)
    place = f"seat-{fault.seat}" if isinstance(fault, SeatFault) else "table"
    refusal = Refusal(place, form, fault) if fault else None
    return page(
        asked,
        "new.html.jinja",
        refusal.status if refusal else 200,
        tile=next(t for t in tiles() if t.name == game.name),
        game=game,
        chapter=chapter_of(game.name),
        form=form,
        preset=form.get("preset", ""),
        name=form.get("name", asked.visitor.name or pseudonym(())),
        options=option_fields(game, form),
        seats=[_seat_choice(game, form, p, bots) for p in range(1, game.players + 1)],
        bots=[(words, [x for x in bots if x.kind == kind]) for kind, words in KINDS.items()],
        thinking_times=THINKING_TIMES,
        clocks=CLOCKS,
        delays=DELAYS,
        refusal=refusal,
    )


def _game(name: str, form: Mapping[str, str]) -> Game:
    """The game with the number of players and the variant that were chosen."""
    players = form.get("players", "")
    number = whole("players", players) if players else None
    return GameSpec(name, number, form.get("preset") or None).game()


def _quick_wish(asked: RequestContext, form: Mapping[str, str]) -> NewTable:
    """What a click of the start page wishes: the game against bots, or with friends."""
    game = GameSpec(form.get("play") or form["invite"]).game()
    other = NewSeat(strategy=usual_bot(game), thinking=THINKING) if "play" in form else NewSeat()
    return NewTable(game.name, [_own(asked), *[other] * (game.players - 1)])


def _wish(asked: RequestContext, form: Mapping[str, str]) -> NewTable:
    """What the form wishes."""
    game = _game(form.get("game", ""), form)
    _check_shown(game, form)
    return NewTable(
        game=game.name,
        seats=list(_seats(asked, game, form)),
        options={
            o.name: form[f"option-{o.name}"] for o in game.rules.OPTIONS if form.get(f"option-{o.name}")
        },
        preset=form.get("preset") or None,
        clock=form.get("clock", "none"),
        confirm="confirm" in form,
        delay=whole("delay", form.get("delay", "0")),
    )


def _check_shown(game: Game, form: Mapping[str, str]) -> None:
    """Refuse a form whose seats or rules belong to another size or variant than was chosen.

    Without scripts they stay as they were when another one is chosen.
    """
    seats = sum(bool(SEAT.fullmatch(x)) for x in form)
    if form.get("players") and seats not in (0, game.players):
        raise Usage(
            f"the form has {seats} seats for {game.players} players; check all seats, then open the table"
        )
    if form.get("shown", preset := form.get("preset", "")) != preset:
        raise Usage("you chose another variant, with the rules below; check them, then open the table")


def _own(asked: RequestContext) -> NewSeat:
    return NewSeat(person=asked.visitor.person, name=asked.visitor.name)


def _seats(asked: RequestContext, game: Game, form: Mapping[str, str]) -> Iterator[NewSeat]:
    """Who is to sit where: oneself, whoever comes, or a strategy."""
    thinking, bots = float(whole("thinking", form.get("thinking", "1"))), bots_for(game)
    own = 0
    for p in range(1, game.players + 1):
        one = _seat_choice(game, form, p, bots)
        if one.who == ME and own:
            raise SeatFault(p, f"you already have seat {own}; leave this seat open, or give it to a bot")
        if one.who == ME:
            own = p
            yield _own(asked)
        elif one.who == OPEN:
            yield NewSeat()
        else:
            try:
                check_bot(one.strategy, game)
            except Usage as fault:
                raise SeatFault(p, str(fault)) from None
            yield NewSeat(strategy=one.strategy, thinking=thinking)


def _seat_choice(game: Game, form: Mapping[str, str], number: int, bots: list[Bot]) -> SeatChoice:
    """A seat as it was filled in, or as it usually is: oneself, a friend, bots."""
    usual = {1: ME, 2: OPEN}.get(number) or usual_bot(game)
    who = form.get(f"seat-{number}", usual)
    bot = next((x for x in bots if x.name == who), None)
    settings = [
        BotSetting(field, p, form.get(field, f"{p.default:.12g}"))
        for p in (bot.parameters if bot else ())
        for field in [f"seat-{number}-{who}-{p.name}"]
    ]
    return SeatChoice(number, who, bot, tuple(settings))
