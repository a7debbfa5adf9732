"""Trees that grow in a compiled program: bit for bit those of the interpreted one, in the same order."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tests.example_games import odd_one_out
from tests.night import LATE
from tests.shared import GAMES_FOLDER, module_from

from upcard.engine.errors import Failure
from upcard.engine.game import Game, make_game
from upcard.engine.state import PlainState, cells_of, from_record, to_record
from upcard.engine.tree import game_tree
from upcard.engine.tree.compiled_growth import CannotGrow, CompiledGrowth, TreeFull, longer, rehashed
from upcard.engine.tree.game_tree import GameTree, TooLarge, unroll
from upcard.engine.tree.scripted_chance import BROKEN, scripted_below, scripted_draw

TOGETHER = module_from(GAMES_FOLDER / "together.py")
TOGETHER_OPTIONS = {o.name: o.default for o in TOGETHER.OPTIONS}
GAMES: list[Any] = [
    pytest.param(lambda: make_game("leduc-poker"), id="leduc"),
    pytest.param(lambda: make_game("le-her"), id="le-her"),
    pytest.param(lambda: Game(TOGETHER, 2, TOGETHER_OPTIONS), id="a game of one's own, checked"),
    *(
        pytest.param(
            lambda name=name, preset=preset: make_game(name, preset=preset), id=f"{name} {preset}", marks=LATE
        )
        for name, preset in (("goofspiel", "three"), ("goofspiel", "fixed"), ("goofspiel", "hidden"))
    ),
    pytest.param(lambda: Game(odd_one_out, 3, {}), id="three players", marks=LATE),
    pytest.param(lambda: make_game("kuhn-poker"), id="kuhn", marks=LATE),
    pytest.param(lambda: make_game("liars-dice"), id="liar's dice", marks=LATE),
]
ARRAYS = (
    "parent",
    "player",
    "action",
    "weight",
    "depth",
    "infoset",
    "edge",
    "payoff",
    "owner",
    "first",
    "count",
    "legal",
)


def interpreted(game: Game, monkeypatch: pytest.MonkeyPatch, **arguments: Any) -> GameTree:
    with monkeypatch.context() as patch:
        patch.setattr(game_tree, "COMPILED_FROM", 10**9)
        return unroll(game, **arguments)


@pytest.mark.parametrize("make", GAMES)
def test_the_arrays_are_those_of_the_interpreted_program(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make()
    growth = CompiledGrowth(game, 1_000_000)
    assert growth.work(1_000_000)
    tree, columns = interpreted(game, monkeypatch), growth.columns()
    assert columns.keys() == {*ARRAYS}
    for name in ARRAYS:
        mine, its = columns[name], getattr(tree, name)
        assert mine.dtype == its.dtype
        assert np.array_equal(mine, its), name


def test_a_tree_that_is_estimated_to_be_large_is_compiled_and_nothing_is_reported_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, made = make_game("leduc-poker"), list[bool]()
    grown: list[int] = []
    views: list[list[dict[str, Any]]] = [[], []]
    wanted = interpreted(game, monkeypatch, on_set=lambda v: views[0].append(cells_of(v)))
    monkeypatch.setattr(game_tree, "COMPILED_FROM", 5000)
    work = CompiledGrowth.work

    def counted(self: CompiledGrowth, pause: int) -> bool:
        made.append(work(self, pause))
        return made[-1]

    monkeypatch.setattr(CompiledGrowth, "work", counted)
    tree = unroll(game, on_nodes=lambda n, _: grown.append(n), on_set=lambda v: views[1].append(cells_of(v)))
    assert made[-1]
    assert grown == [0, 4096, 8192]
    assert views[0] == views[1]
    assert np.array_equal(tree.infoset, wanted.infoset)


def test_a_tree_of_more_nodes_than_are_allowed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_tree, "COMPILED_FROM", 5000)
    assert unroll(make_game("leduc-poker"), 9457).nodes == 9457
    with pytest.raises(TooLarge, match=r"more than 9,456 nodes; choose a smaller game or allow more"):
        unroll(make_game("leduc-poker"), 9456)
    with pytest.raises(TreeFull):
        CompiledGrowth(make_game("leduc-poker"), 9456).work(10**6)


@pytest.mark.parametrize("slices", [0, 2])
def test_after_a_fault_the_interpreted_program_goes_on_and_reports_nothing_twice(
    monkeypatch: pytest.MonkeyPatch, slices: int
) -> None:
    game, views = make_game("leduc-poker"), list[list[dict[str, Any]]]([[], []])
    interpreted(game, monkeypatch, on_set=lambda v: views[0].append(cells_of(v)))
    work, left, grown = CompiledGrowth.work, [slices], list[int]()

    def fail_later(self: CompiledGrowth, pause: int) -> bool:
        if not left[0]:
            raise CannotGrow
        left[0] -= 1
        return work(self, pause)

    monkeypatch.setattr(game_tree, "COMPILED_FROM", 5000)
    monkeypatch.setattr(CompiledGrowth, "work", fail_later)
    tree = unroll(game, on_nodes=lambda n, _: grown.append(n), on_set=lambda v: views[1].append(cells_of(v)))
    assert tree.nodes == 9457
    assert left == [0]
    assert views[0] == views[1]
    assert grown == [0, 4096, 8192]


def test_an_error_of_a_callback_is_that_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(view: PlainState) -> None:
        raise Failure("enough")

    monkeypatch.setattr(game_tree, "COMPILED_FROM", 5000)
    with pytest.raises(Failure, match="enough"):
        unroll(make_game("leduc-poker"), on_set=refuse)


def test_a_tree_that_is_estimated_to_be_small_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: CompiledGrowth, pause: int) -> bool:
        raise AssertionError

    monkeypatch.setattr(CompiledGrowth, "work", refuse)
    assert unroll(make_game("leduc-poker")).nodes == 9457


UNTIL_DOUBLES = """
def start(s: State) -> None:
    s.player = 0
    first = below(s, 6)
    second = below(s, 6)
    while first != second:
        first = below(s, 6)
        second = below(s, 6)
"""


def test_rules_that_wait_for_a_double_come_to_an_end(module: Any) -> None:
    """The tree is endless and its scripts grow too long, but every action that is tried ends."""
    text = (GAMES_FOLDER / "pay_or_take.py").read_text()
    a, b = text.index("def start"), text.index("def legal")
    text = text[:a] + UNTIL_DOUBLES.lstrip() + "\n\n" + text[b:]
    rules = module("until_doubles", text.replace("    EVERYBODY,", "    EVERYBODY,\n    below,", 1))
    with pytest.raises(CannotGrow):
        CompiledGrowth(Game(rules, 3, {"chips": 1}), 3000).work(10_000)


@pytest.fixture
def drawn_from() -> Any:
    """A state of a game with a row of cards, and a script in it."""

    def make(cards: list[int], code: int, outcomes: int) -> tuple[Any, list[int]]:
        class Record:
            at, step = code, outcomes
            seat_at, seat_step = [0], [0]

        return Record(), [len(cards), *cards]

    return make


def test_a_script_is_read_digit_by_digit(drawn_from: Any) -> None:
    s, zone = drawn_from([2, 0, 2, 1], 1 + 3 * (2 + 5 * 0), 3)
    assert scripted_draw(s, zone) == 1  # the second of the kinds 0, 1, 2
    assert (s.seat_at, s.seat_step) == ([1], [1])
    assert zone[:4] == [3, 2, 0, 2]
    assert scripted_below(s, 1) == 0  # certain, so no question
    assert scripted_below(s, 5) == 2
    assert scripted_draw(s, zone) == 0
    assert scripted_draw(s, zone) == 2  # only twos are left, so no question
    assert s.step == 0
    assert (s.seat_at, s.seat_step) == ([0], [1])


def test_the_first_question_behind_the_end_says_how_many_outcomes_it_has(drawn_from: Any) -> None:
    s, zone = drawn_from([2, 0, 2, 1], 0, 0)
    assert scripted_draw(s, zone) in (0, 1, 2)
    assert (s.at, s.step) == (3, -1)
    assert {scripted_below(s, 3) for _ in range(40)} == {0, 1, 2}
    assert s.at == 3


def test_a_card_from_an_empty_row_is_a_fault(drawn_from: Any) -> None:
    s, zone = drawn_from([], 0, 0)
    scripted_draw(s, zone)
    assert s.step == BROKEN


def test_a_record_and_its_state_have_the_same_cells() -> None:
    rules: ModuleType = TOGETHER
    game = Game(rules, 2, TOGETHER_OPTIONS)
    s: PlainState = game.start(seed=4)
    assert cells_of(from_record(game.blank(), to_record(rules, s)[0])) == cells_of(s)


def test_a_longer_table_finds_every_entry() -> None:
    table = np.zeros((8, 3), np.int64)
    for value, key in enumerate((7, 15, -1, 3), 1):
        at = key & 7
        while table[at, 2]:
            at = (at + 1) & 7
        table[at] = key, key + 1, value
    wide = rehashed(table)
    assert len(wide) == 16
    for value, key in enumerate((7, 15, -1, 3), 1):
        at = key & 15
        while tuple(wide[at, :2]) != (key, key + 1):
            assert wide[at, 2] != 0
            at = (at + 1) & 15
        assert wide[at, 2] == value
    assert len(longer(table, 20)) == 20
