"""The functions of background jobs, which run in a separate process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from statistics import fmean
from typing import Any

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Talk
from upcard.classroom.class_record import Story
from upcard.classroom.mean_bars import mean_bar
from upcard.document.model import Bar, Section
from upcard.engine.errors import Failure
from upcard.engine.game import Game, make_game
from upcard.engine.players import can_play, prepare
from upcard.engine.record import parse_record, replay
from upcard.language.messages import SOURCE, in_language
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import review
from upcard.simulation.lineup import line_up
from upcard.simulation.simulate_games import simulate_lineup
from upcard.simulation.simulation_plan import make_plan

LOOKS = (0.01, 0.1, 1.0)
"""Fractions of all matches after which the results of a contest are shown."""


def step_parts(story: Story, language: str = SOURCE) -> Sequence[Section]:
    """Return the sections that the reporting step of a class record shows; empty if it shows none.

    They are in a `language`, since another process does not know that of the request.
    """
    step = find_activity(story.activity).steps[story.step]
    if not isinstance(step, Talk) or step.tell is None:
        return ()
    with in_language(language):
        return tuple(step.tell(story))


@dataclass(frozen=True)
class JudgedAction:
    """An action: its seat, its loss, the best action in words, and whether it was a mistake.

    A loss that simulation estimates is 0 unless the action was a mistake.
    """

    seat: int
    lost: float
    best: str
    is_mistake: bool
    values: tuple[tuple[str, float], ...] = ()
    """Each action that was judged, in words, with its value in the unit of the judgement."""


@dataclass(frozen=True)
class JudgedMatch:
    """The judged actions of a match, in order, with the unit of losses and the source of the judgement."""

    unit: str
    source: str
    of_action: tuple[JudgedAction, ...]


def judge_match(record: str) -> JudgedMatch:
    """Compare every action so far of a match, from the text of its record, with the best action."""
    match = replay(parse_record(record))
    reviewed = review(match, evaluator_for(match.game))
    return JudgedMatch(
        reviewed.unit,
        reviewed.source,
        tuple(
            JudgedAction(
                d.seat,
                float(d.proven_loss),
                d.prospects[d.best][0],
                bool(d.lesson),
                tuple((words, float(x.worth)) for words, x in d.prospects.values()),
            )
            for d in reviewed.decisions
        ),
    )


def prepare_strategy(strategy: str, game: str, players: int, options: Mapping[str, Any]) -> bool:
    """Solve and store what a strategy needs to play a game fast; return True."""
    prepare(strategy, make_game(game, players, None, **options))
    return True


@dataclass(frozen=True)
class ContestEntry:
    """A strategy in a contest: its title, its text, whether the activity brought it, and its description."""

    words: str
    strategy: str
    is_known: bool = False
    rule: str = ""


@dataclass(frozen=True)
class FormerEntry:
    """A rule of an earlier contest: the title of its group, its strategy, and the number of that contest."""

    words: str
    strategy: str
    number: int


@dataclass(frozen=True)
class HeadToHead:
    """A strategy's share of wins against another one with its standard error, and a quotient."""

    share: float
    se: float
    quotient: float | None = None
    """The quotient of ``Contest.per``, such as pennies per round; None if the step has none."""


@dataclass(frozen=True)
class ContestResult:
    """The result of a contest, the best entry first; everything is in the order of `bars`."""

    bars: tuple[Bar, ...]
    """The win share of each entry, with its 95 % interval."""
    meetings: tuple[tuple[HeadToHead | None, ...], ...] = ()
    """By row and column what an entry got against another one; None for itself. Empty for one table."""
    quotients: tuple[float, ...] = ()
    """The average quotient of each entry; empty if the step has none."""
    former: tuple[tuple[FormerEntry, Bar], ...] = ()
    """The results of rules of earlier contests against the present entries of the others."""


def contest(
    game: str, options: Mapping[str, Any], entries: Sequence[ContestEntry], matches: int, together: bool,
    per: tuple[str, str, str] | None = None, former: Sequence[FormerEntry] = (),
) -> ContestResult:  # fmt: skip
    """Let strategies play, each against every other one, or all at one table if `together`.

    Entries that cannot play this game are left out. Each entry plays at least `matches` matches. Rules of
    `former` contests play against the same entries, and do not change the results of these. Raises Failure
    if fewer than two entries can play, or not all of them although they play `together`.
    """
    chosen = make_game(game, len(entries) if together else 2, None, **options)
    able = [x for x in entries if can_play(x.strategy, chosen)]
    if len(able) < 2 or (together and len(able) < len(entries)):
        raise Failure(f"only {len(able)} of {len(entries)} rules can play {chosen.title}; change the others")
    strategies = [*(x.strategy for x in able), *(x.strategy for x in former)]
    cast = list(dict.fromkeys(x.partition(":")[0] for x in strategies))
    tables = _ContestTables(chosen, cast, matches if together else -(-matches // (len(able) - 1)), per)
    if together:
        shares = tables.play([x.strategy for x in able], 0)
        bars = [
            mean_bar(x.words, [(m.share, m.se)], x.is_known, x.rule)
            for x, m in zip(able, shares, strict=True)
        ]
        return ContestResult(tuple(sorted(bars, key=lambda x: -x.value)))
    grid: list[list[HeadToHead | None]] = [[None] * len(able) for _ in able]
    for number, (i, j) in enumerate(combinations(range(len(able)), 2)):
        grid[i][j], grid[j][i] = tables.play([able[i].strategy, able[j].strategy], number)
    return _sorted_result(able, grid, tables.play_former(able, former))


@dataclass(frozen=True)
class _ContestTables:
    """The tables of a contest: the game, the strategies to compile, and the matches of each table."""

    game: Game
    cast: Sequence[str]
    each: int
    per: tuple[str, str, str] | None

    def play(self, strategies: Sequence[str], number: int) -> list[HeadToHead]:
        """Play at table `number`, which gives the seeds; return what each strategy got."""
        lineup = line_up(self.game, strategies, self.cast)
        result = simulate_lineup(lineup, make_plan(self.each, number, self.game.players, "rotate"), "rotate")
        shares = [x.estimates["win_share"] for x in result.seats]
        quotients: list[float | None] = [None] * len(shares)
        if self.per is not None:
            of, rounds = (f"{x}_mean" for x in self.per[:2])
            quotients = [x.estimates[of].value / result.per_game[rounds].value for x in result.seats]
        return [HeadToHead(x.value, x.se, q) for x, q in zip(shares, quotients, strict=True)]

    def play_former(
        self, entries: Sequence[ContestEntry], former: Sequence[FormerEntry]
    ) -> tuple[tuple[FormerEntry, Bar], ...]:
        """Let each former rule play against the present entries of all others."""
        numbers = count(len(entries) ** 2)
        bars = []
        for x in former:
            others = [y.strategy for y in entries if y.words != x.words]
            if can_play(x.strategy, self.game) and others:
                got = [self.play([x.strategy, y], next(numbers))[0] for y in others]
                bars.append((x, mean_bar(x.words, [(m.share, m.se) for m in got])))
        return tuple(bars)


def _sorted_result(
    able: Sequence[ContestEntry], grid: Sequence[Sequence[HeadToHead | None]],
    former: tuple[tuple[FormerEntry, Bar], ...],
) -> ContestResult:  # fmt: skip
    """Return the result with the best entry first."""
    got = [[x for x in row if x is not None] for row in grid]
    bars = [
        mean_bar(x.words, [(m.share, m.se) for m in row], x.is_known, x.rule)
        for x, row in zip(able, got, strict=True)
    ]
    order = sorted(range(len(able)), key=lambda i: -bars[i].value)
    quotients = [[m.quotient for m in row if m.quotient is not None] for row in got]
    return ContestResult(
        tuple(bars[i] for i in order),
        tuple(tuple(grid[i][j] for j in order) for i in order),
        tuple(fmean(quotients[i]) for i in order) if all(quotients) else (),
        former,
    )
