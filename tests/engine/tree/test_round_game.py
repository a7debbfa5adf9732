"""The round that a match is in: its deal by chance, with what everybody saw of it as it lay."""

import random

import pytest
from tests.peers.smallsum_round import smallsum_round

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.round_game import first_round, round_now

OPEN = ((3, 7), (4, 6))
COLUMNS = ("parent", "player", "action", "weight", "infoset", "edge", "payoff", "owner", "first", "count")


def played(game, seed, rounds):
    """A match that is played at random until so many rounds are over."""
    match, rng = game.match(seed), random.Random(seed)
    name = game.rules.ROUND
    begin = getattr(match.state, name)
    while not match.is_over and getattr(match.state, name) < begin + rounds:
        match.do(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("variant", ["basic", "choice", "alternate"])
def test_a_round_of_smallsum_is_the_one_that_is_dealt_by_hand(variant):
    (a, b), (c, d) = [[make_game("smallsum").rules.card_text(k) for k in up] for up in OPEN]
    match = make_game("smallsum", variant=variant).match(dealt=(a, b, "A", c, d, "K"))
    found, wanted = unroll(round_now(match)), unroll(smallsum_round(variant, OPEN))
    for name in COLUMNS:
        assert getattr(found, name).tolist() == getattr(wanted, name).tolist(), name


@pytest.mark.parametrize(
    ("name", "players"), [("smallsum", 2), ("lama", 3), ("stoppers", 2), ("stoppers", 5)]
)
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_what_everybody_saw_lies_as_it_lay_and_the_rest_is_dealt_anew(name, players, rounds):
    match = played(make_game(name, players), 2, rounds)
    lay = match.game.view(match.state, -1)
    game = round_now(match)
    deals = [game.match(seed) for seed in range(12)]
    assert all(str(game.view(x.state, -1)).partition("\n")[2] == str(lay).partition("\n")[2] for x in deals)
    assert len({str(x.view(0)) for x in deals}) > 1
    assert len({str(x.view(1)) for x in deals}) > 1


def test_what_was_done_in_the_round_does_not_count():
    match = make_game("smallsum", variant="alternate").match(4)
    before = unroll(round_now(match))
    match.do("put 2")
    assert unroll(round_now(match)).action.tolist() == before.action.tolist()


def test_hidden_cards_have_the_weights_of_the_pack_they_come_from():
    match = played(make_game("stoppers", 2), 5, 2)
    used, held = list(match.state.used), [0] * 13
    tree = unroll(round_now(match))
    top = tree.weight[tree.parent == 0].tolist()
    assert top == [4 - gone for gone in used if gone < 4]
    assert sum(top) == 52 - sum(used) - sum(held)


@pytest.mark.parametrize(
    ("name", "options"), [("smallsum", {"variant": "alternate"}), ("lama", {}), ("stoppers", {})]
)
def test_a_round_pays_what_it_changes(name, options):
    match = played(make_game(name, 2, **options), 7, 1)
    rng, game = random.Random(1), match.game
    begun = len(match.actions)
    alone = round_now(match)
    standing = getattr(game.rules, "standing", game.rules.score)
    stood = [standing(match.state, p) for p in range(2)]
    if name == "smallsum":
        stood = [x + 1 for x in stood]  # the ante is paid with the deal
    once = alone.match(2)
    once.state.become(match.state)
    while not once.is_over:
        a = rng.choice(once.legal())
        once.do(a)
        match.do(a)
    assert len(match.actions) > begun
    after = [standing(match.state, p) + (name == "smallsum" and not match.is_over) for p in range(2)]
    assert once.scores() == [x - y for x, y in zip(after, stood, strict=True)]


def test_the_first_round_begins_with_the_match():
    for seed in range(20):
        game = make_game("stoppers", 3)
        alone, whole = first_round(game).match(seed), game.match(seed)
        rng = random.Random(seed)
        while not alone.is_over:
            action = rng.choice(alone.legal())
            alone.do(action)
            whole.do(action)
        assert alone.scores() == [whole.state.life[p] - 4 for p in range(3)]


def test_a_deal_in_which_the_deck_was_shuffled_is_refused():
    match = played(make_game("stoppers", 10), 1, 8)
    assert (match.state.shuffles, match.state.stock[0]) == (2, 42)
    with pytest.raises(Usage, match="not every card of this deal comes from one shuffled pack"):
        round_now(match)


def test_a_pack_may_be_dealt_to_its_last_card():
    match = played(make_game("stoppers", 10), 1, 4)
    assert (match.state.shuffles, match.state.stock[0]) == (0, 0)
    held = [sorted(round_now(match).match(seed).state.card) for seed in range(3)]
    assert held[0] == held[1] == held[2] == sorted(match.state.card)
    assert len({tuple(round_now(match).match(seed).state.card) for seed in range(3)}) == 3


def test_what_has_no_round_now_is_refused():
    with pytest.raises(Usage, match="Le Her has no rounds; expected a game of rounds"):
        round_now(make_game("le-her").match())
    with pytest.raises(Usage, match="Kuhn poker has no rounds"):
        first_round(make_game("kuhn-poker"))
    match = make_game("smallsum", purse=1).match()
    while not match.is_over:
        match.do(match.legal()[-1])
    with pytest.raises(Usage, match="the match is over"):
        round_now(match)
