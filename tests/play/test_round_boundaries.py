"""What a round was won or lost by: from before its antes to before the antes of the next one."""

import re
from random import Random

import pytest
from tests.shared import module_from

from upcard.engine.game import Game, make_game
from upcard.play.session import MatchSession, SeatPlayer

RULES = '''"""High Chip: the higher card takes the pot. Source: made up."""

from upcard.kit.cards import EVERYBODY, NOBODY, OWNER, Header, State, draw, number, put, row, slot

ACTIONS = 2
GAME = Header(name="high-chip", title="High Chip", players=(2, 2), usual=2, zero_sum=True,
    perfect_information=False, longest=9, payoffs=(-30, 30), version=1, source="made up")
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {{}}
STATE = (
    slot("card", OWNER, "the card"), row("stock", NOBODY, 6, "the stock"),
    number("{money}", EVERYBODY, "{words}", per_seat=True),
    number("pot", EVERYBODY, "the pot"), number("round", EVERYBODY, "rounds"),
)
ROUND = "round"


def card_text(k: int) -> str:
    """Number."""
    return str(k)


def action_text(v: State, a: int) -> str:
    """Words."""
    return ("check", "bet")[a]


def pay(s: State, n: int) -> None:
    """Pay into the pot."""
    for p in range(2):
        s.{money}[p] -= n
        s.pot += n


def start(s: State) -> None:
    """Hand out and deal."""
    for p in range(2):
        s.{money}[p] = 20
    deal(s)


def deal(s: State) -> None:
    """Deal."""
    s.stock[0] = 0
    for c in range(6):
        put(s.stock, c)
    {at_deal}
    for p in range(2):
        s.card[p] = draw(s, s.stock)
    {after_deal}
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Both."""
    return True


def award(s: State) -> None:
    """Award."""
    s.{money}[0 if s.card[0] > s.card[1] else 1] += s.pot
    s.pot = 0


def apply(s: State, a: int) -> None:
    """Bet, and end the round."""
    pay(s, a)
    {at_end}
    if s.round == 4:
        s.over = 1
    else:
        deal(s)


def score(s: State, p: int) -> int:
    """Money."""
    return s.{money}[p] - 20


MEASURES = ()
'''
ORDERS = {
    "ante after the cards": ("pass", "pay(s, 1)", "award(s); s.round += 1"),
    "ante before the cards": ("pay(s, 1)", "pass", "award(s); s.round += 1"),
    "number grows first": ("pass", "pay(s, 1)", "s.round += 1; award(s)"),
    "no ante": ("pass", "pass", "award(s); s.round += 1"),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("money", "words"), [("chips", "chips of each player"), ("score", "the score")])
def test_a_round_of_an_own_game_counts_its_ante(tmp_path, order, money, words):
    at_deal, after_deal, at_end = ORDERS[order]
    file = tmp_path / "high_chip.py"
    file.write_text(
        RULES.format(money=money, words=words, at_deal=at_deal, after_deal=after_deal, at_end=at_end)
    )
    table = MatchSession(Game(module_from(file), 2, {}).match(3), [SeatPlayer("Ana"), SeatPlayer("Ben")])
    ante = int(("ante" in order and "no" not in order) or "first" in order)
    for bet in (0, 1, 1, 0):
        cards, most = list(table.match.state.card)[:2], ante + bet
        table.push(bet)
        lines = dict(table.log.rounds.ends[-1][1].lines)
        winner = int(cards[0] < cards[1])
        for p in (0, 1):
            n = most if p == winner else -most
            coins = f"{abs(n)} chip{'s' * (most != 1)}"
            words_of = {
                "chips": f"{'won' if n > 0 else 'lost'} {coins}",
                "score": f"score {'+' if n > 0 else '−'}{most}",
            }
            assert lines.get(p, "").split(", now")[0] == (words_of[money] if n else "")


@pytest.mark.parametrize(
    "options", [{"variant": x} for x in ("basic", "choice", "alternate")] + [{"first": "rotate"}]
)
def test_what_the_rounds_of_smallsum_were_won_by_adds_up(options):
    game = make_game("smallsum", 2, **options)
    random, pots = Random(1), set()
    for seed in range(6):
        table = MatchSession(game.match(seed), [SeatPlayer("Ana"), SeatPlayer("Ben")])
        balance, known = [8, 8], 0
        while not table.match.is_over and known < 60:
            table.push(random.choice(table.match.legal()))
            ends = table.log.rounds.ends
            if len(ends) == known:
                continue
            known = len(ends)
            s = table.match.state
            for p, text in ends[-1][1].lines:
                amounts = re.findall(r"(won|lost) (\d+) penn", text)
                won = sum(int(n) * (1 if verb == "won" else -1) for verb, n in amounts)
                assert ("won" in text) == (won > 0)
                assert abs(won) in (0, s.last_pot // 2)
                balance[p] += won
            paid = 1 if options.get("variant") == "alternate" and not s.over else 0
            assert balance == [s.pennies[p] + paid for p in (0, 1)]
            pots.add(s.last_pot)
    assert len(pots) > 1


def test_a_round_of_lama_says_the_points_of_all_and_that_nobody_has_won_it():
    table = MatchSession(make_game("lama", 3).match(5), [SeatPlayer(x) for x in "abc"])
    random, points, known = Random(3), [0, 0, 0], 0
    while not table.match.is_over:
        table.push(random.choice(table.match.legal()))
        ends = table.log.rounds.ends
        if len(ends) > known:
            known = len(ends)
            lines, now = dict(ends[-1][1].lines), [table.match.state.points[p] for p in range(3)]
            assert not any("won" in text for text in lines.values())
            for p in range(3):
                n = now[p] - points[p]
                sign = f"+{n} point" if n > 0 else f"−{-n} point"
                assert (sign in lines.get(p, "")) == (n != 0)
            points = now
