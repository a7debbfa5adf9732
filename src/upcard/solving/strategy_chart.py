"""A strategy of one seat as a table for people: what the seat knows, and what it does with which cards.

Information sets that differ only in the seat's card share a line. If they differ in anything else, the line
says how, in the words of the game: those of its scene, or else all earlier actions. Information sets that are
never reached under the strategy are left out, since any play there is as good.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import FloatArray
from upcard.engine.state import CheckedRow, PlainState, fields_of
from upcard.engine.tree.game_tree import GameTree
from upcard.kit.cards import EMPTY, EVERYBODY, OWNER, Field, Kind, Picture
from upcard.solving.infoset_views import views

HEADINGS = ("who", "knows", "does")
MOST_LINES = 60
SURE = 1e-9
BEGINNING = "nothing yet"


@dataclass(frozen=True)
class _InfosetRow:
    """An information set: its number, its view, and the strategy there in words."""

    number: int
    view: PlainState
    does: str


def chart_rows(
    tree: GameTree,
    strategy: FloatArray,
    seats: Sequence[int],
    alike: npt.NDArray[np.bool_] | None = None,
    most: int | None = None,
) -> list[tuple[str, ...]]:
    """Return the strategy of some seats as lines of a table, with the headings first.

    The table is empty if the whole table would have more than ``MOST_LINES``. `strategy` has the probability
    of every choice of all seats. `alike`, a bool array of the same shape, marks the best choices; if there
    are several at an information set, its line lists them. At most `most` lines are returned, the most
    frequent.
    """
    return _StrategyChart(tree, strategy, alike).table(seats, most)


def reached(tree: GameTree, strategy: FloatArray) -> npt.NDArray[np.bool_]:
    """Return which information sets occur under a strategy, bool array of shape (information sets,)."""
    return reach(tree, np.where(strategy > SURE, 1.0, 0.0)) > 0


def reach(tree: GameTree, strategy: FloatArray) -> FloatArray:
    """Return the probability of each information set under a strategy, shape (information sets,)."""
    chances = np.append(strategy, 1.0)  # -1, the edge of nodes below chance, reads the last one
    comes = tree.along_ways(np.where(tree.edge < 0, tree.chance(), chances[tree.edge]))
    chances = np.zeros(tree.infosets)
    decisions = np.flatnonzero(tree.infoset >= 0)
    np.add.at(chances, tree.infoset[decisions], comes[decisions])
    return chances


@dataclass(frozen=True)
class ChartDecision:
    """An information set in words, and the strategy there."""

    number: int
    """The number of the information set."""
    seat: int
    """The seat that decides, from 0."""
    knows: str
    """Open cards, earlier actions and the player's card, as far as they distinguish it from others."""
    words: tuple[str, ...]
    """The choices in words."""
    chances: tuple[float, ...]
    """The probability of each choice."""
    reach: float
    """The probability that the decision occurs under the strategy."""


def decisions(
    tree: GameTree, strategy: FloatArray, most: int | None = None, is_all: bool = False
) -> list[ChartDecision]:
    """Return every decision that occurs under a strategy, or the `most` frequent ones, seat by seat.

    `strategy` has the probability of every choice of all seats; `is_all` adds decisions that never occur.
    """
    return _StrategyChart(tree, strategy, None).decisions(most, is_all)


class _StrategyChart:
    """Describes a strategy on a tree, seat by seat."""

    def __init__(self, tree: GameTree, strategy: FloatArray, alike: npt.NDArray[np.bool_] | None) -> None:
        self.tree, self.strategy, self.alike = tree, strategy, alike
        self.seen = views(tree)
        self.fields = fields_of(tree.game.rules)
        slots = (f for f in self.fields if f.kind is Kind.SLOT and f.sight is OWNER)
        self.card = next((f for f in slots if self.is_filled(f)), None)

    def table(self, seats: Sequence[int], most: int | None = None) -> list[tuple[str, ...]]:
        """Return headings and the most frequent lines of some seats; empty if the whole table is too long."""
        comes, often = reached(self.tree, self.strategy), reach(self.tree, self.strategy)
        lines: list[tuple[float, tuple[str, ...]]] = []
        for p in seats:
            sets = np.flatnonzero((self.tree.owner == p) & comes).tolist()
            places = [self.place(i) for i in sets]
            lines += [(x, (f"seat {p + 1}", *line)) for x, line in self.lines(places, p, often)]
        if len(lines) >= MOST_LINES:
            return []
        shown = set(sorted(range(len(lines)), key=lambda i: -lines[i][0])[:most])
        return [HEADINGS, *(line for i, (_, line) in enumerate(lines) if i in shown)]

    def words(self, number: int) -> list[str]:
        """Return the choices at an information set in words."""
        first = int(self.tree.first[number])
        legal = self.tree.legal[first : first + int(self.tree.count[number])].tolist()
        texts = self.tree.game.words(self.seen[number], legal)
        return [texts[a] for a in legal]

    def doing(self, number: int) -> str:
        """Return the strategy at an information set, in words."""
        here = slice(int(self.tree.first[number]), int(self.tree.first[number] + self.tree.count[number]))
        words, chances = self.words(number), self.strategy[here].tolist()
        if self.alike is not None and self.alike[here].sum() > 1:
            return " or ".join(w for w, x in zip(words, self.alike[here], strict=True) if x) + " alike"
        sure = [w for w, x in zip(words, chances, strict=True) if x > 1 - SURE]
        return (
            sure[0]
            if sure
            else " or ".join(f"{w} {x:.4g}" for w, x in zip(words, chances, strict=True) if x > SURE)
        )

    def decisions(self, most: int | None, is_all: bool) -> list[ChartDecision]:
        """Return every decision that occurs, or the `most` frequent ones; see :func:`decisions`."""
        often, out = reach(self.tree, self.strategy), list[ChartDecision]()
        comes = np.flatnonzero(reached(self.tree, self.strategy) | is_all)
        shown = set(comes[np.argsort(-often[comes], kind="stable")][:most].tolist())
        for p in range(self.tree.game.players):
            places = [self.place(i) for i in comes.tolist() if self.tree.owner[i] == p]
            for known, group in self.groups(places, p):
                for words, part in self.parts(group, p):
                    cards = sorted(part, key=lambda x: self.held(x, p))
                    for x in (x for x in cards if x.number in shown):
                        card = "" if self.card is None else self.plain(self.card, self.held(x, p))
                        knows = "; ".join(filter(None, (known, words, card)))
                        out.append(self.decision(x, p, knows, float(often[x.number])))
        return out

    def decision(self, x: _InfosetRow, p: int, knows: str, often: float) -> ChartDecision:
        """Return a decision with its choices."""
        first, count = int(self.tree.first[x.number]), int(self.tree.count[x.number])
        chances = tuple(self.strategy[first : first + count].tolist())
        return ChartDecision(x.number, p, knows, tuple(self.words(x.number)), chances, often)

    def place(self, number: int) -> _InfosetRow:
        """Return an information set with its view and the strategy there."""
        return _InfosetRow(number, self.seen[number], self.doing(number))

    def lines(
        self, places: list[_InfosetRow], p: int, often: FloatArray
    ) -> list[tuple[float, tuple[str, ...]]]:
        """Return the lines of one seat with their probabilities; equal actions share a line."""
        out: list[tuple[float, tuple[str, ...]]] = []
        for known, group in self.groups(places, p):
            does: dict[str, list[str]] = {}
            comes: dict[str, float] = {}
            for words, part in self.parts(group, p):
                what = self.with_cards(part, p)
                does.setdefault(what, []).append(words)
                comes[what] = comes.get(what, 0.0) + float(sum(often[x.number] for x in part))
            texts = {what: "; ".join(filter(None, (known, _together(words)))) for what, words in does.items()}
            out += [(comes[what], (words, what)) for what, words in texts.items()]
        return out

    def groups(self, places: list[_InfosetRow], p: int) -> list[tuple[str, list[_InfosetRow]]]:
        """Return information sets of one seat, grouped by public information, each group with it in words."""
        shared = [f for f in self.fields if f is not self.card and f.sight is EVERYBODY]
        public = self.telling(shared, places, p, [])
        groups: dict[Any, list[_InfosetRow]] = {}
        for place in places:
            groups.setdefault(tuple(_cells(f, place.view, p) for f in public), []).append(place)
        return [(self.public_words(group[0], public, places), group) for group in groups.values()]

    def parts(self, group: list[_InfosetRow], p: int) -> list[tuple[str, list[_InfosetRow]]]:
        """Split a group by the owner's private information except the card, with it in words."""
        private = [f for f in self.fields if f is not self.card and f.sight is OWNER]
        more = self.telling(private, group, p, [] if self.card is None else [self.card])
        parts: dict[Any, list[_InfosetRow]] = {}
        for place in group:
            parts.setdefault(tuple(_cells(f, place.view, p) for f in more), []).append(place)
        return list(zip(self.private_words(list(parts.values()), more, p), parts.values(), strict=True))

    def telling(
        self, fields: Iterable[Field], places: Sequence[_InfosetRow], p: int, chosen: Sequence[Field]
    ) -> list[Field]:
        """Return the fields that, together with those in `chosen`, distinguish the information sets."""
        shown = self.scene(places[0].view)[0] if places else {}
        used, needed = list(chosen), []
        for f in sorted(fields, key=lambda f: (f.name not in shown, not f.is_zone)):
            before = len({tuple(_cells(g, x.view, p) for g in used) for x in places})
            if len({tuple(_cells(g, x.view, p) for g in (*used, f)) for x in places}) > before:
                used.append(f)
                needed.append(f)
        return needed

    def scene(self, v: PlainState) -> tuple[dict[str, Any], tuple[str, ...]]:
        """Return the rules' words for fields, and their sentences, from the scene of a view."""
        rules = self.tree.game.rules
        picture = rules.scene(v) if hasattr(rules, "scene") else Picture()
        return _words_of_values(rules, v, picture) | dict(picture.shown), tuple(picture.says)

    def public_words(self, place: _InfosetRow, fields: Sequence[Field], places: Sequence[_InfosetRow]) -> str:
        """Return the public information at an information set, as far as it differs between sets."""
        texts = []
        shown = self.scene(place.view)[0]
        if any(f.name not in shown and not f.is_zone for f in fields):
            texts.append(self.story(place.number))
        for f in fields:
            if f.name in shown:
                texts.append(self.shown_words(f, shown[f.name], places))
            elif f.is_zone or texts[0] is None:
                texts.append(f"{_spoken(f.name)} {self.plain(f, _cells(f, place.view, 0))}")
        return "; ".join(x for x in texts if x)

    def shown_words(self, f: Field, words: Any, places: Sequence[_InfosetRow]) -> str:
        """Return the scene's words for a field; if there are words for each seat, only those that differ."""
        if isinstance(words, str):
            return f"{_spoken(f.name)} {words}"
        all_shown = [self.scene(x.view)[0][f.name] for x in places]
        texts = []
        for q, word in enumerate(words):
            here = {str(x[q]) for x in all_shown}
            if len(here) > 1 and word:
                is_named = len({x.partition(" ")[0] for x in here}) == 1
                texts.append(str(word) if is_named else f"seat {q + 1} {word}")
        return ", ".join(texts)

    def is_filled(self, f: Field) -> bool:
        """Return whether a field holds a single card of a player who decides."""
        return f.length == 0 and any(_cells(f, v, v.me) != EMPTY for v in self.seen)

    def plain(self, f: Field, cells: Any) -> str:
        """Return a field for which the rules have no words, as numbers or names of cards."""
        shown = cells if isinstance(cells, tuple) else (cells,)
        if f.kind in (Kind.ROW, Kind.COUNTS):
            return self.cards(shown, f)
        if f.kind is Kind.SLOT:
            shown = tuple("none" if x == EMPTY else self.tree.game.rules.card_text(x) for x in shown)
        return ", ".join(map(str, shown))

    def cards(self, cells: Sequence[int], f: Field) -> str:
        """Return the names of cards in rows or in counts; for several players, with their seats."""
        name = self.tree.game.rules.card_text
        lines = [cells[i : i + f.length] for i in range(0, len(cells), f.length)]
        if f.kind is Kind.ROW:
            held = [line[1 : 1 + line[0]] for line in lines]
        else:
            held = [[k for k, n in enumerate(line) for _ in range(n)] for line in lines]
        texts = [" ".join(str(name(x)) for x in line) or "none" for line in held]
        if len(texts) == 1:
            return texts[0]
        return ", ".join(f"seat {q}: {x}" for q, x in enumerate(texts, 1))

    def story(self, number: int) -> str | None:
        """Return all actions before an information set; None if its owner does not know them."""
        nodes = np.flatnonzero(self.tree.infoset == number).tolist()
        paths = {self.path(node) for node in nodes}
        return paths.pop() or BEGINNING if len(paths) == 1 else None

    def path(self, node: int) -> str:
        """Return all actions that lead to a node, in words."""
        tree, actions = self.tree, []
        while (above := int(tree.parent[node])) >= 0:
            if tree.player[above] >= 0:
                at = int(tree.infoset[above])
                word = self.words(at)[int(tree.edge[node] - tree.first[at])]
                actions.append(f"seat {tree.player[above] + 1}: {word}")
            node = above
        return ", ".join(reversed(actions))

    def private_words(self, parts: Sequence[list[_InfosetRow]], fields: Sequence[Field], p: int) -> list[str]:
        """Return the private information of each part of a group: as sentences of the scene, or by fields."""
        scenes = [{self.scene(x.view)[1] for x in part} for part in parts]
        if fields and all(len(x) == 1 for x in scenes):
            sentences = [next(iter(x)) for x in scenes]
            distinct = [[s for s in x if not all(s in y for y in sentences)] for x in sentences]
            if len({tuple(x) for x in distinct}) == len(parts):
                return [_lower(" ".join(x).rstrip(".")) for x in distinct]
        return [
            ", ".join(f"{_spoken(f.name)} {self.plain(f, _cells(f, part[0].view, p))}" for f in fields)
            for part in parts
        ]

    def held(self, x: _InfosetRow, p: int) -> int:
        """Return the player's card at an information set; ``EMPTY`` if there is none."""
        return EMPTY if self.card is None else int(_cells(self.card, x.view, p))

    def with_cards(self, part: list[_InfosetRow], p: int) -> str:
        """Return the strategy of a part in words, by cards."""
        card = self.card
        if card is None:
            return part[0].does
        held: dict[str, list[str]] = {}
        for place in sorted(part, key=lambda x: self.held(x, p)):
            held.setdefault(place.does, []).append(self.plain(card, self.held(place, p)))
        return "; ".join(f"{does} with {' '.join(cards)}" for does, cards in held.items())


def _words_of_values(rules: ModuleType, v: PlainState, picture: Picture) -> dict[str, Any]:
    """Return the declared words for the values of numbers that everybody sees, with the roles of seats."""
    words: dict[str, Any] = {}
    for f in rules.STATE:
        if f.shown and f.sight is EVERYBODY and f.per_seat:
            texts = [f.text_of((x,)) for x in _cells(f, v, 0)]
            words[f.name] = [f"{picture.badges.get(p, '')} {x}".strip() for p, x in enumerate(texts)]
        elif f.shown and f.sight is EVERYBODY:
            words[f.name] = f.text_of((_cells(f, v, 0),))
    return words


def _cells(f: Field, v: PlainState, p: int) -> Any:
    """Return the cells of a field in a view, as a key; if each seat has a row, only that of seat `p`."""
    shown = v.__dict__[f.name]
    if not isinstance(shown, CheckedRow):
        return shown
    if f.sight is not OWNER:
        return tuple(shown.cells)
    cells = shown[p]
    return tuple(cells) if isinstance(cells, CheckedRow) else cells


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _together(texts: Sequence[str]) -> str:
    """Join several descriptions; if they differ in only one word, list these words."""
    words = [x.split(" ") for x in texts]
    if len({len(x) for x in words}) == 1:
        differ = [i for i in range(len(words[0])) if len({x[i] for x in words}) > 1]
        if len(differ) == 1:
            i = differ[0]
            return " ".join([*words[0][:i], *dict.fromkeys(x[i] for x in words), *words[0][i + 1 :]])
    return " or ".join(dict.fromkeys(texts))
