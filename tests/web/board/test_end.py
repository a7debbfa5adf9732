"""The end of a match: who won, in which place the viewer came, and what decided it."""

import pytest
from bs4 import BeautifulSoup

from upcard.engine.game import make_game
from upcard.play.scene import make_scene
from upcard.play.session import MatchSession, seat_players
from upcard.web.board.board_context import BoardContext
from upcard.web.board.board_html import board_html


def end_of(name, players, viewer, finale="<a href='/next'>Next</a>"):
    match = make_game(name, players).match(2, 3)
    while not match.is_over:
        match.do(match.legal()[0])
    names = [f"player {p + 1}" for p in range(players)]
    scene = make_scene(match.game, match.state, None, names, match.scores())
    html = board_html(scene, BoardContext(match.game, viewer=viewer, finale=finale))
    return match, BeautifulSoup(html, "html.parser")


@pytest.mark.parametrize("viewer", range(4))
def test_the_headline_says_the_place_of_the_viewer(viewer):
    match, soup = end_of("lama", 4, viewer)
    scores = match.scores()
    place = 1 + sum(x > scores[viewer] for x in scores)
    is_best = scores.count(max(scores)) == 1 and place == 1
    expected = "You win!" if is_best else f"You came {('1st', '2nd', '3rd', '4th')[place - 1]} of 4."
    assert soup.select(".finale .headline")[0].text == expected
    assert [int(x["data-place"]) for x in soup.select(".finale .result tr")] == sorted(
        1 + sum(y > x for y in scores) for x in scores
    )


def test_a_watcher_reads_who_won_and_a_table_without_links_shows_the_scores_alone():
    _, watched = end_of("high-card", 2, None)
    assert watched.select_one(".finale .headline").text == watched.select_one(".turn").text
    _, plain = end_of("high-card", 2, None, "")
    assert plain.select(".result")
    assert not plain.select(".finale")


def test_what_decided_the_match_is_the_last_round_or_the_last_move():
    game = make_game("kuhn-poker")
    table = MatchSession(game.match(dealt=["king", "jack"]), seat_players(game, [0, 1], []))
    for words in ("bet", "fold"):
        table.push(table.match.read(words))
    context = BoardContext(game, viewer=0, moves=table.log.seen_by(None), finale="x")
    soup = BeautifulSoup(board_html(table.scene(None), context), "html.parser")
    assert soup.select(".finale .decided")[-1].text == "Last move: player 2: fold."
    assert soup.select(".finale .headline")[0].text == "You win!"


@pytest.mark.parametrize(("players", "is_folded"), [(4, False), (6, True)])
def test_the_last_round_of_many_players_is_told_in_full_too(players, is_folded):
    game = make_game("lama", players)
    table = MatchSession(game.match(2, 3), seat_players(game, list(range(players)), []))
    while not table.match.is_over:
        table.push(table.match.legal()[0])
    context = BoardContext(game, viewer=0, finale="x")
    soup = BeautifulSoup(board_html(table.scene(None), context), "html.parser")
    lines = [x.text for x in soup.select("details.decided p" if is_folded else "p.decided")]
    assert len([x for x in lines if x.startswith("player ")]) == players
    assert len(soup.select(".finale details.decided")) == is_folded
