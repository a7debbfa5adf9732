"""Random numbers that are a pure function of seed, stream and counter.

One source for plain Python, compiled code and CUDA: whole numbers of 64 bits kept in range by masks.
A stream is two numbers, ``at`` and ``step``: every draw adds `step` (odd) to `at` and scrambles the
sum (SplitMix64 with a step of its own per stream: G. Steele, D. Lea, C. Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014). Stream number g of seed s starts at a hash of (s, g), so
no outcome depends on threads, chunks or machines. Bounded numbers are unbiased (D. Lemire, "Fast random
integer generation in an interval", ACM TOMACS 2019).

Except where noted, these functions are compiled into the inner loop of every game, and check nothing.
"""

from typing import Any

from upcard.kit.cards import State

LOW32 = 0xFFFFFFFF
ALL64, HALF = (1 << 64) - 1, 1 << 63
GOLDEN = 0x9E3779B97F4A7C15 - (1 << 64)
MUL1 = 0xBF58476D1CE4E5B9 - (1 << 64)
MUL2 = 0x94D049BB133111EB - (1 << 64)
FACTOR1, FACTOR2 = MUL1 & ALL64, MUL2 & ALL64


def plus(a: int, b: int) -> int:
    """Return the sum, wrapped to 64 bits with sign; compiled programs use unsigned arithmetic instead."""
    return ((a + b + HALF) & ALL64) - HALF


def times(a: int, b: int) -> int:
    """Return the product, wrapped to 64 bits with sign; compiled like :func:`plus`."""
    return ((a * b + HALF) & ALL64) - HALF


def scramble(z: int) -> int:
    """Apply the finaliser of SplitMix64 (variant 13 of D. Stafford): a bijection on 64 bits."""
    z = times(z ^ ((z >> 30) & 0x3FFFFFFFF), MUL1)
    z = times(z ^ ((z >> 27) & 0x1FFFFFFFFF), MUL2)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


def open_stream(s: State, seed: int, stream: int) -> None:
    """Point `s` at the beginning of stream number `stream` of `seed`; sets ``s.at`` and ``s.step``."""
    key = scramble(plus(scramble(plus(seed, GOLDEN)), times(stream, MUL1)))
    s.at = scramble(plus(key, GOLDEN))
    s.step = scramble(plus(plus(key, GOLDEN), GOLDEN)) | 1


def open_match(s: State, seed: int, number: int) -> None:
    """Point `s` at the beginning of game `number` of `seed`; not compiled.

    A seed of more than 63 bits is that of a fair deal: its two halves are the stream itself, so that all its
    bits matter.
    """
    if seed < HALF:
        open_stream(s, seed, number)
    else:
        s.at = plus(seed >> 64, times(number, MUL1))
        s.step = plus(seed & ALL64, 0) | 1


def word(s: State) -> int:
    """Return the next 32 random bits; advances ``s.at``."""
    s.at = plus(s.at, s.step)
    return (scramble(s.at) >> 32) & LOW32


def below(s: State, n: int) -> int:
    """Return a fair whole number from 0 to n - 1, for n up to 2**31; advances ``s.at``."""
    m = word(s) * n
    if (m & LOW32) < n:
        unfair = 4294967296 % n
        while (m & LOW32) < unfair:
            m = word(s) * n
    return (m >> 32) & LOW32


def below_interpreted(s: State, n: int) -> int:
    """Return the same number as :func:`below` in a fifth of the time, in plain Python only.

    It calls no functions and computes without sign, which plain Python can and compiled code cannot.
    """
    cells = s.__dict__
    at: int = cells["at"]
    step: int = cells["step"]
    while True:
        at = (at + step) & ALL64
        z = ((at ^ (at >> 30)) * FACTOR1) & ALL64
        z = ((z ^ (z >> 27)) * FACTOR2) & ALL64
        m = ((z ^ (z >> 31)) >> 32) * n
        low = m & LOW32
        if low >= n or low >= 4294967296 % n:
            break
    cells["at"] = at - (1 << 64) if at >= HALF else at
    return (m >> 32) & LOW32


def draw(s: State, zone: Any) -> int:
    """Take a random card out of a row, `zone`, which is modified: the last card fills its place."""
    n = zone[0]
    j = below(s, n) + 1
    card: int = zone[j]
    zone[j] = zone[n]
    zone[0] = n - 1
    return card


def open_seat_streams(s: State, seed: int, game: int) -> None:
    """Set the stream of every seat to its beginning for this game."""
    at = s.at
    step = s.step
    for p in range(s.seats):
        open_stream(s, ~seed, game * s.seats + p)
        s.seat_at[p] = s.at
        s.seat_step[p] = s.step
    s.at = at
    s.step = step


def seat_below(s: State, n: int) -> int:
    """Return a fair whole number from the stream of seat ``s.me``, for strategies that read the state."""
    at = s.at
    step = s.step
    s.at = s.seat_at[s.me]
    s.step = s.seat_step[s.me]
    outcome = below(s, n)
    s.seat_at[s.me] = s.at
    s.at = at
    s.step = step
    return outcome
