"""Identities of cards on the table, so that a screen can follow the card that moved among equal ones.

The cards of many games are equal: only their kind matters, and no rule says which of two ones was played. A
trail follows what one viewer sees from action to action. A card that stays in its zone keeps its identity,
and so does one that leaves a zone for another one in view. Any other card gets a new identity, which also
says where it came from.

A trail reads only the scenes of its viewer and who acted. So identities are a function of what the viewer may
see, and they end wherever a card leaves the viewer's sight: in a hand, in the stock, or by a new deal.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from upcard.kit.cards import EMPTY, NOBODY, Kind
from upcard.play.scene import Scene
from upcard.play.zones import BOARD, CardId, PlaceKey, Spot, Zone

UNDER = re.compile(r"\bunder\b")
"""Word in the description of a pile: its cards lie under a card that was on top before."""

STOCK = "stock"

EACH_MOVER = -2
"""Instead of the seat of a viewer: every position is seen by the player to move."""


@dataclass(frozen=True)
class CardsInView:
    """The cards that a scene draws open."""

    cards: Mapping[PlaceKey, tuple[int, ...]]
    """The cards of every open place in order, ``EMPTY`` for an empty slot."""
    counted: frozenset[PlaceKey]
    """Places whose order means nothing."""
    closed: frozenset[PlaceKey]
    """Zones whose cards the viewer does not see."""
    slots: tuple[PlaceKey, ...]
    """Shared places of a single card."""
    under: frozenset[PlaceKey]
    """Shared piles under another card."""
    stocks: Mapping[PlaceKey, int]
    """Number of cards in the rows that nobody sees, where it is public."""


def is_stock(z: Zone) -> bool:
    """Return whether a zone is drawn as cards face down, even for a viewer who may see everything."""
    return z.sight is NOBODY and z.kind is Kind.ROW


def cards_in_view(zones: Iterable[Zone], board: Iterable[Iterable[Spot]]) -> CardsInView:
    """Return the open cards of a scene, given its zones and its board."""
    drawn = [z for z in zones if not z.is_quiet]
    visible = [z for z in drawn if z.is_open and not is_stock(z)]
    cards = {(z.name, z.seat): tuple(f.card if f else EMPTY for f in z.faces) for z in visible}
    cards |= {(s.words, BOARD): tuple(f.card if f else EMPTY for f in s.faces) for row in board for s in row}
    shared = [z for z in visible if z.seat is None]
    return CardsInView(
        cards,
        frozenset((z.name, z.seat) for z in visible if z.kind is Kind.COUNTS),
        frozenset((z.name, z.seat) for z in drawn if not z.is_open),
        tuple((z.name, None) for z in shared if z.kind is Kind.SLOT and len(z.faces) <= 1),
        frozenset((z.name, None) for z in shared if z.kind is not Kind.SLOT and UNDER.search(z.words)),
        {(z.name, z.seat): z.size for z in zones if is_stock(z) and z.size is not None},
    )


@dataclass
class CardTrail:
    """Identities of the cards that a viewer sees.

    Parameters
    ----------
    eye : int or None
        The viewer's seat, ``WATCHER``, ``EACH_MOVER``, or None for a viewer who sees everything.
    deal : int
        Number of actions before the deal; part of every key, since no card is followed through a deal.

    Attributes
    ----------
    ids : dict
        The identities of the cards of every place in order, None for an empty slot.
    """

    eye: int | None
    deal: int
    ids: dict[PlaceKey, list[CardId | None]] = field(default_factory=dict)
    _before: CardsInView | None = None
    _serials: Counter[int] = field(default_factory=Counter)
    _flows: set[tuple[PlaceKey, PlaceKey]] = field(default_factory=set)

    def identify(self, scene: Scene) -> Scene:
        """Return a scene of this moment with the identities of its cards; the trail is not modified."""
        last = replace(self, _serials=self._serials.copy(), _flows=self._flows.copy())
        last.step(cards_in_view(scene.zones, scene.board), -1)
        return replace(scene, ids={place: tuple(x for x in ids if x) for place, ids in last.ids.items()})

    def step(self, now: CardsInView, mover: int) -> None:
        """Follow the cards to the next scene; `mover` is the seat that acted, -1 if nobody did."""
        before, self._before = self._before, now
        if before is None or before.cards == now.cards:
            if before is None:
                self.ids = {p: [self._new(c, STOCK) for c in cards] for p, cards in now.cards.items()}
            return
        ids, gone = self._staying(now)
        self._shift(now, ids)
        is_mixed = any(n > before.stocks.get(p, n) for p, n in now.stocks.items())
        if is_mixed:  # cards went back to the stock, so nobody knows which ones came from it
            gone.clear()
        fresh = self._moving(before, now, ids, gone, mover)
        is_drawn = any(n < before.stocks.get(p, n) for p, n in now.stocks.items())
        for place, i in fresh:
            source = self._source(place, mover, is_drawn, is_mixed or any(gone.values()))
            ids[place][i] = self._new(now.cards[place][i], "" if place in before.closed else source)
        self.ids = ids

    def _new(self, card: int, source: str) -> CardId | None:
        """Return a new identity."""
        if card == EMPTY:
            return None
        self._serials[card] += 1
        return CardId(card, f"{card}.{self.deal}-{self._serials[card]}", source)

    def _staying(
        self, now: CardsInView
    ) -> tuple[dict[PlaceKey, list[CardId | None]], dict[int, list[tuple[PlaceKey, CardId]]]]:
        """Return the identities of the cards that stay in their places, and those that left, by card."""
        ids: dict[PlaceKey, list[CardId | None]] = {}
        gone: dict[int, list[tuple[PlaceKey, CardId]]] = defaultdict(list)
        for place, cards in now.cards.items():
            ids[place], left = _aligned(self.ids.get(place, []), cards, place in now.counted)
            for one in left:
                gone[one.card].append((place, one))
        for place in [x for x in self.ids if x not in now.cards]:
            for one in filter(None, self.ids[place]):
                gone[one.card].append((place, one))
        return ids, gone

    def _shift(self, now: CardsInView, ids: dict[PlaceKey, list[CardId | None]]) -> None:
        """Move the card of a slot to the pile under it where an equal card has covered it."""
        for slot in now.slots:
            top = ids[slot][0] if ids[slot] else None
            for pile in now.cards if top else ():
                missing = [
                    i for i, c in enumerate(now.cards[pile]) if top and c == top.card and not ids[pile][i]
                ]
                if missing and pile != slot and self._covers(slot, pile, now):
                    ids[pile][missing[-1]], ids[slot][0] = top, None
                    break

    def _covers(self, slot: PlaceKey, pile: PlaceKey, now: CardsInView) -> bool:
        """Return whether cards of a slot go to a pile: they did before, or the pile's description says so."""
        known = {source for source, target in self._flows if target == pile}
        return slot in known or (not known and pile in now.under)

    def _moving(
        self, before: CardsInView, now: CardsInView, ids: dict[PlaceKey, list[CardId | None]],
        gone: dict[int, list[tuple[PlaceKey, CardId]]], mover: int,
    ) -> list[tuple[PlaceKey, int]]:  # fmt: skip
        """Give cards that moved in view their identities; return the places of the other new cards."""
        fresh = []
        for place, cards in now.cards.items():
            for i, card in enumerate(cards):
                if card == EMPTY or ids[place][i]:
                    continue
                if not gone[card] or place in before.closed:
                    fresh.append((place, i))
                    continue
                best = next((x for x in gone[card] if x[0][1] == mover), gone[card][0])
                gone[card].remove(best)
                ids[place][i] = best[1]
                if best[0] in now.slots:
                    self._flows.add((best[0], place))
        return fresh

    def _source(self, place: PlaceKey, mover: int, is_drawn: bool, has_vanished: bool) -> str:
        """Return where a new card came from, as far as the viewer can tell.

        A stock that has fewer cards gave those of a seat, and replaced cards that somebody took.
        """
        is_dealt = is_drawn and (place[1] not in (None, BOARD) or has_vanished)
        if not is_dealt and mover >= 0 and mover != self.eye:
            return f"seat {mover}"
        return STOCK if is_drawn else ""


def _aligned(
    old: Sequence[CardId | None], cards: Sequence[int], is_counted: bool
) -> tuple[list[CardId | None], list[CardId]]:
    """Return the identities of cards that stay in one place, None for new ones, and those that left."""
    ids: list[CardId | None] = [None] * len(cards)
    left = list(old)
    if not is_counted:
        same = min(len(old), len(cards))
        start = next((i for i in range(same) if _card(old[i]) != cards[i]), same)
        end = next((i for i in range(same - start) if _card(old[-1 - i]) != cards[-1 - i]), same - start)
        ids[:start] = old[:start]
        ids[len(cards) - end :] = old[len(old) - end :]
        left = left[start : len(old) - end]
    rest = defaultdict[int, list[CardId]](list)
    for one in left:
        if one:
            rest[one.card].append(one)
    for i, card in enumerate(cards):
        if ids[i] is None and card != EMPTY and rest[card]:
            ids[i] = rest[card].pop(0)
    return ids, [one for some in rest.values() for one in some]


def _card(one: CardId | None) -> int:
    return one.card if one else EMPTY
