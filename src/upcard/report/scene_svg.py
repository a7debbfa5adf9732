"""A scene as one self-contained SVG drawing of the whole table.

Pages have their own board with cards that can be touched; this drawing is for films and notebooks. Seats are
below each other, each with its numbers and cards; zones of the whole table are above them. A stock is the
back of a card and a number.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import wrap

from upcard.engine.card_notation import print_cards
from upcard.engine.game import Game, Match
from upcard.engine.wording import counted, join_names, signed_payoff
from upcard.kit.cards import NOBODY, Kind
from upcard.play.scene import Scene, make_scene
from upcard.play.zones import Face, Quantity, Zone
from upcard.report.card_art import HEIGHT as CARD_HEIGHT
from upcard.report.card_art import WIDTH as CARD_WIDTH
from upcard.report.card_faces import CLASSIC, face_svg
from upcard.report.number_text import spoken
from upcard.report.piece_images import token_svg
from upcard.report.svg import drawing, read_drawing, rect, say, text_of

WIDTH, EDGE = 720, 16
CARD, LARGE, GAP, LINE, SIZE = 44.0, 72.0, 6, 20, 14
TALL = CARD * CARD_HEIGHT / CARD_WIDTH
LABEL, LETTERS = 110, 84
FELT, PLATE, TURN, INK, PALE = "#f4f1e8", "#ffffff", "#f2c14e", "#22303a", "#5b6b75"
BACK, EMPTY = "back", "empty"


def scene_of(match: Match, names: Sequence[str]) -> Scene:
    """Return what the player to move sees; after the end, everything."""
    if match.is_over:
        return make_scene(match.game, match.state, None, names, match.scores())
    return make_scene(match.game, match.view(match.player), match.player, names)


def scene_svg(scene: Scene, game: Game) -> str:
    """Draw a scene as one ``<svg>`` element, as tall as it needs to be.

    The look of the cards may depend on the options of the game.
    """
    return _TableDrawer(scene, game).drawn()


def hand_svg(scene: Scene, game: Game) -> str:
    """Draw the cards of the viewing seat as one ``<svg>`` element, larger than in a drawing of the table."""
    hand = [z for z in scene.zones if z.seat == scene.me and z.is_open and not z.is_quiet]
    texts = (f"{spoken(z.name)}: {' '.join(face.name for face in z.faces if face) or 'empty'}" for z in hand)
    words = f"The hand of {scene.names[scene.me or 0]}"
    drawer = _Drawer(game, f"{words}: {', '.join(texts) or 'no cards'}", LARGE)
    return drawer.hand(hand)


class _Drawer:
    """Draws from top to bottom; `y` is the top of the next part."""

    def __init__(self, game: Game, title: str, card: float) -> None:
        self.game, self.card_width = game, card
        self.card_height = card * CARD_HEIGHT / CARD_WIDTH
        self.svg = drawing(WIDTH, 1, title)
        self.ground = rect(self.svg, (0, 0, WIDTH, 1), 0, fill=FELT)
        self.y = float(EDGE)

    def hand(self, zones: Sequence[Zone]) -> str:
        """Draw the zones of a hand, below each other."""
        for z in zones:
            self.zone(z, EDGE)
        if not zones:
            self.say("no cards", EDGE, fill=PALE)
            self.y += LINE + GAP
        return self.finished()

    def finished(self) -> str:
        """Return the drawing at its final height."""
        height = f"{self.y + EDGE - GAP:g}"
        self.ground.set("height", height)
        self.svg.attrib |= {"viewBox": f"0 0 {WIDTH} {height}", "width": str(WIDTH), "height": height}
        return text_of(self.svg)

    def say(self, text: str, x: float, **look: str | float) -> None:
        """Write a line of text with its top at `y`."""
        say(self.svg, x, self.y + SIZE, text, SIZE, **({"fill": INK} | look))

    def zone(self, z: Zone, x: float) -> None:
        """Draw a zone: its name, then its cards, or a back with the number of cards."""
        self.say(spoken(z.name), x, fill=PALE)
        left = x + LABEL
        if z.sight is NOBODY or not z.is_open:
            self.card(_thing(BACK if z.size != 0 else EMPTY), left)
            if z.size is not None:
                self.say(f"× {z.size}", left + self.card_width + GAP, fill=PALE)
        else:
            self.cards(z.faces, left)
        self.y += self.card_height + GAP

    def cards(self, faces: Sequence[Face | None], left: float) -> None:
        """Draw cards side by side, overlapping if there are many."""
        room = WIDTH - EDGE - self.card_width - left
        step = min(self.card_width + GAP, room / max(len(faces) - 1, 1))
        self.row(faces or (None,), left, step)

    def row(self, faces: Sequence[Face | None], left: float, step: float) -> None:
        """Draw cards and empty places at equal distances."""
        for i, face in enumerate(faces):
            self.card(_thing(EMPTY) if face is None else _card(self.game, face.card), left + i * step)

    def card(self, svg: str, left: float) -> None:
        """Draw a card or its back with its top at `y`."""
        element = read_drawing(svg)
        for name, x in (("x", left), ("y", self.y), ("width", self.card_width), ("height", self.card_height)):
            element.set(name, f"{x:.5g}")
        self.svg.append(element)


class _TableDrawer(_Drawer):
    """Draws a whole table."""

    def __init__(self, scene: Scene, game: Game) -> None:
        super().__init__(game, f"{scene.title}, after {counted(scene.turns, 'action')}", CARD)
        self.scene = scene

    def drawn(self) -> str:
        self.head()
        self.board()
        self.zones(z for z in self.scene.zones if z.seat is None)
        self.numbers(q for q in self.scene.quantities if q.seat is None)
        for p in range(len(self.scene.names)):
            self.seat(p)
        return self.finished()

    def head(self) -> None:
        """Draw the title, the state of the game, and the sentences of the rules about it."""
        self.say(self.scene.title, EDGE, font_weight="bold", font_size=18)
        self.say(self._standing(), WIDTH - EDGE, text_anchor="end", fill=PALE)
        self.y += LINE + GAP
        for sentence in filter(None, (self.scene.goal, *self.scene.says)):
            self.paragraph(print_cards(sentence, self.scene.printed))

    def _standing(self) -> str:
        scene = self.scene
        if not scene.is_over:
            return f"{scene.names[scene.player]} is to act"
        winners = join_names([scene.names[p] for p in scene.winning])
        return f"over: won by {winners}" if winners else "over"

    def paragraph(self, text: str, x: float = EDGE) -> None:
        """Write text in as many lines as it needs."""
        for line in wrap(text, LETTERS):
            self.say(line, x)
            self.y += LINE

    def seat(self, p: int) -> None:
        """Draw a seat: its name and score, its numbers, its cards; marked if it is to act."""
        top, scene = self.y, self.scene
        plate = rect(self.svg, (EDGE / 2, top, WIDTH - EDGE, 1), 8, fill=PLATE)
        if scene.player == p:
            rect(self.svg, (EDGE / 2, top, GAP, 1), 3, fill=TURN)
        mark = self.svg[-1]
        self.y += GAP
        score = f", {signed_payoff(scene.scores[p])}" if scene.scores else ""
        self.say(scene.names[p] + score, 2 * EDGE, font_weight="bold")
        self.y += LINE
        if scene.badges[p]:
            self.paragraph("  ·  ".join(scene.badges[p]), 2 * EDGE)
        self.numbers((q for q in scene.quantities if q.seat == p and not q.is_badge), 2 * EDGE)
        self.zones((z for z in scene.zones if z.seat == p), 2 * EDGE)
        for box in (plate, mark):
            box.set("height", f"{self.y - top:g}")
        self.y += GAP

    def numbers(self, quantities: Iterable[Quantity], x: float = EDGE) -> None:
        """Write numbers in a line, each after its name."""
        texts = [_number(q) for q in quantities if not q.is_quiet]
        if texts:
            self.paragraph("  ·  ".join(texts), x)
            self.y += GAP

    def zones(self, zones: Iterable[Zone], x: float = EDGE) -> None:
        """Draw zones of cards below each other."""
        for z in zones:
            is_known = z.size is not None or z.kind is Kind.SLOT
            if not z.is_quiet and is_known:
                self.zone(z, x)

    def board(self) -> None:
        """Draw the places of the board, beside and below each other."""
        for row in self.scene.board:
            wide = max(len(spot.faces) for spot in row) * (CARD + GAP)
            for i, spot in enumerate(row):
                left = EDGE + i * (wide + LABEL)
                self.say(spot.words, left, fill=PALE)
                self.y += LINE
                self.row(spot.faces, left, CARD + GAP)
                self.y -= LINE
            self.y += LINE + TALL + GAP


def _number(q: Quantity) -> str:
    """Return the name of a number and its text, or only the name if both are the same."""
    return q.label if q.label == q.text else f"{q.label} {q.text}"


@lru_cache(maxsize=512)
def _card(game: Game, card: int) -> str:
    return face_svg(game, card, CLASSIC)


@lru_cache(maxsize=8)
def _thing(name: str) -> str:
    return token_svg(name)
