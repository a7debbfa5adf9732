"""The result of a balance report: sections, each with its answer, its document and its numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from upcard.document.model import Section
from upcard.study.balance.play_levels import PlayLevel
from upcard.study.study_parts import StudyReport


@dataclass(frozen=True)
class BalanceSection:
    """One section of a balance report."""

    name: str
    """Its name on a command line: ``seats``."""
    answer: str
    """The answer to the question of the section, in a sentence or two."""
    document: Section
    """Everything that is shown; its text begins with the answer."""
    numbers: Mapping[str, Any]
    """The numbers as plain values and estimates."""
    command: str = ""
    """The command that computes the same section again."""


@dataclass(frozen=True)
class BalanceReport:
    """A balance report: what thousands of games say about a game."""

    game: str
    """Name of the game."""
    title: str
    """Title of the game with its players and options."""
    players: int
    options: Mapping[str, Any]
    seed: int
    effort: float
    """How many times the usual number of games was played."""
    levels: Sequence[PlayLevel]
    """The levels of play, the weakest first."""
    sections: Sequence[BalanceSection]
    command: str
    """The command that gives the same numbers."""
    seconds: float

    def section(self, name: str) -> BalanceSection:
        """Return a section by its name; raise KeyError if it was not computed."""
        return {x.name: x for x in self.sections}[name]

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values, ready for JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "effort": self.effort,
            "seconds": self.seconds,
            "command": self.command,
            "levels": [plain_values(x) for x in self.levels],
            "sections": [
                {
                    "name": x.name,
                    "title": x.document.title,
                    "answer": x.answer,
                    "command": x.command,
                    **plain_values(x.numbers),
                }
                for x in self.sections
            ],
        }

    def study(self) -> StudyReport:
        """Return the report in the form of a study, which can be rendered as a page."""
        levels = [f"{x.name}: {x.strategy}, {x.games:,} games" for x in self.levels]
        settings = {"levels of play": levels, "seed": self.seed, "effort": self.effort}
        return StudyReport(
            f"balance-{self.game}",
            f"Balance of {self.title}",
            [x.answer for x in self.sections],
            {"command": self.command, **settings, "seconds": round(self.seconds, 1)},
            [x.document for x in self.sections],
            self.to_json(),
        )


def plain_values(x: Any) -> Any:
    """Return records, mappings and sequences as plain values for JSON."""
    if is_dataclass(x) and not isinstance(x, type):
        return {f.name: plain_values(getattr(x, f.name)) for f in fields(x)}
    if isinstance(x, Mapping):
        return {str(k): plain_values(v) for k, v in x.items()}
    return [plain_values(v) for v in x] if isinstance(x, list | tuple) else x
