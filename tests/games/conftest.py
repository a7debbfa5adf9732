"""Positions to ask strategies about, and the exact odds of what they do.

A game is imported where it is needed, so that its folder can be deleted without the tests of others.
"""

from fractions import Fraction

import pytest

from upcard.engine.chance import Script, ScriptEnded
from upcard.engine.game import Game, make_game
from upcard.engine.state import PlainState
from upcard.kit.cards import put
from upcard.kit.ranks import RANKS, value
from upcard.kit.ranks import card_text as rank_text


@pytest.fixture(scope="session")
def smallsum_view():
    """``smallsum_view(cards, words, pennies, variant)``: what the player whose turn it is sees.

    Cards are dealt as in ``A 2 3 / K Q J``, the hidden one of each last. Without words it is seat 1 to bet;
    pennies are those that each has besides the pot.
    """

    def make(
        cards: str, words: str = "", pennies: tuple[int, int] = (8, 8), variant: str = "choice"
    ) -> PlainState:
        match = make_game("smallsum", variant=variant).match(dealt=cards.replace("/", "").split())
        for p in range(2):
            match.state.pennies[p] = pennies[p]
        for word in words.split(", ") if words else []:
            match.do(word)
        v = match.view(match.player)
        v.__dict__["chance"] = match.chance
        return v

    return make


@pytest.fixture(scope="session")
def four_cell_state():
    """``four_cell_state(hands, matrix)``: nothing is collected yet; cards by name, the rest in the stock."""
    from upcard.games.four_cell.rules import CARDS, card_text

    def make(hands: str, matrix: str, player: int = 0, rotating: bool = False, **options: str) -> PlainState:
        held = [h.split() for h in hands.split("|")]
        game = make_game("four-cell", len(held), None, **options)
        s, kinds = game.start(seed=1), {card_text(k): k for k in range(CARDS)}
        for p, cards in enumerate(held):
            for name, k in kinds.items():
                s.hand[p, k] = int(name in cards)
            s.held[p] = len(cards)
        for i, name in enumerate(matrix.split()):
            s.matrix[i] = kinds[name]
        there = {*hands.replace("|", " ").split(), *matrix.split()}
        s.stock[0] = 0
        for name in sorted(set(kinds) - there):
            put(s.stock, kinds[name])
        s.player, s.first, s.rotating = player, player - player % 2, int(rotating)
        return s

    return make


@pytest.fixture(scope="session")
def stoppers_view():
    """``stoppers_view(card)``: what seat 1 of four sees in its turn; cards are in words, seat 3 deals.

    Parameters
    ----------
    dealt : str
        The card it was dealt, which seat 0 has now; empty if it still has it.
    received : dict of int to str
        What seats gave it in earlier rounds.
    used : str
        The used cards.
    asker : int
        Who asks it for its card; -1 for nobody.
    me : int
        Another seat than 1.
    """
    from upcard.games.stoppers.rules import NONE

    names = [rank_text(k) for k in range(RANKS)]

    def make(card, dealt="", received=None, used="", stock=20, asker=NONE, me=1, **options) -> PlainState:
        game = make_game("stoppers", 4, first_dealer=4, **options)
        s = game.start(seed=1)
        s.player, s.asker, s.stock[0] = me, asker, stock
        s.card[me] = names.index(card)
        s.known[me, me] = value(s.card[me])
        s.dealt[me] = value(names.index(dealt or card))
        if dealt:
            s.known[me, me - 1] = s.dealt[me]
        for q, given in (received or {}).items():
            s.received[me, q] = value(names.index(given))
        for k, name in enumerate(names):
            s.used[k] = used.split().count(name)
        return game.view(s, me)

    return make


@pytest.fixture(scope="session")
def four_cell_asked(four_cell_state):
    """``four_cell_asked(choose, hand, matrix)``: what a strategy on seat S of two does, in words."""
    from upcard.games.four_cell.rules import action_text

    def ask(choose, hand: str, matrix: str, rotating: bool = False, **options: str) -> str:
        s = four_cell_state(f"{hand}|KD", matrix, 0, rotating, **options)
        v = make_game("four-cell", 2, None, **options).view(s, 0)
        return action_text(v, choose(v))

    return ask


@pytest.fixture(scope="session")
def odds_of():
    """``odds_of(choose, game, s, seat)``: the exact probability of each action, over all its lots."""

    def count(choose, game: Game, s: PlainState, seat: int) -> dict[int, Fraction]:
        odds: dict[int, Fraction] = {}
        waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        while waiting:
            script, share = waiting.pop()
            v = game.view(s, seat)
            v.__dict__["chance"] = Script(game.rules, script)
            try:
                a = choose(v)
            except ScriptEnded as question:
                one = share / len(question.outcomes)
                waiting += [((*script, x), one) for x, _ in question.outcomes]
            else:
                odds[a] = odds.get(a, Fraction(0)) + share
        return odds

    return count
