"""Views of L.A.M.A. and Smallsum to ask strategies about."""

import pytest

from upcard.engine.game import make_game
from upcard.engine.state import PlainState
from upcard.rules.lama import KINDS, LLAMA


@pytest.fixture(scope="session")
def lama_view():
    """``lama_view(hand, top)``: what seat 1 of three sees; cards are digits, L for a llama."""

    def make(
        hand: str, top: str, others: tuple[int, int] = (6, 6), stock: int = 20, alone: bool = False
    ) -> PlainState:
        game = make_game("lama", 3)
        s = game.start(seed=1)
        kinds = [LLAMA if c == "L" else int(c) - 1 for c in hand + top]
        for k in range(KINDS):
            s.hand[1, k] = kinds[:-1].count(k)
        s.top, s.player = kinds[-1], 1
        s.size[0], s.size[1], s.size[2] = others[0], len(hand), others[1]
        s.stock[0], s.pile[0] = stock, 0
        if alone:
            s.active, s.out[0], s.out[2] = 1, 1, 1
        return game.view(s, 1)

    return make


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
