"""Layout of the drawn table: seats around it, places and shared zones in its middle.

The look of an object depends on the description of its field in the rules, never on the name of a game:
pennies, chips, lives and dice are drawn as such, and cards under something as a pile.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from upcard.engine.result_words import score_text
from upcard.engine.wording import minus, signed
from upcard.kit.cards import NOBODY, OF_SEATS, OWNER, PRIVATE, Kind
from upcard.language.messages import game_words, ngettext, pgettext
from upcard.language.messages import gettext as _
from upcard.play.card_moves import UNDER, is_stock
from upcard.play.choices import Choice, Touch
from upcard.play.past_words import past_message
from upcard.play.scene import RoundEnd, Scene
from upcard.play.table_sides import SIDES as SQUARE_SIDES
from upcard.play.table_sides import PrizeCell, TableSides
from upcard.play.zones import BOARD, HOLDS, CardId, CardMove, Face, PlaceKey, Quantity, Spot, Zone
from upcard.report.card_faces import Art
from upcard.report.piece_images import THINGS, worths_of
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_model import NumberPiece, Piece, RoundAmount, RoundResult, SeatArea, ZoneBox
from upcard.web.board.log_lines import with_remark
from upcard.web.game_text import game_text

HIDERS = {"fist": "fist", "die": "die-0", "dice": "die-0"}
DICE, SIDES = ("die", "dice"), 6
NEGATIVE = re.compile(r"-[\d,]+")
MOST_THINGS, MOST_BACKS, LINE, FEW_CHOICES = 12, 8, 26, 4
SUIT_ORDER = "♠♥♣♦"


@dataclass(frozen=True)
class TableLayout:
    """The whole table: the bottom seat, the other seats, and the middle."""

    others: tuple[SeatArea, ...]
    """All other seats in the order of play."""
    bottom: SeatArea | None
    """The seat at the bottom; None if all seats are at the top."""
    board: tuple[tuple[ZoneBox, ...], ...]
    """Places row by row."""
    shared: tuple[ZoneBox, ...]
    """Zones of the whole table."""
    numbers: tuple[NumberPiece, ...]
    ended: tuple[RoundResult, ...]
    """Results of the last round, seat by seat."""
    on_cards: frozenset[int]
    """Many actions of the viewer's own drawn cards: on phones the cards are enough, without buttons."""

    @property
    def all_seats(self) -> list[SeatArea]:
        """All seats, from the first."""
        return sorted((*self.others, *filter(None, [self.bottom])), key=lambda x: x.seat)


def seat_of(scene: Scene) -> int | None:
    """Return the viewer's seat; None for a watcher and if all cards are open."""
    return scene.me if scene.me is not None and scene.me >= 0 else None


def lay_out(scene: Scene, context: BoardContext, captions: Sequence[SeatCaption], art: Art) -> TableLayout:
    """Lay out a scene, with one caption for each seat."""
    builder = _LayoutBuilder(scene, context, captions, seat_of(scene), art)
    shared = tuple(builder.shared_boxes())
    board = tuple(builder.board_rows())
    n, me = len(scene.names), builder.base
    order = [(me + i) % n for i in range(1, n)] if me is not None else list(range(n))
    bottom = builder.seat(me) if me is not None else None
    others = tuple(builder.seat(p) for p in order)
    numbers = [builder.number(q) for q in scene.quantities if q.seat is None and q.sight is not NOBODY]
    ended = tuple(builder.ended())
    is_many = len(scene.choices) > FEW_CHOICES or scene.square is not None
    on_cards = frozenset(
        c.action
        for (_, seat, card), choices in builder.touched.items()
        for c in choices
        if is_many and card is not None and seat is not None and seat == builder.viewer
    )
    return TableLayout(others, bottom, board, shared, tuple(x for x in numbers if x), ended, on_cards)


@dataclass
class _LayoutBuilder:
    """Builder of the pieces of one scene.

    It knows the identities of the cards, which are keys of the page, and the choices that clicking each card
    or zone selects. Without identities, copies of a card are numbered.
    """

    scene: Scene
    context: BoardContext
    captions: Sequence[SeatCaption]
    me: int | None
    art: Art
    drawn: Counter[int] = field(default_factory=Counter)
    ids: dict[tuple[PlaceKey, int], list[CardId]] = field(default_factory=dict)
    touched: dict[tuple[str, int | None, int | None], list[Choice]] = field(default_factory=dict)
    marks: dict[Touch, str] = field(default_factory=dict)
    """Marks that are not drawn yet; only one of several equal cards is marked."""
    moved: dict[str, CardMove] = field(default_factory=dict)
    """The moves of open cards, by identity."""

    @property
    def base(self) -> int | None:
        """Seat at the bottom: by default the viewer's."""
        return self.viewer if self.context.below is None else self.context.below

    @property
    def viewer(self) -> int | None:
        """The viewer's seat, even if all cards are open."""
        return self.context.viewer if self.me is None else self.me

    def __post_init__(self) -> None:
        for x in self.scene.choices:
            choice = replace(x, words=self._text(x.words))
            for touch in dict.fromkeys(choice.touches):
                self.touched.setdefault((touch.where, touch.seat, touch.card), []).append(choice)

        self.marks |= self.context.marks
        self.moved = {x.key: x for x in self.scene.moves if x.key}
        for place, ids in self.scene.ids.items():
            for one in ids:
                self.ids.setdefault((place, one.card), []).append(one)

    def _text(self, text: str) -> str:
        """Return words of the game in the reader's language."""
        return game_text(text, self.context.game.rules)

    # --- cards

    def card(
        self, place: PlaceKey, face: Face, choices: Sequence[Choice] = (), why: str = "", note: str = ""
    ) -> Piece:
        """Return an open card."""
        self.drawn[face.card] += 1
        one = CardId(face.card, f"{face.card}.{self.drawn[face.card]}")
        if self.ids.get((place, face.card)):
            one = self.ids[place, face.card].pop(0)
        why = "" if choices else why
        move = self.moved.get(one.key)
        source, is_turned = (place_name(move.source), move.is_turned) if move else ("", False)
        src, name = self._drawing(face), game_words(self.art.name(face))
        return Piece(src, name, one.key, source, is_turned, tuple(choices), self._text(note), why)

    def _drawing(self, face: Face) -> str:
        """Return the address of the image of a card."""
        src = f"/cards/{self.context.style}/{self.scene.game}/{face.card}.svg"
        return f"{src}?{self.art.query}" if self.art.query else src

    def thing(self, name: str, alt: str, note: str = "") -> Piece:
        """Return a back, an empty place, or a small object."""
        return Piece(f"/art/{name}.svg", alt, note=note, look=name)

    def empty(self) -> Piece:
        """Return a place without a card."""
        return self.thing("empty", _("no card"))

    # --- the end of a round

    def ended(self) -> Iterable[RoundResult]:
        """Yield the results of the last round. Their cards have no keys, so that they never move."""
        end = self.scene.ended or RoundEnd("", ())
        texts, names = dict(end.lines), self.scene.names
        for p in dict.fromkeys((*texts, *(shown[0] for shown in end.cards))):
            shown = tuple(self._shown_box(p, name, faces) for seat, name, faces in end.cards if seat == p)
            text = names[p]
            if p in texts:
                text = _("{name}: {words}.", name=names[p], words=self._text(texts[p]))
            yield RoundResult(p, text, shown, tuple(self._round_amounts(end, p)))

    def _round_amounts(self, end: RoundEnd, p: int) -> Iterable[RoundAmount]:
        """Yield the numbers of the last round of a seat; money comes from the only seat that lost some."""
        losers = [seat for seat, _, won in end.amounts if won < 0]
        visible = {q.name for q in self.scene.quantities if not q.is_quiet}
        fists = [f.name for f in self.context.game.rules.STATE if f.sight is OWNER and f.name in HIDERS]
        for q, won in sorted(
            ((q, won) for seat, q, won in end.amounts if seat == p), key=lambda x: x[1] != 0
        ):
            tokens, label = self._tokens(replace(q, values=(abs(won),)) if won else q), q.name
            if won:
                source = f"{losers[0]}:" if won > 0 and len(losers) == 1 else ""
                coins = tuple(replace(token, source=source) for token in tokens)
                yield RoundAmount("", minus(signed(won, 0)), coins, "won" if won > 0 else "lost")
                continue
            label, are_coins = (
                label.replace("_", " ").removeprefix("last "),
                q.words.split(" ", 1)[0] in THINGS,
            )
            was_open = label in visible or not fists or not are_coins
            hider = () if was_open else (self.thing(HIDERS[fists[0]], ""),)
            if are_coins or q.values[0]:  # such as the sum, which nobody has seen if it is 0
                yield RoundAmount(game_words(label), str(q.values[0]), (*hider, *tokens))

    def _shown_box(self, p: int, name: str, faces: Sequence[Face]) -> ZoneBox:
        """Return the cards of a zone of the last round; the viewer sees hidden ones for the first time."""
        hidden = {f.name for f in self.context.game.rules.STATE if f.sight in PRIVATE}
        is_turned = name in hidden and p != self.viewer
        names = [game_words(self.art.name(f)) for f in faces]
        line = tuple(
            Piece(self._drawing(f), text, is_turned=is_turned) for f, text in zip(faces, names, strict=True)
        )
        return ZoneBox(name, game_words(name.replace("_", " ")), "", (line,))

    # --- zones

    def shared_boxes(self) -> Iterable[ZoneBox]:
        """Yield the drawn zones of the whole table."""
        for z in self.scene.zones:
            if z.seat is None and not z.is_quiet and (z.size is not None or z.kind is Kind.SLOT):
                yield self.zone_box(z)

    def zone_box(self, z: Zone, size: int | None = None) -> ZoneBox:
        """Return a zone with its cards; `size` is their number if only a quantity states it."""
        is_vacant = z.seat is not None and self._is_vacant(z)
        mark = self.marks.pop(Touch(z.name, z.seat), "")
        return replace(self._zone_box(z, size), mark=mark, marks="vacant" * is_vacant)

    def _zone_box(self, z: Zone, size: int | None) -> ZoneBox:
        """Return a zone without a mark of its own."""
        label, whole = game_words(z.name.replace("_", " ")), self._choices(z.name, None, z.seat)
        words = game_words(z.words)
        is_down = is_stock(z)
        if is_down or not z.is_open:
            n = z.size if z.size is not None else size
            backs = tuple(self._backs(z, n, is_down))
            count = cards_text(n) if n is not None and (is_down or n != 1) else ""
            return ZoneBox(z.name, label, words, (backs,), count, whole, "pile" if is_down else "spread")
        if UNDER.search(z.words) and z.kind is not Kind.SLOT:
            return self._pile(z, label, whole)
        lines = self._lines(z, z.faces)
        count = cards_text(z.size) if z.size is not None and z.size > 3 else ""
        return ZoneBox(z.name, label, words, lines, count, whole)

    def _backs(self, z: Zone, n: int | None, is_down: bool) -> list[Piece]:
        """Return cards face down, of which the last ones have just moved if any did."""
        backs = self._backs_at_rest(z, n, is_down)
        arrived = [x for x in self.scene.moves if not x.key and x.target == (z.name, z.seat)]
        for move in arrived if n != 0 else ():
            first = len(backs) - min(len(backs), move.count)
            backs[first:] = [replace(back, source=place_name(move.source)) for back in backs[first:]]
        return backs

    def _backs_at_rest(self, z: Zone, n: int | None, is_down: bool) -> list[Piece]:
        """Return cards face down; one if their number is unknown."""
        if n == 0:
            return [self.thing("empty", pgettext("cards", "none"))]
        if n is None:
            return [self.thing("back", _("face down"))]
        last = self.thing("back", ngettext("{n} card face down", "{n} cards face down", n))
        return [last, *[self.thing("back", "")] * (0 if is_down else min(n, MOST_BACKS) - 1)]

    def _pile(self, z: Zone, label: str, whole: tuple[Choice, ...]) -> ZoneBox:
        """Return open cards under something: the last on top, the others for browsing."""
        *below, top = z.faces or (None,)
        lines = self._lines(z, below) if below else ()
        return ZoneBox(
            z.name,
            label,
            game_words(z.words),
            ((self._in_zone(z, top),),),
            cards_text(z.size or 0),
            whole,
            "pile",
            below=lines,
        )

    def _lines(self, z: Zone, some: Sequence[Face | None]) -> tuple[tuple[Piece, ...], ...]:
        """Return the cards of an open zone line by line; sorted by suit if their order means nothing."""
        faces = list(some) or [None]
        suited = z.kind is Kind.COUNTS and all(f and f.suit for f in faces)
        if suited:
            faces.sort(key=lambda f: SUIT_ORDER.index(f.suit) if f else 0)
        lines = [faces[i : i + LINE] for i in range(0, len(faces), LINE)]
        if suited and len(lines) > 1:
            lines = _joined([[f for f in faces if f and f.suit == s] for s in SUIT_ORDER])
        return tuple(tuple(self._in_zone(z, f) for f in line) for line in lines)

    def _in_zone(self, z: Zone, face: Face | None) -> Piece:
        if face is None:
            return self.empty()
        choices, why = self._choices(z.name, face.card, z.seat), self._why(z, face.card)
        piece = self.card((z.name, z.seat), face, choices, why)
        return replace(piece, mark=self.marks.pop(Touch(z.name, z.seat, face.card), ""))

    def _choices(self, where: str, card: int | None, seat: int | None = None) -> tuple[Choice, ...]:
        """Return the choices that clicking a card, a zone or a place selects."""
        return tuple(self.touched.get((where, seat, card), ()))

    def _why(self, z: Zone, card: int) -> str:
        """Return why a card of a zone cannot be played; empty for cards of others."""
        if self.me is None or z.seat != self.me or self.scene.is_over:
            return ""
        if self.scene.player != self.me:
            return _("Wait for your turn: {name} to play.", name=self.scene.names[self.scene.player])
        reason = self.context.reasons.get(Touch(z.name, z.seat, card))
        return self._text(reason) if reason else _("You cannot play this card now.")

    # --- the board

    def board_rows(self) -> Iterable[tuple[ZoneBox, ...]]:
        """Yield the places of the board row by row; a square is turned towards the seat at the bottom."""
        square = self.scene.square
        if square is None:
            yield from (tuple(map(self.spot_box, row)) for row in self.scene.board)
            return
        spots = {spot.words: spot for row in self.scene.board for spot in row}
        for row in square.rows(self._bottom_side):
            yield tuple(self.cell_box(spots[cell.name], cell, square) for cell in row)

    @property
    def _bottom_side(self) -> int:
        return self.scene.square.sides[self.base] if self.scene.square and self.base is not None else 0

    def cell_box(self, spot: Spot, cell: PrizeCell, square: TableSides) -> ZoneBox:
        """Return a place of the square: the card on the axis of the bottom seat stands upright."""
        if self._bottom_side % 2:
            spot = replace(spot, faces=spot.faces[::-1], notes=spot.notes[::-1])
        paid = self._mine_first(cell.prizes)
        prizes = tuple((self._prize_name(p), minus(signed(points, 0))) for p, points in paid)
        leads = tuple(action for action, names in square.leads.items() if cell.name in names)
        marks = " impossible" * (not cell.is_possible) + " last" * cell.is_last
        return replace(self.spot_box(spot), prizes=prizes, leads=leads, marks=marks.strip())

    def _mine_first(self, prizes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        return sorted(prizes, key=lambda x: x[0] != self.base)

    def _prize_name(self, p: int) -> str:
        """Return who gets a prize: ``you``, ``they`` if there is only one other player, else a name."""
        if self.viewer is None:
            return self.scene.names[p]
        if p == self.viewer:
            return _("you")
        return _("they") if len(self.scene.names) == 2 else self.scene.names[p]

    def _side(self, p: int) -> int:
        """Return the side of a seat as seen from the bottom, clockwise."""
        square = self.scene.square
        return (square.sides[p] - self._bottom_side) % SQUARE_SIDES if square else 0

    def spot_box(self, spot: Spot) -> ZoneBox:
        """Return a place of the board."""
        notes = [*spot.notes, *[""] * len(spot.faces)]
        pieces = tuple(
            self.card((spot.words, BOARD), f, note=note)
            if f
            else self.thing("empty", _("no card"), self._text(note))
            for f, note in zip(spot.faces, notes, strict=False)
        )
        shape = "cross" if len(pieces) == 2 and self.art.is_crossed else "spot"
        mark = self.marks.pop(Touch(spot.words), "")
        label, choices = self._text(spot.words), self._choices(spot.words, None)
        return ZoneBox(spot.words, label, "", (pieces,), "", choices, shape, mark=mark)

    # --- seats

    def seat(self, p: int) -> SeatArea:
        """Return a seat with everything in front of it."""
        scene, caption = self.scene, self.captions[p]
        zones = list(self._seat_zones(p))
        numbered = [q for q in scene.quantities if q.seat == p and not q.is_badge]
        quantities = [q for q in numbered if q.sight is not NOBODY]
        numbers = [x for q in quantities if q.name not in HIDERS and (x := self._seat_number(q))]
        things = [x for q in quantities if q.name in HIDERS and (x := self._seat_number(q))]
        hidden = [] if scene.is_over else list(self._hidden_numbers(p))
        return SeatArea(
            p,
            scene.names[p],
            _caption_text(caption, p == self.viewer),
            caption.clock,
            caption.face,
            caption.kind,
            self._marks(p),
            self._last_words(p),
            tuple(numbers),
            (*things, *hidden),
            tuple(self.zone_box(z, size) for z, size in zones if self._is_held(z)),
            tuple(self.zone_box(z, size) for z, size in zones if not self._is_held(z)),
            self._side(p),
            score_text(self.context.game.rules, scene.scores[p]) if scene.scores else "",
            tuple(game_words(x) for x in scene.badges[p]),
            caption.clock_runs,
        )

    def _last_words(self, p: int) -> str:
        """Return the last action of a seat in the current round; after the match, its last action."""
        first = 0 if self.scene.is_over else self.context.begun_after
        moves = [m for m in self.context.moves if m.seat == p and m.number > first]
        if not moves:
            return ""
        words = moves[-1].words or "…"
        remark = self.context.remarks.get(moves[-1].number, "")
        return with_remark(self._text(past_message(words) or words), remark)

    def _marks(self, p: int) -> str:
        caption = self.captions[p]
        is_next = not self.context.ending and (caption.is_thinking or p == self.scene.player)
        marks = {
            "turn": is_next, "me": p == self.viewer, "out": self.scene.is_out(p), "left": caption.has_left,
            "wins": p in self.scene.winning,
        }  # fmt: skip
        return " ".join(name for name, is_set in marks.items() if is_set)

    def _is_held(self, z: Zone) -> bool:
        """Return whether a zone holds cards to play: secret ones, and the zone declared first."""
        first = next(x.name for x in self.scene.zones if x.seat is not None)
        return z.sight in OF_SEATS or z.name == first

    def _seat_zones(self, p: int) -> Iterable[tuple[Zone, int | None]]:
        """Yield the zones of a seat to draw, each with its number of cards if only a quantity states it."""
        for z in self.scene.zones:
            if z.seat != p or z.is_quiet:
                continue
            size, is_hidden_slot = self._stated_size(z), z.kind is Kind.SLOT and not z.is_open
            is_drawn = not self.scene.is_out(p) if is_hidden_slot else z.size != 0 and size != 0
            if is_drawn or self._is_vacant(z):
                yield z, size

    def _is_vacant(self, z: Zone) -> bool:
        """Return whether an open zone beside the hand is empty; it takes its room before its first card."""
        is_open_row = z.is_open and z.kind is not Kind.SLOT
        return z.size == 0 and is_open_row and not self._is_held(z) and not self.scene.is_over

    def _stated_size(self, z: Zone) -> int | None:
        """Return the number of cards of a closed zone, if a quantity of the same seat states it."""
        for q in self.scene.quantities:
            stated = HOLDS.search(q.words)
            if stated and stated[1] == z.name and q.seat == z.seat:
                return q.values[0]
        return None

    def _seat_number(self, q: Quantity) -> NumberPiece | None:
        """Return a number of a seat; None if the backs of its cards already show it."""
        is_drawn = HOLDS.search(q.words) and q.text == str(q.values[0])
        return None if is_drawn else self.number(q)

    def _hidden_numbers(self, p: int) -> Iterable[NumberPiece]:
        """Yield hidden objects of a seat: a fist if the viewer has one too, and a die under its cup."""
        for f in self.context.game.rules.STATE:
            mine = [q for q in self.scene.quantities if q.name == f.name and q.seat == self.me is not None]
            is_there = not mine[0].is_quiet if mine else self.me is None and f.name in DICE
            if f.sight is OWNER and f.name in HIDERS and is_there and p != self.me:
                label, words = game_words(f.name), game_words(f.words)
                yield NumberPiece(
                    label, words, "", (self.thing(HIDERS[f.name], pgettext("pennies in a fist", "hidden")),)
                )

    def number(self, q: Quantity) -> NumberPiece | None:
        """Return a number, with drawings if it counts drawable objects; None if it is not shown."""
        if q.is_quiet:
            return None
        label, is_plain = game_words(q.label), len(q.values) == 1 and q.text == str(q.values[0])
        tokens = self._with_payments(q, self._tokens(q)) if is_plain else ()
        if self.scene.is_over and q.sight in PRIVATE and q.seat != self.viewer:
            tokens = tuple(replace(token, is_turned=True) for token in tokens)
        text = minus(q.text) if NEGATIVE.fullmatch(q.text) else self._text(q.text)
        # such as the current round, computed from finished ones
        is_another = not is_plain and q.text.isdecimal()
        return NumberPiece(label, "" if is_another else game_words(q.words), text, tokens, q.name)

    def _tokens(self, q: Quantity) -> tuple[Piece, ...]:
        n = q.values[0]
        if q.name in DICE:
            return (self.thing(f"die-{n}", str(n)),) if 1 <= n <= SIDES else ()
        worths = worths_of(q.words)
        if worths and n > 0:
            return tuple(self._chips(n, worths))
        thing = THINGS.get(q.words.split(" ", 1)[0], "")
        if not thing or n < 0:
            return ()
        shown = n if n <= MOST_THINGS else 1
        hider = (self.thing(HIDERS[q.name], ""),) if q.name in HIDERS else ()
        return (*hider, *(self.thing(thing, "") for _ in range(shown)))

    def _with_payments(self, q: Quantity, tokens: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """Return the tokens of a number, the last of which have just been paid if any were."""
        paid = [x for x in self.scene.payments if (x.target, x.target_seat) == (q.name, q.seat)]
        sources = [place_name((x.source, x.source_seat)) for x in paid for i in range(x.count)]
        first = len(tokens) - min(len(tokens), len(sources))
        moved = [replace(token, source=name) for token, name in zip(tokens[first:], sources, strict=False)]
        return (*tokens[:first], *moved)

    def _chips(self, n: int, worths: Sequence[int]) -> Iterable[Piece]:
        """Yield the fewest chips with a total of `n`."""
        for worth in worths:
            yield from [self.thing(f"chip-{worth}", "")] * (n // worth)
            n %= worth


def _joined(suits: Sequence[Sequence[Face]]) -> list[list[Face | None]]:
    """Return suits in lines, several in one if they fit."""
    lines: list[list[Face | None]] = [[]]
    for suit in suits:
        if lines[-1] and len(lines[-1]) + len(suit) > LINE:
            lines.append([])
        lines[-1].extend(suit)
    return lines


def place_name(place: PlaceKey) -> str:
    """Return a zone or a place of the board as pages write it: ``1:hand``, ``:stock``."""
    name, seat = place
    return f"{'' if seat is None or seat == BOARD else seat}:{name}"


def cards_text(n: int) -> str:
    """Return a number of cards in words."""
    return ngettext("{n} card", "{n} cards", n)


def _caption_text(caption: SeatCaption, is_me: bool) -> str:
    """Return the caption of a seat."""
    kind = {"bot": _(caption.level) or _("bot"), "open": _("open seat")}.get(caption.kind, "")
    state = (_("to move") if is_me else _("thinking")) * caption.is_thinking
    parts = [_("you") * is_me, kind, state, _("away") * caption.has_left, caption.note]
    return " · ".join(part for part in parts if part)
