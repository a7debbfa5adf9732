"""A fault for an unknown name says what there is and what was probably meant."""

import pytest

from upcard.engine.errors import Usage, unknown_name


@pytest.mark.parametrize(
    ("given", "known", "sentence"),
    [
        (
            "lamma",
            ["kuhn-poker", "lama"],
            "there is no game 'lamma'; did you mean 'lama'? known: kuhn-poker, lama",
        ),
        ("xyz", ["lama", "kuhn-poker"], "there is no game 'xyz'; known: kuhn-poker, lama"),
        ("lama", [], "there is no game 'lama'; known: none"),
    ],
)
def test_an_unknown_name_is_refused_with_what_there_is(given, known, sentence):
    fault = unknown_name("game", given, known)
    assert isinstance(fault, Usage)
    assert str(fault) == sentence
