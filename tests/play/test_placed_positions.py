"""Positions placed by hand: any card anywhere, points, pennies, lives, and whose turn it is."""

import pytest

from upcard.engine.errors import UpcardError
from upcard.engine.placed_state import zone_cards
from upcard.engine.record import parse_record, record_text, replay
from upcard.engine.registry import valid_games
from upcard.play.placed_positions import layout_of_game
from upcard.play.position_address import address_of, match_from_address

LAMA = {"players": "2", "seed": "1"}


def put(game: str, query: dict[str, str], source: str, heap: str, count: int = 1) -> dict[str, str]:
    """Move the first cards of one place to another, click by click."""
    for _ in range(count):
        layout = layout_of_game(game, query)
        names = [x.name for x in layout.heaps]
        start, end = names.index(source), names.index(heap)
        query = dict(layout.put(layout.heaps[start].cards[0], end, start))
    return query


def test_thirty_three_points_and_three_cards_left():
    query = put("lama", LAMA, "hand of player 1", "stock", 3)
    layout = layout_of_game("lama", {**query, "set-points.0": "33"})
    assert not layout.misfit
    assert layout.query["state"] == "hand~0.0.0-points~33"
    match = match_from_address("lama", layout.query)
    assert (match.state.points[0], match.state.size[0], match.state.stock[0]) == (33, 3, 46)
    again = replay(parse_record(record_text(match)))
    assert address_of(again) == address_of(match)
    match.do("draw")
    assert match.from_start().state.points[0] == 33
    assert sorted(zone_cards(match.game.rules, match.state)) == sorted(
        zone_cards(match.game.rules, match_from_address("lama", LAMA).state)
    )


def test_lives_and_turn_at_stoppers():
    query = {"players": "4", "option-first_dealer": "4", "seed": "1"}
    layout = layout_of_game("stoppers", {**query, "set-life.1": "0"})
    turn = next(changed for words, changed in layout.turns if words == "player 3 to move")
    match = match_from_address("stoppers", turn)
    assert (match.player, list(match.state.life)[:4], match.state.card[1]) == (2, [4, 0, 4, 4], -1)
    assert list(match.state.did)[:4] == [1, 0, 0, 0]
    assert (
        "player 2 is to move"
        in layout_of_game("stoppers", {**layout.query, "state": "player~1-life~4.0"}).misfit
    )


def test_pennies_and_a_fist_at_smallsum():
    layout = layout_of_game("smallsum", {"seed": "1", "set-pennies.0": "5"})
    assert "not 16 together" in layout.misfit
    layout = layout_of_game("smallsum", {**layout.query, "set-pennies.1": "11"})
    turn = dict(layout.turns)["player 2 to move"]
    fist = layout_of_game("smallsum", {**turn, "set-fist.0": "1"})
    match = match_from_address("smallsum", fist.query)
    assert (match.player, match.state.fist[0], match.state.stage) == (1, 1, 2)
    match.do("hide 0 pennies")
    assert match.state.pennies[0] + match.state.pennies[1] + match.state.pot == 16


def test_points_may_be_negative():
    layout = layout_of_game("four-cell", {"seed": "1", "set-points.0": "-5", "set-points.1": "-12"})
    assert layout.query["state"] == "points~-5.-12"
    match = match_from_address("four-cell", layout.query)
    assert list(match.state.points)[:2] == [-5, -12]
    assert list(replay(parse_record(record_text(match))).state.points)[:2] == [-5, -12]


def test_seats_are_counted_from_one():
    layout = layout_of_game("stoppers", {"players": "4", "option-first_dealer": "4", "seed": "1"})
    dealer = next(f for f in layout.sizes if f.name == "set-dealer")
    assert (dealer.label, dealer.usual, dealer.low) == ("the seat that deals", 4, 1)
    changed = layout_of_game("stoppers", {**layout.query, "set-dealer": "2"})
    assert match_from_address("stoppers", changed.query).state.dealer == 1


@pytest.mark.parametrize(
    ("game", "state", "reason"),
    [
        ("lama", "hand~9.9.9.9", "cards are not those of the deal"),
        ("lama", "points~40", "40 end the game"),
        ("lama", "points~99999", "expected 0 to"),
        ("lama", "active~1", "cannot be placed"),
        ("lama", "points~0.0.5", "at most 2"),
        ("lama", "top~x", "no card lies on top"),
        ("lama", "hand~y", "cannot be read"),
        ("stoppers", "life~9", "begins with 4"),
        ("stoppers", "dealer~9", "seat 10 deals"),
        ("kuhn-poker", "card~x", "has 0 cards"),
        ("kuhn-poker", "player~1", "cannot be placed"),
        ("smallsum", "up~200", "holds at most 2"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(game, state, reason):
    with pytest.raises(UpcardError, match=reason):
        match_from_address(game, {"players": "2", "state": state} if game != "stoppers" else {"state": state})


@pytest.mark.parametrize("game", sorted(set(valid_games()[0]) - {"beat-it-or-eat-it"}))
def test_two_cards_change_places_in_every_game(game):
    layout = layout_of_game(game, {"seed": "3"})
    assert not layout.misfit
    full = [i for i, x in enumerate(layout.heaps) if x.cards]
    moved = None
    for source in full:
        for heap in full:
            card, other = layout.heaps[source].cards[0], layout.heaps[heap].cards[0]
            if source != heap and card != other:
                middle = layout_of_game(game, layout.put(card, heap, source))
                back = layout_of_game(game, middle.put(other, source, heap))
                moved = moved or (back.query.get("state") and not back.misfit and back)
    if full:
        assert moved
        match = match_from_address(game, moved.query)
        assert match.choices()
        assert address_of(replay(parse_record(record_text(match)))) == address_of(match)
