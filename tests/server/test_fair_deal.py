"""The server's side of a fair deal."""

import pytest

from upcard.engine.commitment import Fairness, commitment, match_seed, terms_of
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import make_game
from upcard.server.fair_deal import fair_match, new_secret, revealed


def test_secrets_are_64_digits_and_never_the_same():
    found = {new_secret() for _ in range(100)}
    assert len(found) == 100
    for secret in found:
        assert len(secret) == 64
        assert 0 <= int(secret, 16) < 2**256


def test_what_is_told_at_the_end_is_what_was_published_before():
    game, secret = make_game("stoppers", 3), new_secret()
    published = commitment(secret, terms_of("t1", game))
    assert revealed("t1", game, secret, ("x", "", "y z")) == Fairness(
        "t1", published, secret, ("x", "", "y z")
    )


def test_the_deal_is_that_of_the_seed():
    game, secret = make_game("lama", 2), new_secret()
    match = fair_match(game, revealed("t", game, secret, ("", "hey")), ("random", "Ben"))
    assert (match.seed, match.number, match.dealt) == (match_seed(secret, ("", "hey")), 0, ())
    assert match.seats == ("random", "Ben")


def test_there_is_a_text_for_each_seat():
    game = make_game("lama", 3)
    with pytest.raises(Usage, match="2 texts were added for 3 seats; give one for each, or an empty text"):
        revealed("t", game, new_secret(), ("a", "b"))


def test_texts_that_a_record_cannot_keep_are_refused():
    game = make_game("kuhn-poker")
    for table, added in (("", ("a", "b")), ("t", ("a", "b\n")), ("t\nsecret", ("a", "b"))):
        with pytest.raises(Unreadable, match="expected 1 to 64 printable characters"):
            revealed(table, game, new_secret(), added)
