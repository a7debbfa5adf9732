"""Results as tables for terminals, laid out when the width is known."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from upcard.engine.catalog import find_rules
from upcard.engine.errors import UpcardError
from upcard.report.words import (
    broken,
    error_decimals,
    fixed,
    half_width,
    interval_text,
    spoken,
    tally,
    verdict,
    whole_text,
)
from upcard.simulation.estimate import Estimate
from upcard.simulation.result import Difference, SimulationResult
from upcard.study.parts import Finding, StudyReport

GAP = 2  # between two columns
EDGE = 1
HEAD_WIDTH = 11  # headings up to here stay on one line
SHORTEST_NAME, NAME_PART = 14, 0.3
COLOURS = {"good": "green", "bad": "red", "open": "yellow"}
HEADS = {"win_share": "win share %", "win_any": "among winners %"}

_ASCII = str.maketrans("–−×’“”✓✗·", '--x\'""+x,')


@dataclass(frozen=True)
class Fitted:
    """Something to print that is laid out for the width there is.

    Parameters
    ----------
    parts : function
        Gives what is printed, one below the other, for a width.
    """

    parts: Callable[[int], Iterable[RenderableType]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Lay it out; a terminal that only knows few characters gets only those."""
        for part in self.parts(options.max_width):
            if not options.ascii_only:
                yield part
                continue
            for piece in console.render(part, options):
                text = piece.text.translate(_ASCII).encode(options.encoding, "replace")
                yield Segment(text.decode(options.encoding), piece.style, piece.control)


def simulation_table(
    result: SimulationResult, players_note: str = "", notes: Sequence[str] = ()
) -> RenderableType:
    """What a simulation found: a row per seat, the means per game, and the differences if there are any.

    Measures that do not fit beside each other go into tables one below the other.

    Parameters
    ----------
    result : SimulationResult
        What was found.
    players_note : str
        Why there are so many players, where nobody asked for their number.
    notes : sequence of str
        Sentences below the heading: what was done that was not asked for in so many words.
    """

    def parts(width: int) -> Iterator[RenderableType]:
        yield _heading(result, players_note, notes)
        yield from _tables(_who(result, width), _measures(result), width)
        yield from _small_print(_seat_notes(result))
        yield _title("Per game")
        yield _game_table(result)
        if result.differences:
            yield _title("First minus second (win shares in percentage points)")
            yield from _tables(_pairs(result, width), _gaps(result.differences), width)
            yield from _small_print(_difference_notes(result))

    return Fitted(parts)


def study_summary(report: StudyReport) -> RenderableType:
    """What a study found: its summary, and its findings with their verdicts."""

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
                yield _title(section.title)
                yield from (_finding(f) for f in section.findings)

    return Fitted(parts)


def _tally(findings: list[Finding]) -> Text:
    counts = tally(f.verdict for f in findings)
    noun = "finding" if len(findings) == 1 else "findings"
    line = Text(f"{len(findings)} {noun}: ", style="bold")
    parts = [Text(f"{v.symbol} {words}", style=COLOURS[v.tone]) for words, v in counts]
    return line + Text("   ").join(parts)


def _finding(finding: Finding) -> RenderableType:
    v = verdict(finding.verdict)
    said = Text(finding.claim)
    if finding.evidence:
        said.append(f"\n{finding.evidence}", style="dim")
    return _bullet(Text(f"{v.symbol} {v.word}", style=f"bold {COLOURS[v.tone]}"), said, 15)


def _bullet(mark: Text, text: Text, width: int) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=width)
    grid.add_column(overflow="fold")
    grid.add_row(mark, text)
    return Padding(grid, (0, 0, 0, 1), expand=False)


def _heading(result: SimulationResult, players_note: str, notes: Sequence[str]) -> Text:
    text = Text(result.game, style="bold")
    seats = {"fixed": "seats fixed", "rotate": "seats rotate", "random": "seats at random"}
    facts = [
        f"{result.players} players" + (f", {players_note}" if players_note else ""),
        f"{whole_text(result.games)} {'game' if result.games == 1 else 'games'}",
        seats.get(result.seating, result.seating)
        + (", every deal in each rotation" if result.duplicate else ""),
        f"seed {result.seed}",
        f"{result.seconds:.1f} s" if result.seconds >= 0.05 else "under 0.1 s",
    ]
    text.append(" · " + " · ".join(facts), style="not bold")
    if result.options:
        text.append("\n" + ", ".join(f"{k}={v}" for k, v in result.options.items()), style="not bold dim")
    for note in notes:
        text.append(f"\n{note}", style="not bold")
    if result.interrupted:
        text.append("\nStopped early: this is what was finished until then.", style="yellow")
    return text


@dataclass(frozen=True)
class _Column:
    """A column: its heading and its cells; what follows the first line of a cell is the small print of it."""

    head: str
    cells: list[str]
    is_name: bool = False

    @property
    def width(self) -> int:
        lines = [line for cell in self.cells for line in cell.split("\n")]
        return max(min(len(self.head), HEAD_WIDTH), *map(len, lines + self.head.split()))

    def texts(self) -> list[Text]:
        if self.is_name:
            return [Text(cell) for cell in self.cells]
        split = [cell.partition("\n") for cell in self.cells]
        return [Text.assemble((value, "bold"), newline, (rest, "dim")) for value, newline, rest in split]


def _tables(keys: list[_Column], columns: list[_Column], width: int) -> Iterator[RenderableType]:
    """Columns in as many tables as they need, the keys in front of each."""
    room = width - EDGE - sum(k.width + GAP for k in keys)
    parts = _split(columns, room, len(columns))
    even = _split(columns, room, -(-len(columns) // len(parts)))
    for part in even if len(even) == len(parts) else parts:
        yield Text()
        yield _table([*keys, *part])


def _split(columns: list[_Column], room: int, most: int) -> list[list[_Column]]:
    """Columns in order, in groups that fit and have at most so many."""
    groups: list[list[_Column]] = [[]]
    for c in columns:
        used = sum(x.width + GAP for x in [*groups[-1], c])
        if groups[-1] and (used > room or len(groups[-1]) == most):
            groups.append([])
        groups[-1].append(c)
    return groups


def _table(columns: list[_Column]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, GAP - 1, 0, 0))
    for c in columns:
        table.add_column(
            c.head, justify="left" if c.is_name else "right", vertical="top", overflow="fold", width=c.width
        )
    for row in zip(*(c.texts() for c in columns), strict=True):
        table.add_row(*row)
    return table


def _who(result: SimulationResult, width: int) -> list[_Column]:
    head = "seat" if result.seating == "fixed" else "entrant"
    names = [broken(s.strategy, _name_width(width)) for s in result.seats]
    return [_Column(head, [str(s.seat) for s in result.seats], True), _Column("strategy", names, True)]


def _name_width(width: int) -> int:
    return max(SHORTEST_NAME, int(width * NAME_PART))


def _measures(result: SimulationResult) -> list[_Column]:
    names = list(result.seats[0].estimates)
    return [
        _estimates(name, [s.estimates[name] for s in result.seats], [s.deviations for s in result.seats])
        for name in names
    ]


def _estimates(name: str, found: list[Estimate], deviations: list[dict[str, float]]) -> _Column:
    is_share = not name.endswith("_mean")
    stem = name.removesuffix("_mean")
    cells = _cells(found, 100 if is_share else 1)
    for i, d in enumerate(deviations):
        if math.isfinite(d.get(f"{stem}_sd", math.nan)):
            cells[i] += f"\nsd {d[f'{stem}_sd']:.3g}"
    share = HEADS.get(name, spoken(name.removesuffix("_share")) + " %")
    return _Column(share if is_share else f"mean {spoken(stem)}", cells)


def _cells(found: list[Estimate], scale: int, signed: bool = False) -> list[str]:
    digits = error_decimals(half_width(e) * scale for e in found)
    return [
        fixed(e.value * scale, digits, signed)
        + "\n"
        + interval_text(e.low * scale, e.high * scale, digits, signed)
        for e in found
    ]


def _seat_notes(result: SimulationResult) -> Iterator[str]:
    yield (
        f"Below each number its {_per_cent(result.level)} interval. In the win share a tie is split; "
        "among winners it counts for each."
    )
    if any(math.isfinite(sd) for s in result.seats for sd in s.deviations.values()):
        yield "sd: standard deviation between single games."
    words = _meanings(result.game)
    said = [
        f"{spoken(k)}: {v}" for k, v in words.items() if any(n.startswith(k + "_") for n in _names(result))
    ]
    if said:
        yield "; ".join(said) + "."


def _names(result: SimulationResult) -> list[str]:
    return [*result.seats[0].estimates, *result.per_game]


def _meanings(game: str) -> dict[str, str]:
    """What the measures of a game mean, where its rules file is at hand and says more than their names."""
    try:
        measures = getattr(find_rules(game), "MEASURES", ())
    except UpcardError:
        return {}
    return {m.name: m.words for m in measures}


def _per_cent(level: float) -> str:
    return f"{100 * level:g} %"


def _small_print(lines: Iterable[str]) -> Iterator[Text]:
    text = Text(style="dim")
    for i, line in enumerate(lines):
        text.append(("\n" if i else "") + line)
    yield text


def _title(words: str) -> Text:
    return Text(f"\n{words}", style="bold")


def _game_table(result: SimulationResult) -> Table:
    pairs = {
        spoken(name.removesuffix("_mean")): _cells([e], 1)[0].partition("\n")
        for name, e in result.per_game.items()
    }
    interval = f"{_per_cent(result.level)} interval"
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, GAP - 1, 0, 0))
    for head in ("quantity", "mean", interval):
        table.add_column(head, justify="left" if head == "quantity" else "right")
    for name, (value, _, rest) in pairs.items():
        table.add_row(name, Text(value, style="bold"), Text(rest, style="dim"))
    return table


def _pairs(result: SimulationResult, width: int) -> list[_Column]:
    label = {s.seat: broken(f"{s.seat} {s.strategy}", _name_width(width)) for s in result.seats}
    return [
        _Column("first", [label[d.first] for d in result.differences], True),
        _Column("second", [label[d.second] for d in result.differences], True),
    ]


def _gaps(differences: list[Difference]) -> list[_Column]:
    return [
        _Column("win share %", _cells([d.win_share for d in differences], 100, signed=True)),
        _Column("mean score", _cells([d.score_mean for d in differences], 1, signed=True)),
    ]


def _difference_notes(result: SimulationResult) -> Iterator[str]:
    over = "deals" if result.duplicate else "blocks of games"
    yield (
        f"Paired over the same {over}. Where the interval contains 0 it is open who is better; "
        f"each interval holds {_per_cent(result.level)} for its own pair, not for all pairs at once."
    )
