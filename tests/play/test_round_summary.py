"""What the end of a round came to: told until one acts again, and no more than all could see."""

import re
from random import Random

import pytest

from upcard.engine.game import make_game
from upcard.engine.sight import WATCHER
from upcard.kit.cards import HIDDEN
from upcard.kit.ranks import KING
from upcard.play.scene import RoundEnd, make_scene
from upcard.play.session import MatchSession, seat_players

GAMES = ["stoppers", "lama", "smallsum"]


def alone(game, players, seed=4):
    """A table at which seat 0 plays against strategies by chance."""
    made = make_game(game, players)
    table = MatchSession(made.match(seed), seat_players(made, [0], ["random"]))
    table.advance()
    return table


def go_on(table, random):
    table.push(random.choice(table.match.legal()))
    table.advance()


def test_cards_that_were_shown_and_lives_that_were_lost_are_told():
    table = alone("stoppers", 3)
    assert table.scene(0).ended is None
    table.push(table.match.read("keep"))
    table.advance()
    ended = table.scene(0).ended
    assert ended.title == "1"
    lowest = min(table.match.state.showed[p] for p in range(3))
    for p, text in ended.lines:
        lost = table.match.state.life[p] < 4
        assert text.startswith("had ")
        assert ("lowest" in text) == (table.match.state.showed[p] == lowest)
        assert ("and lost a life: 3 left" in text) == lost
    assert sorted(p for p, _ in ended.lines) == [0, 1, 2]
    assert ended.sentences(("Ana", "Ben", "Cleo"))[0] == "Round 1 is over."


def test_it_is_told_until_the_player_acts_again():
    made = make_game("stoppers", 2, first_dealer=1)
    table = MatchSession(made.match(1), seat_players(made, [0, 1], []))
    table.push(table.match.read("keep"))
    assert (table.turn, table.scene(0).ended) == (0, None)
    table.push(table.match.read("keep"))
    first = table.scene(0).ended
    assert first is not None
    assert table.scene(1).ended == first == table.last_round(None)
    table.push(table.match.read("keep"))
    assert table.scene(0).ended is None
    assert table.scene(1).ended == first == table.last_round(None)
    table.push(table.match.read("keep"))
    second = [table.scene(p).ended for p in (0, 1)]
    assert [x.title for x in second if x] == ["2", "2"]


@pytest.mark.parametrize("game", GAMES)
def test_every_round_is_told_and_what_begins_anew_is_not(game):
    random, table = Random(1), alone(game, 2)
    name = table.match.game.rules.ROUND
    begun = getattr(table.match.state, name)
    while not table.match.is_over:
        go_on(table, random)
    ends = [x for _, x in table.log.rounds.ends]
    assert len(ends) == getattr(table.match.state, name) - begun + (game != "smallsum")
    assert [x.title for x in ends] == [str(n) for n in range(1, len(ends) + 1)]
    told = " ".join(text for x in ends for _, text in x.lines)
    assert not any(word in told for word in ("did", "drawn", "size", "shown K", "out from"))
    assert table.scene(None).ended == ends[-1]


def test_a_game_of_one_round_tells_none():
    random, table = Random(1), alone("kuhn-poker", 2)
    while not table.match.is_over:
        go_on(table, random)
    assert table.scene(None).ended is None


@pytest.mark.parametrize("game", GAMES)
def test_no_more_is_told_than_who_only_watches_sees_before_and_after(game):
    made = make_game(game, 2)
    random, match = Random(2), made.match(2)
    table = MatchSession(match, seat_players(made, [0, 1], []))
    seen: list[set[str]] = []
    while not table.match.is_over and len(seen) < 300:
        before = _numbers(table)
        known = len(table.log.rounds.ends)
        table.push(random.choice(table.match.legal()))
        seen.append(_numbers(table) | before)
        for _, end in table.log.rounds.ends[known:]:
            assert {w for _, text in end.lines for w in re.findall(r"(?<![+\d])\d+", text)} <= seen[-1]
    assert table.log.rounds.ends


def _numbers(table):
    game = table.match.game
    scene = make_scene(game, game.view(table.match.state, WATCHER), WATCHER)
    public = [x for q in scene.quantities for x in q.values]
    return {str(x) for x in (*public, *(x // 2 for x in public))}  # a pot is paid by both


def test_the_words_of_a_round_come_from_what_everybody_sees(monkeypatch):
    game, seen = make_game("lama", 2), set[int]()

    def peek(before, after, p):
        seen.update((before.hand[p, 0], after.hand[p, 0]))
        return ""

    monkeypatch.setattr(game.rules, "round_words", peek, raising=False)
    random, table = Random(1), MatchSession(game.match(1), seat_players(game, [0, 1], []))
    while not table.log.rounds.ends:
        table.push(random.choice(table.match.legal()))
    assert seen == {HIDDEN}


def test_sentences_name_the_players():
    end = RoundEnd("3", ((1, "had the lowest card (2) and lost a life: none left"),))
    assert end.sentences(("Ana", "Ben")) == (
        "Round 3 is over.",
        "Ben: had the lowest card (2) and lost a life: none left.",
    )


def test_the_cards_that_all_have_seen_at_smallsum_are_those_that_lay_there():
    made = make_game("smallsum", 2, variant="alternate")
    random, table = Random(3), MatchSession(made.match(3), seat_players(made, [0, 1], []))
    folds = 0
    while not table.match.is_over and len(table.log.rounds.ends) < 40:
        before, known = table.match.state.copy(), len(table.log.rounds.ends)
        action = random.choice(table.match.legal())
        is_fold = table.match.words(action) == "fold"
        table.push(action)
        for _, end in table.log.rounds.ends[known:]:
            folds += is_fold
            hidden = {} if is_fold else {(p, "down"): [before.down[p]] for p in range(2)}
            up = {(p, "up"): [before.up[p, 1], before.up[p, 2]] for p in range(2)}
            assert shown_at(end) == up | hidden
    assert 0 < folds < len(table.log.rounds.ends)


def test_the_cards_that_all_have_seen_at_stoppers_are_those_that_were_held():
    """Whoever keeps, swaps or draws: the cards are followed from hand to hand here."""
    made = make_game("stoppers", 3, lives=2, reshuffle="every_round")
    random, table = Random(3), MatchSession(made.match(3), seat_players(made, [0, 1, 2], []))
    lives, with_one_out = [2, 2, 2], 0
    while not table.match.is_over:
        s, known = table.match.state, len(table.log.rounds.ends)
        held, seat, after = list(s.card), int(s.player), next_in(lives, int(s.player))
        action = random.choice(table.match.legal())
        draws, words = seat == s.dealer, table.match.words(action)
        left = sorted(s.stock[i] for i in range(1, s.stock[0] + 1))
        table.push(action)
        if words == "swap" and held[after] != KING:
            held[seat], held[after] = held[after], held[seat]
        assert len(table.log.rounds.ends) == known + draws
        if not draws:
            assert list(table.match.state.card) == held
            continue
        shown = shown_at(table.log.rounds.ends[-1][1])
        if words == "draw":
            (drawn,) = shown[seat, "card"]
            assert drawn in left
            held[seat] = drawn
        assert shown == {(p, "card"): [held[p]] for p in range(3) if lives[p] > 0}
        with_one_out += 0 in lives
        lowest = min(held[p] for p in range(3) if lives[p] > 0)
        lives = [n - (n > 0 and held[p] == lowest) for p, n in enumerate(lives)]
        assert list(table.match.state.life)[:3] == lives
    assert with_one_out > 0


def shown_at(end):
    return {(p, name): [f.card for f in faces] for p, name, faces in end.cards}


def next_in(lives, seat):
    return next(p for p in (seat + 1, seat + 2, seat + 3) if lives[p % 3] > 0) % 3


def test_what_everybody_is_left_with_at_lama_is_what_they_held():
    made = make_game("lama", 3, target=200)
    random, table, empty = Random(7), MatchSession(made.match(5), seat_players(made, [0, 1, 2], [])), 0
    while not table.match.is_over and len(table.log.rounds.ends) < 40:
        s, known = table.match.state, len(table.log.rounds.ends)
        held = {p: [k for k in range(7) for _ in range(s.hand[p, k])] for p in range(3)}
        mover, legal = int(s.player), table.match.legal()
        action = random.choice(
            [a for a in legal if a < 7] or [legal[0] if random.random() < 0.7 else legal[-1]]
        )
        table.push(action)
        if action < 7:
            held[mover].remove(action)
        for _, end in table.log.rounds.ends[known:]:
            assert shown_at(end) == {(p, "hand"): cards for p, cards in held.items() if cards}
            has_played_out = not held[mover]
            empty += has_played_out
            last = f"Seat {mover + 1} has played their last card."
            assert end.verdict == (last if has_played_out else "Everyone has quit.")
    assert 0 < empty < len(table.log.rounds.ends)


def test_the_verdict_names_the_lowest_card_and_the_pot():
    made = make_game("stoppers", 2, first_dealer=1)
    table = MatchSession(made.match(1), seat_players(made, [0, 1], []))
    for _ in range(2):
        table.push(table.match.read("keep"))
    (_, end) = table.log.rounds.ends[0]
    lowest = min(cards for cards in shown_at(end).values())
    losers = [p for (p, _), cards in shown_at(end).items() if cards == lowest]
    assert end.verdict.startswith("The lowest card was ")
    assert all(f"seat {p + 1}" in end.verdict for p in losers)
    assert end.amounts == ()


def test_amounts_of_a_round_for_money_are_the_bets_the_sums_and_what_was_won():
    made = make_game("smallsum", 2)
    random, table = Random(3), MatchSession(made.match(3), seat_players(made, [0, 1], []))
    while not table.match.is_over and len(table.log.rounds.ends) < 10:
        table.push(random.choice(table.match.legal()))
    for _, end in table.log.rounds.ends:
        won = {p: n for p, q, n in end.amounts if q.name == "pennies"}
        assert sum(won.values()) == 0
        facts = {(p, q.name): q.values[0] for p, q, n in end.amounts if not n}
        assert set(facts) == {(p, name) for p in range(2) for name in ("last_bet", "last_sum")}
        if won:
            winner = max(won, key=won.__getitem__)
            assert facts[winner, "last_sum"] < facts[1 - winner, "last_sum"]
