"""The kinds of matrices in class: what theory advises, what the class did, and where each occurs in life."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean

from upcard.classroom.class_matrices import MATRICES
from upcard.classroom.class_record import Played, Story
from upcard.classroom.matrix_theory import Names, matrix_section, payoffs_text, words_of
from upcard.classroom.mean_bars import chance_bar, share_bar
from upcard.classroom.pairings import WORDS
from upcard.document.model import Bar, Section
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import LEFT, ROTATE, SIDE_NAMES, column, partner
from upcard.games.four_cell.solvers.turn_matrix import columns_held, turn_matrix
from upcard.language.messages import gettext as _
from upcard.language.messages import marked, ngettext
from upcard.solving.matrix2x2 import (
    COLUMN,
    ROW,
    STRICT,
    Bimatrix,
    MatrixCell,
    bimatrix,
    dilemma,
    dominance,
    equilibria,
    payoff_dominant,
    pure_equilibria,
    strict_equilibria,
)
from upcard.solving.ordinal2x2 import ordinal_type

DOMINANCE, DILEMMA, COORDINATION, CONFLICT, NO_PURE = (
    "dominance",
    "dilemma",
    "coordination",
    "conflict",
    "none",
)


@dataclass(frozen=True)
class MatrixTurn:
    """A turn of a match that pupils played."""

    group: int
    match: int
    number: int
    """Group, match of the group, and turn of the match, each from 1."""
    game: Bimatrix
    sides: Names
    """The names of the first player, who chooses the row, and the second one."""
    cell: MatrixCell
    by_pupil: tuple[bool, bool]
    """Whether a pupil chose the card, for each of the two."""
    was_free: tuple[bool, bool]
    """Whether their hand had cards of both columns."""

    @property
    def is_of_pupils(self) -> bool:
        """Whether both cards were chosen by pupils."""
        return all(self.by_pupil)

    @property
    def choices(self) -> list[tuple[int, int]]:
        """The player (row or column) and the column of each choice of a pupil who could choose either."""
        return [(p, self.cell[p]) for p in (ROW, COLUMN) if self.by_pupil[p] and self.was_free[p]]


def sides_of(s: PlainState) -> Names:
    """Return the names of the two players whose turn it is; the first one chooses the row."""
    return SIDE_NAMES[s.first], SIDE_NAMES[partner(s, s.first)]


def turns_of(match: Played) -> Iterator[MatrixTurn]:
    """Yield every complete turn of a match."""
    first: tuple[int, bool, bool] | None = None
    for s, action, by_person in match.positions():
        if action >= ROTATE:
            continue
        now = (column(action), by_person, len(columns_held(s)) > 1)
        if s.player == s.first or first is None:
            first = now
            continue
        yield MatrixTurn(
            match.group + 1,
            match.match + 1,
            int(s.played) + 1,
            turn_matrix(s),
            sides_of(s),
            (first[0], now[0]),
            (first[1], now[1]),
            (first[2], now[2]),
        )


def kind_of(game: Bimatrix) -> str:
    """Return the kind of a matrix; empty for one with equal payoffs that is of no kind."""
    stable, strict = pure_equilibria(game), strict_equilibria(game)
    if not stable:
        return NO_PURE
    if len(strict) == 2:
        gains = [game.payoff(p, strict[0]) - game.payoff(p, strict[1]) for p in (ROW, COLUMN)]
        if min(gains) < 0 < max(gains):
            return CONFLICT
        return COORDINATION if payoff_dominant(game) is not None else ""
    if dilemma(game) is not None:
        return DILEMMA
    has_dominance = any((d := dominance(game, p)) and d.kind == STRICT for p in (ROW, COLUMN))
    return DOMINANCE if has_dominance else ""


# ---- what the class did ----


def _dominant_bars(turns: Sequence[MatrixTurn]) -> Iterator[Bar]:
    right = total = 0
    for turn in turns:
        for player, choice in turn.choices:
            better = dominance(turn.game, player)
            if better is not None and better.kind == STRICT:
                total += 1
                right += choice == better.action
    yield share_bar(_("pupils chose their dominant column"), right, total)


def _ending_bars(
    turns: Sequence[MatrixTurn], *ends: tuple[str, Callable[[Bimatrix], Sequence[MatrixCell]]]
) -> Iterator[Bar]:
    """Yield for each kind of cell how many turns of two pupils ended there."""
    played = [x for x in turns if x.is_of_pupils]
    for label, cells in ends:
        yield share_bar(label, sum(x.cell in cells(x.game) for x in played), len(played))


def _better(game: Bimatrix) -> Sequence[MatrixCell]:
    cells = dilemma(game)
    return [] if cells is None else [cells.better]


def _preferred(game: Bimatrix) -> Sequence[MatrixCell]:
    cell = payoff_dominant(game)
    return [] if cell is None else [cell]


def _dilemma_bars(turns: Sequence[MatrixTurn]) -> Iterator[Bar]:
    return _ending_bars(
        turns,
        (_("turns that ended in the equilibrium"), pure_equilibria),
        (_("turns in the better cell"), _better),
    )


def _coordination_bars(turns: Sequence[MatrixTurn]) -> Iterator[Bar]:
    return _ending_bars(
        turns,
        (_("turns that ended in an equilibrium"), pure_equilibria),
        (_("turns in the better one"), _preferred),
    )


def _conflict_bars(turns: Sequence[MatrixTurn]) -> Iterator[Bar]:
    return _ending_bars(turns, (_("turns that ended in an equilibrium"), pure_equilibria))


def _mixing_bars(turns: Sequence[MatrixTurn]) -> Iterator[Bar]:
    chosen = [(x, p, choice) for x in turns for p, choice in x.choices]
    yield share_bar(_("left"), sum(choice == LEFT for *_turn, choice in chosen), len(chosen))
    mixed = [[r for r in equilibria(x[0].game) if r.is_point] for x in chosen]
    lefts = [
        float((r[0].row if p == ROW else r[0].column).low)
        for r, (_turn, p, _choice) in zip(mixed, chosen, strict=True)
        if r
    ]
    if lefts:
        yield chance_bar(_("left, in the mixed equilibria of these turns"), fmean(lefts))


# ---- the kinds ----


@dataclass(frozen=True)
class MatrixKind:
    """A kind of matrix: its title, what theory advises, where it occurs in life, and an example."""

    title: str
    advice: str
    life: str
    example: Bimatrix
    bars: Callable[[Sequence[MatrixTurn]], Iterator[Bar]]
    """A function of the turns of this kind that yields bars on what the class did."""


KINDS = {
    DOMINANCE: MatrixKind(
        marked("Dominance"),
        marked("One column is better whatever the other player picks. Choose it: you need not guess."),
        marked("In daily life: a seat belt protects you however the others drive."),
        bimatrix((7, 2, 4, -3), (3, -5, 6, 1)),
        _dominant_bars,
    ),
    DILEMMA: MatrixKind(
        marked("Dilemma"),
        marked(
            "The best choice of each alone leads to a cell that is worse than another one. Theory "
            "expects the worse cell, unless you can make a binding promise."
        ),
        marked(
            "In daily life: disarmament talks. Fewer weapons are better for both, but each alone wants "
            "more. Also doping, overfishing, group projects."
        ),
        MATRICES["dilemma"].game,
        _dilemma_bars,
    ),
    COORDINATION: MatrixKind(
        marked("Coordination"),
        marked(
            "Two cells are equilibria, and both of you prefer the same one. Guess which column the other "
            "player picks, and meet them in an equilibrium."
        ),
        marked(
            "In daily life: a song in two voices, or an app that is better than the old one if all your "
            "friends change to it."
        ),
        MATRICES["stag"].game,
        _coordination_bars,
    ),
    CONFLICT: MatrixKind(
        marked("Conflict"),
        marked(
            "Two cells are equilibria, and you prefer different ones. Somebody has to give in, and "
            "nothing says who."
        ),
        marked("In daily life: two drivers on a narrow road; two firms, each with a standard of its own."),
        MATRICES["sexes"].game,
        _conflict_bars,
    ),
    NO_PURE: MatrixKind(
        marked("No equilibrium without chance"),
        marked(
            "In every cell, one of you would rather have picked the other column. If you are "
            "predictable, you lose: mix your columns."
        ),
        marked("In daily life: penalty kicks, hide and seek, spot checks of tickets."),
        MATRICES["pennies"].game,
        _mixing_bars,
    ),
}
"""The kinds that the class discusses, in this order."""


def all_turns(story: Story, step: int) -> list[MatrixTurn]:
    """Return the turns that the class played at a step."""
    return list(chain.from_iterable(turns_of(x) for x in story.of_step(step)))


def kind_sections(turns: Sequence[MatrixTurn]) -> list[Section]:
    """Return a section on each kind: a turn of the class or else an example, and the theory."""
    by_kind = _by_kind(turns)
    return [_kind_section(kind, by_kind[name]) for name, kind in KINDS.items()]


def _by_kind(turns: Sequence[MatrixTurn]) -> dict[str, list[MatrixTurn]]:
    """Return the turns of each kind, and under an empty name those of no kind."""
    by_kind: dict[str, list[MatrixTurn]] = {name: [] for name in (*KINDS, "")}
    for turn in turns:
        by_kind[kind_of(turn.game)].append(turn)
    return by_kind


def _kind_section(kind: MatrixKind, turns: Sequence[MatrixTurn]) -> Section:
    if not turns:
        note = _("None came up in your matches. Here is an example.")
        sides = SIDE_NAMES[0], SIDE_NAMES[1]
        words = [_(kind.advice), note, *words_of(kind.example, sides), _(kind.life)]
        return matrix_section(_(kind.title), kind.example, sides, words)
    turn = min(turns, key=lambda x: (not x.is_of_pupils, not ordinal_type(x.game).name, not all(x.was_free)))
    words = [
        _(kind.advice),
        _where(turn, len(turns)),
        *words_of(turn.game, turn.sides),
        _choices_of(turn),
        _(kind.life),
    ]
    section = matrix_section(_(kind.title), turn.game, turn.sides, words)
    return Section(section.title, section.text, section.tables, bars=tuple(kind.bars(turns)))


def _where(turn: MatrixTurn, times: int) -> str:
    """Return how often a kind came up, and the place of the turn that is the example."""
    name = ordinal_type(turn.game).name
    values = {"times": frequency(times), "group": turn.group, "match": turn.match, "turn": turn.number}
    if name:
        return _(
            "It came up {times}, for example in group {group}, match {match}, turn {turn} ({name}).",
            name=_(name),
            **values,
        )
    return _("It came up {times}, for example in group {group}, match {match}, turn {turn}.", **values)


def _choices_of(turn: MatrixTurn) -> str:
    """Return what both players chose in a turn, and what they got."""
    one, other = (_(WORDS[x]) for x in turn.cell)
    values = {
        "row": turn.sides[ROW], "column": turn.sides[COLUMN], "one": one, "other": other,
        "payoffs": payoffs_text(turn.game, turn.cell),
    }  # fmt: skip
    if one == other:
        return _("In that turn, both chose {one}: {payoffs}.", **values)
    return _("In that turn, {row} chose {one} and {column} chose {other}: {payoffs}.", **values)


def frequency(times: int) -> str:
    """Return a frequency in words: once, twice, 20 times."""
    if times in (1, 2):
        return _("once") if times == 1 else _("twice")
    return ngettext("{n} time", "{n} times", times)


def life_sections(turns: Sequence[MatrixTurn]) -> list[Section]:
    """Return a section on each kind with its examples from daily life, and how often the class met it."""
    sections, by_kind = [], _by_kind(turns)
    for name, kind in KINDS.items():
        times = len(by_kind[name])
        if times:
            came = _("It came up {times} in your matches.", times=frequency(times))
        else:
            came = _("It did not come up today.")
        sections.append(Section(_(kind.title), (_(kind.life), came)))
    return sections
