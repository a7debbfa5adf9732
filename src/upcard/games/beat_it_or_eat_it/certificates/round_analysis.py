"""Search of a round of Beat It Or Eat It to its end, in plain Python and without code of a solver.

A round begins with an empty table and ends when somebody eats or wins. The tablebase of hands that lead gives
the score of eating; all else follows from the rules. Hands are sets of bits. The cards on the table are the
rest, and only the top one matters.

A lead is worth at most its score if the other player eats it, and an answer at least the score of eating.
Both scores are known at once and are the first bounds of an alpha-beta search, which skips most positions.
Cells are those of :mod:`upcard.games.beat_it_or_eat_it.certificates.lead_table`, and scores those of
:mod:`upcard.games.beat_it_or_eat_it.certificates.cell_measures`.

Source: D. E. Knuth, R. W. Moore, An analysis of alpha-beta pruning, 1975; the bounds of positions
are those of the fail-soft form, J. P. Fishburn, 1983.
"""

from collections.abc import Iterator

from upcard.games.beat_it_or_eat_it.certificates.cell_measures import BIG, score_before_ply
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable

WON = BIG - 1
"""The score of a win at once."""


class RoundAnalysis:
    """Positions of a round by a tablebase of hands that lead, with a cache of their bounds."""

    def __init__(self, table: LeadTable) -> None:
        self.suits, self.cards, self.measure = table.suits, table.cards, table.measure
        self.lead_distances = table.distances
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    @property
    def remembered(self) -> int:
        """Number of cached positions."""
        return len(self._known)

    def best_lead(self, hand: int, other: int) -> int:
        """Return one of the best cards to lead."""
        best, chosen = -BIG, 0
        for bound, card in self._leads(hand):
            if bound <= best:
                break
            score = self._after_lead(hand ^ card, other, card, bound, best, BIG)
            if score > best:
                best, chosen = score, card
        return chosen

    def best_answer(self, hand: int, other: int, top: int) -> int:
        """Return one of the best cards to cover with, or 0 if eating is at least as good."""
        best, chosen = score_before_ply(self._leading(other)), 0
        for card in self.covers(hand, top):
            score = self._cover(hand, other, card, best, BIG)
            if score > best:
                best, chosen = score, card
        return chosen

    def lead(self, hand: int, other: int) -> int:
        """Return the cell for a leader with `hand`; the table is empty or its top card is covered."""
        return self.measure.cell_of(self._lead(hand, other, -BIG, BIG))

    def leads_to(self, hand: int, other: int, cell: int) -> bool:
        """Return whether :meth:`lead` would return `cell`; this is faster than computing it."""
        score = self.measure.score_of(cell)
        return self._lead(hand, other, score - 1, score + 1) == score

    def after_lead(self, hand: int, other: int, card: int) -> int:
        """Return the cell for a player who leads `card` from their hand."""
        left = hand & ~card
        return self.measure.cell_of(self._after_lead(left, other, card, self._if_eaten(left), -BIG, BIG))

    def answers(self, hand: int, other: int, top: int) -> dict[int, int]:
        """Return the cell for eating, under the key 0, and for covering `top` with each possible card."""
        scores = {0: score_before_ply(self._leading(other))}
        scores |= {card: self._cover(hand, other, card, -BIG, BIG) for card in self.covers(hand, top)}
        return {card: self.measure.cell_of(score) for card, score in scores.items()}

    def covers(self, hand: int, top: int) -> Iterator[int]:
        """Yield the cards of a hand that beat the top card: the higher ones of its suit."""
        card = top << self.suits
        while card < 1 << self.cards:
            if hand & card:
                yield card
            card <<= self.suits

    def _lead(self, hand: int, other: int, low: int, high: int) -> int:
        """Return the leader's score if it is between `low` and `high`, else a bound beyond one of them."""
        if not hand & (hand - 1):
            return WON
        least, most = self._known.get((hand, other), (-BIG, BIG))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        best = -BIG
        for bound, card in self._leads(hand):
            if bound <= max(best, low):
                best = max(best, bound)
                break
            best = max(best, self._after_lead(hand ^ card, other, card, bound, max(best, low), high))
            if best >= high:
                break
        self._known[hand, other] = (
            least if best <= low else max(least, best), most if best >= high else min(most, best),
        )  # fmt: skip
        return best

    def _leads(self, hand: int) -> list[tuple[int, int]]:
        """Return pairs of the leader's score if a card is eaten and the card, the best first."""
        return sorted(((self._if_eaten(hand ^ card), card) for card in bits(hand)), reverse=True)

    def _after_lead(self, left: int, other: int, card: int, bound: int, low: int, high: int) -> int:
        """Return the score of leading `card`, as :meth:`_lead` does; `bound` is the score if it is eaten."""
        if not left:
            return WON
        best = bound
        for cover in self.covers(other, card):
            if best <= low:
                break
            answered = self._cover(other, left, cover, self._before(min(best, high)), self._before(low))
            best = min(best, self._leads_into(answered))
        return best

    def _cover(self, hand: int, other: int, card: int, low: int, high: int) -> int:
        """Return the score of covering with `card` and then leading, as :meth:`_lead` does."""
        left = hand & ~card
        return self._lead(left, other, low, high) if left else WON

    def _if_eaten(self, left: int) -> int:
        """Return the score of a leader who keeps `left`, if the other player eats."""
        return self._leads_into(score_before_ply(self._leading(left))) if left else WON

    def _leading(self, hand: int) -> int:
        """Return the score of a hand that leads to an empty table."""
        return self.measure.score_of(int(self.lead_distances[hand]))

    def _leads_into(self, score: int) -> int:
        """Return the leader's score, by that of the player who answers."""
        return score_before_ply(score) if self.measure.counts_leads else -score

    def _before(self, score: int) -> int:
        """Return the answering player's score, by that of the leader: the reverse of :meth:`_leads_into`."""
        if not self.measure.counts_leads or score == 0:
            return -score
        return -score + 1 if score < 0 else -score - 1


def bits(hand: int) -> Iterator[int]:
    """Yield the cards of a hand, each as a number with one bit."""
    while hand:
        card = hand & -hand
        yield card
        hand ^= card
