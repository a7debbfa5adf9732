"""A scene drawn for a terminal: every line fits the width, and the whole fits the height if possible.

Colours only repeat what the text says.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from rich.text import Text

from upcard.engine.card_notation import print_cards
from upcard.engine.wording import counted, times_text
from upcard.kit.cards import BY_RULE, NOBODY, OWNER, PRIVATE, TEAM, Kind
from upcard.play.move_log import Move
from upcard.play.past_words import past_words
from upcard.play.scene import Scene
from upcard.play.session import Advice
from upcard.play.zones import Quantity, Spot, Zone
from upcard.report.number_text import spoken
from upcard.report.terminal.text_cards import (
    LEFT_OUT,
    CardPaper,
    beside,
    box,
    face_text,
    flow,
    inline,
    wrapped,
)
from upcard.report.terminal.text_seats import seat_lines, seats_table

MARGIN, MOST_BOXES, MOST_HINTED = 2, 14, 4
EMAIL_WIDTH, EMAIL_HEIGHT = 76, 200


@dataclass(frozen=True)
class Fit:
    """Amount of detail of a drawing; the first that fits the height is used."""

    has_boxes: bool
    """Whether cards are boxes."""
    moves: int
    """Maximum number of lines for moves."""
    has_gaps: bool
    """Whether empty lines set the parts apart."""
    has_lines: bool = True
    """Whether long zones of the seats are drawn, or only their sizes."""
    has_heads: bool = True
    """Whether the names of places of a board are above the cards, or beside them."""
    has_board: bool = True
    """Whether the cards of a board are boxes too."""
    hints: int = 100
    """Maximum number of lines for hints."""


FITS = (
    Fit(True, 3, True),
    Fit(True, 2, False),
    Fit(True, 2, False, has_lines=False),
    Fit(True, 2, False, has_lines=False, has_heads=False),
    Fit(True, 1, False, has_lines=False, has_heads=False),
    Fit(True, 2, True, has_lines=False, has_board=False),
    Fit(True, 2, False, has_lines=False, has_board=False),
    Fit(False, 2, True, has_lines=False),
    Fit(False, 1, False, has_lines=False),
    Fit(False, 1, False, has_lines=False, hints=5),
    Fit(False, 1, False, has_lines=False, hints=2),
)


@dataclass(frozen=True)
class Drawing:
    """A scene with the latest moves and the advice of strategies."""

    scene: Scene
    moves: Sequence[Move] = ()
    advice: Sequence[Advice] = ()
    unasked: Sequence[str] = ()
    """Strategies that give no advice, since they search."""


def draw(drawing: Drawing, paper: CardPaper) -> list[Text]:
    """Return the lines of a scene."""
    lines: list[Text] = []
    for fit in FITS:
        lines = _drawn(drawing, paper, fit)
        if len(lines) <= paper.height:
            break
    return [paper.cut(line, paper.width) for line in lines]


def plain_text(scene: Scene, moves: Sequence[Move], width: int = EMAIL_WIDTH) -> str:
    """Return a scene for an email: in ASCII, without colours, as long as it needs to be."""
    lines = draw(Drawing(scene, moves), CardPaper(width, EMAIL_HEIGHT, is_plain=True))
    return "\n".join(line.plain.rstrip() for line in lines)


def _drawn(drawing: Drawing, paper: CardPaper, fit: Fit) -> list[Text]:
    scene = drawing.scene
    inner = replace(paper, width=paper.width - MARGIN)
    parts = [
        [_head(scene, paper), *(_goal(scene, paper) if fit.has_gaps else [])],
        _indented(seats_table(scene, inner, fit.has_lines)),
        _indented(_board(scene, inner, fit)),
        _indented(_shared(scene, inner, fit)),
        _labelled(_rows(drawing, inner, fit), inner),
    ]
    gap = [Text()] if fit.has_gaps else []
    out: list[Text] = []
    for part in parts:
        if part:
            out += [*(gap if out else []), *part]
    return out


def _head(scene: Scene, paper: CardPaper) -> Text:
    dot = "-" if paper.is_plain else "·"
    if scene.is_over:
        rest = f" {dot} the game is over and everything lies open"
    else:
        rest = f" {dot} you are {scene.names[scene.me or 0]}"
    left = Text.assemble((scene.title, "bold"), (rest, "dim"))
    right = f"after {counted(scene.turns, 'action')}"
    room = paper.width - left.cell_len - len(right)
    return left if room < 2 else Text.assemble(left, " " * room, (right, "dim"))


def _goal(scene: Scene, paper: CardPaper) -> list[Text]:
    """Return the goal of the game."""
    return wrapped(scene.goal, paper.width, style="italic") if scene.goal else []


def _printed(scene: Scene, text: str, paper: CardPaper) -> str:
    """Return a text with the signs of suits, if the paper has them."""
    return text if paper.is_plain else print_cards(text, scene.printed)


def _indented(lines: Sequence[Text]) -> list[Text]:
    return [Text.assemble(" " * MARGIN, line) for line in lines]


# --- the table


def _board(scene: Scene, paper: CardPaper, fit: Fit) -> list[Text]:
    """Return the places row by row, those of a column below each other."""
    rows = [[_spot(scene, spot, paper, fit) for spot in row] for row in scene.board]
    columns = zip_longest(*rows, fillvalue=[Text()])
    wide = [max(line.cell_len for block in column for line in block) for column in columns]
    padded = ([_padded(block, w) for block, w in zip(row, wide, strict=False)] for row in rows)
    return [line for row in padded for line in flow(row, paper.width, gap=5)]


def _padded(block: list[Text], wide: int) -> list[Text]:
    return [Text.assemble(line, " " * (wide - line.cell_len)) for line in block]


def _spot(scene: Scene, spot: Spot, paper: CardPaper, fit: Fit) -> list[Text]:
    """Return a place with its name above its cards or beside them."""
    name, notes = _name(scene, spot.words), [*spot.notes, *[""] * len(spot.faces)]
    if not (fit.has_boxes and fit.has_board):
        faces = zip(spot.faces, notes, strict=False)
        parts = (Text.assemble(" [", face_text(f, paper), "]", (n, "dim")) for f, n in faces)
        return [Text.assemble(name, *parts)]
    boxes = [box(face_text(f, paper), n, paper) for f, n in zip(spot.faces, notes, strict=False)]
    if not fit.has_heads:
        return beside([[Text.assemble(name, " ")], *boxes])
    cards = beside(boxes)
    middle = (max((line.cell_len for line in cards), default=0) - name.cell_len) // 2
    return [Text.assemble(" " * middle, name), *cards]


def _name(scene: Scene, where: str) -> Text:
    """Return the name of a zone or place, with the number to type if it stands for a single action."""
    does = [c.number for c in scene.choices for t in c.touches if t.where == where and t.card is None]
    number = f"({does[0]}) " if len(does) == 1 else ""
    return Text.assemble((number, "bold cyan"), (spoken(where), "dim"))


def _shared(scene: Scene, paper: CardPaper, fit: Fit) -> list[Text]:
    """Return the zones and numbers of the whole table, and long zones of each seat."""
    zones = [z for z in scene.zones if z.seat is None and not z.is_quiet]
    blocks = [_zone_block(scene, z, paper, fit) for z in zones if z.size is not None or z.kind is Kind.SLOT]
    plain = [q for q in scene.quantities if q.seat is None and not q.is_quiet and q.sight is not NOBODY]
    lines = seat_lines(scene, paper) if fit.has_lines else []
    return flow([*blocks, *([_quantity(q)] for q in plain)], paper.width) + lines


def _quantity(q: Quantity) -> Text:
    return Text.assemble((q.label, "dim"), f" {q.text}")


def _zone_block(scene: Scene, zone: Zone, paper: CardPaper, fit: Fit) -> list[Text]:
    name = _name(scene, zone.name)
    if not zone.is_open or (zone.sight is NOBODY and zone.kind is Kind.ROW):
        held = "[?]" if zone.size is None else counted(zone.size, "card")
        return [Text.assemble(name, f" {held}")]
    if not zone.faces:
        return [Text.assemble(name, " none")]
    if zone.kind is Kind.SLOT and fit.has_boxes:
        cards = [box(face_text(f, paper), "", paper, f is not None) for f in zone.faces]
        return beside([[Text.assemble(name, " ")], *cards])
    count = f" {zone.size} cards" if len(zone.faces) > 3 else ""
    room = paper.width - name.cell_len - len(count) - 1
    return [Text.assemble(name, count, " ", inline(zone.faces, paper, room))]


# --- the viewing seat


def _labelled(rows: Sequence[tuple[str, list[Text]]], paper: CardPaper) -> list[Text]:
    """Return rows with their labels in a column on the left."""
    wide = _label_width([label for label, _ in rows])
    out = []
    for label, lines in rows:
        middle = (len(lines) - 1) // 2 if label and lines and lines[0].plain[:1] in ("╭", "+") else 0
        for i, line in enumerate(lines):
            shown = label if i == middle else ""
            out.append(Text.assemble((f"{shown:<{wide}}", "dim"), line))
    return _indented(out)


def _label_width(labels: Sequence[str]) -> int:
    return max(map(len, labels), default=0) + 2


def _rows(drawing: Drawing, paper: CardPaper, fit: Fit) -> list[tuple[str, list[Text]]]:
    scene = drawing.scene
    hand = [
        z for z in scene.zones if z.seat == scene.me and z.sight in (OWNER, TEAM, BY_RULE) and not z.is_quiet
    ]
    hand = [] if scene.me is None else hand
    labels = ["you can", _round_label(scene), *(z.name for z in hand)]
    room = replace(paper, width=paper.width - _label_width(labels))
    rows = [(spoken(z.name), _hand_cards(scene, z, room, fit)) for z in hand if z.size]
    short = [[Text.assemble(_name(scene, z.name), " none")] for z in hand if not z.size]
    short += [[_quantity(q)] for q in _private_quantities(scene)]
    rows += [("", flow(short, room.width))] if short else []
    gap = [("", [Text()])] if fit.has_gaps and rows else []
    sentences = [line for text in scene.says for line in wrapped(_printed(scene, text, room), room.width)]
    later = [
        ("", sentences),
        (_round_label(scene), _cut(_round_end(scene, room), fit.moves + 1, room)),
        ("moves", _moves(drawing, room, fit.moves)),
        ("hints", _cut(hint_lines(drawing.advice, drawing.unasked, room), fit.hints, room)),
        ("you can", _choices(scene, room)),
    ]
    return rows + gap + [(label, lines) for label, lines in later if lines]


def _round_label(scene: Scene) -> str:
    return f"round {scene.ended.title}" if scene.ended else ""


def _round_end(scene: Scene, paper: CardPaper) -> list[Text]:
    """Return the result of a round that has just ended."""
    if scene.ended is None:
        return []
    results = [Text.assemble((f"{p + 1} ", "dim"), text) for p, text in scene.ended.lines]
    return flow([[line] for line in (Text("over:"), *results)], paper.width)


def _private_quantities(scene: Scene) -> list[Quantity]:
    mine = [q for q in scene.quantities if q.sight in PRIVATE and q.seat == scene.me and not q.is_quiet]
    return [] if scene.me is None else mine


def _hand_cards(scene: Scene, zone: Zone, paper: CardPaper, fit: Fit) -> list[Text]:
    if not fit.has_boxes or len(zone.faces) > MOST_BOXES:
        return [inline(zone.faces, paper, paper.width)]
    numbers = _numbers_of(scene, zone)
    cards = [
        box(face_text(f, paper), numbers.get(f.card, "") if f else "", paper, bool(f and f.card in numbers))
        for f in zone.faces
    ]
    return flow(cards, paper.width, gap=0)


def _numbers_of(scene: Scene, zone: Zone) -> dict[int, str]:
    """Return for each card of a zone the number to type; empty if it can be used in several ways."""
    numbers: dict[int, str] = {}
    for choice in scene.choices:
        for touch in choice.touches:
            if touch.where == zone.name and touch.card is not None:
                numbers[touch.card] = "" if touch.card in numbers else str(choice.number)
    return numbers


def _moves(drawing: Drawing, paper: CardPaper, most: int) -> list[Text]:
    """Return the latest moves, as many as fit into `most` lines."""
    secret, scene, moves = ("in secret", "italic"), drawing.scene, drawing.moves
    words = [
        secret if m.words is None else (_printed(scene, past_words(m.words) or m.words, paper), "")
        for m in moves
    ]
    blocks = [[Text.assemble((f"{m.seat + 1} ", "dim"), x)] for m, x in zip(moves, words, strict=True)]
    first = 0
    while len(flow(blocks[first:], paper.width)) > most:
        first += 1
    if first:
        blocks = [[Text("..." if paper.is_plain else LEFT_OUT, style="dim")], *blocks[first + 1 :]]
    return flow(blocks, paper.width)


def hint_lines(advice: Sequence[Advice], unasked: Sequence[str], paper: CardPaper) -> list[Text]:
    """Return the advice of strategies, grouped by their choices, and the strategies without advice."""
    sure: dict[str, list[str]] = {}
    for a in advice:
        chosen = a.odds or a.counts
        if len(chosen) == 1:
            sure.setdefault(chosen[0][0], []).append(a.strategy)
    hints = [f"{words}: {', '.join(names)}" for words, names in sure.items()]
    for a in advice:
        if len(a.odds) > 1:
            odds = _some([f"{words} ({100 * float(x):.1f} %)" for words, x in a.odds])
            hints.append(f"{a.strategy}: {odds}")
        if len(a.counts) > 1:
            times = times_text(sum(n for _, n in a.counts))
            hints.append(f"{a.strategy}, asked {times}: {_some([f'{words} ({n})' for words, n in a.counts])}")
    if unasked:
        hints.append(f"not asked, since they search: {', '.join(unasked)}")
    return [line for text in hints for line in wrapped(text, paper.width)]


def _some(phrases: Sequence[str]) -> str:
    """Return the first phrases, and the number of the others."""
    rest = len(phrases) - MOST_HINTED
    return ", ".join([*phrases[:MOST_HINTED], *[f"and {rest} more"] * (rest > 0)])


def _cut(lines: list[Text], most: int, paper: CardPaper) -> list[Text]:
    """Return the first lines, with a sign if there are more."""
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], Text("..." if paper.is_plain else LEFT_OUT, style="dim")]


def _choices(scene: Scene, paper: CardPaper) -> list[Text]:
    blocks = [
        [Text.assemble((f"{c.number}", "bold cyan"), f" {_printed(scene, c.words, paper)}")]
        for c in sorted(scene.choices, key=lambda c: c.number)
    ]
    if len(flow(blocks, paper.width)) > 2:  # in columns, which are easier to read
        wide = max(b[0].cell_len for b in blocks)
        for block in blocks:
            block[0].append(" " * (wide - block[0].cell_len))
    lines = flow(blocks, paper.width)
    for line in lines:
        line.rstrip()
    return lines
