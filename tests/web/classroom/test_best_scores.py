"""A pupil's best score in earlier matches, shown in class and beaten."""

from tests.web.classes import Class, new_class, text_at
from tests.web.classroom.test_finished_matches import go_on

from upcard.classroom.best_scores import BestScore
from upcard.games.four_cell.activity import PLAY


def points_of(room: Class, match: int) -> list[int]:
    """Scores of a match of the only group, by pupil."""
    sitting = room.live.snapshot.sittings[match]
    scores = room.rooms.tables.live[sitting.table_id].match.scores()
    return [int(scores[sitting.seats.index(p)]) for p in range(2)]


def best_lines(room: Class) -> list[str]:
    """What each pupil reads about their best score; empty for nothing."""
    return [x.text if (x := page.select_one(".best-score")) else "" for _, page in room.each()]


def minus(x: int) -> str:
    return str(x).replace("-", "−")


def test_ones_own_best_score_is_shown_and_beaten_in_class(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/four-cell")
    room.go(PLAY)
    assert best_lines(room) == ["", ""]
    room.play()
    first = points_of(room, 0)
    assert best_lines(room) == [f"This match: {minus(x)}, your first score here." for x in first]
    page = room.pupils[0].look(room.code)[1]
    assert "A negative card cancels a positive card" in text_at(page, ".pair-count")
    assert text_at(page, ".pair-count strong") == minus(first[0])
    go_on(room)
    assert best_lines(room) == [f"Your best so far: {minus(x)}." for x in first]
    room.play()
    then = points_of(room, 1)
    assert best_lines(room) == [BestScore(a, b).sentence for a, b in zip(first, then, strict=True)]
    table = client.get(f"/c/{room.code}/teach").text
    assert "best match" in table
    assert all(f"<td>{minus(max(pair))}</td>" in table for pair in zip(first, then, strict=True))


def test_the_sentence_names_a_new_best():
    assert BestScore(23, 27).sentence == "Your best so far: 23. This match: 27, a new best!"
    assert BestScore(23, -4).sentence == "Your best so far: 23. This match: −4."
    assert BestScore(23).sentence == "Your best so far: 23."
    assert BestScore(None).sentence == ""


def test_games_whose_score_depends_on_the_other_have_none(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum", rounds="6")
    room.play()
    assert best_lines(room) == ["", ""]
