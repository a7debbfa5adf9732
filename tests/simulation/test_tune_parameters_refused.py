"""What cannot be tuned, and searches that are not gone on with, are refused in a sentence."""

import json
import math
from typing import Any

import pytest
from tests.simulation.aiming import SMALL, three

from upcard.engine.errors import Failure, Unreadable, Usage
from upcard.engine.game import make_game
from upcard.simulation.tune_parameters import tune

pytestmark = pytest.mark.usefixtures("catalogued")


BAD = [
    (
        {"strategy": "plain"},
        "the strategy 'plain' has no parameters to tune; strategies for aiming with parameters: ",
    ),
    ({"strategy": "no-one"}, "there is no strategy 'no-one'"),
    ({"strategy": "folding"}, "the strategy 'folding' plays lama, not aiming"),
    ({"strategy": "bowl:x=1"}, "'bowl:x=1' already sets parameters; give bowl alone"),
    ({"strategy": three}, "is not the name of a strategy; give a name such as 'folding'"),
    ({"against": "no-one"}, "there is no strategy 'no-one'"),
    ({"against": []}, "0 opponents were given, but 2 players leave 1 seat"),
    ({"against": ["flat", "flat"]}, "2 opponents were given, but 2 players leave 1 seat"),
    ({"fixed": {"z": 1}}, "bowl has no parameter 'z'"),
    ({"fixed": {"x": 2}}, "parameter x was given '2'; expected a number from 0 to 1"),
    ({"fixed": {"x": 0, "y": 0}}, "every parameter of bowl was given a value; leave at least one"),
    ({"ranges": {"x": (0, 2)}}, "the range of x was given as 0 to 2; expected a range within 0 to 1"),
    ({"ranges": {"x": (1, 0)}}, "the range of x was given as 1 to 0; expected the smaller number first"),
    ({"ranges": {"x": (math.nan, 1)}}, "expected the smaller number first"),
    ({"strategy": "threshold", "ranges": {"t": (0.5, 2)}}, "0.5 to 2; expected whole numbers"),
    ({"fixed": {"x": 0}, "ranges": {"x": (0, 1)}}, "x was given a value and a range; give one of them"),
    (
        {"budget": 11},
        "the number of evaluations is 11; expected 12 to 1,000,000; one generation needs 12 for 2 parameters",
    ),
    ({"games": 0}, "the number of games is 0; expected 1 to 1,000,000,000"),
    ({"confirm_games": 1}, "the number of fresh games is 1; expected 2 to 1,000,000,000"),
    ({"seed": 2**40}, "the seed is 1,099,511,627,776; expected 0 to 1,099,511,627,775"),
    ({"goal": "fun"}, "the goal is 'fun'; expected win_share, win_any, score_mean"),
    ({"threads": 0}, "the number of threads is 0; expected 1 or more"),
    ({"level": 2}, "the level of the intervals is 2"),
    ({"players": 2}, "has its players and its options already"),
]


@pytest.mark.parametrize(("change", "sentence"), BAD, ids=[sentence[:40] for _, sentence in BAD])
def test_what_cannot_be_tuned_is_refused_in_a_sentence(aiming, change, sentence):
    asked: dict[str, Any] = {"game": aiming(), "strategy": "bowl", "against": three} | change
    with pytest.raises(Usage) as fault:
        tune(**asked)
    assert sentence in str(fault.value)


def test_a_game_that_is_played_alone_has_nobody_to_tune_against(aiming):
    with pytest.raises(Usage, match=r"^aiming has only one player here; tuning needs opponents$"):
        tune(aiming(1), "bowl", against=three)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 1}, "the stored search has seed 0, but this one has 1; use the same"),
        ({"games": 11}, "has games 3, but this one has 11"),
        ({"fixed": {"x": 0.5}}, "has parameters x=0.9, y=0.1, but this one has x=0.5, y=0.1"),
        ({"ranges": {"x": (0, 0.5)}}, "has ranges x=0 1 0.9, y=0 1 0.1, but this one has x=0 0.5 0.25"),
        ({"goal": "win_any"}, "has goal win_share, but this one has win_any"),
        ({"against": "flat"}, "has against three, but this one has flat"),
    ],
)
def test_another_search_is_not_resumed(aiming, change, sentence):
    kept: list[Any] = []
    tune(aiming(), "bowl", three, **SMALL, on_generation=kept.append)
    asked: dict[str, Any] = {"strategy": "bowl", "against": three, **SMALL} | change
    with pytest.raises(Usage) as fault:
        tune(aiming(), **asked, resume=kept[-1])
    assert sentence in str(fault.value)


def test_what_is_no_search_or_damaged_or_of_another_optimiser_is_not_resumed(aiming):
    kept: list[Any] = []
    tune(aiming(), "bowl", three, **SMALL, on_generation=kept.append)

    def resume(change):
        state = json.loads(json.dumps(kept[0]))
        change(state)
        tune(aiming(), "bowl", three, **SMALL, resume=state)

    with pytest.raises(Unreadable, match="the search to resume is not from Upcard"):
        resume(lambda s: s.pop("format"))
    with pytest.raises(Unreadable, match="damaged"):
        resume(lambda s: s["generations"][0].pop("mean"))
    with pytest.raises(Unreadable, match="damaged"):
        resume(lambda s: s["generations"][0]["order"].reverse() or s["generations"][0]["order"].pop())
    with pytest.raises(Failure, match="another version of Upcard or of cma"):
        resume(lambda s: s["generations"][0]["asked"][3].__setitem__(0, 0.5))


def test_a_game_given_by_name_takes_its_players_and_preset():
    asked: dict[str, Any] = {"games": 1, "budget": 18, "confirm_games": 2, "players": 2, "preset": "paper"}
    result = tune("lama", "folding", "same-first", **asked)
    assert result.confirmed.tuned.options == make_game("lama", 2, "paper").option_words()
