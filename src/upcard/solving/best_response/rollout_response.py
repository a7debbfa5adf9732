"""A better response by rollouts, for games that are too large to solve: one step of policy improvement.

At each of its decisions the seat redeals the hidden cards several times, in agreement with what it sees. It
tries every legal action, plays on with its usual strategy against those of the others, and takes the action
with the best average result. All actions are tried with the same luck. Then fresh games are played twice with
the same deal, with and without looking ahead: the difference is the gain of the improvement.

The others' strategies determine their actions, but not the cards that they are dealt here. So the response
need not be the best one, but its gain is measured correctly.

Source: G. Tesauro, G. R. Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 9, 1996.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import mean

from upcard.engine import seeds
from upcard.engine.call_strategy import call_strategy
from upcard.engine.determinization import World
from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game
from upcard.engine.state import PlainState, apply_action
from upcard.solving.best_response.response import Response, ResponseQuery, SeatResponse, mean_interval

FEWEST = 30
QUANTILE = 1.96
HEADINGS = ("who", "instead of", "does", "times in 100")
PLAYED = "The score of fresh games, each played twice with the same deal: with and without looking ahead."


@dataclass(frozen=True)
class RolloutBudget:
    """Numbers of games and playouts for a response by rollouts."""

    games: int
    """Number of fresh games for each seat, 30 or more."""
    playouts: int
    """Number of times that hidden cards are redealt for each decision, 1 or more."""
    seed: int
    """Seed of all chance."""


def respond_by_playing(question: ResponseQuery, how: RolloutBudget) -> Response:
    """Return responses that improve a strategy by rollouts: the one to compare with, or else the next seat's.

    Raises
    ------
    Usage
        If there are too few games or playouts, or the hidden cards of the game cannot be redealt.
    Failure
        If a strategy chooses an illegal action.
    """
    if how.games < FEWEST or how.playouts < 1:
        requested = f"the budget is {how.games} games with {how.playouts} playouts"
        raise Usage(f"{requested}; expected {FEWEST} games or more, and 1 playout or more")
    compared = question.compared()
    if compared is None:
        raise Usage("no strategy is named that rollouts can improve; expected one: --strategy random")
    responses, lines = [], [HEADINGS]
    for seat in question.seats:
        response, changes = _LookaheadSeat(question, how, seat, compared).play()
        responses.append(response)
        total = sum(changes.values())
        lines += [
            (f"seat {seat + 1}", was, does, f"{100 * n / total:.1f}")
            for (was, does), n in changes.most_common()
            if was != does
        ]
    return Response(
        question.game, PLAYED, "policy improvement by playouts",
        f"{how.games:,} games, {how.playouts} playouts for each decision",
        compared.label, tuple(responses), tuple(lines) if len(lines) > 1 else (), 0.0,
    )  # fmt: skip


class _LookaheadSeat:
    """One seat that looks ahead, against the strategies of the others."""

    def __init__(self, question: ResponseQuery, how: RolloutBudget, seat: int, baseline: Entrant) -> None:
        self.question, self.how, self.seat = question, how, seat
        self.game: Game = question.game
        self.who: Mapping[int, Entrant] = {seat: baseline, **question.others(seat)}
        self.world = World(self.game.rules)
        self.changes: Counter[tuple[str, str]] = Counter()

    def play(self) -> tuple[SeatResponse, Counter[tuple[str, str]]]:
        """Play all games with and without looking ahead; return the result and the changed actions."""
        better, usual = [], []
        for number in range(self.how.games):
            self.question.report(f"seat {self.seat + 1}, fresh games", number / self.how.games)
            usual.append(self.score(number, looks_ahead=False))
            better.append(self.score(number, looks_ahead=True))
        gains = [x - y for x, y in zip(better, usual, strict=True)]
        response = SeatResponse(
            self.seat, self.question.names(), mean(better), None, mean_interval(better, QUANTILE)[1],
            mean(usual), gain_interval=mean_interval(gains, QUANTILE)[1],
            own_interval=mean_interval(usual, QUANTILE)[1], is_played=True,
        )  # fmt: skip
        return response, self.changes

    def score(self, number: int, looks_ahead: bool) -> float:
        """Return the payoff of the seat in one game."""
        s = self.game.start(seed=self.how.seed, number=number)
        while not s.over:
            a = self.usual_action(s, number)
            if looks_ahead and s.player == self.seat:
                best = self.best_action(s, number, a)
                words = self.game.words(self.game.view(s, self.seat), {a, best})
                self.changes[words[a], words[best]] += 1
                a = best
            apply_action(self.game.rules, s, a)
        return float(self.game.rules.GAME.payoff(int(self.game.rules.score(s, self.seat))))

    def usual_action(self, s: PlainState, number: int) -> int:
        """Return the usual action of the seat to move."""
        v, who = self.game.view(s, s.player), self.who[s.player]
        seeds.open_stream(v, ~self.how.seed, number * self.game.players + s.player)
        v.at = seeds.plus(v.at, seeds.times(s.turns + 1, seeds.MUL2))
        a = call_strategy(who.choose, v, who.parameters, who.label)
        if not self.game.rules.legal(s, a):
            raise Failure(f"{who.label} on seat {s.player + 1} chose {a}, which is not legal")
        return a

    def best_action(self, s: PlainState, number: int, usual: int) -> int:
        """Return the action with the best result in rollouts; the usual action if none is better."""
        legal = self.game.legal_actions(s)
        if len(legal) == 1:
            return legal[0]
        v, total = self.game.view(s, self.seat), dict.fromkeys(legal, 0.0)
        seeds.open_stream(v, self.how.seed, ~(number * self.game.players + self.seat))
        v.at = seeds.plus(v.at, seeds.times(s.turns + 1, seeds.MUL2))
        for k in range(self.how.playouts):
            self.world.imagine(v)
            begun = self.world.state.copy()
            for a in legal:
                self.world.state.become(begun)
                total[a] += self.rollout(a, k)
        best = max(legal, key=lambda a: total[a])
        return best if total[best] > total[usual] else usual

    def rollout(self, a: int, number: int) -> float:
        """Return the seat's share of the win after an action with redealt cards, in playout `number`."""
        self.world.act(a)
        while self.world.turn() >= 0:
            self.world.act(self.usual_action(self.world.state, number))
        return self.world.share(self.seat)
