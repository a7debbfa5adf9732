"""What the chapter on Beat It Or Eat It says: its lines are played, its verdicts searched without tables."""

from functools import cache

import pytest

from upcard.engine.errors import Usage
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadAdvantage, MirrorDeals, stated_counts
from upcard.games.beat_it_or_eat_it.chapter.lesson import (
    BOARD,
    OTHER,
    ROUND,
    SMALL,
    WAIT,
    hand,
    line_words,
    turned,
)
from upcard.games.beat_it_or_eat_it.chapter.tablebase_figures import (
    LineMove,
    endless,
    line,
    moves,
    position,
    table,
    zugzwangs,
)
from upcard.games.beat_it_or_eat_it.strategies.tablebase import file_of
from upcard.lessons.interactive_cells import ask

Cards = frozenset[int]


@cache
def plies(mine: Cards, other: Cards, lying: Cards, top: int, left: int) -> int:
    """How many plies the mover needs to win one suit, at most `left`; 99 if he cannot.

    A slow search of our own, by the words of the rules: to win, one of the moves must leave the other
    without a way to escape in time.
    """
    best = 99
    for after in turns(mine, other, lying, top):
        if after is None:
            return 1
        if left > 2:
            best = min(best, 1 + escapes(*after, left - 1))
    return best


@cache
def escapes(mine: Cards, other: Cards, lying: Cards, top: int, left: int) -> int:
    """How many plies the mover can hold out; 99 if longer than `left`."""
    longest = 0
    for after in turns(mine, other, lying, top):
        if after is None:
            return 99
        longest = max(longest, 1 + plies(*after, left - 1))
    return min(longest, 99)


def turns(mine, other, lying, top):
    """What can follow: the next hand to move, the other one, the table, its top card; None if won."""
    if not top:
        for card in mine:
            yield None if mine == {card} else (other, mine - {card}, frozenset({card}), card)
        return
    yield other, mine | lying, frozenset(), 0
    for card in (x for x in mine if x > top):
        rest = mine - {card}
        if not rest:
            yield None
        for lead in rest:
            won = rest == {lead}
            yield None if won else (other, rest - {lead}, lying | {card, lead}, lead)


def hands(text):
    return [frozenset(int(x) for x in part.removeprefix("s").split(".")) for part in text.split("/")[:2]]


def deals(length):
    for k in range(1, 2**length - 1):
        yield position([bool(k >> i & 1) for i in range(length)])


@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_every_verdict_of_few_cards_is_found_without_a_table(length):
    for text in deals(length):
        best = moves(1, length, text)[0]
        needed = plies(*hands(text), frozenset(), 0, 11)
        assert (best.verdict == "win") == (needed <= 11), text
        if best.verdict == "win":
            assert best.distance == needed, text


@pytest.mark.parametrize("text", [WAIT, turned(WAIT), OTHER, turned(OTHER), SMALL])
def test_a_line_ends_as_its_verdict_says(text):
    length = max(max(x) for x in hands(text))
    steps, best = line(1, length, text), moves(1, length, text)[0]
    winner = steps[-1].player
    assert (winner == 0) == (best.verdict == "win")
    beats = sum(step.words.startswith("beat") for step in steps)
    assert len(steps) - beats == best.distance, "beating and leading are one ply"


def test_nobody_wants_to_lead_for_the_first_time_with_five_cards():
    assert [len(zugzwangs(1, n)) for n in (2, 3, 4, 5)] == [0, 0, 0, 2]
    assert [len(zugzwangs(1, 5)), len(zugzwangs(2, 9))] == [
        table(1, 5).lead_advantage.other,
        table(2, 9).lead_advantage.other,
    ]
    for text in (WAIT, OTHER):
        assert {moves(1, 5, x)[0].verdict for x in (text, turned(text))} == {"loss"}


def test_the_endless_deal_comes_round_with_its_players_exchanged():
    steps = line(3, 3, ROUND)
    half = len(steps) // 2
    assert ROUND in endless(3, 3)
    assert {moves(3, 3, x.position)[0].verdict for x in steps} == {"draw"}
    assert [x.position for x in steps[:half]] == [x.position for x in steps[half:]]
    assert [x.player for x in steps[:half]] == [1 - x.player for x in steps[half:]]
    assert table(3, 3).lead_advantage.endless == 0
    assert len(endless(3, 3)) == table(3, 3).lead_advantage.half
    assert endless(2, 6) == []


def test_what_happens_in_the_tree_of_three_cards():
    assert [(x.text, x.verdict) for x in moves(1, 3, SMALL)] == [("lead s3", "win"), ("lead s1", "loss")]
    assert [(x.player, x.words) for x in line(1, 3, SMALL)] == [(0, "lead s3"), (1, "eat"), (0, "lead s1")]
    assert moves(1, 3, turned(SMALL))[0].distance == 1


def test_lines_are_told_in_words():
    steps = (
        LineMove(0, "lead s1", ""),
        LineMove(1, "beat with h3", ""),
        LineMove(1, "lead c1", ""),
        LineMove(0, "eat", ""),
    )
    assert line_words(steps, is_one_suit=False) == "A leads 1♠; B beats it with 3♥ and leads 1♣; A eats"
    assert hand("s5.3.2/s4.1/-", 0) == "5, 3 and 2"
    assert hand("s3.1/s2/-", 1) == "2"


def test_the_cell_of_a_deal_answers_and_refuses():
    names = [f"card_{k}" for k in range(1, 7)]
    given = dict(zip(names, ["me", "other", "other", "me", "other", "none"], strict=True))
    assert ask("beat-it-or-eat-it", "deal", **given).text.startswith("You lead and lose in 4 plies")
    with pytest.raises(Usage, match="a card in the middle is missing"):
        ask("beat-it-or-eat-it", "deal", **{**given, "card_2": "none"})
    with pytest.raises(Usage, match="a hand is empty"):
        ask("beat-it-or-eat-it", "deal", **dict.fromkeys(names, "me"))
    with pytest.raises(Usage, match="no table of 4 suits of 6 cards comes with Upcard"):
        ask("beat-it-or-eat-it", "census", suits=4, length=6)


def test_the_full_game_is_as_the_text_says():
    path = file_of(2, 13)
    assert path is not None
    counts = stated_counts(path)
    starting, mirror = LeadAdvantage(**counts["starting"]), MirrorDeals(**counts["mirror"])
    assert starting.leader + starting.other + starting.same == starting.splits, "no split is endless"
    assert mirror.draw == 0
    found = moves(2, 13, BOARD)
    assert {x.verdict for x in found} == {"win", "loss"}
    assert len(found) == 13


def test_what_the_text_says_is_so():
    assert table(1, 3).lead_advantage.other == 0
    assert table(2, 2).lead_advantage.half == table(2, 6).lead_advantage.endless == 0
    assert table(2, 7).lead_advantage.endless > 0
