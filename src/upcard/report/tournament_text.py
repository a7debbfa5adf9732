"""Tournaments as tables for terminals."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from upcard.engine.wording import counted
from upcard.report.number_columns import (
    Column,
    Fitted,
    estimate_cells,
    heading_line,
    name_width,
    side_by_side,
    small_print,
    title_line,
)
from upcard.report.number_text import broken
from upcard.report.result_tables import STOPPED_EARLY, pairs_note
from upcard.simulation.sequential_test import EQUAL, OPEN
from upcard.simulation.standings import REDRAWN
from upcard.simulation.tournament_result import Pairing, Standing, TournamentResult

TABLES = {"pairs": "every pair", "all": "every table they can fill"}
OPPONENT_WIDTH = 14
"""Maximum number of letters on a line of an opponent's name, about as many as an interval takes."""


def tournament_table(result: TournamentResult, notes: Sequence[str] = ()) -> RenderableType:
    """Return a tournament as tables: the standings, the payoffs, and the verdict of each pair.

    The notes are sentences below the heading about settings that were chosen automatically.
    """

    def parts(width: int) -> Iterator[RenderableType]:
        yield heading(result, notes)
        yield from side_by_side(who(result, width), standing_columns(result.standings), width)
        yield from small_print(standing_notes(result))
        yield title_line("Row minus column (win shares in percentage points)")
        yield from side_by_side(who(result, width, False), matrix(result), width)
        yield from small_print(payoff_notes(result))
        if result.until_decided:
            yield title_line("What became of each pair")
            yield from side_by_side(*fates(result, width), width)

    return Fitted(parts)


def subject(result: TournamentResult) -> str:
    """Return the game, players, strategies, games and seed in one line."""
    facts = [
        result.game,
        counted(result.players, "player"),
        f"{len(result.standings)} strategies, {TABLES[result.composition]}",
        counted(result.games, "game"),
        f"seed {result.seed}",
    ]
    return " · ".join(facts)


def heading(result: TournamentResult, notes: Sequence[str] = ()) -> Text:
    """Return the heading: the name of the game and the facts, with options and notes below."""
    name, *facts = subject(result).split(" · ")
    return heading_line(name, facts, result.options, notes, STOPPED_EARLY if result.interrupted else "")


def who(result: TournamentResult, width: int, ranked: bool = True) -> list[Column]:
    """Return the column of the strategies, the best first, after that of their ranks if `ranked`."""
    names = Column("strategy", [broken(x, name_width(width)) for x in names_of(result).values()], True)
    return [Column("rank", [str(s.rank) for s in result.standings], True), names] if ranked else [names]


def names_of(result: TournamentResult) -> dict[int, str]:
    """Return the name of each strategy by its place, the best first; equal labels are numbered."""
    labels = {s.place: s.strategy for s in result.standings}
    alike = {x: sorted(p for p, other in labels.items() if other == x) for x in labels.values()}
    return {
        p: f"{x} ({alike[x].index(p) + 1})" if len(alike[x]) > 1 else x  # in the order that was given
        for p, x in labels.items()
    }


def standing_columns(standings: list[Standing]) -> list[Column]:
    """Return the columns of the results of every strategy."""
    return [
        Column("against the field", estimate_cells([s.field_payoff for s in standings], 100, signed=True)),
        Column("Nash weight %", estimate_cells([s.nash_weight for s in standings], 100)),
        Column("against Nash", estimate_cells([s.nash_payoff for s in standings], 100, signed=True)),
        Column("alpha-rank %", estimate_cells([s.alpha_mass for s in standings], 100)),
    ]


def matrix(result: TournamentResult) -> list[Column]:
    """Return a column for each opponent, in the order of the standings."""
    columns, names = [], names_of(result)
    for other in result.standings:
        rest = [s.place for s in result.standings if s is not other]
        cells = estimate_cells([result.pairing(p, other.place).payoff for p in rest], 100, signed=True)
        at = result.standings.index(other)
        columns.append(Column(broken(names[other.place], OPPONENT_WIDTH), [*cells[:at], "·", *cells[at:]]))
    return columns


def fates(result: TournamentResult, width: int) -> tuple[list[Column], list[Column]]:
    """Return the columns that name the pairs, and those of their verdicts."""
    label = {p: broken(x, name_width(width)) for p, x in names_of(result).items()}
    keys = [
        Column("first", [label[p.first] for p in result.pairs], True),
        Column("second", [label[p.second] for p in result.pairs], True),
    ]
    return keys, [
        Column("difference", estimate_cells([p.payoff for p in result.pairs], 100, signed=True)),
        Column("games", [f"{p.games:,}" for p in result.pairs]),
        Column("verdict", [_fate(p, result) for p in result.pairs]),
    ]


def _fate(p: Pairing, result: TournamentResult) -> str:
    if p.verdict == EQUAL:
        return f"equal within {100 * result.margin:g}"
    if p.verdict == OPEN:
        return "open when stopped" if result.interrupted else "open at the most games"
    return f"the {p.verdict} is better"


def standing_notes(result: TournamentResult) -> Iterator[str]:
    """Yield sentences that explain the standings."""
    error = f"{100 * (1 - result.level):.3g} %"
    if result.until_decided:
        yield (
            "Rank: 1, plus 1 for each strategy that is decided to be better in the games of the two; the "
            f"probability that any pair is decided wrongly is at most {error}."
        )
    else:
        yield (
            "Rank: 1, plus 1 for each strategy whose mean against the field is shown to be higher, by Holm's "
            f"method; the probability of any error is at most {error}."
        )
    yield (
        f"Below weights and masses is the range in {100 * result.level:g} % of {REDRAWN} payoff matrices, "
        "redrawn by their standard errors."
    )


def payoff_notes(result: TournamentResult) -> Iterator[str]:
    """Yield a sentence that explains the payoffs."""
    if result.until_decided:
        yield f"All intervals hold together, at every check, with {100 * result.level:g} % confidence."
    else:
        yield pairs_note(result.level)
