"""A strategy sees the same in a masked view, in a copied view and interpreted: what its seat may know."""

from dataclasses import replace

import pytest
from tests.engine.spies import (
    COPIED,
    MASKED,
    ODD,
    beyond_the_open_row,
    beyond_the_own_row,
    beyond_the_rows_of_all,
    hidden_row_cells,
    open_cells,
    open_cells_of_all,
    others_cells,
    own_cells,
)
from tests.night import IS_NIGHTLY

from upcard.engine.compile.masked_views import CannotMask, mask_function
from upcard.engine.entrants import Entrant
from upcard.engine.game import make_game
from upcard.engine.game_loop import Chooser, mask_strategies, replacements_of
from upcard.engine.players import can_play
from upcard.engine.registry import game_modules, strategies_for
from upcard.engine.state import fields_of
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.kit import cards as card_words
from upcard.kit.cards import EVERYBODY, put
from upcard.kit.strategy import below
from upcard.simulation.lineup import LineUp

WAYS = ("masked", "copied", "interpreted")
OFTEN = 3


def leaning(v, low, high):
    """Says a number between its two parameters."""
    return int(low + (high - low) * below(v, 3)) + v.me


def entrants_of(spies):
    return tuple(Entrant(f.__name__, f, (), True) for f in spies)


LEANING = tuple(Entrant("leaning", leaning, w, True) for w in ((1.5, 3.5), (100.25, 200.0)))
REWRITTEN = (*entrants_of((*MASKED, *ODD)), LEANING[0])
EVERYBODY_THERE = (*REWRITTEN, *entrants_of(COPIED))
"""One program seats all who can be masked, another one all in copied views."""


@pytest.fixture(scope="module")
def seated(every_field, new_game, sums_of):
    """``seated(entrants, way)``: the sums of some of the cast who play together."""

    def sums(entrants, way):
        is_masked = way == "masked" and not {e.choose for e in entrants} & set(COPIED)
        cast = REWRITTEN if is_masked else EVERYBODY_THERE
        game = new_game(every_field, len(entrants))
        return sums_of(game, LineUp(game, entrants, cast), way)

    return sums


@pytest.fixture(scope="module")
def heard(seated):
    """``heard(spy, way)``: sums of what a spy has said; those of one group play together."""
    kept = {}

    def said(spy, way):
        spies = next(group for group in (MASKED, COPIED, ODD) if spy in group)
        if (spies, way) not in kept:
            kept[spies, way] = seated(entrants_of(spies), way)[0]
        return [kept[spies, way][k][spies.index(spy)] for k in range(2)]

    return said


@pytest.mark.slow
@pytest.mark.together("spies")
@pytest.mark.parametrize("spy", [*MASKED, *COPIED, *ODD], ids=lambda f: f.__name__)
def test_a_spy_sees_the_same_in_all_three_ways(heard, spy):
    expected = heard(spy, "interpreted")
    assert heard(spy, "copied") == expected
    assert heard(spy, "masked") == expected


@pytest.mark.slow
@pytest.mark.together("spies")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("spy", [others_cells, hidden_row_cells], ids=lambda f: f.__name__)
def test_a_spy_never_sees_what_others_hold(heard, spy, way):
    assert heard(spy, way)[0][2] == 0


@pytest.mark.slow
@pytest.mark.together("spies")
@pytest.mark.parametrize("spy", [own_cells, open_cells, open_cells_of_all], ids=lambda f: f.__name__)
def test_a_spy_sees_what_is_open_to_it(heard, spy):
    """The comparison of ways would also hold for eyes that are always shut."""
    total, squares = heard(spy, "masked")
    assert total[2] > 0
    assert squares[2] * 24 > total[2] * total[2]


@pytest.mark.slow
@pytest.mark.together("spies")
@pytest.mark.parametrize(
    "spy", [beyond_the_open_row, beyond_the_own_row, beyond_the_rows_of_all], ids=lambda f: f.__name__
)
def test_looking_for_a_card_by_capacity_finds_the_cards_there_are(heard, spy):
    assert heard(spy, "interpreted")[0][2] > 0


@pytest.mark.parametrize("spy", MASKED, ids=lambda f: f.__name__)
def test_these_spies_are_masked(every_field, spy):
    assert mask_strategies(every_field, [Chooser(spy)]) is not None


@pytest.mark.parametrize("spy", COPIED, ids=lambda f: f.__name__)
def test_these_spies_are_given_a_copy(every_field, spy):
    assert mask_strategies(every_field, [Chooser(spy)]) is None


# ---- real games ----


PLAYED = ("kuhn-poker", *(["stoppers", "leduc-poker", "lama"] if IS_NIGHTLY else []))
"""By night the conformance suite plays each strategy of every game so, beside ``random``.

By day it holds those who are masked against those who are interpreted, in every game.
"""


def full_table(name):
    """A game with the most players, and as many different strategies as do not search."""
    rules = game_modules()[name]
    known = [s for s, module in sorted(strategies_for(rules).items()) if not module.STRATEGY.quick]
    game = make_game(name, rules.GAME.players[1])
    names = [s for s in known if can_play(s, game)]
    return game, [names[p % len(names)] for p in range(game.players)]


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(x, marks=pytest.mark.together(x)) for x in PLAYED])
def test_every_strategy_plays_the_same_games_in_all_three_ways(name, sums_of):
    game, names = full_table(name)
    for seating in ("fixed", "rotate"):
        first = sums_of(game, names, "interpreted", seating=seating)
        for way in ("masked", "copied"):
            assert sums_of(game, names, way, seating=seating) == first


def test_every_shipped_strategy_can_be_masked(shipped_game):
    for name, module in strategies_for(shipped_game.rules).items():
        if hasattr(module, "CERTIFICATES"):
            continue  # what plays by certificates is made for each game, and held to conformance like all
        chooser = Chooser(module.choose, len(module.STRATEGY.parameters))
        assert mask_strategies(shipped_game.rules, [chooser]) is not None, name


@pytest.mark.slow
@pytest.mark.together("spies")
def test_parameters_reach_each_seat_in_all_three_ways(seated):
    sums = [seated(LEANING, way) for way in WAYS]
    assert sums[0] == sums[1] == sums[2]
    low, high = (sums[0][0][0][e][2] / (24 * 3) for e in range(2))
    assert 1 <= low <= 5 < 101 <= high <= 301


# ---- what cannot be rewritten ----


def stores_into_the_view(v):
    v.marks[0] = 3
    return 1


def stores_a_number_into_the_view(v):
    v.count = 3
    return 1


def adds_to_the_view(v):
    v.scores[v.me, 0] += 1
    return 1


def puts_a_card_into_the_view(v):
    put(v.pile, 2)
    return 1


def has_a_bare_annotation(v):
    x: int
    x = v.count
    return x


def comes_back_to_itself(v):
    return 0 if v.count > 3 else comes_back_to_itself(v)


def take_a_closure():
    bound = 3

    def f(v):
        return bound + v.count

    return f


def without_source():
    scope: dict[str, object] = {}
    exec("def f(v):\n    return v.count", scope)
    return scope["f"]


@pytest.mark.parametrize(
    "f",
    [
        stores_into_the_view,
        stores_a_number_into_the_view,
        adds_to_the_view,
        puts_a_card_into_the_view,
        has_a_bare_annotation,
        comes_back_to_itself,
        take_a_closure(),
        without_source(),
        *COPIED,
    ],
)
def test_there_is_no_lens_for(every_field, f):
    fields = {x.name: x for x in fields_of(every_field)}
    with pytest.raises(CannotMask):
        mask_function(f, fields, replacements_of(every_field))


def calls_one_that_stores(v):
    return stores_into_the_view(v) + 1


def test_there_is_no_lens_for_a_function_that_calls_one_without(every_field):
    assert mask_strategies(every_field, [Chooser(open_cells), Chooser(calls_one_that_stores)]) is None


def test_a_lens_leaves_the_function_as_it_was(every_field, new_game):
    fields = {x.name: x for x in fields_of(every_field)}
    state = new_game(every_field).start(seed=1)
    before = own_cells(state)
    masked = mask_function(own_cells, fields, replacements_of(every_field))
    assert masked is not own_cells
    assert masked(state) == before == own_cells(state)


def test_a_function_is_masked_anew_for_a_game_that_shows_what_another_hides(every_field, new_game):
    """What is written for one game is kept for its other line-ups, and for no other game."""
    fields = {x.name: x for x in fields_of(every_field)}
    shown = {n: replace(x, sight=EVERYBODY) if n == "purse" else x for n, x in fields.items()}
    state = new_game(every_field).start(seed=1)
    state.me, state.purse[1] = 0, 7
    for declared, expected in ((fields, -1), (shown, 7), (fields, -1)):
        assert mask_function(purse_of_the_next, declared, replacements_of(every_field))(state) == expected


def purse_of_the_next(v):
    return v.purse[v.me + 1]


def calls_its_own_see_own(v):
    return see_own(v) + 1


def see_own(v):
    """The masked functions use this name too."""
    return 3 + v.count


def calls_one_with_a_default(v):
    return times(v) + 1


def times(v, often=OFTEN):
    return often * v.count


@pytest.mark.parametrize("f", [calls_its_own_see_own, calls_one_with_a_default])
def test_a_masked_function_does_what_it_did(every_field, new_game, f):
    state = new_game(every_field).start(seed=1)
    masked = mask_function(f, {x.name: x for x in fields_of(every_field)}, replacements_of(every_field))
    assert masked(state) == f(state)


def test_a_function_that_is_only_called_like_the_count_of_a_row_sees_no_card(module, new_game, sums_of):
    """Only the engine's own ``cards_in`` may get a hidden row."""
    text = "def cards_in(zone):\n    return zone[1]\n\n\ndef peek(v):\n    return 1 + cards_in(v.stock)\n"
    peek = module("peeking", text).peek
    game = new_game(kuhn_poker)
    masked = mask_strategies(kuhn_poker, [Chooser(peek)])
    state = game.start(seed=1)
    state.me = 0
    if masked is not None:
        assert masked[0].function(state) == 0


def test_what_the_rules_call_legal_is_masked_too(new_game):
    """In a view the rules only see what the seat that asks may see."""
    fields = {x.name: x for x in fields_of(lama)}
    masked = mask_function(lama.legal, fields, {card_words.below: card_words.below})
    state = new_game(lama, 2).start(seed=1)
    state.player = 1
    kind = state.top
    state.hand[1, kind] = 3
    for seat, expected in ((1, True), (0, False)):
        state.me = seat
        assert bool(masked(state, kind)) is expected


def test_a_function_may_have_the_name_of_the_field_that_it_reads(module, every_field):
    """``v.count`` in ``count`` is no call, and so no call without end for which a view would be copied."""
    text = "def count(v):\n    return v.count\n\n\ndef choose(v):\n    return count(v)\n"
    strategy = module("counts", text)
    assert mask_strategies(every_field, [Chooser(strategy.choose)]) is not None
