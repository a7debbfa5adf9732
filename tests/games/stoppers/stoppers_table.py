"""Tables of Stoppers with given hands."""

import random

from hypothesis import strategies as st

from upcard.engine.game import make_game
from upcard.games.stoppers import rules as stoppers
from upcard.games.stoppers.rules import NONE
from upcard.kit.cards import put
from upcard.kit.ranks import RANKS, card_text

NAMES = [card_text(k) for k in range(RANKS)]
CHOICES = {o.name: o.values for o in stoppers.OPTIONS if o.values and o.name != "first_dealer"}


def ranks(text):
    return [NAMES.index(x) for x in text.split()]


def seated(hands, *, dealer=None, life=None, stock="5 6 7 8 9", used="", **options):
    """A match at the beginning of a round; `-` for a seat that is out; the last seat deals if not told."""
    cards = [NONE if x == "-" else NAMES.index(x) for x in hands.split()]
    match = make_game("stoppers", len(cards), **options).match(1)
    s = match.state
    for p, card in enumerate(cards):
        s.life[p] = 0 if card == NONE else life[p] if life else 4
        s.card[p] = card
        s.dealt[p] = card + 1
        for q in range(len(cards)):
            s.known[p, q] = card + 1 if p == q else 0
    s.dealer = len(cards) - 1 if dealer is None else dealer
    s.player = stoppers.next_living(s, s.dealer)
    s.stock[0] = 0
    for k in ranks(stock):
        put(s.stock, k)
    for k in range(RANKS):
        s.used[k] = ranks(used).count(k)
    return match


def do(match, line):
    for word in line.split():
        match.do(word)
    return match


def hands(match):
    """The cards in hand as text."""
    held = (match.state.card[p] for p in range(match.game.players))
    return " ".join("-" if k == NONE else NAMES[k] for k in held)


def per_seat(match, field):
    return list(getattr(match.state, field))[: match.game.players]


def used(match):
    return " ".join(NAMES[k] for k in range(RANKS) for _ in range(match.state.used[k]))


some_options = st.fixed_dictionaries(
    {
        "lives": st.integers(1, 4),
        **{name: st.sampled_from(words) for name, words in CHOICES.items()},
    }
)


def walk(game, seed):
    """A random game, stopped before every action."""
    match, chances = game.match(seed), random.Random(seed)
    while not match.is_over:
        yield match
        match.do(chances.choice(match.legal()))


@st.composite
def games(draw):
    players = draw(st.integers(2, 10))
    dealer = draw(st.sampled_from(["random", *range(1, players + 1)]))
    return make_game("stoppers", players, first_dealer=dealer, **draw(some_options))
