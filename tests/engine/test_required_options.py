"""Options that have to be named for a game to be the same again."""

import pytest

from upcard.engine.game import make_game
from upcard.engine.option_values import required_options
from upcard.kit.cards import Option

POSITION = "s4.2/s5.3.1/-"


@pytest.mark.parametrize(
    ("name", "given", "named"),
    [
        ("kuhn-poker", {}, {}),
        ("beat-it-or-eat-it", {}, {}),
        ("lama", {"target": 20, "give_back": "chip"}, {"target": 20}),
        (
            "beat-it-or-eat-it",
            {"position": POSITION},
            {"suits": 1, "length": 5, "deal": "given", "position": POSITION},
        ),
        ("beat-it-or-eat-it", {"suits": 2, "length": 4, "deal": "mirror"}, {"length": 4}),
    ],
)
def test_what_is_usual_need_not_be_named(name, given, named):
    game = make_game(name, **given)
    found = required_options(game.rules.OPTIONS, game.option_words())
    assert found == named
    assert make_game(name, None, None, **found).options == game.options


def test_what_a_text_would_bring_along_is_named_where_it_is_not_so():
    size = Option("size", "how large", low=1, high=9, default=5)
    place = Option(
        "place", "where", read=lambda x: [int(x)], write=lambda x: str(x[0]), usual="0", length=1,
        brings=lambda x: {"size": 7},
    )  # fmt: skip
    assert required_options([size, place], {"size": 5, "place": "3"}) == {"size": 5, "place": "3"}
    assert required_options([size, place], {"size": 5, "place": "0"}) == {}
    assert required_options([size, place], {"size": 8, "place": "3"}) == {"size": 8, "place": "3"}
