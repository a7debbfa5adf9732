"""Requests for new tables."""

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
from upcard.language.messages import gettext as _
from upcard.language.messages import local_number
from upcard.play.bot_catalogue import bot_name
from upcard.play.bot_levels import level_of
from upcard.play.bot_names import level_of_name, opponent_name
from upcard.play.series import check_hands
from upcard.play.stale_rules import refuse_edited
from upcard.server.bots import MOST_THINKING, check_bot
from upcard.server.clock import read_clock
from upcard.server.fair_deal import deal_columns, new_secret
from upcard.server.person_names import check_name, numbered
from upcard.server.repository import StoredSeat, StoredTable

ID_LETTERS, ID_LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 10
LONGEST_STRATEGY, MOST_DELAY = 160, 100


@dataclass(frozen=True)
class NewSeat:
    """A seat of a new table: for a strategy, for a person, or open if neither is named.

    The fields are those of :class:`upcard.server.repository.StoredSeat`.
    """

    strategy: str = ""
    person: str = ""
    name: str = ""
    thinking: float = 0.0
    """Thinking time in seconds of a strategy that searches, for one action; 0 for the default."""
    address: str = ""
    added: str | None = None


@dataclass(frozen=True)
class NewTable:
    """A request for a new table; fields are those of :class:`upcard.server.repository.StoredTable`."""

    game: str
    seats: Sequence[NewSeat]
    """One for each player."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    preset: str | None = None
    """A named set of options; `options` have priority."""
    clock: str = "none"
    confirm: bool = False
    delay: int = 0
    dealt: Sequence[str] = ()
    follows: str | None = None
    key: str | None = None
    """The key of the request; requests with the same key make only one table."""
    host: str = ""
    """The person who decides before the deal; empty for the first person."""
    hand: int = 1
    hands: int = 1
    earlier: tuple[tuple[str, tuple[str, ...]], ...] = ()


def prepare_table(new: NewTable) -> tuple[StoredTable, tuple[StoredSeat, ...]]:
    """Return the row of a new table, with its secret, and its seats; dealt if no seat is open.

    Raises UpcardError if the game, an option, a strategy, a name or the clock is not known or does not fit,
    or if the rules file has changed since it was loaded.
    """
    game = GameSpec(new.game, len(new.seats), new.preset, new.options).without_usual().game()
    refuse_edited(game.rules)
    check_hands(game, new.hands)
    table_id = new_id()
    seats = with_names([_seat(game, p, x) for p, x in enumerate(new.seats)], game, table_id)
    if not 0 <= new.delay <= MOST_DELAY:
        raise Usage(_("the delay is {n} actions; expected 0 to {most}", n=new.delay, most=MOST_DELAY))
    if new.dealt:
        game.match(seed=0, dealt=list(new.dealt))
    secret, now = new_secret(), time.time()
    row = StoredTable(
        id=table_id,
        game=game.name,
        players=game.players,
        options=game.option_words(),
        rules_version=game.rules.GAME.version,
        secret=secret,
        commitment=commitment(secret, terms_of(table_id, game)),
        dealt=tuple(new.dealt),
        clock=str(read_clock(new.clock)),
        confirm=new.confirm,
        delay=new.delay,
        follows=new.follows,
        key=new.key,
        host=new.host or next((x.person for x in seats if x.person), ""),
        made_at=now,
        changed_at=now,
        hand=new.hand,
        hands=new.hands,
        earlier=new.earlier,
    )
    return (row if any(x.is_open for x in seats) else replace(row, **deal_columns(row, seats))), seats


def with_names(seats: Sequence[StoredSeat], game: Game, table_id: str) -> tuple[StoredSeat, ...]:
    """Return the seats with names that do not look alike: people keep theirs, and strategies get one.

    A strategy of a level has a name of that level, another one its title. Equal titles get the numbers of
    their seats. A strategy that already has such a name keeps it.
    """
    counts = Counter(x.strategy for x in seats)
    names: dict[int, str] = {}
    for x in sorted(seats, key=lambda x: bool(x.strategy)):
        name = x.name
        level = level_of(x.strategy, game) if x.strategy else ""
        if level and level_of_name(name) != level:
            name = opponent_name(level, table_id, x.number, names.values())
        elif x.strategy and not level and name.rstrip("0123456789 ") != (title := bot_name(x.strategy, game)):
            name = f"{title} {x.number + 1}" if counts[x.strategy] > 1 else title
        names[x.number] = numbered(name, names.values())
    return tuple(replace(x, name=names[x.number]) for x in seats)


def _seat(game: Game, number: int, new: NewSeat) -> StoredSeat:
    if new.strategy:
        if len(new.strategy) > LONGEST_STRATEGY:
            raise Usage(
                _(
                    "the strategy has {n} characters; expected at most {most}; "
                    "leave out some of its parameters, or shorten their values",
                    n=local_number(f"{len(new.strategy):,}"),
                    most=LONGEST_STRATEGY,
                )
            )
        check_bot(new.strategy, game)
        if not 0 <= new.thinking <= MOST_THINKING:
            message = _("the thinking time is {n} seconds; expected 0 to {most}")
            raise Usage(message.format(n=f"{new.thinking:g}", most=f"{MOST_THINKING:g}"))
        return StoredSeat(number, new.name, new.strategy, new.thinking)
    name = check_name(new.name) if new.person else ""
    return StoredSeat(number, name, person=new.person, added=new.added, address=new.address)


def new_id() -> str:
    """Return a new random name for an address, of a table or a study."""
    return "".join(secrets.choice(ID_LETTERS) for __ in range(ID_LENGTH))
