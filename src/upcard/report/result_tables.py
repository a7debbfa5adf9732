"""Simulations and studies as tables for terminals."""

import math
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from upcard.document.model import StudyFinding
from upcard.engine.wording import counted
from upcard.report.number_columns import (
    Column,
    Fitted,
    estimate_cells,
    heading_line,
    name_width,
    ruled_table,
    side_by_side,
    small_print,
    title_line,
)
from upcard.report.number_text import (
    broken,
    seats_words,
    spoken,
    tally,
    verdict,
)
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulation_result import Difference, SimulationResult
from upcard.study.study_parts import StudyReport

COLOURS = {"good": "green", "bad": "red", "open": "yellow"}
STOPPED_EARLY = "Stopped early: this is what was finished until then."
HEADS = {"win_share": "win share %", "win_any": "among winners %"}


def simulation_table(
    result: SimulationResult, players_note: str = "", notes: Sequence[str] = ()
) -> RenderableType:
    """Return a simulation as tables: a row per seat, the means per game, and any differences.

    Measures that do not fit beside each other go into tables one below the other.

    Parameters
    ----------
    players_note : str
        Where the number of players comes from, if the user did not choose it.
    notes : sequence of str
        Sentences below the heading about settings that were chosen automatically.
    """

    def parts(width: int) -> Iterator[RenderableType]:
        yield heading(result, players_note, notes)
        yield from side_by_side(who(result, width), measures(result), width)
        yield from small_print(seat_notes(result))
        yield from (Text(note) for note in fairness_notes(result))
        yield title_line("Per game")
        yield _game_table(result)
        if result.differences:
            yield title_line("First minus second (win shares in percentage points)")
            yield from side_by_side(pairs_of(result, width), gaps(result.differences), width)
            yield from small_print(difference_notes(result))

    return Fitted(parts)


def study_summary(report: StudyReport) -> RenderableType:
    """Return the summary of a study, and its findings with their verdicts."""

    def parts(width: int) -> Iterator[RenderableType]:
        yield Text(report.title, style="bold")
        yield Text()
        for sentence in report.summary:
            yield _bullet(Text("•"), Text(sentence), 1)
        findings = [f for s in report.sections for f in s.findings]
        if findings:
            yield Text()
            yield _tally(findings)
        for section in report.sections:
            if section.findings:
                yield title_line(section.title)
                yield from (_finding(f) for f in section.findings)

    return Fitted(parts)


def _tally(findings: list[StudyFinding]) -> Text:
    counts = tally(f.verdict for f in findings)
    line = Text(f"{counted(len(findings), 'finding')}: ", style="bold")
    parts = [Text(f"{v.symbol} {words}", style=COLOURS[v.tone]) for words, v in counts]
    return line + Text("   ").join(parts)


def _finding(finding: StudyFinding) -> RenderableType:
    v = verdict(finding.verdict)
    claim = Text(finding.claim)
    if finding.evidence:
        claim.append(f"\n{finding.evidence}", style="dim")
    return _bullet(Text(f"{v.symbol} {v.word}", style=f"bold {COLOURS[v.tone]}"), claim, 15)


def _bullet(mark: Text, text: Text, width: int) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=width)
    grid.add_column(overflow="fold")
    grid.add_row(mark, text)
    return Padding(grid, (0, 0, 0, 1), expand=False)


def heading(result: SimulationResult, players_note: str = "", notes: Sequence[str] = ()) -> Text:
    """Return the heading: the name of the game and the facts, with options and notes below."""
    facts = [
        counted(result.players, "player") + (f", {players_note}" if players_note else ""),
        counted(result.games, "game"),
        seats_words(result.seating) + (", every deal in each rotation" if result.duplicate else ""),
        f"seed {result.seed}",
        f"{result.seconds:.1f} s" if result.seconds >= 0.05 else "under 0.1 s",
    ]
    return heading_line(
        result.game, facts, result.options, notes, STOPPED_EARLY if result.interrupted else ""
    )


def who(result: SimulationResult, width: int) -> list[Column]:
    """Return the columns that name the rows; names of strategies are broken for a width."""
    head = "seat" if result.seating == "fixed" else "entrant"
    names = [broken(s.strategy, name_width(width)) for s in result.seats]
    return [Column(head, [str(s.seat) for s in result.seats], True), Column("strategy", names, True)]


def measures(result: SimulationResult) -> list[Column]:
    """Return a column for every measure of the seats."""
    names = list(result.seats[0].estimates)
    return [
        _estimates(name, [s.estimates[name] for s in result.seats], [s.deviations for s in result.seats])
        for name in names
    ]


def _estimates(name: str, estimates: list[Estimate], deviations: list[dict[str, float]]) -> Column:
    is_share = not name.endswith("_mean")
    stem = name.removesuffix("_mean")
    cells = estimate_cells(estimates, 100 if is_share else 1)
    for i, d in enumerate(deviations):
        if math.isfinite(d.get(f"{stem}_sd", math.nan)):
            cells[i] += f"\nsd {d[f'{stem}_sd']:.3g}"
    share = HEADS.get(name, spoken(name.removesuffix("_share")) + " %")
    return Column(share if is_share else f"mean {spoken(stem)}", cells)


def seat_notes(result: SimulationResult) -> Iterator[str]:
    """Yield sentences that explain the table of seats."""
    yield (
        f"Below each number its {_per_cent(result.level)} interval. In the win share a tie is split; "
        "among winners it counts for each."
    )
    if any(math.isfinite(sd) for s in result.seats for sd in s.deviations.values()):
        yield "sd: standard deviation between single games."
    meanings = [
        f"{spoken(k)}: {v}"
        for k, v in result.measures.items()
        if any(n.startswith(k + "_") for n in _names(result))
    ]
    if meanings:
        yield "; ".join(meanings) + "."


def fairness_notes(result: SimulationResult) -> Iterator[str]:
    """Yield whether seats win equally often, if the same strategy plays on all of them.

    If some games have no winner, shares do not add up to 1, and there is no equal share to compare them with.
    """
    shares = [s.estimates["win_share"] for s in result.seats]
    is_one = len({s.strategy for s in result.seats}) == 1 < len(shares) and result.seating == "fixed"
    is_shared_out = math.isclose(math.fsum(e.value for e in shares), 1, abs_tol=1e-9)
    if not (is_one and is_shared_out and all(math.isfinite(e.se) for e in shares)):
        return
    equal = 1 / len(shares)
    outside = [str(s.seat) for s, e in zip(result.seats, shares, strict=True) if not e.low <= equal <= e.high]
    contain = f"contain the equal share, {100 * equal:.3g} %"
    if not outside:
        yield f"With these players, no seat is shown to win more or less often: all intervals {contain}."
        return
    many = len(outside) > 1
    whose = f"intervals of seats {', '.join(outside)} do" if many else f"interval of seat {outside[0]} does"
    yield (
        f"With these players, the seats do not seem to win equally often: the {whose} not {contain}. "
        f"By chance alone, {_per_cent(1 - result.level)} of intervals do not contain it."
    )


def _names(result: SimulationResult) -> list[str]:
    return [*result.seats[0].estimates, *result.per_game]


def _per_cent(level: float) -> str:
    return f"{100 * level:g} %"


def game_rows(result: SimulationResult) -> list[tuple[str, str, str]]:
    """Return every quantity of a whole game: its name, the mean or the share in percent, the interval."""
    rows = []
    for name, e in result.per_game.items():
        is_share = name.endswith("_share")
        value, _, interval = estimate_cells([e], 100 if is_share else 1)[0].partition("\n")
        words = spoken(name.removesuffix("_share") if is_share else name.removesuffix("_mean"))
        rows.append((f"{words} %" if is_share else words, value, interval))
    return rows


def _game_table(result: SimulationResult) -> Table:
    heads = ("quantity", "mean", f"{_per_cent(result.level)} interval")
    rows = [(name, Text(x, style="bold"), Text(rest, style="dim")) for name, x, rest in game_rows(result)]
    return ruled_table([heads, *rows])


def pairs_of(result: SimulationResult, width: int) -> list[Column]:
    """Return the columns that name the compared entrants."""
    label = {s.seat: broken(f"{s.seat} {s.strategy}", name_width(width)) for s in result.seats}
    return [
        Column("first", [label[d.first] for d in result.differences], True),
        Column("second", [label[d.second] for d in result.differences], True),
    ]


def gaps(differences: list[Difference]) -> list[Column]:
    """Return the columns of the differences: win share and mean score of the first minus the second."""
    return [
        Column("win share %", estimate_cells([d.win_share for d in differences], 100, signed=True)),
        Column("mean score", estimate_cells([d.score_mean for d in differences], 1, signed=True)),
    ]


def pairs_note(level: float) -> str:
    """Return the sentence that an interval of a confidence level holds for a single pair."""
    return f"Each interval has {_per_cent(level)} confidence for its own pair, not for all pairs together."


def difference_notes(result: SimulationResult) -> Iterator[str]:
    """Yield sentences that explain the differences."""
    over = "deals" if result.duplicate else "blocks of games"
    yield (
        f"Paired over the same {over}. If the interval contains 0, neither is shown to be better. "
        + pairs_note(result.level)
    )
