"""Reading ``.nfg`` files: a game in normal form as Gambit writes it, with names and exact payoffs.

Source: the Gambit project, "The strategic game (.nfg) file format, payoff version" and "outcome version".
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product

from upcard.adapters.gambit_words import GambitWords
from upcard.engine.errors import Unreadable

MOST_CELLS = 100_000
"""Maximum number of combinations of strategies."""


@dataclass(frozen=True)
class NormalForm:
    """A game in normal form."""

    title: str
    comment: str
    """Comment of the file."""
    players: tuple[str, ...]
    """The names of the players."""
    strategies: tuple[tuple[str, ...], ...]
    """The names of the strategies of each player."""
    payoffs: dict[tuple[int, ...], tuple[Fraction, ...]]
    """The payoffs of all players for each combination of strategies, numbered from 0."""

    def efg(self) -> str:
        """Return the game as the text of an ``.efg`` file, in which nobody sees what others choose."""
        lines = [f"EFG 2 R {_quoted(self.title)} {{ {' '.join(map(_quoted, self.players))} }}"]
        lines.append(_quoted(self.comment))
        numbers = count(1)

        def grow(chosen: tuple[int, ...]) -> None:
            p = len(chosen)
            if p == len(self.players):
                paid = ", ".join(map(str, self.payoffs[chosen]))
                lines.append(f't "" {next(numbers)} "" {{ {paid} }}')
                return
            names = " ".join(map(_quoted, self.strategies[p]))
            lines.append(f'p "" {p + 1} 1 "" {{ {names} }} 0')
            for k in range(len(self.strategies[p])):
                grow((*chosen, k))

        grow(())
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_nfg(text: str) -> NormalForm:
    """Read the text of an ``.nfg`` file, in either of its two forms.

    Raises ``Unreadable`` if the text is not an ``.nfg`` file; the message names the line and what was
    expected.
    """
    return _NfgReader(text).game()


def as_efg(text: str) -> str:
    """Return the text of an ``.efg`` file as it is, and that of an ``.nfg`` file as an ``.efg`` file."""
    return read_nfg(text).efg() if text.lstrip().startswith("NFG") else text


class _NfgReader(GambitWords):
    """Parser of an ``.nfg`` file."""

    def game(self) -> NormalForm:
        title = self.heading("NFG", "1")
        players = self.players()
        strategies = self.strategies(len(players))
        comment = self.text("") if self.is_text() else ""
        cells = math.prod(map(len, strategies))
        if cells > MOST_CELLS:
            raise Unreadable(
                f"the game has {cells:,} combinations of strategies; expected at most {MOST_CELLS:,}"
            )
        paid = self.outcomes(cells, len(players)) if self.is_next("{") else self.listed(cells, len(players))
        if self.at < len(self.words):
            raise self.fault("the end of the file, since all payoffs were read")
        # the first player's strategies change fastest
        order = [tuple(reversed(x)) for x in product(*(range(len(s)) for s in reversed(strategies)))]
        payoffs = dict(zip(order, paid, strict=True))
        return NormalForm(title, comment, players, strategies, payoffs)

    def strategies(self, players: int) -> tuple[tuple[str, ...], ...]:
        """Read the strategies of each player: their names, or their number."""
        strategies = tuple(self.in_braces(self.strategies_of_one))
        if len(strategies) != players or not all(strategies):
            self.at -= 1
            raise self.fault(f"the strategies of {players} players, one or more for each")
        return strategies

    def strategies_of_one(self) -> tuple[str, ...]:
        """Read the strategies of one player: their names, or their number."""
        if self.is_next("{"):
            return tuple(self.in_braces(lambda: self.text("the name of a strategy in quotes")))
        return tuple(str(k + 1) for k in range(self.whole("the number of strategies", 0, MOST_CELLS)))

    def listed(self, cells: int, players: int) -> list[tuple[Fraction, ...]]:
        """Read the payoffs of all combinations, one after another."""
        return [tuple(self.payoff() for _ in range(players)) for _ in range(cells)]

    def outcomes(self, cells: int, players: int) -> list[tuple[Fraction, ...]]:
        """Read the outcomes, and then the number of the outcome of each combination; 0 pays nothing."""
        known = [(Fraction(0),) * players, *self.in_braces(lambda: self.outcome(players))]
        return [known[self.whole("the number of an outcome", 0, len(known) - 1)] for _ in range(cells)]

    def outcome(self, players: int) -> tuple[Fraction, ...]:
        """Read one outcome: its name, which is not used, and the payoffs."""
        self.expect("{")
        self.text("the name of an outcome in quotes")
        paid = tuple(self.payoff() for _ in range(players))
        self.expect("}")
        return paid
