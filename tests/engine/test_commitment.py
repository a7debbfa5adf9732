"""What is hashed for a fair deal is what is documented, and every part of it counts."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.commitment import (
    LONGEST,
    DealTerms,
    check_contribution,
    commitment,
    match_seed,
    method_of,
    terms_of,
)
from upcard.engine.errors import Unreadable, Usage
from upcard.engine.game import make_game

SECRET = hashlib.sha256(b"a secret of the tests").hexdigest()

hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
word = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
added_texts = st.lists(word, min_size=1, max_size=4).map(" ".join)
seats = st.lists(added_texts | st.just(""), min_size=1, max_size=6)
options = st.dictionaries(st.sampled_from(["a", "b", "c"]), st.integers(0, 9) | st.sampled_from(["x", "y"]))
terms = st.builds(DealTerms, added_texts, word, st.integers(1, 30), st.integers(1, 30), options)


def hashed(text):
    """The hash of bytes that are written out."""
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_commitment_is_the_hash_of_these_bytes():
    """Lengths are counted by hand."""
    told = DealTerms("öken", "lama", 1, 3, {"c": 7, "a": "no", "b": 5})
    options = '{"a":"no","b":"5","c":"7"}'
    written = f"19:upcard commitment 2,5:öken,4:lama,1:1,1:3,26:{options},64:{SECRET},"
    assert commitment(SECRET, told) == hashed(written)
    first = f"19:upcard commitment 1,5:öken,4:lama,1:1,1:3,12:a=no b=5 c=7,64:{SECRET},"
    assert commitment(SECRET, told, 1) == hashed(first)
    assert [method_of(hashed(x), SECRET, told) for x in (written, first, "")] == [2, 1, 0]


def test_no_two_lists_of_options_have_one_commitment():
    one, other = (DealTerms("t", "lama", 1, 3, x) for x in ({"a": "1 b=2"}, {"a": "1", "b": "2"}))
    assert commitment(SECRET, one, 1) == commitment(SECRET, other, 1)  # as it was
    assert commitment(SECRET, one) != commitment(SECRET, other)


@pytest.mark.parametrize(("method", "bits"), [(1, 63), (2, 128)])
def test_a_seed_is_the_first_bits_of_the_hash_of_these_bytes(method, bits):
    written = f"13:upcard seed {method},64:{SECRET},5:seven,0:,9:two words,"
    seed = int(hashed(written), 16) >> (256 - bits)
    assert match_seed(SECRET, ["seven", "", "two words"], method) == seed
    assert method == 1 or match_seed(SECRET, ["seven", "", "two words"]) == seed


def test_every_bit_of_a_seed_changes_the_deal():
    game, seed = make_game("lama", 4), (1 << 127) | 1
    deals = {str(game.match(seed ^ (1 << i)).state) for i in range(1, 127)}
    assert len(deals) == 126
    assert str(game.match(seed).state) not in deals


def test_the_terms_of_a_game_are_all_that_its_record_says():
    game = make_game("lama", 4, "paper")
    told = terms_of("blue", game)
    assert (told.table, told.game, told.version, told.players) == ("blue", "lama", game.rules.GAME.version, 4)
    assert told.options == game.option_words()


@given(hashes, terms, hashes, terms)
def test_other_terms_or_another_secret_have_another_commitment(secret, told, other_secret, other):
    same = (secret, told) == (other_secret, other)
    same = same or (secret == other_secret and _words(told) == _words(other))
    assert (commitment(secret, told) == commitment(other_secret, other)) == same


@given(hashes, terms, st.data())
def test_each_of_the_terms_counts(secret, told, data):
    name = data.draw(st.sampled_from(["table", "game", "version", "players", "options"]))
    value = data.draw(terms.map(lambda other: getattr(other, name)))
    changed = DealTerms(**{**vars(told), name: value})
    assert (commitment(secret, changed) == commitment(secret, told)) == (_words(changed) == _words(told))


@given(hashes, seats, hashes, seats)
def test_other_additions_or_another_secret_give_another_seed(secret, added, other_secret, other):
    """Two of 2^128 seeds are the same by chance so rarely that no test will see it."""
    found = match_seed(secret, added)
    assert 0 <= found < 2**128
    assert (found == match_seed(other_secret, other)) == ((secret, added) == (other_secret, other))


@given(hashes, seats, st.data())
def test_each_seat_changes_the_seed(secret, added, data):
    seat = data.draw(st.integers(0, len(added) - 1))
    text = data.draw(added_texts.filter(lambda x: x != added[seat]))
    assert match_seed(secret, [*added[:seat], text, *added[seat + 1 :]]) != match_seed(secret, added)


@given(hashes, word, word)
def test_what_one_seat_adds_cannot_pass_for_what_two_add(secret, first, second):
    """Neither by joining texts nor by moving them to another seat."""
    joined = [
        [first, second],
        [f"{first} {second}"],
        [f"{first}{second}"],
        ["", first, second],
        [first, "", second],
    ]
    assert len({match_seed(secret, added) for added in joined}) == len(joined)


@given(hashes)
def test_a_seed_is_one_that_a_match_takes(secret):
    seed = match_seed(secret, ["a", "b"])
    assert make_game("kuhn-poker").match(seed).seed == seed


@pytest.mark.parametrize("text", ["a", "0f" * 32, "two words", "Überraschung 3", "骰子", "x" * LONGEST])
def test_texts_that_can_be_added(text):
    check_contribution(text)
    match_seed(SECRET, [text])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " a",
        "a ",
        "a  b",
        "a\nb",
        "a\tb",
        "a\u2028b",
        "a\u00a0b",
        "\x1b[2J",
        "\ud800",
        "\u202e",
        "x" * 65,
    ],
)
def test_texts_that_cannot_be_added_are_refused_in_a_sentence(text):
    with pytest.raises(Unreadable, match=r"a player adds .* expected 1 to 64 printable characters") as fault:
        check_contribution(text)
    assert str(fault.value).isprintable()
    if text:
        with pytest.raises(Unreadable):
            match_seed(SECRET, ["fine", text])


@pytest.mark.parametrize("secret", ["", "ab", SECRET.upper(), SECRET + "0", "g" * 64, "٣" * 64])
def test_a_secret_has_64_digits(secret):
    for derive in (
        lambda: match_seed(secret, ["a"]),
        lambda: commitment(secret, DealTerms("t", "lama", 1, 2)),
    ):
        with pytest.raises(Usage, match="expected 64 of 0-9 and a-f") as fault:
            derive()
        assert not secret or secret not in str(fault.value)


def test_a_table_has_a_name():
    with pytest.raises(Unreadable, match="the name of the table is ''"):
        commitment(SECRET, DealTerms("", "lama", 1, 2))


def _words(told):
    """The terms, with options as people write them."""
    return {**vars(told), "options": {k: str(v) for k, v in told.options.items()}}
