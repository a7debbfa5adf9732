"""Who may choose at the same moment: where the rules hide a choice, and nowhere else."""

from random import Random

import pytest

from upcard.engine.game import make_game
from upcard.engine.state import cells_of
from upcard.play.simultaneous import simultaneous_choosers


def at_start(name, preset=None, seed=1):
    game = make_game(name, preset=preset)
    return game, game.match(seed=seed).state


@pytest.mark.parametrize("name", ["goofspiel", "four-cell", "smallsum"])
def test_hidden_choices_are_made_at_once(name):
    game, state = at_start(name)
    ahead = simultaneous_choosers(game, state)
    assert set(ahead) == set(range(game.players)) - {state.player}


def test_a_last_card_that_lies_face_down_is_a_choice():
    game = make_game("four-cell", preset="first-format")
    match, random = game.match(seed=2), Random(2)
    while len(match.legal()) > 1:
        match.do(random.choice(match.legal()))
    assert not match.is_over
    assert list(simultaneous_choosers(game, match.state)) == [1 - match.player]
    match.do(match.legal()[0])
    assert simultaneous_choosers(game, match.state) == {}


@pytest.mark.parametrize(
    "name", ["kuhn-poker", "leduc-poker", "beat-it-or-eat-it", "lama", "le-her", "stoppers"]
)
def test_choices_that_are_seen_are_waited_for(name):
    game = make_game(name)
    match, random = game.match(seed=4), Random(4)
    while not match.is_over and match.state.turns < 40:
        assert simultaneous_choosers(game, match.state) == {}
        match.do(random.choice(match.legal()))


@pytest.mark.parametrize("name", ["goofspiel", "four-cell", "smallsum"])
def test_who_chooses_ahead_sees_what_he_would_see_after_any_choice(name):
    game = make_game(name)
    match, random = game.match(seed=7), Random(7)
    before = cells_of(match.state)
    for _ in range(20):
        if match.is_over:
            break
        ahead = simultaneous_choosers(game, match.state)
        for seat, state in ahead.items():
            if next(iter(ahead)) != seat:
                continue
            for a in match.legal():
                other = match.state.copy(chance=match.chance.copy())
                game.rules.apply(other, a)
                other.turns += 1
                assert cells_of(game.view(other, seat)) == cells_of(game.view(state, seat))
        match.do(random.choice(match.legal()))
    assert cells_of(match.state) != before


LAST_CARD = '''"""Three choose; what the first one chose decides whether all see what the second one does."""

from upcard.kit.cards import EVERYBODY, OWNER, Header, State, number

ACTIONS = 2
GAME = Header("last-card", "Last card", (3, 3), 3, False, False, 3, (0, 0), 1, "made up")
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}
STATE = (
    number("pick", OWNER, "what a seat has chosen"),
    number("both", OWNER, "1 for a seat that has a choice"),
    number("seen", EVERYBODY, "1 if the first and the second seat chose 1"),
)


def card_text(k: int) -> str:
    """There are no cards."""
    return str(k)


def action_text(v: State, a: int) -> str:
    """Their numbers."""
    return str(a)


def start(s: State) -> None:
    """All but the second seat have a choice."""
    s.both[0] = 1
    s.both[2] = 1


def legal(s: State, a: int) -> bool:
    """0, or 1 for who has a choice."""
    return a == 0 or s.both[s.player] == 1


def apply(s: State, a: int) -> None:
    """Choose in turn, each once."""
    s.pick[s.player] = a
    if s.player == 1:
        s.seen = s.pick[0] * a
    s.over = s.player // 2
    s.player = (s.player + 1) % 3


def score(s: State, p: int) -> int:
    """Nobody wins."""
    return 0
'''


def test_whether_a_single_action_is_a_secret_may_depend_on_what_another_chooses(module, new_game):
    game = new_game(module("last_card", LAST_CARD))
    assert set(simultaneous_choosers(game, game.match(seed=1).state)) == {1}
    told = LAST_CARD.replace("s.pick[0] * a", "0")
    game = new_game(module("told", told))
    assert set(simultaneous_choosers(game, game.match(seed=1).state)) == {1, 2}
