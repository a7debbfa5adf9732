"""A view as a scene: typed values that a terminal, a browser or an email only has to draw.

The places of cards, the seats that see them, the turn, the legal actions and the cards to touch for them all
follow from the declared fields of a game, its words and its ``legal``. A rules file adds anything else with
``scene(v)``. Nothing here, and no screen, depends on a certain game.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from types import ModuleType

from upcard.engine.card_notation import suited_names
from upcard.engine.game import Game
from upcard.engine.result_words import GameResult, result_of
from upcard.engine.sight import WATCHER, sees
from upcard.engine.state import PlainState
from upcard.engine.winners import winners_of
from upcard.kit.cards import Field, Picture, Transfer
from upcard.language.messages import NamedText
from upcard.play.choices import Choice, choices_of, words_of
from upcard.play.table_sides import TableSides, sides_of
from upcard.play.zones import (
    HOLDS,
    CardId,
    CardMove,
    Face,
    PlaceKey,
    Quantity,
    Spot,
    Zone,
    make_quantity,
    make_spot,
    make_total,
    make_zone,
)  # fmt: skip

Owned = list[tuple[Field, int | None]]
OUT = "out"
"""Badge of a seat that takes no further part in the round."""

SEAT = re.compile(r"\b(?:[Ss]eat|[Pp]layer) (\d{1,2})\b")
COMMON_NAME = re.compile(r"player \d+|you|your opponent|opponent \d+")
"""Names that are no proper names, so that only the beginning of a sentence makes their first letter large."""


@dataclass(frozen=True)
class RoundEnd:
    """Summary of a round that ended, see :mod:`upcard.play.round_summary`."""

    title: str
    """The number of the round, as printed."""
    lines: tuple[tuple[int, str], ...]
    """Seats and sentences about them, first the seats with a change."""
    cards: tuple[tuple[int, str, tuple[Face, ...]], ...] = ()
    """Seats, names of zones, and the cards in them that everybody saw when the round ended."""
    verdict: str = ""
    """A sentence of the rules file on what decided the round; empty if there is none."""
    amounts: tuple[tuple[int, Quantity, int], ...] = ()
    """Seats, numbers of the round that has ended or of money, and for money the amount won; else 0."""

    def sentences(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the summary as sentences, with the names of the players."""
        return (f"Round {self.title} is over.", *(f"{names[p]}: {text}." for p, text in self.lines))


@dataclass(frozen=True)
class Scene:
    """Everything that one seat sees in a position, or that everybody sees after the end."""

    game: str
    title: str
    """The name of the game, as typed and as printed."""
    me: int | None
    """The seat of the viewer, or ``WATCHER``; None when all cards are open."""
    names: tuple[str, ...]
    """Names of the players."""
    player: int
    """The seat to move; -1 when the game is over."""
    turns: int
    """Number of actions so far."""
    zones: tuple[Zone, ...]
    """The zones in the order of their declaration, seat by seat."""
    quantities: tuple[Quantity, ...]
    """The visible numbers, in the same order."""
    says: tuple[str, ...]
    """Sentences of the rules file about this position."""
    board: tuple[tuple[Spot, ...], ...]
    """The spaces of the board, row by row."""
    choices: tuple[Choice, ...]
    """The choices of the viewer; empty if it is another seat's turn."""
    scores: tuple[int | Fraction, ...]
    """The score of every seat when the game is over."""
    winners: tuple[int, ...]
    """The seats with the highest score of a finished game. They need not be winners; see :attr:`winning`."""
    result: GameResult | None = None
    """The result of a finished game in words."""
    ended: RoundEnd | None = None
    """The round that has ended since the viewer's last action, or with that action."""
    square: TableSides | None = None
    """The square between the seats, if the game has one."""
    badges: tuple[tuple[str, ...], ...] = ()
    """For every seat words for its role and state, such as ``dealer`` and ``swapped``."""
    goal: str = ""
    """The goal of the game in one sentence; empty after the end, and if the rules name none."""
    printed: Mapping[str, str] = field(default_factory=dict)
    """The print of every card whose name has a suit, such as ``7♥`` for ``h7``."""
    ids: Mapping[PlaceKey, tuple[CardId, ...]] = field(default_factory=dict)
    """The identities of the open cards of every place in order; empty where nobody follows the cards."""
    moves: tuple[CardMove, ...] = ()
    """Cards that moved since the moment that the viewer saw before."""
    payments: tuple[Transfer, ...] = ()
    """Coins that were paid since then."""
    calls: tuple[str, ...] = ()
    """Calls of the rules file since then, such as ``Stopper!``."""
    is_dealt: bool = False
    """Whether cards were dealt since then, after which no card is followed."""

    def is_out(self, p: int) -> bool:
        """Return whether seat `p` takes no further part in the round."""
        return OUT in self.badges[p]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.player < 0

    @property
    def winning(self) -> tuple[int, ...]:
        """The seats that win or share the win; empty if nobody does, or before the end."""
        return self.result.winners if self.result else ()


def with_scores(game: Game, scene: Scene, scores: Sequence[int | Fraction]) -> Scene:
    """Return a scene with the result of a match that was stopped before its end."""
    winners = tuple(winners_of(game.rules, scores))
    result = result_of(game.rules, scene.names, scores)
    return replace(scene, scores=tuple(scores), winners=winners, result=result)


def make_scene(
    game: Game, v: PlainState, me: int | None, names: Sequence[str] = (),
    scores: Sequence[int | Fraction] = (), is_touched: bool = True,
) -> Scene:  # fmt: skip
    """Return the scene of view `v` of seat `me`, or ``WATCHER``; None if `v` is a state with all cards open.

    `scores` are those of a finished game. If `is_touched`, choices have touches and numbers to type, which
    takes most of the time.
    """
    picture, (piles, numbers) = picture_of(game.rules, v), _seen_fields(game, v, me)
    zones = tuple([make_zone(game.rules, f, v, me, p, picture) for f, p in piles])
    winners = tuple(winners_of(game.rules, scores)) if scores else ()
    players = tuple(names) or tuple(f"player {p + 1}" for p in range(game.players))
    result = result_of(game.rules, players, scores) if scores else None
    says = tuple(with_players(text, players) for text in picture.says)
    make_choices = choices_of if is_touched else words_of
    totals = [make_total(name, *total) for name, total in picture.totals.items()]
    quantities = (*(make_quantity(f, v, p, picture) for f, p in numbers), *totals)
    return Scene(
        game=game.name,
        title=game.title,
        me=me,
        names=players,
        player=-1 if v.over else int(v.player),
        turns=int(v.turns),
        zones=zones,
        quantities=quantities,
        says=(*says, result.sentence) if result and not result.winners else says,
        board=tuple(tuple(make_spot(game.rules, place) for place in row) for row in picture.board),
        choices=() if v.over or v.player != me else make_choices(game.rules, v, zones, picture.touches),
        scores=tuple(scores),
        winners=winners,
        result=result,
        square=sides_of(game.rules, v, me),
        badges=tuple(tuple(_badges(quantities, picture, p)) for p in range(game.players)),
        goal="" if v.over else game.rules.GAME.goal,
        printed=suited_names(game.rules),
    )


def with_players(text: str, names: Sequence[str]) -> str:
    """Return a text with the names of players in place of seat numbers, where names are unique."""
    used: dict[str, str] = {}

    def name(seat: re.Match[str]) -> str:
        p = int(seat[1]) - 1
        if p not in range(len(names)) or names.count(names[p]) > 1:
            return seat[0]
        is_large = COMMON_NAME.fullmatch(names[p]) and seat[0][0].isupper()
        used[seat[0]] = names[p].capitalize() if is_large else names[p]
        return used[seat[0]]

    named = SEAT.sub(name, text)
    return NamedText(named, text, used) if used else text


def _badges(quantities: Sequence[Quantity], picture: Picture, p: int) -> Iterator[str]:
    """Yield the words for the role and state of a seat, each once."""
    words = [q.text for q in quantities if q.is_badge and q.seat == p and not q.is_quiet]
    yield from dict.fromkeys(filter(None, (picture.badges.get(p, ""), *words)))


def zones_and_board(
    game: Game, v: PlainState, me: int | None
) -> tuple[list[Zone], list[tuple[Spot, ...]], list[Quantity]]:
    """Return zones, board and stated sizes of the scene that :func:`make_scene` makes of a view."""
    picture, (piles, numbers) = picture_of(game.rules, v), _seen_fields(game, v, me)
    zones = [make_zone(game.rules, f, v, me, p, picture) for f, p in piles]
    board = [tuple(make_spot(game.rules, place) for place in row) for row in picture.board]
    return zones, board, [make_quantity(f, v, p, picture) for f, p in numbers if HOLDS.search(f.words)]


def picture_of(rules: ModuleType, v: PlainState) -> Picture:
    """Return the additions of the rules file to a view; an empty picture if there are none.

    Watchers get no sentences and touches, since these address a player. They get the rest as seat 1 would see
    it without its own cards.
    """
    add = getattr(rules, "scene", None)
    if add is None:
        return Picture()
    if v.me != WATCHER:
        picture: Picture = add(v)
        return picture
    v.me = 0
    try:
        picture = add(v)
        return replace(picture, says=(), touches={})
    except IndexError:  # what it draws depends on a card that only a player sees
        return Picture()
    finally:
        v.me = WATCHER


def fields_of(game: Game) -> tuple[Owned, Owned]:
    """Return every declared zone and every number, each with its seat if every seat has one."""
    return _fields(game.rules, game.players)


@lru_cache(maxsize=1024)
def _fields(rules: ModuleType, players: int) -> tuple[Owned, Owned]:
    owned = [(f, p) for f in rules.STATE for p in (range(players) if f.per_seat else [None])]
    return [(f, p) for f, p in owned if f.is_zone], [(f, p) for f, p in owned if not f.is_zone]


def _seen_fields(game: Game, v: PlainState, me: int | None) -> tuple[Owned, Owned]:
    """Return every declared zone and every number that `me` sees, for each seat if each has one."""
    zones, numbers = fields_of(game)
    return zones, [(f, p) for f, p in numbers if sees(game.rules, v, f, me, p)]
