"""Cards as text: small boxes or faces in brackets, and the layout of such blocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.text import Text

from upcard.play.zones import Face

LEFT_OUT = "…"


@dataclass(frozen=True)
class CardPaper:
    """The space of a terminal, in columns and lines."""

    width: int = 80
    height: int = 24
    is_plain: bool = False
    """Whether it shows only ASCII."""

    def cut(self, text: Text, width: int) -> Text:
        """Return a text cut to a width."""
        if text.cell_len <= width:
            return text
        short = text.copy()
        short.truncate(max(width - 3, 0))
        return short + Text("..." if self.is_plain else LEFT_OUT)


def face_text(face: Face | None, paper: CardPaper) -> Text:
    """Return the text on a card: rank and suit, red if the suit is red; empty for no card."""
    if face is None:
        return Text("")
    words = face.name if paper.is_plain else face.rank + face.suit
    return Text(words, style="bold red" if face.is_red else "bold")


def inline(faces: Sequence[Face | None], paper: CardPaper, room: int) -> Text:
    """Return cards in a row, such as ``[5][6]×2``; only the last cards if there are too many for `room`."""
    parts = []
    for _, same in groupby(faces, key=lambda face: face and face.card):
        cards = list(same)
        if cards[0] is None:  # empty places, which are not two of a kind
            parts += [Text("[ ]")] * len(cards)
            continue
        times = "" if len(cards) == 1 else f"{'x' if paper.is_plain else '×'}{len(cards)}"
        parts.append(Text.assemble("[", face_text(cards[0], paper), "]", (times, "dim")))
    used, first = 0, len(parts)
    while first > 0 and used + parts[first - 1].cell_len <= room - 4:
        first -= 1
        used += parts[first].cell_len
    dots = [Text("... " if paper.is_plain else f"{LEFT_OUT} ", style="dim")] if first else []
    return Text.assemble(*dots, *parts[first:])


def box(face: Text, note: str, paper: CardPaper, is_strong: bool = False) -> list[Text]:
    """Return a card as three lines; a note, such as the number to type, stands in its lower edge."""
    inner = max(face.cell_len, len(note)) + 2
    left = (inner - face.cell_len) // 2
    style = "" if is_strong else "dim"
    side, line = ("|", "-") if paper.is_plain else ("│", "─")
    corners = "++++" if paper.is_plain else "╭╮╰╯"
    before = (inner - len(note)) // 2
    return [
        Text(corners[0] + line * inner + corners[1], style=style),
        Text.assemble((side, style), " " * left, face, " " * (inner - left - face.cell_len), (side, style)),
        Text.assemble(
            (corners[2] + line * before, style),
            (note, "bold cyan"),
            (line * (inner - before - len(note)) + corners[3], style),
        ),
    ]


def beside(blocks: Sequence[list[Text]], gap: int = 0) -> list[Text]:
    """Return blocks side by side, vertically centred."""
    high = max((len(b) for b in blocks), default=0)
    out = [Text() for _ in range(high)]
    for i, block in enumerate(blocks):
        wide = max(line.cell_len for line in block)
        top = (high - len(block)) // 2
        for y in range(high):
            line = block[y - top] if top <= y < top + len(block) else Text()
            out[y].append(" " * (gap if i else 0))
            out[y].append_text(line)
            out[y].append(" " * (wide - line.cell_len))
    return out


def flow(blocks: Sequence[list[Text]], width: int, gap: int = 3) -> list[Text]:
    """Return blocks side by side, in as many rows as they need."""
    rows: list[list[list[Text]]] = []
    used = 0
    for block in blocks:
        wide = max(line.cell_len for line in block)
        if not rows or used + gap + wide > width:
            rows.append([])
            used = -gap
        rows[-1].append(block)
        used += gap + wide
    return [line for row in rows for line in beside(row, gap)]


def wrapped(text: str, width: int, style: str = "") -> list[Text]:
    """Break words into lines of at most `width` columns."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [Text(line, style=style) for line in lines]
