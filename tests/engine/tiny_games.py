"""Small games and loops to try the compiler on."""

from upcard.engine.game import Game

TINY = '''"""One choice and a die: a game to try the compiler on. Source: made up."""

from stakes import stake
from upcard.kit.cards import EVERYBODY, Header, below, number

ACTIONS, BONUS = 2, 3
GAME = Header(
    name="tiny", title="Tiny", players=(1, 2), usual=1, zero_sum=False, perfect_information=True,
    longest=2, payoffs=(0, 100), version=1, source="made up",
)
OPTIONS = ()
PRESETS = {}
STATE = (number("won", EVERYBODY, "chips won", per_seat=True),)


def card_text(k):
    return str(k)


def action_text(v, a):
    return "dare" if a == 1 else "stay"


def start(s):
    s.player = 0


def legal(s, a):
    return a == 0 or a == 1


def apply(s, a):
    p = s.player
    s.won[p] = stake(below(s, 6)) + (BONUS + p) * a
    if p == s.seats - 1:
        s.over = 1
    else:
        s.player = p + 1


def score(s, p):
    return s.won[p]
'''
STAKES = """def stake(n):
    return n * 2


def choose(v):
    return 1
"""


def both_ways(sums_of, rules):
    game = Game(rules, 1, {})
    return [sums_of(game, rules.strategy, way, games=50) for way in ("masked", "interpreted")]


STEP = 1


def part_of_a_part(a):
    return a * 3


def part(a):
    return part_of_a_part(a) + 1
