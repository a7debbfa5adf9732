"""The seats of a table with their cards and numbers, a line for every seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.text import Text

from upcard.engine.card_notation import SUITS
from upcard.engine.wording import counted, payoff_text
from upcard.kit.cards import BY_RULE, NOBODY, OTHERS, OWNER, TEAM, Kind
from upcard.play.scene import Scene
from upcard.play.zones import Quantity, Zone
from upcard.report.number_text import spoken
from upcard.report.terminal.text_cards import CardPaper, flow, inline

SeatPart = TypeVar("SeatPart", Zone, Quantity)
MOST_NAME, MOST_CELL, GAP = 22, 14, 2


@dataclass(frozen=True)
class SeatColumn:
    """A column of the table with one cell for each seat; numbers are aligned right."""

    name: str
    cells: list[Text]
    is_number: bool

    @property
    def width(self) -> int:
        """Width in the terminal."""
        return max(len(self.name), *(c.cell_len for c in self.cells))


def seats_table(scene: Scene, paper: CardPaper, has_lines: bool = True) -> list[Text]:
    """Return a line for each seat with its short contents, in several tables if one is too wide.

    If `has_lines`, :func:`seat_lines` shows long zones; otherwise the table shows their sizes.
    """
    names = [paper.cut(Text(_who(scene, p)), MOST_NAME) for p in range(len(scene.names))]
    wide = max(name.cell_len for name in names)
    digits = len(str(len(names)))
    edge = wide + digits + 3
    out: list[Text] = []
    for columns in _fitting(_columns(scene, paper, has_lines), paper.width - edge):
        if any(c.name for c in columns):
            heads = [Text(c.name, style="dim") for c in columns]
            out.append(Text.assemble(" " * edge, *_cells(heads, columns)))
        for p, name in enumerate(names):
            is_next = p == scene.player
            mark = (">" if paper.is_plain else "▸") if is_next else " "
            head = Text(f"{mark} {p + 1:>{digits}} ", style="bold" if is_next else "dim")
            line = Text.assemble(head, name, " " * (wide - name.cell_len))
            out.append(Text.assemble(line, *_cells([c.cells[p] for c in columns], columns)))
    return out if any(line.plain.strip() for line in out) else []


def _who(scene: Scene, p: int) -> str:
    return f"{scene.names[p]} (you)" if p == scene.me else scene.names[p]


def _cells(cells: Sequence[Text], columns: Sequence[SeatColumn]) -> list[Text]:
    out = []
    for cell, column in zip(cells, columns, strict=True):
        space = " " * (column.width - cell.cell_len)
        out.append(Text.assemble(" " * GAP, *((space, cell) if column.is_number else (cell, space))))
    return out


def _fitting(columns: Sequence[SeatColumn], room: int) -> list[list[SeatColumn]]:
    """Return the columns in as many tables as they need."""
    tables: list[list[SeatColumn]] = [[]]
    used = 0
    for column in columns:
        if tables[-1] and used + GAP + column.width > room:
            tables.append([])
            used = 0
        tables[-1].append(column)
        used += GAP + column.width
    return tables


def _columns(scene: Scene, paper: CardPaper, has_lines: bool) -> list[SeatColumn]:
    of_zones = (_zone_column(scene, zones, paper, has_lines) for zones in _by_name(scene.zones))
    columns = [c for c in of_zones if c is not None]
    if any(scene.badges):
        columns.append(SeatColumn("", [Text(", ".join(words)) for words in scene.badges], False))
    for quantities in _by_name([q for q in scene.quantities if not q.is_badge]):
        by_seat = {q.seat: q.text for q in quantities}
        is_drawn = len(by_seat) == len(scene.names) or quantities[0].sight in (OTHERS, TEAM, BY_RULE)
        is_drawn = is_drawn and quantities[0].sight is not NOBODY
        if is_drawn and any(q.text and not q.is_quiet for q in quantities):
            cells = [Text(by_seat.get(p, "?")) for p in range(len(scene.names))]
            is_number = all(len(q.values) == 1 and q.text == str(q.values[0]) for q in quantities)
            columns.append(SeatColumn(quantities[0].label, cells, is_number))
    if scene.scores:
        columns.append(SeatColumn("score", [Text(payoff_text(x)) for x in scene.scores], True))
        results = [Text(_won(scene, p), style="bold green") for p in range(len(scene.names))]
        columns.append(SeatColumn("", results, False))
    return columns


def _won(scene: Scene, p: int) -> str:
    winning = scene.result.winners if scene.result else ()
    if p not in winning:
        return ""
    return "wins" if len(winning) == 1 else "shares the win"


def _by_name(parts: Sequence[SeatPart]) -> list[list[SeatPart]]:
    """Group the zones or numbers of the seats by field."""
    names = dict.fromkeys(x.name for x in parts if x.seat is not None)
    return [[x for x in parts if x.name == name] for name in names]


def _zone_column(scene: Scene, zones: Sequence[Zone], paper: CardPaper, has_lines: bool) -> SeatColumn | None:
    """Return a column of short contents; None if they are long, unknown, or drawn elsewhere."""
    is_private = zones[0].sight is OWNER and scene.me is not None
    if is_private or zones[0].is_quiet or all(z.size == 0 for z in zones):
        return None
    if _is_long(zones, paper):
        sizes = [Text(counted(z.size, "card")) for z in zones]
        return None if has_lines else SeatColumn(spoken(zones[0].name), sizes, True)
    is_open = any(z.is_open for z in zones)
    if zones[0].kind is not Kind.SLOT and not is_open and any(z.size is None for z in zones):
        return None
    return SeatColumn(spoken(zones[0].name), [_content(z, paper) for z in zones], not zones[0].is_open)


def _content(zone: Zone, paper: CardPaper) -> Text:
    if not zone.is_open:
        return Text("[?]" if zone.size is None else str(zone.size), style="dim")
    if not zone.size:
        return Text("")
    return inline(zone.faces, paper, 1000)


def _is_long(zones: Sequence[Zone], paper: CardPaper) -> bool:
    return zones[0].kind is not Kind.SLOT and max(_content(z, paper).cell_len for z in zones) > MOST_CELL


def seat_lines(scene: Scene, paper: CardPaper) -> list[Text]:
    """Return the open zones that are too long for the table, a line for each that holds something."""
    out: list[Text] = []
    digits = len(str(len(scene.names)))
    for zones in _by_name(scene.zones):
        is_private = zones[0].sight is OWNER and scene.me is not None
        if zones[0].is_quiet or is_private or zones[0].sight is NOBODY or not _is_long(zones, paper):
            continue
        wide = len(spoken(zones[0].name)) + 1
        label = spoken(zones[0].name)
        for zone in zones:
            if not zone.faces:
                continue
            head = Text(f"{label:<{wide}}{(zone.seat or 0) + 1:>{digits}} ", style="dim")
            label = ""
            count = Text(f"{counted(zone.size, 'card')} ", style="dim")
            edge = head.cell_len + count.cell_len
            for i, line in enumerate(_cards(zone, paper, paper.width - edge)):
                out.append(Text.assemble(head, count, line) if i == 0 else Text.assemble(" " * edge, line))
    return out


def _cards(zone: Zone, paper: CardPaper, room: int) -> list[Text]:
    """Return the cards of a zone on a line; if their order means nothing, suit by suit on several."""
    faces = [face for face in zone.faces if face]
    if zone.kind is not Kind.COUNTS or not all(face.suit for face in faces):
        return [inline(zone.faces, paper, room)]
    suits = [[face for face in faces if face.suit == x] for x in SUITS.values()]
    return flow([[inline(same, paper, room)] for same in suits if same], room)


def result_lines(scene: Scene, paper: CardPaper) -> list[Text]:
    """Return the result, a line for each seat, and one more if none of them won."""
    columns = [c for c in _columns(scene, paper, True) if c.name == "score"]
    wide = max(len(name) for name in scene.names)
    lines = []
    for p, name in enumerate(scene.names):
        cells = _cells([c.cells[p] for c in columns], columns)
        lines.append(Text.assemble(f"  {p + 1} {name:<{wide}}", *cells, "  ", _won(scene, p)))
    if scene.result is None or scene.result.winners:
        return lines
    return [*lines, Text(f"  {scene.result.sentence}")]
