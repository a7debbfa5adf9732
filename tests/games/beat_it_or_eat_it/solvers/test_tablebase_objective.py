"""Beat It Or Eat It solved on request: what is told, what it is worth to start, and what is refused."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from upcard.certificates.verify_file import verify
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it.solvers import tablebase_objective as beat_it_objective
from upcard.games.beat_it_or_eat_it.solvers.tablebase_objective import usual_options
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import probe
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solution import Tablebase
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve as tablebase
from upcard.solving import retrograde
from upcard.solving.solve_game import solve

NAME = "beat-it-or-eat-it"


def test_the_numbers_are_those_of_the_tablebase(tmp_path):
    """2 x 3 stands in the table of the reference page."""
    found = solve(make_game(NAME, length=3))
    told = json.loads(json.dumps(found.to_json()))
    assert told["lead"] == {
        "positions": 62, "win": 44, "loss": 18, "draw": 0, "longest_win": 9, "longest_loss": 10,
        "distance_sum": 332,
    }  # fmt: skip
    assert told["receive"]["positions"] == 324
    assert told["mirror"] == {"deals": 8, "win": 6, "loss": 2, "draw": 0}
    assert (told["value"], told["value_exact"], told["bounds"]) == (0.5, "1/2", [0.5, 0.5])
    assert (told["game"], told["objective"], told["certificate"]) == (NAME, "tablebase", None)
    found.save(tmp_path / "it")
    assert "all 62 hands" in verify(tmp_path / "it")[1]


@pytest.mark.parametrize(
    ("options", "hands"),
    [
        ({"suits": 1, "length": 5, "deal": "equal"}, [h for h in range(32) if h.bit_count() == 3]),
        ({"suits": 2, "length": 3, "deal": "equal"}, [h for h in range(64) if h.bit_count() == 3]),
        (
            {"suits": 2, "length": 3, "deal": "mirror"},
            [sum(1 << (2 * r + c) for r, c in enumerate(coins)) for coins in product((0, 1), repeat=3)],
        ),
        (  # an empty hand gets a card by lot, each with a sixth of its chance
            {"suits": 1, "length": 4, "deal": "random"},
            [*(h for h in range(1, 15) for _ in range(4)), *(1 << k for k in range(4)),
             *(15 - (1 << k) for k in range(4))],
        ),
    ],
)  # fmt: skip
def test_the_value_is_the_mean_over_all_deals(leads, options, hands):
    plain, states = leads(options["suits"], options["length"])
    solved, key = retrograde.solve(plain, states.values()), retrograde.key_of(plain)
    scores = [int(solved.verdicts[key(states[hand])]) for hand in hands]
    assert solve(make_game(NAME, **options)).value_exact == Fraction(sum(scores), len(scores))


@pytest.mark.parametrize(
    ("position", "value", "sentence"),
    [
        ("s3.2.h1/s1.h3.2/-", 1, "The first player wins."),
        ("s1/s3.h3.2.1/s2", -1, "The first player loses."),
        ("s1/s3.h3.2.1/s2+", 1, "The first player wins."),
    ],
)
def test_a_position_that_is_given_is_judged(position, value, sentence):
    found = solve(make_game(NAME, length=3, deal="given", position=position))
    assert found.value == value
    assert found.sentences()[1] == sentence


def test_people_are_told_whether_it_helps_to_start():
    """The counts of leads and of mirror deals stand in the tables of the reference page."""
    found = solve(make_game(NAME, suits=2, length=4))
    start = tablebase(2, 4, with_receive=False).lead_advantage
    heading, *said, longest = found.sentences()
    assert heading.startswith("Beat It Or Eat It, 2 players, suits=2, length=4, deal=mirror")
    assert said == [
        "Starting helps: on average the first player scores 3/4, +0.750000.",
        "The cards have 127 splits into two hands. With either hand, the leader wins in "
        f"{start.leader} of them and loses in {start.other}. In {start.same} one hand wins, whoever leads.",
        "In 16 mirror deals, the leader wins 14 and loses 2.",
    ]
    assert longest.startswith("The longest win takes 29 plies: s")
    position = longest.removesuffix(".").split(": ")[1]
    assert probe(tablebase(2, 4, with_receive=False), position)[0].distance == 29
    assert found.rows()[1] == ("a hand leads to an empty table", "254", "169", "85", "0", "29", "22")
    assert found.effort().startswith("1,681 states in each of")


def test_endless_play_is_told():
    words = solve(make_game(NAME, suits=3, length=3, deal="random")).sentences()
    assert any("Play never ends" in sentence for sentence in words)


def test_what_the_rules_end_before_it_is_won_has_no_value():
    table = tablebase(1, 4, with_receive=False)
    far = table.distances.astype(np.uint16)
    slow = replace(table, distances=np.where(far == 5, 501, far).astype(np.uint16))
    found = Tablebase.of(make_game(NAME, suits=1, length=4, deal="random"), slow, None, 0.0)
    assert found.value is None
    assert found.bounds is None
    assert found.sentences()[1] == "Some wins take more than the 1,000 decisions that the rules allow."


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"trumps": "own"}, "with trumps=own it matters who holds a hand, which tables do not record"),
        ({"suits": 4}, "cannot be solved: suits=4 and length=13 are 52 cards; choose at most 30"),
    ],
)
def test_what_is_not_covered_is_refused_with_the_reason(options, reason):
    with pytest.raises(Usage, match=reason):
        solve(make_game(NAME, **options))


def test_methods_for_trees_are_refused():
    with pytest.raises(Usage, match="the method 'lp' is for trees; expected 'tablebase', or leave it out"):
        solve(make_game(NAME, length=3), "lp")


def test_what_does_not_fit_into_memory_is_not_started():
    with pytest.raises(Failure, match=r"^needs \d+ GB, have 6 GB: not started$"):
        solve(make_game(NAME, suits=1, length=26, deal="random"), memory=6 * 10**9)
    with pytest.raises(Failure, match=r"not started; the table of this size is included: see `upcard probe"):
        solve(make_game(NAME, length=13), memory=6 * 10**9)


def stopper(after):
    """Presses Ctrl-C after some steps."""
    steps = []

    def step(what, share):
        steps.append((what, share))
        if len(steps) == after:
            raise KeyboardInterrupt

    return step


def test_a_long_solve_is_announced_and_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(beat_it_objective, "LONG_SECONDS", -1)
    game, said = make_game(NAME, length=4), list[str]()
    place = tmp_path / "checkpoints" / "beat-it-or-eat-it-2x4-tablebase"
    with pytest.raises(KeyboardInterrupt, match=f"stored in {place}; the same command resumes it"):
        solve(game, on_step=stopper(12), on_start=said.append)
    kept = f"stored after each sweep, once a minute at most, in {place}"
    assert re.fullmatch(rf"about 0 s, \S+ GB of memory; {kept}", said[0])
    assert place.exists()
    found = solve(game)
    assert found.to_json()["lead"] == solve(game).to_json()["lead"]
    assert place.exists()  # a table that cannot be written is not lost
    found.release()
    assert not place.exists()


def test_where_no_checkpoint_can_be_it_is_said(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "file" / "in it"))
    monkeypatch.setattr(beat_it_objective, "LONG_SECONDS", -1)
    said: list[str] = []
    solve(make_game(NAME, length=3), on_start=said.append)
    assert said[0].endswith("; nothing is stored if it is stopped")


def test_what_is_quick_is_stopped_without_a_word():
    with pytest.raises(KeyboardInterrupt) as stop:
        solve(make_game(NAME, length=4), on_step=stopper(3))
    assert stop.value.args == ()


def test_a_checkpoint_can_be_named(tmp_path):
    place = tmp_path / "mine"
    with pytest.raises(KeyboardInterrupt, match=f"stored in {place};"):
        solve(make_game(NAME, length=4), checkpoint=place, on_step=stopper(3))
    assert place.exists()


def test_an_odd_number_of_suits_is_dealt_at_random_unless_something_else_is_asked_for():
    assert usual_options({"suits": "1"}) == {"deal": "random"}
    assert usual_options({"suits": "3", "deal": "equal"}) == {}
    assert usual_options({"suits": "2"}) == usual_options({"suits": "two"}) == usual_options({}) == {}


def test_progress_goes_up_to_the_end():
    shares: list[float] = []
    solve(make_game(NAME, length=4), on_step=lambda what, share: shares.append(share))
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] <= 1
