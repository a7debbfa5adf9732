"""Certificates of kind ``match``: strategies of two players for every round of a match, with bounds.

The file ``match_rounds`` of the game makes the rounds again from the rules. Best responses to each player's
strategy are computed round by round, with the certificate's values for later rounds.

``low`` and ``high`` have lower and upper bounds of the first player's payoff in each round. If no best
response to the second player's strategy gets more in a round than its upper bound, with the upper bounds as
the values of later rounds, then no strategy gets more in the match. The same holds for the lower bounds. This
needs a match that ends: ``duration_first`` and ``duration_second`` have the maximum expected number of rounds
from each round on, however its first or its second player plays. They are checked in the same way.

Stopping a match after n rounds can change its value by at most the probability that it is not over by then.
If the rest never lasts more than d rounds on average, this is less than d (1 - 1/d)^n.

``strategy`` has two entries for each round. ``codes`` has one byte for each choice: 0 if it is never made, 1
if it is always made, and 2 if its probability is the next one in ``mixed``, which has 64-bit floats. Both
are compressed by zlib and written in base 64. If the value is exact, ``mixed`` is a list of fractions, and
nothing is rounded.
"""

import base64
import binascii
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from upcard.certificates.certificate import read_fraction, read_fractions
from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Refused
from upcard.engine.game import Game
from upcard.engine.registry import part
from upcard.engine.tree.stochastic_game import SEATS, Round, StochasticGame
from upcard.engine.wording import bounds_text

KIND = "match"
NO_STRATEGIES = (
    "the certificate needs a list of {} strategies, one per round; it is missing or has another length"
)
NEVER, ALWAYS, MIXED = range(3)
FLOAT = "<f8"
UNIT_MISSED = 1e-9
"""Maximum difference between a sum of rounded probabilities and 1."""

ROUNDING = 1e-13
"""Upper limit of the effect of rounding on the value of a round, for payoffs up to 1."""

MOST_DIGITS = 60
NEAR = Fraction(1, 10**6)
"""Maximum distance between an exact value and its stated bounds."""

SLIGHT = 1e-12
"""Maximum effect of stopping a match on its value."""


def rounds_of(game: Game) -> StochasticGame:
    """Return the rounds of a match from ``match_rounds`` of the game; raise ``Refused`` without it."""
    file = part(game.name, "match_rounds")
    if file is None:
        raise Refused(
            f"this Upcard cannot make the rounds of {game.title}; expected match_rounds in its folder"
        )
    match: StochasticGame = file.stochastic_game(game)
    return match


# ---- strategies in a file ----


def pack_probabilities(strategy: Sequence[Any]) -> dict[str, Any]:
    """Return the probabilities of a round, numbers or fractions, as an entry of a certificate."""
    codes = bytes(NEVER if x == 0 else ALWAYS if x == 1 else MIXED for x in strategy)
    mixed = [x for x in strategy if x not in (0, 1)]
    is_exact = any(isinstance(x, Fraction) for x in strategy)
    numbers = list(map(str, mixed)) if is_exact else _zipped(np.array(mixed, FLOAT).tobytes())
    return {"codes": _zipped(codes), "mixed": numbers}


def _zipped(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content, 9)).decode("ascii")


def unpack_probabilities(stated: object, length: int, where: str) -> list[Any]:
    """Read the probabilities of a round from an entry of a certificate: numbers, or fractions.

    Raises ``Refused`` if there are not `length` of them, 0 to 1; `where` names the round in messages.
    """
    codes, mixed = (stated.get("codes"), stated.get("mixed")) if isinstance(stated, dict) else (None, None)
    if not isinstance(codes, str) or not isinstance(mixed, list | str):
        raise Refused(f"the strategy of {where} is missing or of the wrong kind; expected codes and mixed")
    kinds = _unzipped(codes, length, f"the codes of {where}")
    if max(kinds, default=0) > MIXED:
        raise Refused(f"the codes of {where} hold {max(kinds)}; expected 0, 1 or {MIXED}")
    many, is_exact = kinds.count(MIXED), isinstance(mixed, list)
    if isinstance(mixed, str):
        rest = np.frombuffer(_unzipped(mixed, 8 * many, f"mixed of {where}"), FLOAT).tolist()
    else:
        rest = [read_fraction(x, where) for x in mixed]
    if len(rest) != many:
        raise Refused(f"the codes of {where} need {many:,} probabilities, but mixed has {len(rest):,}")
    if not all(0 <= x <= 1 for x in rest):
        raise Refused(f"{where} has a probability that is not between 0 and 1")
    left, sure = iter(rest), [Fraction(0), Fraction(1)] if is_exact else [0.0, 1.0]
    return [next(left) if code == MIXED else sure[code] for code in kinds]


def _unzipped(text: str, length: int, what: str) -> bytes:
    """Unpack `length` bytes; raise ``Refused`` for anything else."""
    try:
        content = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), length + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise Refused(f"{what} cannot be unpacked") from None
    if len(content) != length:
        actual = "more" if len(content) > length else f"{len(content):,}"
        raise Refused(f"{what} hold {actual} bytes; expected {length:,}")
    return content


def plan_of_strategy(round: Round, stated: Sequence[Any], where: str) -> list[Any]:
    """Return the realization weights of both players, as fractions or rounded numbers."""
    plan: list[Any] = [1] * round.sequences
    missed = 0 if stated and isinstance(stated[0], Fraction) else UNIT_MISSED
    sets = zip(*(x.tolist() for x in (round.before, round.first, round.count)), strict=True)
    for before, first, count in sets:
        chances = stated[first - SEATS : first - SEATS + count]
        total = sum(chances)
        if abs(total - 1) > missed:
            raise Refused(f"probabilities of {where} have the sum {float(total):.12g}; expected 1")
        for s, x in enumerate(chances, first):
            plan[s] = plan[before] * x / total if x else 0
    return plan


# ---- best responses ----


def best_value(round: Round, plan: FloatArray, p: int, worth: FloatArray) -> float:
    """Return the most that player `p` can get in a round while the other keeps their plan.

    Parameters
    ----------
    plan : float64 array of shape (sequences,)
        Realization weights of the other player.
    worth : float64 array of shape (ways,)
        Value to player `p` of each continuation, as ``round.onward`` numbers them.
    """
    paid = round.weight * worth[round.onward] * plan[round.ends[:, 1 - p]]
    gains = np.bincount(round.ends[:, p], paid, round.sequences).tolist()
    at_once = [gains[p]]
    _go_back(round, p, gains, at_once)
    return math.fsum(at_once) / round.total


def _go_back(round: Round, p: int, gains: list[Any], at_once: list[Any]) -> None:
    """Add the best gain of each information set, last to first, to `gains` of its parent or to `at_once`."""
    sets = np.flatnonzero(round.owner == p)
    rows = zip(*(x[sets][::-1].tolist() for x in (round.before, round.first, round.count)), strict=True)
    for before, first, count in rows:
        best = max(gains[first : first + count])
        if before < SEATS:
            at_once.append(best)
        else:
            gains[before] += best


def exact_best(round: Round, plan: Sequence[Fraction], p: int, worth: Sequence[int]) -> Fraction:
    """Return what :func:`best_value` returns, as a fraction."""
    gains = [Fraction(0)] * round.sequences
    ends = (round.ends[:, p], round.ends[:, 1 - p], round.onward, round.weight)
    for mine, other, onward, weight in zip(*(x.tolist() for x in ends), strict=True):
        if plan[other] and worth[onward]:
            gains[mine] += weight * worth[onward] * plan[other]
    at_once = [gains[p]]
    _go_back(round, p, gains, at_once)
    return sum(at_once, Fraction(0)) / round.total


# ---- the claims of a certificate ----


@dataclass(frozen=True)
class StatedMatch:
    """The claims of a certificate of a match."""

    values: FloatArray
    """Value of each round to its first player."""
    bounds: FloatArray
    """Lower and upper bound of that value."""
    duration: FloatArray
    """Maximum expected number of rounds of the match, as first and as second player; shape (2, rounds)."""


def check(stated: dict[str, Any], game: Game) -> list[str]:
    """Check a certificate of this kind as :mod:`upcard.certificates.kind_registry` describes."""
    match = rounds_of(game)
    if stated.get("rounds") != list(match.names):
        raise Refused(f"rounds are not those of {game.title}; expected {', '.join(match.names)}")
    strategies = stated.get("strategy")
    if not isinstance(strategies, list) or len(strategies) != len(match.names):
        raise Refused(NO_STRATEGIES.format(len(match.names)))
    claims = _claims(stated, len(match.names))
    value = read_fraction(stated.get("value"), "value")
    if abs(value - Fraction(claims.values[match.begin])) > Fraction(SLIGHT):
        raise Refused(f"value is {_about(value)}, but the first round has {claims.values[match.begin]:.12g}")
    options = ", ".join(f"{k}={v}" for k, v in game.option_words().items())
    title = f"{game.title} ({options})"
    if stated.get("value_exact") is not None:
        return [title, *_check_exact(stated, match, claims, strategies)]
    return [title, *_check_match(match, claims, strategies)]


def _claims(stated: dict[str, Any], rounds: int) -> StatedMatch:
    """Read the numbers of a certificate; raise ``Refused`` for values outside their bounds."""
    values = _floats(stated, "values", rounds)
    bounds = np.stack([_floats(stated, name, rounds) for name in ("low", "high")], axis=1)
    if np.any(bounds[:, 0] > values) or np.any(values > bounds[:, 1]):
        raise Refused("a value lies outside its bounds low and high")
    duration = np.stack([_floats(stated, name, rounds) for name in ("duration_first", "duration_second")])
    return StatedMatch(values, bounds, duration)


def _floats(stated: dict[str, Any], name: str, length: int) -> FloatArray:
    numbers = read_fractions(stated, name, length)
    if any(abs(x) > 10**9 for x in numbers):
        raise Refused(f"{name} has a number beyond a thousand million")
    return np.array([float(x) for x in numbers])


def _check_exact(
    stated: dict[str, Any], match: StochasticGame, claims: StatedMatch, strategies: Sequence[object]
) -> list[str]:
    """Check a game of one round whose value is stated as a fraction."""
    exact = read_fraction(stated.get("value_exact"), "value_exact")
    if len(match.names) != 1 or set(match.round_of(0).onward.tolist()) & {0, 1}:
        raise Refused("value_exact is stated; expected none for a match of several rounds")
    round, finals = match.round_of(0), [int(x) for x in match.finals]
    plan = plan_of_strategy(
        round, unpack_probabilities(strategies[0], round.sequences - SEATS, "the round"), "the round"
    )
    high = exact_best(round, plan, 0, [0, 0, *finals])
    low = -exact_best(round, plan, 1, [0, 0, *(-x for x in finals)])
    if not low == high == exact:
        raise Refused(
            f"the value is stated to be exactly {_about(exact)}, but the strategies prove "
            f"{_about(low)} to {_about(high)}"
        )
    stated_low, stated_high = (Fraction(x) for x in claims.bounds[0].tolist())
    if not exact - NEAR <= stated_low <= exact <= stated_high <= exact + NEAR:
        raise Refused(
            f"low and high are {claims.bounds[0]}; expected bounds near the exact value {_about(exact)}"
        )
    if abs(Fraction(claims.values[0]) - exact) > Fraction(SLIGHT):
        raise Refused(f"value is {claims.values[0]:.12g}, but the exact value is {_about(exact)}")
    if claims.duration.min() < 1:
        raise Refused(f"a duration is {claims.duration.min():.9g}; expected at least 1 round")
    return [f"the value for the first player is exactly {fraction_text(exact)}"]


def _about(x: Fraction) -> str:
    """Return a number of any size as text for a message."""
    try:
        return f"{float(x):.12g}"
    except OverflowError:
        return f"a number of {len(str(int(abs(x))))} digits"


def fraction_text(x: Fraction) -> str:
    """Return a fraction and its approximation as text; above ``MOST_DIGITS``, only its number of digits."""
    text = str(x)
    if len(text) > MOST_DIGITS:
        text = f"a fraction with {len(str(abs(x.numerator)))} digits over {len(str(x.denominator))}"
    return f"{text}, {float(x):.12f}"


def _check_match(match: StochasticGame, claims: StatedMatch, strategies: Sequence[object]) -> list[str]:
    """Check bounds and durations of all rounds; return the proved sentences."""
    sure = np.stack([claims.bounds[:, 1], match.together - claims.bounds[:, 0]])
    scale = max(1.0, float(np.abs(match.finals).max()))
    sets = 0
    for k, name in enumerate(match.names):
        round, where = match.round_of(k), f"round {name}"
        strategy = unpack_probabilities(strategies[k], round.sequences - SEATS, where)
        plan = np.array(plan_of_strategy(round, strategy, where), np.float64)
        sets += len(round.owner)
        for p in range(SEATS):
            player = ("first", "second")[p]
            lasts = match.worth(claims.duration[p], claims.duration[1 - p], p)
            lasts[2 * len(match.names) :] = 0
            reached = 1 + best_value(round, plan, p, lasts)
            if not reached <= claims.duration[p, k]:
                raise Refused(
                    f"in {where} the {player} player can make the match last {reached:.9g} rounds on "
                    f"average, but the certificate states {claims.duration[p, k]:.9g}"
                )
            reached = best_value(round, plan, p, match.worth(sure[p], sure[1 - p], p))
            if not reached + ROUNDING * scale <= sure[p, k]:
                raise Refused(
                    f"in {where} the {player} player can get {reached:.15g}; "
                    f"the bounds allow {sure[p, k]:.15g}"
                )
    stop = stop_effect(match, claims.bounds, claims.duration)
    if stop > SLIGHT:
        raise Refused(
            f"stopping the match early can change its value by {stop:.3g}; expected at most {SLIGHT:g}"
        )
    return _proved(match, claims, sets, stop)


def stop_effect(match: StochasticGame, bounds: FloatArray, duration: FloatArray) -> float:
    """Return how much stopping a match can change its value.

    Parameters
    ----------
    bounds : float64 array of shape (rounds, 2)
        Lower and upper bound of the first player's value in each round, if nothing stops the match.
    duration : float64 array of shape (2, rounds)
        Maximum expected number of rounds of the match, as first and as second player.
    """
    stopped = np.stack([match.stopped, match.together - match.stopped])
    sure = np.stack([bounds[:, 1], match.together - bounds[:, 0]])
    more = max(float((stopped - sure).max()), 0.0)
    longest = float(duration.max())
    if match.stalls or not match.limit:
        return more if match.stalls else 0.0
    return more * min(1.0, longest * (1 - 1 / longest) ** match.limit)


def _proved(match: StochasticGame, claims: StatedMatch, sets: int, stop: float) -> list[str]:
    low, high = claims.bounds[match.begin]
    widest = float((claims.bounds[:, 1] - claims.bounds[:, 0]).max())
    out = [f"the value for the first player {bounds_text(f'{low:z.13f}', f'{high:z.13f}')}"]
    if len(match.names) > 1:
        out += [
            f"the bounds of all {len(match.names)} rounds, {sets:,} information sets, "
            f"are at most {widest:.2g} apart",
            f"nobody can make the match last more than {claims.duration.max():.6g} rounds on average",
        ]
    if match.limit:
        out.append(
            f"stopping it after {match.limit:,} rounds changes the value by less than {max(stop, 1e-15):.2g}"
        )
    return out
