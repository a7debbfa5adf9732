"""What was done, as each seat may know it, and when a secret comes out."""

from random import Random

import pytest
from tests.engine.test_view import check_sight
from tests.play.conftest import GAMES
from tests.shared import module_from

from upcard.engine.errors import Illegal
from upcard.engine.game import Game, make_game
from upcard.play.move_log import COPIES, MoveLog, can_tell


@pytest.fixture
def played(secret_tricks):
    """``played(players, count)``: a log and its match after so many actions, everybody's first legal one."""

    def play(players, count):
        match = Game(secret_tricks, players, {}).match(3)
        log = MoveLog(match.game)
        for _ in range(count):
            log.push(match, match.legal()[0])
        return log, match

    return play


def test_a_choice_at_the_same_time_is_a_secret_to_who_chooses_later(played):
    log, match = played(3, 2)
    assert [m.words for m in log.seen_by(2)] == [None, None]
    assert [m.words for m in log.seen_by(1)] == [None, log.entries[1].words]
    assert log.seen_by(0)[0].words == match.game.rules.action_text(match.state, match.actions[0])


def test_it_comes_out_when_all_have_chosen(played):
    log, _ = played(3, 3)
    for eye in range(3):
        assert [m.words for m in log.seen_by(eye)] == [e.words for e in log.entries]


def test_a_secret_is_kept_from_who_could_only_guess_it_by_what_was_legal(played):
    log, match = played(2, 8)
    log.push(match, match.legal()[0])
    assert len(match.actions) == 9
    assert log.seen_by(1)[-1].words is None


def test_what_everybody_sees_to_be_the_only_answer_is_told_and_what_depends_on_a_hidden_card_is_not():
    match = Game(module_from(GAMES / "answers.py"), 2, {}).match(1)
    log = MoveLog(match.game)
    for _ in range(2):
        log.push(match, *match.legal())
    assert [m.words for m in log.seen_by(0)] == [log.entries[0].words, None]
    assert [m.words for m in log.seen_by(1)] == [e.words for e in log.entries]


def test_open_actions_are_told_at_once():
    match = make_game("lama").match(1)
    log = MoveLog(match.game)
    for words in ("draw", "quit"):
        log.push(match, match.read(words))
    assert [[m.words for m in log.seen_by(p)] for p in range(4)] == [["draw", "quit the round"]] * 4
    assert [(m.number, m.seat) for m in log.seen_by(None, 1)] == [(2, 1)]


def test_what_was_told_once_stays_known_and_is_not_asked_again(played, monkeypatch):
    log, _ = played(2, 4)
    seen = log.seen_by(1)
    monkeypatch.setattr("upcard.play.move_log.can_tell", lambda *given: pytest.fail("asked again"))
    assert log.seen_by(1) == seen
    assert None not in [m.words for m in seen]


def test_a_secret_that_does_not_come_out_is_looked_at_for_two_rounds(played, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "upcard.play.move_log.can_tell", lambda game, s, actions, eye: asked.append(len(actions))
    )
    log, _ = played(2, 8)
    assert next(m.words for m in log.seen_by(1)) is None
    assert max(asked) == 4


def test_an_illegal_action_is_refused_and_nothing_is_noted():
    match = make_game("leduc-poker").match(1)
    log = MoveLog(match.game)
    with pytest.raises(Illegal, match="nothing to fold to"):
        log.push(match, 0)
    assert log.entries == []
    assert match.actions == []


def test_looking_does_not_change_the_match():
    match = make_game("lama").match(1)
    before = (match.state.at, match.state.player, list(match.chance.history))
    assert can_tell(match.game, match.state, match.legal()[:1], 2)
    assert (match.state.at, match.state.player, list(match.chance.history)) == before


@pytest.mark.parametrize("name", ["smallsum", "four-cell", "lama", "goofspiel"])
def test_who_asks_late_is_told_the_same_as_who_asked_all_the_time(name):
    game = make_game(name)
    match, early, late = game.match(seed=6), MoveLog(game), MoveLog(game)
    other, random = game.match(seed=6), Random(6)
    while not match.is_over and len(match.actions) < 70:
        a = random.choice(match.legal())
        early.push(match, a)
        late.push(other, a)
        for eye in range(game.players):
            early.seen_by(eye)
    assert sum(e.before is not None for e in late.entries) <= COPIES
    for eye in range(game.players):
        assert late.seen_by(eye) == early.seen_by(eye)


def test_a_hand_that_is_a_row_is_in_sight_of_its_owner_only(secret_tricks):
    check_sight(Game(secret_tricks, 2, {}), 0)
