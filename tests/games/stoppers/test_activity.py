"""What Stoppers answers from a class: for its tables, for the same cards, with Kings that may be used."""

import pytest

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Poll
from upcard.classroom.class_record import Played, Story
from upcard.classroom.mean_bars import FEW, clustered_bar, same_card_bars
from upcard.classroom.progress import check_settings
from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.games.stoppers import activity as stoppers
from upcard.play.scene import make_scene
from upcard.server.repository import PERSON
from upcard.simulation.estimate import Estimate
from upcard.web.board.board_context import BoardContext
from upcard.web.board.board_html import board_html


def played(actions: str, players: int = 3, **options: str) -> Played:
    """A match of persons with these actions, in words, who then keep and accept until the end."""
    match = make_game("stoppers", players, None, **options).match(seed=5)
    wanted = iter(actions.split())
    while not match.is_over:
        legal = {match.words(a): a for a in match.game.legal_actions(match.state)}
        word = next(wanted, "")
        match.do(legal.get(word, min(legal.values())))
    by = (PERSON,) * len(match.actions)
    names = tuple(f"pupil {p}" for p in range(players))
    return Played(stoppers.PLAY, 0, 0, names, by, record_text(match), by, (0.0,) * len(by), True)


def test_the_class_plays_with_the_lives_and_the_kings_of_the_sheet_unless_the_teacher_decides_otherwise():
    activity = find_activity("stoppers")
    assert check_settings(activity, {})["lives"] == "4"
    assert check_settings(activity, {"lives": "2", "block": "optional"})["block"] == "optional"


def test_the_six_questions_are_those_of_the_sheet_with_room_for_reasons_before_and_after():
    before, _, after, _ = find_activity("stoppers").steps
    assert isinstance(before, Poll)
    assert isinstance(after, Poll)
    assert before.questions == after.questions
    assert [q.name for q in before.questions if not q.choices] == ["which", "avoid_why", "good"]
    assert "strictly a game of luck" in before.questions[0].words
    assert before.questions[5].words.endswith("why, or why not?")


def test_a_king_whose_holder_may_use_it_stops_only_if_they_want():
    stopped = accepted = 0
    for line in ("swap stop " * 40, "swap accept " * 40):
        for turn in stoppers.turns([played(line, block="optional", lives="2")]):
            if turn.is_swap and not turn.is_dealer:
                stopped += turn.is_stopped is True
                accepted += turn.came > 0
                assert turn.is_stopped != (turn.came > 0)
    assert accepted > 0


def test_the_holder_of_a_king_presses_stopper():
    for seed in range(60):
        match = make_game("stoppers", 3, None, block="optional").match(seed=seed)
        match.do("swap")
        if len(match.choices()) == 2:
            break
    scene = make_scene(match.game, match.view(match.player), match.player)
    page = board_html(scene, BoardContext(match.game))
    assert '<span class="words">Stopper!</span>' in page
    assert '<span class="words">accept</span>' in page


@pytest.mark.parametrize(("players", "words"), [(3, "With 3 players"), (4, "swap up to 5, 6, 6, 7")])
def test_theory_is_that_of_the_tables_of_the_class(players, words):
    games = [played("", players, lives="2")]
    terms = stoppers.terms_of(Story("stoppers", 3, {"lives": "2", "size": "6"}, matches=games))
    assert (terms.players, terms.lives, terms.even) == (players, "2", f"{100 / players:.0f} %")
    assert words in stoppers.best_limits_text(terms)


def test_limits_that_simulation_cannot_tell_apart_are_named(monkeypatch):
    shares = {4: 0.192, 5: 0.1903, 6: 0.1904, 7: 0.1907, 8: 0.193}

    def lives_lost(_: stoppers.TableTerms, strategy: str) -> Estimate:
        share = shares[int(strategy.rpartition("=")[2])]
        return Estimate(share, share - 0.0007, share + 0.0007, 0.00035)

    monkeypatch.setattr(stoppers.TableTerms, "lives_lost", lives_lost)
    text = stoppers.best_limits_text(stoppers.TableTerms(6, "4"))
    assert "swapping up to 5 cost the fewest lives" in text
    assert "a life in 19.03 % ± 0.07 of the rounds" in text
    assert "Swapping up to 6 and 7 may be as good" in text
    shares[8] = 0.1914  # 2.2 standard errors: the best of five limits needs a wider margin than one
    text = stoppers.best_limits_text(stoppers.TableTerms(6, "4"))
    assert "Swapping up to 6, 7 and 8 may be as good" in text
    shares[5] = 0.18
    assert "may be" not in stoppers.best_limits_text(stoppers.TableTerms(6, "4"))


def test_a_short_match_of_three_has_numbers_too():
    """In matches with one life nobody swaps twice with the same neighbour."""
    story = Story("stoppers", 3, {"lives": "1", "size": "3"}, matches=[played("", 3, lives="1")])
    notes = [x.note for part in stoppers.debrief(story) for x in part.bars]
    assert notes
    assert not [x for x in notes if "nan" in x]


def test_before_anybody_has_played_theory_is_that_of_the_settings():
    assert (
        stoppers.terms_of(Story("stoppers", 3, {"lives": "3", "size": "5"})).words == "5 players with 3 lives"
    )


def test_turns_of_one_round_do_not_make_an_interval_narrower():
    alone = clustered_bar("x", [(i, i % 2 == 0) for i in range(40)])
    alike = clustered_bar("x", [(i // 4, i // 4 % 2 == 0) for i in range(40)])
    assert alone.value == alike.value == 0.5
    assert alike.span[1] - alike.span[0] > 1.5 * (alone.span[1] - alone.span[0])
    assert clustered_bar("x", [(0, True)] * 50).note == "50 of 50: 100 % (too few to say more)"
    assert clustered_bar("x", [(i, True) for i in range(20)]).span[0] < 0.9
    assert clustered_bar("x", []).note == "none yet"


def test_the_same_cards_are_compared_so_bad_cards_do_not_blame_a_rule():
    """Low cards are swapped and lose more often, whatever is done with them."""
    cases = []
    for i in range(2 * FEW):
        cases += [(2, True, True, i), (2, True, True, i), (2, False, True, i)]
        cases += [(9, True, False, i), (9, False, False, i), (9, False, False, i)]
    rule, other = same_card_bars(cases, "rule", "other")
    assert rule.value == other.value == pytest.approx(0.5)
    few = same_card_bars(cases[:6], "rule", "other")[0]
    assert few.note == "50 % (too few to say more)"
    assert same_card_bars([(2, True, True, 0)], "rule", "other")[0].note == "no card on both sides yet"
