"""What a new table is to be, and what people may call themselves."""

import secrets
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from upcard.engine.commitment import commitment, terms_of
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.engine.option_values import OptionValue
from upcard.play.stale_rules import refuse_edited
from upcard.server.bots import MOST_THINKING, bot_name, check_bot
from upcard.server.clock import read_clock
from upcard.server.fair_deal import deal_columns, new_secret
from upcard.server.repository import KeptSeat, KeptTable

ID_LETTERS, ID_LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 10
LONGEST_NAME, LONGEST_STRATEGY, MOST_DELAY = 40, 160, 100


@dataclass(frozen=True)
class SeatWish:
    """Who is to sit on a seat: a strategy, a person, or, if neither is named, who comes."""

    strategy: str = ""
    """How a strategy is asked for."""
    person: str = ""
    name: str = ""
    """A key of the person's browser, and what the person is called."""
    thinking: float = 0.0
    """For how many seconds a strategy that searches thinks of one action; 0 for the usual time."""
    address: str = ""
    """Where letters to the person go."""
    added: str | None = None
    """What the person has already added to the seed of the deal."""


@dataclass(frozen=True)
class Wish:
    """What a new table is to be."""

    game: str
    """Name of the game."""
    seats: Sequence[SeatWish]
    """One for each player."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """Options of the rules as people write them."""
    preset: str | None = None
    """A named set of options, under those named."""
    clock: str = "none"
    """See :mod:`upcard.server.clock`."""
    confirm: bool = False
    """Whether an action is confirmed before it counts."""
    delay: int = 0
    """By how many actions those who watch are behind."""
    dealt: Sequence[str] = ()
    """Outcomes of chance, for a position that is given; empty for a fair deal."""
    follows: str | None = None
    """The table of which this is a return match."""
    key: str | None = None
    """By what request it is made; a second table of one request is not made."""


def new_table_of(wish: Wish) -> tuple[KeptTable, tuple[KeptSeat, ...]]:
    """A table as it is to be kept, with a secret of its own, and its seats; dealt if nobody is waited for.

    Raises
    ------
    UpcardError
        If the game, an option, a strategy, a name or the clock is not known, or does not fit; or if the
        rules file is another one by now.
    """
    game = GameSpec(wish.game, len(wish.seats), wish.preset, wish.options).without_usual().game()
    refuse_edited(game.rules)
    seats = _told_apart([_seat(game, p, x) for p, x in enumerate(wish.seats)])
    if not 0 <= wish.delay <= MOST_DELAY:
        raise Usage(f"a delay of {wish.delay} actions was asked for; expected 0 to {MOST_DELAY}")
    if wish.dealt:
        game.match(seed=0, dealt=list(wish.dealt))
    table_id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
    secret, now = new_secret(), time.time()
    row = KeptTable(
        id=table_id,
        game=game.name,
        players=game.players,
        options=game.option_words(),
        rules_version=game.rules.GAME.version,
        secret=secret,
        commitment=commitment(secret, terms_of(table_id, game)),
        dealt=tuple(wish.dealt),
        clock=str(read_clock(wish.clock)),
        confirm=wish.confirm,
        delay=wish.delay,
        follows=wish.follows,
        key=wish.key,
        made_at=now,
        changed_at=now,
    )
    return (row if any(x.is_open for x in seats) else replace(row, **deal_columns(row, seats))), seats


def check_name(name: str) -> str:
    """A person's name as it is shown.

    Raises
    ------
    Usage
        If it is empty, too long, or holds what cannot be printed.
    """
    shown = " ".join(name.split())
    if not 1 <= len(shown) <= LONGEST_NAME or not shown.isprintable():
        raise Usage(_name_fault(shown))
    return shown


def _name_fault(name: str) -> str:
    """Why a name cannot be had, and what to do."""
    if not name:
        return f"a name is missing; type one, of {LONGEST_NAME} letters at most"
    if len(name) > LONGEST_NAME:
        return f"a name of {len(name)} letters is too long; take one of {LONGEST_NAME} at most"
    return "this name has signs in it that cannot be shown; type another one"


def _told_apart(seats: Sequence[KeptSeat]) -> tuple[KeptSeat, ...]:
    """The seats, where strategies of one name are called after their seats."""
    often = Counter(x.strategy for x in seats)
    return tuple(
        replace(x, name=f"{x.name} {x.number + 1}") if x.strategy and often[x.strategy] > 1 else x
        for x in seats
    )


def _seat(game: Game, number: int, wish: SeatWish) -> KeptSeat:
    if wish.strategy:
        if len(wish.strategy) > LONGEST_STRATEGY:
            raise Usage(
                f"a strategy of {len(wish.strategy):,} characters was given; at most {LONGEST_STRATEGY} are "
                "kept: name fewer of its parameters, or write their values shorter"
            )
        check_bot(wish.strategy, game)
        if not 0 <= wish.thinking <= MOST_THINKING:
            raise Usage(f"{wish.thinking:g} seconds to think were given; expected 0 to {MOST_THINKING:g}")
        return KeptSeat(number, bot_name(wish.strategy, game), wish.strategy, wish.thinking)
    name = check_name(wish.name) if wish.person else ""
    return KeptSeat(number, name, person=wish.person, added=wish.added, address=wish.address)
