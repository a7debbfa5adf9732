"""Identities of cards on the table, so that a screen can follow the card that moved among equal ones.

The cards of many games are equal: only their kind matters, and no rule says which of two ones was played. A
trail follows what one viewer sees from action to action. A card that stays in its zone keeps its identity,
and so does one that leaves a zone for another one in view. Any other card gets a new identity. A trail also
logs the moves of cards, see :mod:`upcard.play.card_moves`.

A trail reads only the scenes of its viewer, who acted, and what everybody saw. So identities are a function
of what the viewer may see, and they end wherever a card leaves the viewer's sight: in a hand, in the stock,
or by a new deal.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from upcard.kit.cards import EMPTY, Moment
from upcard.play.card_moves import CardsInView, cards_in_view, joined_moves, moves_between
from upcard.play.scene import Scene
from upcard.play.zones import BOARD, CardId, CardMove, PlaceKey

EACH_MOVER = -2
"""Instead of the seat of a viewer: every position is seen by the player to move."""


STEPS = 32
"""Number of last actions whose moves are in memory; a viewer who missed more sees no card move."""

NO_MOMENT = Moment()


@dataclass(frozen=True)
class TrailStep:
    """The moves of one action."""

    number: int
    """The number of the action, from 1; -1 for cards that are shown without an action."""
    moves: tuple[CardMove, ...]
    moment: Moment
    """The view of everybody."""


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
    _steps: deque[TrailStep] = field(default_factory=partial(deque, maxlen=STEPS))

    def identify(self, scene: Scene, since: int | None = None) -> Scene:
        """Return a scene of this moment with the identities of its cards; the trail is not modified.

        `since` is the number of actions that the viewer saw before; None for a viewer who saw nothing.
        """
        last = replace(self, _serials=self._serials.copy(), _flows=self._flows.copy(), _steps=deque())
        last.step(cards_in_view(scene.zones, scene.board, scene.quantities))
        ids = {place: tuple(x for x in ids if x) for place, ids in last.ids.items()}
        is_dealt = since is not None and since < self.deal
        if since is None or is_dealt:
            return replace(scene, ids=ids, is_dealt=is_dealt)
        missed = [x for x in self._steps if x.number > since]
        is_whole = bool(missed) and missed[0].number == since + 1
        steps = [*missed, *last._steps] if is_whole else []
        moves = joined_moves(x.moves for x in steps)
        calls = tuple(x.moment.words for x in steps if x.moment.words)
        payments = tuple(paid for x in steps for paid in x.moment.payments)
        return replace(scene, ids=ids, moves=moves, calls=calls, payments=payments)

    def step(self, now: CardsInView, mover: int = -1, number: int = -1, moment: Moment = NO_MOMENT) -> None:
        """Follow the cards to the next scene.

        `mover` is the seat that acted, -1 if nobody did; `number` that of the action, from 1; `moment` is
        what everybody saw.
        """
        before, self._before = self._before, now
        if before is None:
            self.ids = {p: [self._new(c) for c in cards] for p, cards in now.cards.items()}
            return
        old = self.ids
        if before != now or moment.transfers:
            self.ids = self._next(before, now, mover, moment)
        moves = moves_between(before, now, old, self.ids, moment.transfers, mover)
        self._steps.append(TrailStep(number, moves, moment))

    def _next(
        self, before: CardsInView, now: CardsInView, mover: int, moment: Moment
    ) -> dict[PlaceKey, list[CardId | None]]:
        """Return the identities of the cards in the next scene."""
        ids, gone = self._staying(now)
        self._shift(now, ids)
        named = self._declared(now, ids, gone, moment)
        if any(n > before.stocks.get(p, n) for p, n in now.stocks.items()):
            gone.clear()  # cards went back to the stock, so nobody knows which ones came from it
        for place, i in self._moving(before, now, ids, gone, mover, named):
            ids[place][i] = self._new(now.cards[place][i])
        return ids

    def _declared(
        self, now: CardsInView, ids: dict[PlaceKey, list[CardId | None]],
        gone: dict[int, list[tuple[PlaceKey, CardId]]], moment: Moment,
    ) -> set[tuple[PlaceKey, int]]:  # fmt: skip
        """Give cards that the rules file names their identities; return the places of those not seen before.

        Only this tells two equal cards from one that stayed, such as two players' cards that were swapped.
        """
        unseen = set()
        for t in moment.transfers:
            is_spot = t.target_seat is None and (t.target, BOARD) in now.cards
            target = (t.target, BOARD if is_spot else t.target_seat)
            card = dict(enumerate(now.cards.get(target, ()))).get(t.slot, EMPTY)
            if card == EMPTY or target in now.counted:
                continue
            old = self.ids.get((t.source, t.source_seat))
            if old is None:
                unseen.add((target, t.slot))
                ids[target][t.slot] = None
            elif len(old) == 1 and old[0] and old[0].card == card:
                ids[target][t.slot] = old[0]
                gone[card] = [x for x in gone[card] if x[1] != old[0]]
        return unseen

    def _new(self, card: int) -> CardId | None:
        """Return a new identity."""
        if card == EMPTY:
            return None
        self._serials[card] += 1
        return CardId(card, f"{card}.{self.deal}-{self._serials[card]}")

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
        gone: dict[int, list[tuple[PlaceKey, CardId]]], mover: int, unseen: set[tuple[PlaceKey, int]],
    ) -> list[tuple[PlaceKey, int]]:  # fmt: skip
        """Give cards that moved in view their identities; return the places of the other new cards."""
        fresh = []
        for place, cards in now.cards.items():
            for i, card in enumerate(cards):
                if card == EMPTY or ids[place][i]:
                    continue
                if not gone[card] or place in before.closed or (place, i) in unseen:
                    fresh.append((place, i))
                    continue
                best = next((x for x in gone[card] if x[0][1] == mover), gone[card][0])
                gone[card].remove(best)
                ids[place][i] = best[1]
                if best[0] in now.slots:
                    self._flows.add((best[0], place))
        return fresh


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
