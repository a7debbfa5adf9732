"""A game with its options, cards that are laid down for a match, and who sits where."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.lama_matches import DEALT, lama_match

from upcard.engine.errors import Illegal, UpcardError, Usage
from upcard.engine.game import Game, Match, make_game
from upcard.engine.state import cells_of
from upcard.games.kuhn_poker import rules as kuhn_poker

# ---- games ----


def test_a_game_has_its_usual_players_and_the_defaults_of_its_options():
    game = make_game("lama")
    assert (game.name, game.title, game.players) == ("lama", "L.A.M.A.", 4)
    assert game.options == {"count": 0, "give_back": 0, "starts": 0, "last_left": 0, "target": 40}
    assert game.option_words() == {
        "count": "each_kind",
        "give_back": "chip",
        "starts": "last_player",
        "last_left": "plays_on",
        "target": 40,
    }


def test_single_options_stand_over_those_of_a_preset():
    game = make_game("lama", 3, "paper", give_back="chip", target="25")
    assert game.options == {"count": 1, "give_back": 0, "starts": 1, "last_left": 1, "target": 25}
    assert repr(game) == (
        "<L.A.M.A., 3 players, count=every_card, give_back=chip, starts=first_seat, "
        "last_left=ends_round, target=25>"
    )


def test_a_game_without_options_shows_none():
    assert repr(make_game("kuhn-poker")) == "<Kuhn poker, 2 players>"


WRONG = [
    ({"name": "lamma"}, "there is no game 'lamma'; did you mean 'lama'? known: "),
    ({"players": 1}, "L.A.M.A. is for 2 to 8 players, not 1 player"),
    ({"players": 9}, "L.A.M.A. is for 2 to 8 players, not 9 players"),
    ({"players": 2.5}, "L.A.M.A. is for 2 to 8 players, not 2.5 players"),
    ({"players": "two"}, "L.A.M.A. is for 2 to 8 players, not two players"),
    ({"name": "kuhn-poker", "players": 3}, "Kuhn poker is for 2 players, not 3 players"),
    (
        {"preset": "papper"},
        "lama has no preset 'papper'; did you mean 'paper'? known: official, paper",
    ),
    ({"name": "kuhn-poker", "preset": "paper"}, "kuhn-poker has no preset 'paper'; known: none"),
    ({"targt": 3}, "lama has no option 'targt'; did you mean 'target'? known: count, give_back, "),
    (
        {"count": "each"},
        "option count was given 'each'; did you mean 'each_kind'? expected each_kind or every_card",
    ),
    ({"count": 1}, "option count was given 1; expected each_kind or every_card"),
    ({"target": 0}, "option target was given 0; expected a whole number from 1 to 10000"),
    ({"target": "10001"}, "option target was given '10001'; expected a whole number from 1 to 10000"),
    ({"target": "many"}, "option target was given 'many'; expected a whole number from 1 to 10000"),
    ({"target": "4.5"}, "option target was given '4.5'; expected a whole number from 1 to 10000"),
    ({"target": 40.5}, "option target was given 40.5; expected a whole number from 1 to 10000"),
]


@pytest.mark.parametrize(("asked", "sentence"), WRONG)
def test_what_does_not_exist_or_is_out_of_range_is_refused_with_what_is_expected(asked, sentence):
    with pytest.raises(Usage) as fault:
        make_game(**({"name": "lama"} | asked))
    assert str(fault.value).startswith(sentence)


def test_a_number_of_players_between_those_that_are_named_is_refused(monkeypatch):
    header = replace(kuhn_poker.GAME, players=(2, 6), sizes=(2, 4, 6))
    monkeypatch.setattr(kuhn_poker, "GAME", header)
    assert header.table_sizes == (2, 4, 6)
    assert make_game("kuhn-poker", 6).players == 6
    for n in (0, 3, 5, 7):
        with pytest.raises(Usage, match=f"^Kuhn poker is for 2, 4 or 6 players, not {n} players$"):
            make_game("kuhn-poker", n)


def test_without_names_every_number_of_players_from_fewest_to_most_is_possible():
    assert make_game("lama").rules.GAME.table_sizes == (2, 3, 4, 5, 6, 7, 8)


def test_all_presets_can_be_made(shipped_game):
    for preset in shipped_game.rules.PRESETS:
        game = make_game(shipped_game.name, preset=preset)
        assert {k: game.option_words()[k] for k in game.rules.PRESETS[preset]} == game.rules.PRESETS[preset]


def test_options_lie_in_the_state_and_in_every_view():
    game = make_game("lama", 2, "paper", target=77)
    s = game.start(seed=1)
    for state in (s, game.view(s, 0), game.view(s, 1)):
        assert (state.count, state.target, state.starts, state.seats) == (1, 77, 1, 2)


@given(st.integers(0, 2**63 - 1), st.integers(0, 10**9))
def test_the_same_seed_and_number_deal_the_same(any_game, seed, number):
    first, second = (any_game.start(seed=seed, number=number) for _ in range(2))
    assert cells_of(first) == cells_of(second)


def test_other_seeds_and_numbers_deal_otherwise():
    game = make_game("lama")
    deals = {str(cells_of(game.start(seed=s, number=n))) for s in range(8) for n in range(8)}
    assert len(deals) == 64


# ---- cards laid down ----


def test_laid_down_cards_are_dealt_in_their_order():
    state = lama_match().state
    assert list(state.hand[0]) == [6, 0, 0, 0, 0, 0, 0]
    assert list(state.hand[1]) == [0, 6, 0, 0, 0, 0, 0]
    assert (state.top, state.stock[0]) == (0, 56 - 13)


def test_a_laid_down_card_may_come_later():
    match = lama_match("llama", "6")
    match.do("draw")
    assert match.state.hand[0, 6] == 1
    match.do("draw")
    assert match.state.hand[1, 5] == 1


def test_after_the_laid_down_cards_the_seed_decides():
    hands = set()
    for seed in range(20):
        match = make_game("lama", 2).match(seed, dealt=DEALT)
        assert list(match.state.hand[0]) == [6, 0, 0, 0, 0, 0, 0]
        match.do("draw")
        hands.add(tuple(match.state.hand[0]))
    assert len(hands) > 3


def test_a_card_that_cannot_be_dealt_is_refused():
    with pytest.raises(Illegal, match="the card 'ace' cannot be dealt; the cards left are: 1 2 3 4 5 6"):
        make_game("lama", 2).match(dealt=["ace"])
    with pytest.raises(Illegal, match="the card 'king' cannot be dealt; the cards left are: jack queen"):
        make_game("kuhn-poker").match(dealt=["king", "king"])


def test_without_a_seed_too_few_cards_are_refused():
    with pytest.raises(Illegal, match="chance needs more outcomes than are listed"):
        Match(make_game("kuhn-poker"), None, 0, ("king",), ())


@pytest.mark.parametrize(("seed", "dealt"), [(None, DEALT), (1, [*DEALT, "joker"])])
def test_an_action_that_chance_refuses_changes_nothing(seed, dealt):
    """No card was laid down for the draw, or one that is not there."""
    match = Match(make_game("lama", 2), seed, 0, tuple(dealt), ())
    match.do("play 1")
    before = cells_of(match.state)
    with pytest.raises(Illegal):
        match.do("draw")
    assert (match.actions, match.movers) == ([0], [0])
    assert cells_of(match.state) == before
    match.do("play 2")
    assert match.movers == [0, 1]


def test_undo_keeps_the_laid_down_cards():
    match = lama_match("llama")
    match.do("draw")
    match.undo()
    assert list(match.state.hand[0]) == [6, 0, 0, 0, 0, 0, 0]
    match.do("draw")
    assert match.state.hand[0, 6] == 1


# ---- who sits where ----


@pytest.mark.parametrize(("seed", "number"), [(-1, -1), (2**128, 2**63), (2**200 + 1, 2**64 + 1)])
def test_a_seed_or_number_that_is_too_large_is_refused(seed, number):
    """Else a match would silently be that of another seed; fair deals have seeds of 128 bits."""
    game = make_game("kuhn-poker")
    with pytest.raises(Usage, match=rf"the seed is {seed}; expected a whole number from 0 to 2\^128 - 1"):
        game.match(seed)
    with pytest.raises(Usage, match=rf"the game is {number}; expected a whole number from 0 to 2\^63 - 1"):
        game.match(0, number)


def test_each_seat_is_named_or_none():
    game = make_game("kuhn-poker")
    assert game.match().seats == ("player 1", "player 2")
    assert game.match(seats=["Ana", "Bob"]).seats == ("Ana", "Bob")
    with pytest.raises(Usage, match=r"^1 name was given for 2 seats; name each seat or none"):
        game.match(seats=["Ana"])


@pytest.mark.parametrize("x", ["7", 0.5, [], True])
def test_a_seed_is_a_whole_number(x):
    game = make_game("kuhn-poker")
    with pytest.raises(Usage) as fault:
        game.match(x)
    assert str(fault.value) == f"the seed is {x!r}; expected a whole number from 0 to 2^128 - 1"
    with pytest.raises(Usage, match="the game is"):
        game.match(0, x)


@pytest.mark.parametrize("seat", [-1, 2, 0.5, None, "player 1"])
def test_there_is_no_view_of_a_seat_that_does_not_exist(seat):
    with pytest.raises(Usage, match=f"there is no seat {seat!r}; seats are 0 to 1"):
        make_game("kuhn-poker").match().view(seat)


def test_one_view_serves_for_the_words_of_all_actions(monkeypatch):
    match, views, view = lama_match(), [], Match.view

    def noted(m, seat):
        views.append(seat)
        return view(m, seat)

    monkeypatch.setattr(Match, "view", noted)
    assert match.choices() == ["play 1", "draw", "quit the round"]
    assert match.read("quit") == 8
    assert views == [0, 0]


def test_reading_and_reasons_never_look_at_what_is_hidden(shipped_game, position):
    """Whatever others hold, the same words are read alike and refused alike."""
    for seed in range(4):
        match = position(shipped_game, seed, 6)
        if match.is_over:
            continue
        told = [match.why(a) for a in range(shipped_game.rules.ACTIONS)]
        words = [match.words(a) for a in range(shipped_game.rules.ACTIONS)]
        hidden = shipped_game.view(match.state, match.player)
        hidden.over, hidden.seats = 0, shipped_game.players
        match.state = hidden
        assert [match.why(a) for a in range(shipped_game.rules.ACTIONS)] == told
        assert [match.words(a) for a in range(shipped_game.rules.ACTIONS)] == words


def verdict(match, typed):
    try:
        return match.words(match.verify(typed))
    except UpcardError as fault:
        return str(fault)


def test_whatever_is_typed_is_read_or_refused_with_a_sentence():
    rng = random.Random(1)
    letters = "play draw quit 123456 llama ,:é\t"
    match = lama_match()
    verdicts = [verdict(match, "".join(rng.choices(letters, k=rng.randrange(8)))) for _ in range(300)]
    assert all(verdicts)
    assert {"draw", "play 1"} < set(verdicts)


def test_a_game_can_be_made_of_rules_that_are_in_no_catalog(every_field):
    game = Game(every_field, 2, {"tone": 0, "bonus": 3})
    assert game.match(seed=1).choices()[:2] == ["say 0", "say 1"]
