"""Chance that follows a script inside compiled programs: one number stands for all outcomes of an action.

The script of an action is a number in mixed radix, the first outcome lowest: a question with n possible
outcomes takes the remainder by n and passes the quotient on. It stands in ``s.at``, and the number of
outcomes that it contains in ``s.step``. The outcome that was read last stands in ``s.seat_at[0]``, and its
weight in ``s.seat_step[0]``.

Behind the end of the script the first question stores its number of outcomes in ``s.at`` and makes ``s.step``
negative. From there outcomes are random and the state is not used: they only bring the action to an end
without an exception, as rules that wait for an outcome, such as a double, must get it at some time.

The questions are those of :class:`upcard.engine.chance.Script`: what is certain is no question, and equal
cards of a row are one outcome.
"""

from typing import Any

from upcard.engine.seeds import GOLDEN, LOW32, scramble, times

ENDED, BROKEN = -1, -(2**40)
"""Values of ``s.step`` at the first question behind the end of the script, after which it decreases, and
after a card was drawn from an empty row."""


def scripted_below(s: Any, n: int) -> int:
    """Return the next outcome of the script, a whole number from 0 to n - 1."""
    if n == 1:
        return 0
    is_scripted = s.step > 0
    outcome = next_outcome(s, n)
    if is_scripted:
        s.seat_at[0] = outcome
        s.seat_step[0] = 1
    return outcome


def scripted_draw(s: Any, zone: Any) -> int:
    """Take the card that the script names out of a row, which is modified; the last card fills its place."""
    kinds = kinds_in(zone)
    if kinds == 0:
        s.step = BROKEN
        return 0
    is_scripted = s.step > 0 and kinds > 1
    outcome = next_outcome(s, kinds) if kinds > 1 else 0
    card = -1
    for _ in range(outcome + 1):
        card = next_card(zone, card)
    if is_scripted:
        s.seat_at[0] = card
        s.seat_step[0] = copies_of(zone, card)
    j = 1
    while zone[j] != card:
        j += 1
    zone[j] = zone[zone[0]]
    zone[0] -= 1
    return card


def next_outcome(s: Any, n: int) -> int:
    """Return the next digit of the script; behind its end a random number."""
    if s.step > 0:
        outcome: int = s.at % n
        s.at = s.at // n
        s.step -= 1
        return outcome
    if s.step == 0:
        s.at = n
    s.step -= 1
    return (scramble(times(s.step, GOLDEN)) & LOW32) % n


def kinds_in(zone: Any) -> int:
    """Return the number of different cards in a row."""
    kinds = 0
    card = next_card(zone, -1)
    while card >= 0:
        kinds += 1
        card = next_card(zone, card)
    return kinds


def next_card(zone: Any, card: int) -> int:
    """Return the least card of a row that is greater than `card`; -1 if there is none."""
    best = -1
    for i in range(1, zone[0] + 1):
        if zone[i] > card and (best < 0 or zone[i] < best):
            best = zone[i]
    return best


def copies_of(zone: Any, card: int) -> int:
    """Return how many cards of a row are `card`."""
    n = 0
    for i in range(1, zone[0] + 1):
        n += 1 if zone[i] == card else 0
    return n
