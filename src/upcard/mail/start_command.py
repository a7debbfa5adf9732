"""What ``start`` asks for: a game, how it is played, with whom, and who sits where."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from upcard.engine.errors import Unreadable, Usage, normalized_name
from upcard.engine.game_spec import GameSpec
from upcard.engine.registry import find_rules, game_modules
from upcard.server.bots import THINKING, check_bot, usual_bot
from upcard.server.mail_consent import ADDRESS
from upcard.server.new_table import SeatWish, Wish

ANYBODY = ("anyone", "anybody", "someone", "somebody", "friend", "friends")
BOT = ("bot", "bots", "upcard", "computer", "you")
FILLERS = (
    "a",
    "an",
    "the",
    "game",
    "of",
    "i",
    "me",
    "my",
    "go",
    "sit",
    "playing",
    "for",
    "each",
    "per",
    "move",
)
PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}


@dataclass
class Offer:
    """What was read of a ``start`` so far; modified while it is read."""

    game: str = ""
    preset: str | None = None
    players: int | None = None
    clock: str = "none"
    place: int = 0
    called: str = ""
    options: dict[str, str] = field(default_factory=dict)
    """Options of the rules."""
    who: list[str] = field(default_factory=list)
    """The others: addresses, strategies, or empty for whoever comes."""
    dealt: list[str] = field(default_factory=list)

    @cached_property
    def spec(self) -> GameSpec:
        """The game as it usually is."""
        return GameSpec(self.game)


def read_offer(words: str, me: SeatWish) -> Wish:
    """What a table is to be, from the words after ``start``.

    Parameters
    ----------
    words : str
        ``GAME [PRESET] [OPTION=VALUE] [N players] [N days] [second] [as NAME] [with WHO and WHO]
        [dealt CARD ...]``; who is an address, ``anyone``, ``bot`` or a strategy.
    me : SeatWish
        Who asks.

    Raises
    ------
    UpcardError
        If it cannot be understood, or there is nothing like it.
    """
    game, rest = _game_of(words.split())
    offer = Offer(game=game)
    while rest:
        rest = _take(offer, rest)
    if offer.called:
        me = replace(me, name=offer.called)
    return _wish(offer, me)


def _game_of(words: list[str]) -> tuple[str, list[str]]:
    """The game whose name or title the words begin with, and the words after it."""
    while words and words[0].lower() in FILLERS:
        words = words[1:]
    known = {
        normalized_name(x): name for name, rules in game_modules().items() for x in (name, rules.GAME.title)
    }
    for n in range(len(words), 0, -1):
        name = known.get(normalized_name("".join(words[:n])))
        if name:
            return name, words[n:]
    first = words[0] if words else ""
    return str(find_rules(first).GAME.name), words[1:]


def _take(offer: Offer, words: list[str]) -> list[str]:
    """Read the next words; gives those after them."""
    word, rest = words[0].rstrip(","), words[1:]
    low = word.lower()
    following = rest[0].lower().rstrip(",") if rest else ""
    if low in ("with", "against"):
        return _take_people(offer, rest)
    if low == "dealt":
        offer.dealt = rest
        return []
    if low in ("as", "called") and rest:
        offer.called = rest[0].rstrip(",")
        return rest[1:]
    if low.isdecimal() and following in ("days", "day", "players", "player") and len(low) < 4:
        if following.startswith("day"):
            offer.clock = f"days {low}"
        else:
            offer.players = int(low)
        return rest[1:]
    if low in PLACES:
        offer.place = PLACES[low]
    elif "=" in word:
        name, _, value = word.partition("=")
        offer.options[name.lower()] = value
    elif low in offer.spec.rules.PRESETS:
        offer.preset = low
    elif low not in FILLERS:
        raise Unreadable(
            f"{word[:40]!r} is not understood after 'start {offer.game}'; write for example: "
            f"start {offer.game} with friend@example.org"
        )
    return rest


def _take_people(offer: Offer, words: list[str]) -> list[str]:
    """Read who the others are; gives the words after them."""
    while words:
        word = words[0].strip(",<>")
        low = word.lower()
        if ADDRESS.fullmatch(word):
            offer.who.append(word)
        elif low in ANYBODY:
            offer.who.append("")
        elif low in BOT:
            offer.who.append(BOT[0])
        elif low not in ("and", *FILLERS):
            if not _is_strategy(offer, low):
                break
            offer.who.append(low)
        words = words[1:]
    return words


def _is_strategy(offer: Offer, word: str) -> bool:
    try:
        check_bot(word, offer.spec.game())
    except Usage:
        return False
    return True


def _wish(offer: Offer, me: SeatWish) -> Wish:
    """The table that was asked for; strategies take the seats that nobody was named for."""
    usual = offer.spec.rules.GAME.usual
    players = offer.players or (1 + len(offer.who) if len(offer.who) > 1 or "" in offer.who else usual)
    game = GameSpec(offer.game, players, offer.preset, offer.options).without_usual().game()
    others = [_other(who, usual_bot(game)) for who in offer.who]
    if len(others) >= players:
        raise Usage(
            f"{len(others)} others were named for a table of {players}; write how many play, as in: "
            f"start {offer.game} {len(others) + 1} players with ..."
        )
    others += [_other(BOT[0], usual_bot(game))] * (players - 1 - len(others))
    if offer.place >= players:
        raise Usage(f"seat {offer.place + 1} was asked for at a table of {players}")
    others.insert(offer.place % players, me)
    return Wish(
        game=offer.game, seats=others, options=dict(offer.options), preset=offer.preset, clock=offer.clock,
        dealt=offer.dealt,
    )  # fmt: skip


def _other(who: str, usual: str) -> SeatWish:
    if not who or "@" in who:
        return SeatWish(address=who)
    return SeatWish(strategy=usual if who == BOT[0] else who, thinking=THINKING)
