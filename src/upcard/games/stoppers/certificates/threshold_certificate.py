"""Certificates of kind ``stoppers-thresholds``: pure strategies for one round of three to five players.

``thresholds`` has one list per seat, in order of action. It holds an entry for each possible history of the
seats before, counted in base 3 (0 kept, 1 swapped, 2 was stopped; the first seat has the highest digit). Each
entry is 13 numbers: the value up to which the seat swaps, by the rank of the card that was taken from it in a
swap; the first number applies if none was taken. ``losses_exact`` are the probabilities of losing a life, and
``gaps_exact`` how much every seat could lower its own by any strategy.
The check plays all deals, one after another, with whole numbers. For each deal it adds up what every seat
would lose by its other choice, by what the seat knows there. Some deals are also played by the rules of the
game, to verify that this check plays the same game.
"""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import perm
from typing import Any

from upcard.certificates.certificate import read_fraction
from upcard.engine.chance import Script
from upcard.engine.errors import Refused
from upcard.engine.game import Game
from upcard.engine.tree.single_round import one_round
from upcard.engine.wording import counted

KIND = "stoppers-thresholds"
RANKS, SUITS, KING = 13, 4, 12
KEPT, SWAPPED, STOPPED = 0, 1, 2
FEWEST, MOST, SPOT_CHECKS = 3, 5, 200
ThresholdTable = tuple[tuple[tuple[int, ...], ...], ...]


def check(stated: dict[str, Any], game: Game) -> list[str]:
    """Check a certificate of this kind, see :mod:`upcard.certificates.kind_registry`."""
    options, seats = game.option_words(), game.players
    if game.name != "stoppers" or not FEWEST <= seats <= MOST or options["first_dealer"] != str(seats):
        raise Refused(f"expected Stoppers for {FEWEST} to {MOST} players with the last seat dealing")
    if options["block"] != "automatic":
        raise Refused("block is optional; expected block=automatic")
    table = thresholds_of(stated, seats)
    is_void, is_free = options["dealer_king"] == "void", options["all_tie"] == "nobody"
    _compare_with_rules(game, table, is_void, is_free)
    losses, gaps = exact_losses_and_gaps(table, is_void, is_free)
    _compare("losses_exact", stated, losses)
    _compare("gaps_exact", stated, gaps)
    return [
        f"one round with a fresh deck of {game.heading()}, all deals, some of them by the rules",
        *(
            f"seat {p} loses a life with probability {loss}, {float(loss):.6f}; any other strategy lowers "
            f"that by at most {gap}"
            for p, (loss, gap) in enumerate(zip(losses, gaps, strict=True), 1)
        ),
        "nobody can do better: an equilibrium" if not any(gaps) else "not an equilibrium, but close to one",
    ]


def thresholds_of(stated: dict[str, Any], seats: int) -> ThresholdTable:
    """Read the thresholds of a certificate, as whole numbers from 0 to 13.

    Raises
    ------
    Refused
        If they do not fit the number of seats.
    """
    stated_thresholds = stated.get("thresholds")
    if not isinstance(stated_thresholds, list) or len(stated_thresholds) != seats:
        raise Refused(
            f"thresholds is missing or of the wrong kind; expected a list for each of {seats} seats"
        )
    for p, lines in enumerate(stated_thresholds):
        if not isinstance(lines, list) or len(lines) != 3**p or any(not _is_line(line) for line in lines):
            raise Refused(
                f"the thresholds of seat {p + 1} are not {counted(3**p, 'list')} of {RANKS} values "
                f"from 0 to {RANKS}"
            )
    return tuple(tuple(tuple(line) for line in lines) for lines in stated_thresholds)


def _is_line(line: object) -> bool:
    return (
        isinstance(line, list)
        and len(line) == RANKS
        and all(isinstance(x, int) and not isinstance(x, bool) and 0 <= x <= RANKS for x in line)
    )


def _compare(name: str, stated: dict[str, Any], actual: Sequence[Fraction]) -> None:
    claims = stated.get(name)
    if not isinstance(claims, list) or len(claims) != len(actual):
        raise Refused(f"{name} is missing or of the wrong kind; expected {len(actual)} fractions")
    for p, (x, y) in enumerate(zip(claims, actual, strict=True)):
        if read_fraction(x, name) != y:
            raise Refused(f"{name} of seat {p + 1} is {x} in the certificate, but {y} by this check")


def exact_losses_and_gaps(
    table: ThresholdTable, is_void: bool, is_free: bool
) -> tuple[list[Fraction], list[Fraction]]:
    """Compute losses and gaps of all seats, exactly, with void Kings and free ties if the options say so."""
    seats = len(table)
    lost = [0] * seats
    other: list[dict[tuple[int, int, int], list[int]]] = [{} for _ in range(seats)]
    for deal, ways in deals(seats):
        held, known = played(table, deal, None)
        plain = losses(deal, held, known, is_void, is_free)
        for p in range(seats):
            lost[p] += ways * plain[p]
            turned = losses(deal, *played(table, deal, p), is_void, is_free)
            sums = other[p].setdefault(known[p][:3], [0, 0])
            sums[0] += ways * plain[p]
            sums[1] += ways * turned[p]
    unit = perm(RANKS * SUITS, seats) * (RANKS * SUITS - seats)
    gaps = [sum(max(0, now - then) for now, then in sums.values()) for sums in other]
    return [Fraction(x, unit) for x in lost], [Fraction(x, unit) for x in gaps]


def deals(seats: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield all deals, as the rank of each seat's card, with the number of ways to deal them."""
    for deal in product(range(RANKS), repeat=seats):
        ways = 1
        for p in range(seats):
            ways *= SUITS - deal[:p].count(deal[p])
        if ways:
            yield deal, ways


KnownTurns = list[tuple[int, int, int, bool]]
"""For each seat: the history before its turn, the ranks dealt and held, and whether it asks to swap."""


def played(table: ThresholdTable, deal: Sequence[int], turned: int | None) -> tuple[list[int], KnownTurns]:
    """Return what all seats hold before the dealer draws; `turned` acts against its strategy."""
    held, did, known = list(deal), 0, []
    for p, lines in enumerate(table):
        is_taken = did % 3 == SWAPPED and p > 0
        is_asking = (held[p] < lines[did][deal[p] if is_taken else 0]) != (p == turned)
        known.append((did, deal[p], held[p], is_asking))
        if p + 1 == len(table):
            break
        how = KEPT if not is_asking else STOPPED if held[p + 1] == KING else SWAPPED
        if how == SWAPPED:
            held[p], held[p + 1] = held[p + 1], held[p]
        did = 3 * did + how
    return held, known


def losses(
    deal: Sequence[int], held: list[int], known: KnownTurns, is_void: bool, is_free: bool
) -> list[int]:
    """Return for every seat how many of the remaining cards would cost it a life as the top card."""
    left = RANKS * SUITS - len(deal)
    if not known[-1][3]:
        return [left * x for x in _lost(held, is_free)]
    total, last = [0] * len(deal), held[-1]
    lowest = min(held[:-1])
    for drawn, cards in _drawn(deal, lowest):
        new = last if drawn == KING and is_void else drawn
        for p, x in enumerate(_lost([*held[:-1], new], is_free)):
            total[p] += cards * x
    return total


def _drawn(deal: Sequence[int], lowest: int) -> Iterator[tuple[int, int]]:
    """Yield a rank and a number of cards for each kind of draw: lower than `lowest`, equal, higher, King."""
    left = [SUITS - deal.count(k) for k in range(RANKS)]
    if lowest > 0:
        yield 0, sum(left[:lowest])
    if lowest < KING:
        yield lowest, left[lowest]
    if lowest + 1 < KING:
        yield lowest + 1, sum(left[lowest + 1 : KING])
    yield KING, left[KING]


def _lost(held: Sequence[int], is_free: bool) -> list[int]:
    lowest = min(held)
    if is_free and max(held) == lowest:
        return [0] * len(held)
    return [int(x == lowest) for x in held]


def spot_deals(seats: int, rng: random.Random) -> list[list[int]]:
    """Return deals to be played by the rules as well, each with the card on top of the deck.

    Most are drawn at random, and hardly ever give all the same rank. So some are fixed: all hold the same, or
    all but one, whose card the dealer exchanges for the last. No rank has five cards.
    """
    deck = [k for k in range(RANKS) for _ in range(SUITS)]
    deals = [rng.sample(deck, seats + 1) for _ in range(SPOT_CHECKS)]
    if seats <= SUITS:
        for k in range(RANKS):
            other = (k + rng.randrange(1, RANKS)) % RANKS
            rest = [k] * (seats - 1)
            deals += [[k, *rest, other], [*rest, other, k], [other, *rest, k]]
    return deals


def _compare_with_rules(game: Game, table: ThresholdTable, is_void: bool, is_free: bool) -> None:
    """Play some deals by the rules as well; refuse if anybody loses more or less there."""
    alone = one_round(game, lambda s, p: int(s.lives - s.life[p]), (0, 1), False)
    rng = random.Random(0)
    for *deal, drawn in spot_deals(game.players, rng):
        turned = rng.choice((None, *range(game.players)))
        held, known = played(table, deal, turned)
        if known[-1][3] and not (drawn == KING and is_void):
            held[-1] = drawn
        s = alone.start(Script(alone.rules, (*deal, drawn)))
        for _, _, _, is_asking in known:
            alone.rules.apply(s, int(is_asking))
        lost = [alone.rules.score(s, p) for p in range(game.players)]
        if lost != _lost(held, is_free):
            raise Refused(f"by the rules, the deal {deal} costs lives {lost}; this check computes others")
