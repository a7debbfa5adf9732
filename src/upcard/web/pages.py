"""The pages beside the tables: the start, one's own games, the making of a table, who one is."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import Response

from upcard.engine.catalog import find_rules
from upcard.engine.errors import Usage
from upcard.engine.game import Game, make_game
from upcard.play.bots import THINKING, bots_for, usual_bot
from upcard.play.live import LiveTable
from upcard.play.wish import SeatWish, Wish, check_name
from upcard.web.gallery import tiles
from upcard.web.identity import link_of, read_link, with_person
from upcard.web.site import Asked, form_of, go_to, page, visit
from upcard.web.tables import checked

router = APIRouter(include_in_schema=False)
Visit = Annotated[Asked, Depends(visit)]

OPEN, ME = "open", "me"


@router.get("/")
async def start(asked: Visit) -> Response:
    """The games as pictures, and one's own tables."""
    return page(asked, "start.html.jinja", tiles=tiles(), mine=await _mine(asked))


@router.get("/mine")
async def mine(asked: Visit) -> Response:
    """One's own tables, those where one is to act first."""
    link = link_of(asked.site.signer, asked.base, asked.visitor.person)
    return page(asked, "mine.html.jinja", mine=await _mine(asked), private=link)


@router.get("/new/{name}")
async def choose(asked: Visit, name: str) -> Response:
    """Everything that can be chosen for a new table of a game."""
    rules = find_rules(name)
    query = asked.request.query_params
    preset, players = query.get("preset", ""), query.get("players", "")
    game = make_game(rules.GAME.name, _whole("players", players) if players else None, preset or None)
    return page(
        asked,
        "new.html.jinja",
        tile=next(t for t in tiles() if t.name == game.name),
        game=game,
        preset=preset,
        options=_options(game),
        bots=bots_for(game),
        usual=usual_bot(game),
    )


@router.post("/tables")
async def make(asked: Visit) -> Response:
    """A new table, by one click of the start page or with everything chosen."""
    form = await form_of(asked)
    asked = asked.named(check_name(form.get("name") or asked.visitor.name))
    live = await asked.site.hall.make(_wish(asked, form))
    asked.site.hall.bots.call(live.game, [x.strategy for x in live.seats if x.strategy])
    return go_to(asked, f"/t/{live.row.id}")


@router.post("/name")
async def rename(asked: Visit) -> Response:
    """Another name for tables to come."""
    form = await form_of(asked)
    return go_to(asked.named(check_name(form.get("name", ""))), "/")


@router.get("/me/{link}")
async def follow(asked: Visit, link: str) -> Response:
    """Be the same person on another device, or have his seat at one table."""
    key, path = read_link(asked.site.signer, link)
    return go_to(Asked(asked.site, asked.request, with_person(asked.visitor, key), asked.settings), path)


@router.get("/verify")
async def ask_record(asked: Visit) -> Response:
    """Where a record can be pasted."""
    return page(asked, "verify.html.jinja", text="", proved=[], fault="")


@router.post("/verify")
async def verify(asked: Visit) -> Response:
    """What a pasted record proves."""
    form = await form_of(asked)
    return checked(asked, form.get("record", "").replace("\r\n", "\n"))


async def _mine(asked: Asked) -> list[dict[str, object]]:
    tables = await asked.site.hall.tables_of(asked.visitor.persons)
    return [_line(asked, live) for live in tables]


def _line(asked: Asked, live: LiveTable) -> dict[str, object]:
    """What the list of one's tables says of one."""
    mine = live.seats_of(asked.visitor.persons)
    others = ", ".join(x.name or "an open seat" for x in live.seats if x.number not in mine)
    if live.is_over:
        state = _outcome(live, mine)
    elif not live.is_full:
        state = "waiting for players"
    elif not live.is_dealt:
        state = "waiting for the shuffle"
    else:
        is_asked = any(live.is_asked(p) for p in mine)
        state = "your move" if is_asked else f"{live.seats[live.mover].name} is to move"
    return {"id": live.row.id, "title": live.game.title, "others": others, "state": state, "turn": live.turn}


def _outcome(live: LiveTable, mine: Sequence[int]) -> str:
    """Who has won, as one of the players reads it."""
    if not set(mine).isdisjoint(live.winners):
        return "you won" if len(live.winners) == 1 else "you share the win"
    return f"{' and '.join(live.seats[p].name for p in live.winners) or 'nobody'} won"


def _wish(asked: Asked, form: dict[str, str]) -> Wish:
    """What the form wishes."""
    me = SeatWish(person=asked.visitor.person, name=asked.visitor.name)
    for key, other in (("play", None), ("invite", SeatWish())):
        if key in form:
            game = make_game(form[key])
            rest = other or SeatWish(strategy=usual_bot(game), thinking=THINKING)
            return Wish(game.name, [me, *[rest] * (game.players - 1)])
    rules = find_rules(form.get("game", ""))
    players = _whole("players", form.get("players", "")) if form.get("players") else rules.GAME.usual
    make_game(rules.GAME.name, players)
    options = {o.name: form[f"option-{o.name}"] for o in rules.OPTIONS if form.get(f"option-{o.name}")}
    return Wish(
        game=rules.GAME.name,
        seats=_seats(form, me, players),
        options=dict(options),
        preset=form.get("preset") or None,
        clock=form.get("clock", "none"),
        confirm="confirm" in form,
        delay=_whole("delay", form.get("delay", "0")),
    )


def _seats(form: dict[str, str], me: SeatWish, players: int) -> list[SeatWish]:
    """Who is to sit where: oneself, whoever comes, or a strategy."""
    seats = []
    for p in range(players):
        who = form.get(f"seat-{p + 1}", ME if p == 0 else OPEN)
        if who == ME:
            seats.append(me)
        elif who == OPEN:
            seats.append(SeatWish())
        else:
            seats.append(
                SeatWish(strategy=who, thinking=float(_whole("thinking", form.get("thinking", "1"))))
            )
    if sum(x is me for x in seats) > 1:
        raise Usage("two seats were chosen for you; take one, and leave the other open or to a strategy")
    return seats


def _whole(what: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise Usage(f"{what} was given as {text[:20]!r}; expected a whole number")
    return int(text)


def _options(game: Game) -> list[dict[str, object]]:
    """The options of a game for a form: name, words, value, and values or bounds."""
    chosen = game.option_words()
    return [
        {
            "name": o.name,
            "words": o.words,
            "value": chosen[o.name],
            "values": o.values,
            "low": o.low,
            "high": o.high,
            "is_text": o.read is not None,
        }
        for o in game.rules.OPTIONS
    ]
