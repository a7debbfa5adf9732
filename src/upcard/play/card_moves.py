"""Moves of cards between two moments, as far as a viewer can tell, so that a screen moves exactly these.

An open card that keeps its identity has moved if it lies elsewhere. Any other card is followed only where
there is no doubt: the rules file names the zone that it left (``moment``), or the numbers of cards that
everybody knows leave a single one. If there is a doubt, nothing moves.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from upcard.engine.game import Game
from upcard.engine.sight import WATCHER
from upcard.engine.state import PlainState
from upcard.kit.cards import EMPTY, NOBODY, Kind, Moment, Transfer
from upcard.play.zones import BOARD, CardId, CardMove, PlaceKey, Quantity, Spot, Zone, stated_sizes

UNDER = re.compile(r"\bunder\b")
"""Word in the description of a pile: its cards lie under a card that was on top before."""

Identities = Mapping[PlaceKey, Sequence[CardId | None]]


@dataclass(frozen=True)
class CardsInView:
    """The cards that a scene draws."""

    cards: Mapping[PlaceKey, tuple[int, ...]]
    """The cards of every open place in order, ``EMPTY`` for an empty slot."""
    counted: frozenset[PlaceKey]
    """Places whose order means nothing."""
    fixed: frozenset[PlaceKey]
    """Places in which every card has a cell of its own."""
    closed: Mapping[PlaceKey, int | None]
    """Zones whose cards the viewer does not see, with the number of cards if it is known."""
    slots: tuple[PlaceKey, ...]
    """Shared places of a single card."""
    under: frozenset[PlaceKey]
    """Shared piles under another card."""
    stocks: Mapping[PlaceKey, int]
    """Number of cards in the rows that nobody sees, where it is public."""


def is_stock(z: Zone) -> bool:
    """Return whether a zone is drawn as cards face down, even for a viewer who may see everything."""
    return z.sight is NOBODY and z.kind is Kind.ROW


def cards_in_view(
    zones: Iterable[Zone], board: Iterable[Iterable[Spot]], quantities: Iterable[Quantity] = ()
) -> CardsInView:
    """Return the cards of a scene, given its zones, its board, and numbers that may state sizes."""
    drawn = [z for z in zones if not z.is_quiet]
    visible = [z for z in drawn if z.is_open and not is_stock(z)]
    cards = {(z.name, z.seat): tuple(f.card if f else EMPTY for f in z.faces) for z in visible}
    spots = {(s.words, BOARD): tuple(f.card if f else EMPTY for f in s.faces) for row in board for s in row}
    shared = [z for z in visible if z.seat is None]
    stated = stated_sizes(quantities)
    return CardsInView(
        cards | spots,
        frozenset((z.name, z.seat) for z in visible if z.kind is Kind.COUNTS),
        frozenset((*spots, *((z.name, z.seat) for z in visible if z.kind is Kind.SLOT))),
        {
            (z.name, z.seat): z.size if z.size is not None else stated.get((z.name, z.seat))
            for z in drawn
            if not z.is_open or is_stock(z)
        },
        tuple((z.name, None) for z in shared if z.kind is Kind.SLOT and len(z.faces) <= 1),
        frozenset((z.name, None) for z in shared if z.kind is not Kind.SLOT and UNDER.search(z.words)),
        {(z.name, z.seat): z.size for z in zones if is_stock(z) and z.size is not None},
    )


def moment_between(game: Game, before: PlainState, after: PlainState) -> Moment:
    """Return what everybody saw in an action; `before` and `after` are the states around it."""
    describe = getattr(game.rules, "moment", None)
    if describe is None:
        return Moment()
    moment: Moment = describe(game.view(before, WATCHER), game.view(after, WATCHER))
    return moment


@dataclass(frozen=True)
class _ActionInView:
    """Everything that a viewer knows of one action."""

    before: CardsInView
    now: CardsInView
    old: Identities
    new: Identities
    transfers: Sequence[Transfer]
    mover: int

    def place(self, name: str, seat: int | None) -> PlaceKey:
        """Return the key of a zone, or of a place of the board, that a rules file names."""
        is_spot = seat is None and (name, BOARD) in self.now.cards
        return (name, BOARD) if is_spot else (name, seat)

    def declared(self) -> Iterator[tuple[PlaceKey, PlaceKey, int]]:
        """Yield source, target and slot of the cards that the rules file names."""
        for t in self.transfers:
            yield self.place(t.source, t.source_seat), self.place(t.target, t.target_seat), t.slot

    @property
    def used(self) -> set[PlaceKey]:
        """Zones that the rules file names as the sources of cards."""
        return {source for source, _, _ in self.declared()}

    def followed(self) -> Iterator[CardMove]:
        """Yield the open cards that lie elsewhere than before."""
        was = _places(self.old)
        for key, (place, i) in _places(self.new).items():
            source, j = was.get(key, (place, i))
            if source != place or (i != j and place in self.now.fixed):
                yield CardMove(key, source, place)

    def turned(self) -> Iterator[CardMove]:
        """Yield the cards that are seen for the first time, where there is no doubt of their source."""
        was = _places(self.old)
        counted = self.now.counted
        named = {(to, None if to in counted else slot): source for source, to, slot in self.declared()}
        fresh = {key: at for key, at in _places(self.new).items() if key not in was}
        for key, (place, i) in fresh.items():
            source = named.get((place, None if place in self.now.counted else i))
            if source is None:
                source = place if place in self.before.closed else self._only_source(place)
            if source is not None:
                yield CardMove(key, source, place, is_turned=True)

    def _only_source(self, place: PlaceKey) -> PlaceKey | None:
        """Return the only zone that a card can have left; None if there are several, or none."""
        sources = [p for p in self._losers() if p != place and p not in self.used]
        return sources[0] if len(sources) == 1 else None

    def _losers(self) -> dict[PlaceKey, int | None]:
        """Return the closed zones that lost cards, or may have lost some: None for the number."""
        losers: dict[PlaceKey, int | None] = {}
        for place, n in self.before.closed.items():
            now = self.now.closed.get(place, 0)
            if n is None or now is None:
                if place[1] == self.mover:
                    losers[place] = None
            elif n > now:
                losers[place] = n - now
        return losers

    def face_down(self) -> Iterator[CardMove]:
        """Yield the cards that moved face down."""
        targets = []
        for source, target, _ in self.declared():
            if target in self.now.closed:
                targets.append(target)
                yield CardMove("", source, target)
        gains = {
            place: n - was
            for place, n in self.now.closed.items()
            if n is not None and (was := self.before.closed.get(place, 0)) is not None and n > was
        }
        gains = {place: n for place, n in gains.items() if place not in targets}
        sources = self._losers() | self._left()
        for place, n in gains.items():
            able = [p for p in sources if p != place and p not in self.used]
            if len(able) == 1 and len(gains) == 1:
                yield CardMove("", able[0], place, count=n)

    def _left(self) -> dict[PlaceKey, int | None]:
        """Return the open places from which cards left the viewer's sight, with their number."""
        now = _places(self.new)
        gone = [place for key, (place, _) in _places(self.old).items() if key not in now]
        return {place: gone.count(place) for place in gone}


def _places(ids: Identities) -> dict[str, tuple[PlaceKey, int]]:
    """Return the place of every card, and its position there."""
    return {one.key: (place, i) for place, some in ids.items() for i, one in enumerate(some) if one}


def moves_between(
    before: CardsInView, now: CardsInView, old: Identities, new: Identities, transfers: Sequence[Transfer],
    mover: int,
) -> tuple[CardMove, ...]:  # fmt: skip
    """Return the moves of cards in one action, given the cards in view and their identities around it."""
    step = _ActionInView(before, now, old, new, transfers, mover)
    return (*step.followed(), *step.turned(), *step.face_down())


def joined_moves(steps: Iterable[Iterable[CardMove]]) -> tuple[CardMove, ...]:
    """Return the moves of several actions as one: from its first place to its last for every card."""
    moves: dict[str | PlaceKey, CardMove] = {}
    for x in (x for some in steps for x in some):
        name = x.key or x.target
        first = moves.get(name, x)
        is_turned = x.is_turned or first.is_turned
        moves[name] = CardMove(x.key, first.source, x.target, is_turned, max(x.count, first.count))
    return tuple(moves.values())
