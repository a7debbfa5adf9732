"""The random streams equal independent implementations of SplitMix64 and are fair."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine import seeds
from upcard.engine.chance import Stream
from upcard.engine.compile.compiler import compiled
from upcard.engine.state import PlainState, to_record
from upcard.games.kuhn_poker import rules as kuhn_poker

MASK = 2**64 - 1
GOLDEN, MUL1, MUL2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

whole = st.integers(-(2**63), 2**63 - 1)
bounds = st.one_of(st.integers(1, 100), st.integers(1, 2**31))


def naive_mix(z):
    """SplitMix64's finaliser with whole numbers of any size, unsigned."""
    z &= MASK
    z = ((z ^ (z >> 30)) * MUL1) & MASK
    z = ((z ^ (z >> 27)) * MUL2) & MASK
    return z ^ (z >> 31)


class NaiveStream:
    """A stream with whole numbers of any size, unsigned."""

    def __init__(self, seed, number):
        key = naive_mix(naive_mix(seed + GOLDEN) + number * MUL1)
        self.at, self.step = naive_mix(key + GOLDEN), naive_mix(key + 2 * GOLDEN) | 1

    def word(self):
        self.at = (self.at + self.step) & MASK
        return naive_mix(self.at) >> 32

    def below(self, n):
        while True:
            product = self.word() * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32


def numpy_mix(z):
    """SplitMix64's finaliser in numpy's unsigned 64 bits."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(MUL1)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(MUL2)
    return z ^ (z >> np.uint64(31))


def signed(z):
    return (z & MASK) - 2**64 if z & 2**63 else z & MASK


def opened(seed, number):
    s = PlainState(kuhn_poker)
    seeds.open_stream(s, seed, number)
    return s


def far_from_fair(counts):
    """How many standard deviations chi-square lies above its mean when all outcomes are equally likely."""
    expected = sum(counts) / len(counts)
    chi_square = sum((c - expected) ** 2 / expected for c in counts)
    freedom = len(counts) - 1
    return (chi_square - freedom) / math.sqrt(2 * freedom)


@given(*[st.integers(-(2**65), 2**65)] * 2)
def test_sums_and_products_are_brought_back_to_64_bits_with_sign(a, b):
    assert seeds.plus(a, b) == signed(a + b)
    assert seeds.times(a, b) == signed(a * b)


@given(whole)
def test_scramble_equals_splitmix64_with_whole_numbers_of_any_size(z):
    assert seeds.scramble(z) == signed(naive_mix(z))


@given(st.lists(whole, min_size=1, max_size=20))
def test_scramble_equals_splitmix64_in_numpy(numbers):
    given_numbers = np.array(numbers, np.int64).view(np.uint64)
    assert [seeds.scramble(z) for z in numbers] == numpy_mix(given_numbers).view(np.int64).tolist()


def test_scramble_gives_the_published_outputs_of_splitmix64_for_seed_0():
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]
    assert [seeds.scramble(seeds.times(i + 1, GOLDEN)) & MASK for i in range(4)] == published


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**62), st.lists(bounds, max_size=30))
def test_a_stream_equals_the_naive_one(seed, number, sizes):
    s, twin = opened(seed, number), NaiveStream(seed, number)
    assert (s.at & MASK, s.step & MASK) == (twin.at, twin.step)
    assert [seeds.below(s, n) for n in sizes] == [twin.below(n) for n in sizes]


@given(whole, whole, st.lists(bounds, max_size=30))
def test_the_interpreted_stream_is_the_compiled_one(at, step, sizes):
    s, twin = opened(0, 0), opened(0, 0)
    s.at = twin.at = at
    s.step = twin.step = step | 1
    for n in sizes:
        assert seeds.below_interpreted(s, n) == seeds.below(twin, n)
        assert s.at == twin.at


@pytest.mark.parametrize("n", [3 * 2**29, 1_500_000_000])
def test_the_interpreted_stream_refuses_what_is_not_fair_as_the_compiled_one_does(n):
    """With bounds so large at least a quarter of all words are refused."""
    s, twin = opened(1, n), opened(1, n)
    first = twin.at
    assert [seeds.below_interpreted(s, n) for _ in range(200)] == [seeds.below(twin, n) for _ in range(200)]
    assert s.at == twin.at
    assert twin.at != seeds.plus(first, seeds.times(200, twin.step))


@given(whole, st.integers(1, 12))
def test_a_card_is_drawn_interpreted_as_it_is_compiled(seed, cards):
    s, twin = opened(seed, 0), opened(seed, 0)
    row, other = [cards, *range(cards)], [cards, *range(cards)]
    for _ in range(cards):
        assert Stream(kuhn_poker).draw(s, row) == seeds.draw(twin, other)
        assert (row, s.at) == (other, twin.at)


@given(whole, whole)
def test_a_stream_has_64_bits_and_an_odd_step(seed, number):
    s = opened(seed, number)
    assert s.step % 2 == 1
    assert -(2**63) <= s.at < 2**63
    assert -(2**63) <= s.step < 2**63


@given(whole, bounds)
def test_below_stays_in_its_range(seed, n):
    s = opened(seed, 0)
    assert all(0 <= seeds.below(s, n) < n for _ in range(20))


@pytest.mark.parametrize("n", [2, 3, 6, 7, 56, 100])
def test_below_is_fair(n):
    s, counts = opened(1, n), [0] * n
    for _ in range(400 * n):
        counts[seeds.below(s, n)] += 1
    assert far_from_fair(counts) < 4


def test_below_is_fair_where_a_plain_product_is_not():
    """Without the rejection, one of three remainders of 3 * 2**29 would come 2 times instead of 3."""
    s, counts = opened(2, 0), [0] * 3
    for _ in range(6000):
        counts[seeds.below(s, 3 * 2**29) % 3] += 1
    assert far_from_fair(counts) < 4


def test_the_first_word_is_fair_over_games():
    counts = [0] * 16
    for number in range(8000):
        counts[seeds.below(opened(3, number), 16)] += 1
    assert far_from_fair(counts) < 4


def test_no_two_games_share_any_point_of_their_streams():
    """Streams that begin at seed + game * step would be one stream, moved by one."""
    seen = set()
    for number in range(100):
        s = opened(7, number)
        for _ in range(50):
            seeds.word(s)
            seen.add(s.at)
    assert len(seen) == 100 * 50


def test_other_seeds_and_numbers_open_other_streams():
    streams = [opened(seed, number) for seed in range(40) for number in range(40)]
    assert len({(s.at, s.step) for s in streams}) == 40 * 40


def test_a_stream_is_for_ever_the_same():
    s = opened(1, 0)
    assert (s.at, s.step) == (7982734928498899980, 7851527857629710091)
    assert [seeds.below(s, 56) for _ in range(12)] == [51, 19, 21, 45, 10, 53, 37, 33, 6, 11, 5, 1]


def test_draw_takes_a_random_card_and_fills_its_place_with_the_last():
    s = opened(4, 0)
    s.stock[0] = 3
    for i in range(3):
        s.stock[i + 1] = 10 + i
    expected = [10, 11, 12]
    twin = NaiveStream(4, 0)
    drawn, wanted = [], []
    for n in (3, 2, 1):
        j = twin.below(n)
        wanted.append(expected[j])
        expected[j] = expected[n - 1]
        drawn.append(seeds.draw(s, s.stock))
    assert drawn == wanted
    assert s.stock[0] == 0


def test_the_streams_of_the_seats_are_those_of_copied_views():
    s = opened(5, 9)
    s.seats = 2
    before = s.at, s.step
    record = to_record(kuhn_poker, s)[0]
    open_streams = compiled(open_and_ask, {})
    got = np.zeros((2, 6), np.int64)
    open_streams(record, 5, 9, got)
    assert (record["at"], record["step"]) == before
    for p in range(2):
        own = NaiveStream(~5, 9 * 2 + p)
        assert got[p].tolist() == [own.below(10) for _ in range(6)]


def open_and_ask(s, seed, game, out):
    """Ask every seat's stream in turn."""
    seeds_open(s, seed, game)
    for i in range(6):
        for p in range(2):
            s.me = p
            out[p, i] = ask(s, 10)


seeds_open, ask = seeds.open_seat_streams, seeds.seat_below


def fill(s, seed, number, sizes, out):
    """Open a stream and ask it for numbers."""
    open_stream(s, seed, number)
    for i in range(len(sizes)):
        out[i] = below(s, sizes[i])


open_stream, below = seeds.open_stream, seeds.below


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, -1, -(2**63)])
def test_compiled_streams_equal_interpreted_ones(seed):
    sizes = np.array([1, 2, 3, 56, 1000, 3 * 2**29, 2**31 - 1, 2**31] * 50, np.int64)
    out, twin = np.zeros_like(sizes), np.zeros_like(sizes)
    compiled(fill, {})(to_record(kuhn_poker, PlainState(kuhn_poker))[0], seed, 12345678901, sizes, out)
    fill(PlainState(kuhn_poker), seed, 12345678901, sizes.tolist(), twin)
    assert out.tolist() == twin.tolist()
