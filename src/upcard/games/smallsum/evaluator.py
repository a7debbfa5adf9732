"""Evaluator of Smallsum by its equilibrium: the chance to win the match, or the pennies of the cash game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from upcard.certificates.certificate_player import player_from_certificate
from upcard.engine.arrays import FloatArray
from upcard.engine.entrants import Entrant
from upcard.engine.errors import UpcardError
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.engine.tree.strategy_table import ChooseAction
from upcard.engine.tree.successors import successors
from upcard.engine.wording import counted, duration
from upcard.games.smallsum.limited_match import LimitedMatch, limited_match, player_of
from upcard.games.smallsum.rules import (
    A_PUTS,
    ALTERNATE,
    B_PUTS,
    FOLD,
    PENNIES,
    SHOWN,
    open_sum,
    purse_of,
    total,
    value,
)
from upcard.games.smallsum.rules_of_thumb import match_tables, plan_by
from upcard.games.smallsum.solvers.limited_rounds import (
    is_limited,
    is_stopped_early,
    known_values,
    missing_seconds,
    most_layers,
)
from upcard.kit.cards import cards_in
from upcard.review.best_response_judge import BestResponseJudge, exact_odds, player_of_opponents
from upcard.review.equilibrium_evaluator import SURE, EquilibriumEvaluator, WeightedState
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, SeatWorths
from upcard.review.opponents import Opponents
from upcard.solving.match_of_rounds import best_values, improved
from upcard.solving.solution_cache import certificate_for, command
from upcard.strategies.equilibrium import CERTIFICATES, STRATEGY

PURSES = {"basic": 20, "choice": 12, "alternate": 8}
"""The largest purses for which a match against a known opponent is computed within about twenty seconds."""

MOST_LAYERS = 30
"""Maximum limit of rounds for which it is computed with the number of rounds left."""


WIN, SHARE = "chance to win the match", "share of the pennies"
"""The units of a match: the second one if the match may well be stopped before a player has all pennies."""

PATIENCE = 60.0
"""Maximum estimated seconds to compute missing values of a match that is judged."""


class SmallsumEvaluator(EquilibriumEvaluator):
    """Evaluator of positions of Smallsum by an equilibrium, which `player` plays (with ``odds``).

    `values` are the values of a match to A by A's pennies, from 1 on; a single number in the cash game.
    """

    def __init__(self, game: Game, player: ChooseAction, values: Sequence[float]) -> None:
        self.is_cash = game.options["objective"] == PENNIES
        self.values = [Fraction(0), *map(Fraction, values), Fraction(1)]
        purse = game.option_words()["purse"]
        super().__init__(game, player, self.values[1 if self.is_cash else int(purse)])
        self.unit = "pennies" if self.is_cash else SHARE if is_stopped_early(game) else WIN
        self.source = "the equilibrium of the cash game" if self.is_cash else "the equilibrium of the match"

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """Return the value after an action to each seat, before the cards of the next round are dealt."""
        ((after, _),) = self.done(s, action)
        is_same_round = after.round == s.round or after.over
        return self.worth(after) if is_same_round else self.of(0, self.onward(after, 0))

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Return a sentence with the number of unseen cards that win, and the best action."""
        s, me = moment.state, moment.mover
        my_sum, open_cards = total(s, me), open_sum(s, 1 - me)
        sums = [open_cards + value(k) for k in unseen_ranks(s, me)]
        wins, ties = sum(x > my_sum for x in sums), sums.count(my_sum)
        text = f"{wins} of the {counted(len(sums), 'unseen card')} {'wins' if wins == 1 else 'win'} for you"
        if ties:
            text += f" and {ties} {'ties' if ties == 1 else 'tie'}"
        words = self.game.words(self.game.view(s, me), (best,))[best]
        if is_surprising(wins + ties / 2, len(sums), best, tuple(known)):
            return f"{text}. Still, {words} is the best move."
        return f"{text}, so {words}."

    def settled(self, s: PlainState, me: int) -> Fraction | None:
        """Return the value of a state to seat `me` if the round is over; None while it continues."""
        if s.over:
            return self.result(s)[me]
        return self.onward(s, me) if s.stage >= SHOWN else None

    def onward(self, s: PlainState, me: int) -> Fraction:
        """Return the value of the next round to seat `me`, before its cards are dealt."""
        a = int(s.seat_a)
        return self.of(a, self.next_round(s))[me]

    def next_round(self, s: PlainState) -> Fraction:
        """Return the value of the next round to A."""
        return self.values[int(s.pennies[s.seat_a])]

    def solved_values(self) -> FloatArray:
        """Return the values to A and B by the number of rounds left, float64 of shape (layers, 2, rounds)."""
        values = np.array([float(x) for x in self.values[1:-1]])
        return np.array([[values, 1 - values]])

    def of(self, seat: int, worth: Fraction) -> SeatWorths:
        """Return the values to both seats from the value to one: a chance to win, or pennies won."""
        other = -worth if self.is_cash else 1 - worth
        return (worth, other) if seat == 0 else (other, worth)

    def result(self, s: PlainState) -> SeatWorths:
        """Return the pennies won by each seat, or in a match its share of all pennies."""
        mine, purse = Fraction(int(s.pennies[0])), int(purse_of(s))
        return self.of(0, mine - purse if self.is_cash else mine / (2 * purse))

    def done(self, s: PlainState, action: int) -> list[WeightedState]:
        """Return the state after an action; if a new round begins, its cards are not dealt."""
        return list(successors(self.game, s, action, lambda after: True))

    def deals(self, began: PlainState, me: int) -> Iterator[WeightedState]:
        """Yield the beginning of a round with each card that the other player may hide, and its weight."""
        rounds = [with_hidden(began, 1 - me, k) for k in unseen_ranks(began, me)]
        likely = [(s, w) for x in rounds for s, w in self.after_first(x, me) if w]
        yield from likely or [(s, SURE) for s in rounds]

    def after_first(self, s: PlainState, me: int) -> Iterator[WeightedState]:
        """Yield a round with each fist that A may have closed, or after A's check, if it was placed then.

        Any other round is yielded as it is.
        """
        if s.stage != B_PUTS or s.player != me:
            yield s, SURE
            return
        before, a = s.copy(), int(s.seat_a)
        before.player, before.stage, before.fist[a] = a, A_PUTS, 0
        for fist, chance in self.odds(self.game.view(before, a)):
            after = s.copy()
            after.fist[a] = fist
            if fist == 0 or s.variant != ALTERNATE:
                yield after, chance

    def by_card(self, moment: DecisionPoint) -> Mapping[int, DecisionPoint]:
        """Return the decision with each hidden card of the mover, by card: all that the mover does not see.

        The other player's hidden card is among them: if it were missing, the mover could tell which it is.
        """
        s, me = moment.state, moment.mover
        cards = sorted({int(s.down[me]), *unseen_ranks(s, me)})
        return {
            k: DecisionPoint(with_hidden(s, me, k), with_hidden(moment.began, me, k), moment.actions)
            for k in cards
        }

    def ways(self, s: PlainState, action: int, me: int, is_solved: bool) -> Sequence[tuple[int, Fraction]]:
        """Return the possible actions with their weights; none if the round is over."""
        return () if s.stage >= SHOWN else super().ways(s, action, me, is_solved)


def with_hidden(s: PlainState, p: int, card: int) -> PlainState:
    """Return a copy of a state in which the hidden card of seat `p` has changed places with another one."""
    changed, mine = s.copy(), s.down[p]
    for i in range(1, cards_in(s.stock) + 1):
        if s.stock[i] == card:
            changed.stock[i] = mine
    if s.down[1 - p] == card:
        changed.down[1 - p] = mine
    changed.down[p] = card
    return changed


class LimitedMatchEvaluator(SmallsumEvaluator):
    """Evaluator of positions of a solved match with a limit of rounds."""

    def __init__(self, game: Game, match: LimitedMatch) -> None:
        self.match = match
        super().__init__(game, player_of(match), match.values.at(match.limit).tolist())
        self.source = f"the equilibrium of the match of at most {counted(match.limit, 'round')}"
        self.error = match.values.error(match.limit) if match.limit > match.values.layers else 0.0
        if self.error:
            self.source += f", with an error of at most {self.error:.1e} of its values"

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the mean value of every action, with the error of the values as its margin."""
        return {a: replace(x, margin=self.error) for a, x in super().prospects(moment).items()}

    def next_round(self, s: PlainState) -> Fraction:
        """Return the value of the next round to A, by the number of rounds left."""
        return Fraction(self.match.value(int(s.pennies[s.seat_a]), self.match.limit - int(s.round)))

    def solved_values(self) -> FloatArray:
        """Return the values to A and B by the number of rounds left, float64 of shape (layers, 2, rounds)."""
        known, limit = self.match.values, self.match.limit
        last = limit if known.tail is not None else min(limit, known.layers)
        values = np.array([known.at(left) for left in range(last + 1)])
        return np.stack([values, 1 - values], axis=1)


class SmallsumOpponentEvaluator(SmallsumEvaluator):
    """Evaluator of positions of a match of Smallsum against a known `player` with ``odds``.

    `best` is the best chance to win against this opponent, as A and as B, by A's pennies, from 1 on: a
    float64 array of shape (layers, 2, rounds), 0 to 1, by the number of rounds left. Further rounds left make
    no difference.
    """

    def __init__(self, game: Game, player: ChooseAction, best: FloatArray) -> None:
        super().__init__(game, player, best[-1, 0].tolist())
        self.best, self.limit = best, int(game.option_words()["rounds"])

    def onward(self, s: PlainState, me: int) -> Fraction:
        """Return the value of the next round to seat `me`, which plays the best response from then on."""
        a, left = int(s.seat_a), min(self.limit - int(s.round), len(self.best) - 1)
        return Fraction(self.best[left, int(me != a), int(s.pennies[a]) - 1])


def judge(
    game: Game,
    opponents: Opponents,
    on_compile: Callable[[], None] | None = None,
    on_part: Callable[[], None] | None = None,
) -> BestResponseJudge | None:
    """Return a judge by the best response in this round and all later rounds; None if that takes long.

    The chances to win later rounds come from :func:`best_by_rounds_left`, to 12 decimals. For all deals with
    the same open sums and the same remaining cards, the opponent is queried only once. Only strategies of
    Upcard are known to treat such deals alike; others need another judge.
    """
    player = player_of_opponents(game, opponents)
    if game.options["objective"] == PENNIES:
        return BestResponseJudge(SmallsumEvaluator(game, player, [0.0]))
    (rival,) = opponents.who.values()
    if rival.label == STRATEGY.name and (solved := evaluator_of(game)) is not None:
        return BestResponseJudge(SmallsumOpponentEvaluator(game, player, solved.solved_values()))
    best = best_by_rounds_left(game, rival, on_part)
    return None if best is None else BestResponseJudge(SmallsumOpponentEvaluator(game, player, best))


def best_by_rounds_left(
    game: Game, rival: Entrant, on_part: Callable[[], None] | None = None
) -> FloatArray | None:
    """Return the best chances to win against a strategy, as :class:`SmallsumOpponentEvaluator` needs them.

    Returns None if that takes long: for large purses, for other people's strategies, and for a limit of
    rounds that is neither low nor so high that it makes no difference.
    """
    words = game.option_words()
    limit, purse = int(words["rounds"]), int(words["purse"])
    is_unlimited = not is_stopped_early(game)
    if not rival.is_checked or purse > PURSES[str(words["variant"])]:
        return None
    if limit > MOST_LAYERS and not is_unlimited:
        return None
    tables = match_tables(game)
    match = tables[0].match
    plans = [plan_by(table, exact_odds(game, rival), on_part) for table in tables]
    best = np.array([match.stopped, match.together - match.stopped])
    if is_unlimited:
        return best_values(match, plans, best, 0.0, 1.0, on_part)[None]
    layers = [best]
    for _ in range(limit):
        layers.append(improved(match, plans, layers[-1], 0.0, 1.0, on_part)[0])
    return np.array(layers)


def evaluator_of(game: Game) -> SmallsumEvaluator | None:
    """Return an evaluator by the solution of exactly this match or cash game; None if solving takes long.

    The solution ships, is in the cache, or is computed now.
    """
    try:
        stated = certificate_for(CERTIFICATES, game)
        player = player_from_certificate(stated, game, "the certificate")
        return SmallsumEvaluator(game, player, stated["values"])
    except UpcardError:
        pass
    try:
        return LimitedMatchEvaluator(game, limited_match(game, PATIENCE))
    except UpcardError:
        return None


def exact_judgement(game: Game) -> str:
    """Return how to get an exact judgement of a match that is simulated, as sentences; empty if none."""
    if not is_limited(game) or int(game.option_words()["rounds"]) > most_layers(game):
        return ""
    seconds = missing_seconds(game, known_values(game))
    return (
        f"Simulation judges this match, because solving it takes about {duration(seconds)}. Run "
        f"`{command(game).removesuffix(' --save FILE')}` once; then reviews on this machine use the solution."
    )


def is_surprising(wins: float, cards: int, action: int, legal: Sequence[int]) -> bool:
    """Return whether an action does not fit the number of unseen cards that win: caution, or a bluff."""
    bold = [a for a in legal if a not in (FOLD, 0)]
    if action in (FOLD, 0):
        return wins > cards / 2 and bool(bold)
    return wins < cards / 2 and action == max(bold) and len(legal) > len(bold)


def unseen_ranks(s: PlainState, me: int) -> list[int]:
    """Return the cards that a seat does not see: the other player's hidden card, and the stock."""
    return sorted([int(s.down[1 - me]), *(int(s.stock[i]) for i in range(1, cards_in(s.stock) + 1))])
