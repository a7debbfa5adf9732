"""How a class of these tests plays: to the end of its matches, or else it is said why not."""

import pytest
from tests.web import classes


def test_who_plays_on_and_on_is_given_up_with_words_and_who_was_to_stop_without(client, monkeypatch):
    room = classes.new_class(client, "Ana", "Ben")
    with pytest.raises(AssertionError, match="no pupil sits at a table"):
        room.play()
    room.lead("begin/smallsum")
    room.play(most=1)
    monkeypatch.setattr(classes, "MOST_ACTIONS", 2)
    with pytest.raises(AssertionError, match="the matches go on after 2 actions"):
        room.play()


def test_who_waits_for_somebody_who_does_nothing_is_given_up_with_words(client, monkeypatch):
    room = classes.new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.pupils.pop()
    monkeypatch.setattr(classes, "PATIENCE", 0.1)
    with pytest.raises(AssertionError, match=r"nobody can act for 0\.1 s, after \d+ actions"):
        room.play()
