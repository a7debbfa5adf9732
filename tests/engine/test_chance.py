"""Sources of chance: a random stream, a script of outcomes, and a recorder in front of them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine import seeds
from upcard.engine.chance import Recorder, Script, ScriptEnded, Stream, possible, take
from upcard.engine.errors import BrokenRules, Illegal
from upcard.engine.state import PlainState, cells_of
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.games.leduc_poker import rules as leduc_poker


def row_of(*cards):
    """A state of L.A.M.A. whose stock holds these cards."""
    s = PlainState(lama)
    for i, c in enumerate(cards):
        s.stock[i + 1] = c
    s.stock[0] = len(cards)
    return s


def cards_of(zone):
    return sorted(zone[i] for i in range(1, zone[0] + 1))


@given(st.integers(0, 2**63 - 1), st.integers(0, 1000))
def test_sampled_equals_the_stream(seed, number):
    first, second = row_of(0, 1, 2, 3, 4), row_of(0, 1, 2, 3, 4)
    for s in (first, second):
        seeds.open_stream(s, seed, number)
    chance = Stream(lama)
    for n in (2, 100, 7):
        assert chance.below(first, n) == seeds.below(second, n)
    assert [chance.draw(first, first.stock) for _ in range(5)] == [
        seeds.draw(second, second.stock) for _ in range(5)
    ]
    assert cells_of(first) == cells_of(second)


def test_no_card_comes_out_of_an_empty_row():
    """A rule that draws when nothing is there must not get a card from nowhere."""
    s = row_of()
    seeds.open_stream(s, 1, 0)
    with pytest.raises(Exception, match=r".+"):
        Stream(lama).draw(s, s.stock)


def test_a_script_asks_for_a_number_with_equal_weights():
    with pytest.raises(ScriptEnded) as asked:
        Script(lama, []).below(row_of(), 3)
    assert asked.value.outcomes == [(0, 1), (1, 1), (2, 1)]


def test_a_script_asks_for_a_card_with_the_number_of_equal_cards_as_weight():
    s = row_of(6, 2, 6, 0, 6)
    with pytest.raises(ScriptEnded) as asked:
        Script(lama, []).draw(s, s.stock)
    assert asked.value.outcomes == [(0, 1), (2, 1), (6, 3)]
    assert cards_of(s.stock) == [0, 2, 6, 6, 6]


def test_a_script_never_asks_when_only_one_thing_can_come():
    s = row_of(4, 4)
    chance = Script(lama, [])
    assert chance.below(s, 1) == 0
    assert [chance.draw(s, s.stock), chance.draw(s, s.stock)] == [4, 4]
    assert s.stock[0] == 0


def test_a_script_is_followed_in_order_and_then_asks():
    s = row_of(6, 2, 6, 0)
    chance = Script(lama, [5, 2, 6])
    assert chance.below(s, 9) == 5
    assert chance.draw(s, s.stock) == 2
    assert chance.draw(s, s.stock) == 6
    with pytest.raises(ScriptEnded) as asked:
        chance.draw(s, s.stock)
    assert asked.value.outcomes == [(0, 1), (6, 1)]


def test_a_script_refuses_a_card_that_is_not_there():
    s = row_of(1, 2)
    with pytest.raises(Illegal, match="there is no card 5 left to be dealt"):
        Script(lama, [5]).draw(s, s.stock)


def deals(rules, seats):
    """Every deal with its probability, by asking a script on and on."""
    found: dict[tuple[int, ...], Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, p = waiting.pop()
        s = PlainState(rules, chance=Script(rules, script))
        s.seats = seats
        try:
            rules.start(s)
        except ScriptEnded as asked:
            total = sum(w for _, w in asked.outcomes)
            waiting += [((*script, x), p * Fraction(w, total)) for x, w in asked.outcomes]
        else:
            found[script] = p
    return found


@pytest.mark.parametrize(("rules", "count"), [(kuhn_poker, 6), (leduc_poker, 30)])
def test_asking_on_and_on_gives_every_deal_with_its_exact_probability(rules, count):
    found = deals(rules, 2)
    assert len(found) == count
    assert set(found.values()) == {Fraction(1, count)}


def test_a_script_names_the_question_that_is_open():
    s = row_of(6, 2)
    with pytest.raises(ScriptEnded) as drawing:
        Script(lama, []).draw(s, s.stock)
    with pytest.raises(ScriptEnded) as counting:
        Script(lama, []).below(s, 2)
    assert (drawing.value.kind, counting.value.kind) == ("draw", "below")


def test_a_full_script_names_certain_outcomes_too():
    s = row_of(2, 2)
    chance = Script(lama, ["0", "3"], is_full=True)
    assert (chance.below(s, 1), chance.draw(s, s.stock)) == (0, 2)
    assert not chance.rest


def test_a_full_script_can_go_on_with_a_script_that_asks():
    s = row_of(2, 2, 6)
    chance = Script(lama, ["3", "llama"], Script(lama, []), is_full=True)
    assert [chance.draw(s, s.stock) for _ in range(3)] == [2, 6, 2]
    with pytest.raises(ScriptEnded):
        chance.below(s, 2)


def test_a_recorder_calls_back_before_each_question_with_what_is_possible():
    s, questions = row_of(6, 2, 6), []
    chance = Recorder(
        Script(lama, [6, 1, 1], is_full=True), lambda s, choices: questions.append(possible(choices))
    )
    assert [chance.draw(s, s.stock), chance.below(s, 2), chance.below(s, 3)] == [6, 1, 1]
    assert questions == [[(2, 1), (6, 2)], [(0, 1), (1, 1)], [(0, 1), (1, 1), (2, 1)]]


def test_copies_of_a_recorder_go_separate_ways():
    s = row_of(2, 6)
    chance = Recorder(Script(lama, [1, 2], is_full=True))
    assert chance.below(s, 3) == 1
    twin = chance.copy()
    assert twin.draw(s, s.stock) == 2
    assert (chance.unused, twin.unused) == ([2], [])
    assert (chance.history, twin.history) == ([("below", 1)], [("below", 1), ("draw", 2)])


def test_only_views_have_tables_to_imagine():
    with pytest.raises(BrokenRules, match="only a strategy can call scratch"):
        Stream(lama).scratch()


def test_listed_outcomes_are_followed_and_recorded():
    s = row_of(6, 2, 0)
    chance = Recorder(Script(lama, ["3", "llama", "1"], is_full=True))
    assert chance.below(s, 4) == 3
    assert [chance.draw(s, s.stock), chance.draw(s, s.stock)] == [6, 0]
    assert cards_of(s.stock) == [2]
    assert chance.history == [("below", 3), ("draw", 6), ("draw", 0)]


def test_after_the_listed_outcomes_the_stream_goes_on_and_is_recorded_too():
    s, twin = row_of(5, 5, 5, 1), row_of(5, 5, 5)
    for x in (s, twin):
        seeds.open_stream(x, 3, 0)
    chance = Recorder(Script(lama, ["2"], Stream(lama), is_full=True))
    first = chance.draw(s, s.stock)
    second = chance.below(s, 1000)
    assert (first, second) == (1, seeds.below(twin, 1000))
    assert chance.history == [("draw", 1), ("below", second)]


def test_a_listed_card_that_is_gone_is_refused_with_the_cards_there_are():
    s = row_of(6, 2, 2)
    with pytest.raises(Illegal, match="the card '5' cannot be dealt; the cards left are: 3 llama"):
        Recorder(Script(lama, ["5"], is_full=True)).draw(s, s.stock)
    assert cards_of(s.stock) == [2, 2, 6]


@pytest.mark.parametrize("word", ["4", "-1", "llama", "1.5", ""])
def test_a_listed_number_out_of_range_is_refused(word):
    with pytest.raises(Illegal, match=rf"the outcome '{word}' does not fit; expected a number below 4"):
        Recorder(Script(lama, [word], is_full=True)).below(row_of(), 4)


def test_without_a_seed_every_outcome_must_be_listed():
    s = row_of(1, 2)
    chance = Recorder(Script(lama, [], is_full=True))
    for ask in (lambda: chance.below(s, 2), lambda: chance.draw(s, s.stock)):
        with pytest.raises(Illegal, match="chance needs more outcomes than are listed"):
            ask()
    assert chance.history == []


@given(st.lists(st.integers(0, 6), min_size=1, max_size=10), st.integers(0, 6))
def test_take_removes_one_card_of_its_kind_and_no_other(cards, wanted):
    s = row_of(*cards)
    if wanted not in cards:
        with pytest.raises(Illegal):
            take(s.stock, wanted)
        return
    assert take(s.stock, wanted) == wanted
    cards.remove(wanted)
    assert cards_of(s.stock) == sorted(cards)
