"""The command ``start``: a game, its settings, and the players of all seats."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from upcard.engine.errors import Unreadable, Usage, normalized_name
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.engine.registry import find_rules, game_modules
from upcard.play.bot_levels import WORDS, level_named, levels_of, usual_level
from upcard.server.bots import THINKING, check_bot
from upcard.server.mail_consent import ADDRESS
from upcard.server.new_table import NewSeat, NewTable

ANYBODY = ("anyone", "anybody", "someone", "somebody", "friend", "friends")
BOT = ("bot", "bots", "upcard", "computer", "you")
FILLERS = (
    "a", "an", "the", "game", "of", "i", "me", "my", "go", "sit", "playing", "for", "each", "per", "move",
)  # fmt: skip
HANDS = ("hands", "hand")
LEVELS = frozenset(x.lower() for x in WORDS)
SEATS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}


@dataclass
class StartCommand:
    """The parts of a ``start`` command that were read so far; modified while it is read."""

    game: str
    preset: str | None = None
    players: int | None = None
    hands: int = 1
    clock: str = "none"
    seat: int = 0
    name: str = ""
    options: dict[str, str] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    """The other players: email addresses, levels, strategies, ``bot``, or empty texts for anyone."""
    dealt: list[str] = field(default_factory=list)

    @cached_property
    def spec(self) -> GameSpec:
        """The game with its usual players and options."""
        return GameSpec(self.game)


def read_start(words: str, me: NewSeat) -> NewTable:
    """Return the table that the words after ``start`` describe, with a seat for `me`.

    The words are ``GAME [PRESET] [OPTION=VALUE] [N players] [N hands] [N days] [second] [as NAME]
    [with WHO and WHO] [dealt CARD ...]``; WHO is an address, ``anyone``, ``bot``, a level such as ``strong``,
    or a strategy. Raises UpcardError if a word cannot be understood, or names something that does not exist.
    """
    game, rest = _game_of(words.split())
    start = StartCommand(game)
    while rest:
        rest = _take(start, rest)
    return _new_table(start, replace(me, name=start.name) if start.name else me)


def _game_of(words: list[str]) -> tuple[str, list[str]]:
    """Return the game whose name or title the words begin with, and the words after it."""
    while words and words[0].lower() in FILLERS:
        words = words[1:]
    known = {
        normalized_name(x): name for name, rules in game_modules().items() for x in (name, rules.GAME.title)
    }
    for n in range(len(words), 0, -1):
        name = known.get(normalized_name("".join(words[:n])))
        if name:
            return name, words[n:]
    return str(find_rules(words[0] if words else "").GAME.name), words[1:]


def _take(start: StartCommand, words: list[str]) -> list[str]:
    """Read the next words; return the words after them."""
    word, low, rest = words[0].rstrip(","), words[0].rstrip(",").lower(), words[1:]
    following = rest[0].rstrip(",") if rest else ""
    if low in ("with", "against"):
        return _take_people(start, rest)
    if low == "dealt":
        start.dealt = rest
        return []
    if low in ("as", "called") and rest:
        start.name = following
        return rest[1:]
    if low.isdecimal() and len(low) < 4 and _take_number(start, int(low), following.lower()):
        return rest[1:]
    if low in SEATS:
        start.seat = SEATS[low]
    elif "=" in word:
        name, _, value = word.partition("=")
        start.options[name.lower()] = value
    elif low in start.spec.rules.PRESETS:
        start.preset = low
    elif low not in FILLERS:
        raise Unreadable(
            f"{word[:40]!r} is not understood after 'start {start.game}'; write for example: "
            f"start {start.game} with friend@example.org"
        )
    return rest


def _take_number(start: StartCommand, number: int, word: str) -> bool:
    """Read a number of days, players or hands; return False if the word after it is another one."""
    if word in ("days", "day"):
        start.clock = f"days {number}"
    elif word in ("players", "player"):
        start.players = number
    elif word in HANDS or (word and word in start.spec.rules.GAME.played_in):
        start.hands = number
    else:
        return False
    return True


def _take_people(start: StartCommand, words: list[str]) -> list[str]:
    """Read the names of the other players; return the words after them."""
    for i, raw in enumerate(words):
        word, low = raw.strip(",<>"), raw.strip(",<>").lower()
        if ADDRESS.fullmatch(word):
            start.others.append(word)
        elif low in ANYBODY:
            start.others.append("")
        elif low in BOT and i and words[i - 1].lower() in LEVELS:
            continue  # as in: a strong bot
        elif low in BOT or low in LEVELS or (low not in ("and", *FILLERS) and _is_strategy(start, low)):
            start.others.append(BOT[0] if low in BOT else low)
        elif low not in ("and", *FILLERS):
            return words[i:]
    return []


def _strategy(name: str, game: Game) -> str:
    """Return the strategy of a level, of ``bot``, or of its own name; raises Usage for a level too many."""
    level = usual_level(game) if name == BOT[0] else level_named(name, game)
    if level is None and name in LEVELS:
        names = ", ".join(x.name.lower() for x in levels_of(game))
        raise Usage(f"{game.title} has no level {name}; write one of: {names}")
    return level.strategy if level else name


def _is_strategy(start: StartCommand, word: str) -> bool:
    try:
        check_bot(word, start.spec.game())
    except Usage:
        return False
    return True


def _new_table(start: StartCommand, me: NewSeat) -> NewTable:
    """Return the table; strategies get the seats for which nobody is named."""
    usual = start.spec.rules.GAME.usual
    others = len(start.others)
    players = start.players or (1 + others if others > 1 or "" in start.others else usual)
    game = GameSpec(start.game, players, start.preset, start.options).without_usual().game()
    if others >= players:
        raise Usage(
            f"{others} other players do not fit at a table of {players}; write the number of players: "
            f"start {start.game} {others + 1} players with ..."
        )
    if start.seat >= players:
        raise Usage(f"there is no seat {start.seat + 1} at a table of {players} players; choose another seat")
    names = [*start.others, *[BOT[0]] * (players - 1 - others)]
    seats = [
        NewSeat(address=x) if not x or "@" in x else NewSeat(strategy=_strategy(x, game), thinking=THINKING)
        for x in names
    ]
    seats.insert(start.seat % players, me)
    return NewTable(
        game=start.game, seats=seats, options=dict(start.options), preset=start.preset, clock=start.clock,
        dealt=start.dealt, hands=start.hands,
    )  # fmt: skip
