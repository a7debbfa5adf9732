"""The wins in the matches of a group by pupil and by role, as a table and in sentences."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from upcard.document.model import Section, Table
from upcard.engine.wording import join_names
from upcard.language.messages import game_words, local_number
from upcard.language.messages import gettext as _


@dataclass
class WonMatches:
    """Number of matches, and of wins among them; a shared win counts as a part of one."""

    matches: int = 0
    wins: float = 0.0

    def add(self, win: float) -> None:
        """Count a match with this part of a win."""
        self.matches += 1
        self.wins += win

    def __str__(self) -> str:
        if not self.matches:
            return "–"
        return _("{part} of {whole}", part=local_number(f"{self.wins:g}"), whole=self.matches)


@dataclass
class WinTally:
    """The wins of pupils in each role; only matches that count for a pupil are added."""

    roles: Sequence[str]
    """The names of the roles that can win."""
    names: dict[Hashable, str] = field(default_factory=dict)
    """The pseudonym of each pupil."""
    by_pupil: dict[Hashable, dict[str, WonMatches]] = field(default_factory=dict)
    """The results of each pupil by role."""

    def add(
        self, pupils: Sequence[tuple[Hashable, str]], counts: Sequence[bool], winners: Sequence[int]
    ) -> None:
        """Add a match: by seat the pupil's key and name, and whether it counts for them; then the winners."""
        for seat, (key, name) in enumerate(pupils):
            if counts[seat]:
                self.names[key] = name
                of_pupil = self.by_pupil.setdefault(key, {x: WonMatches() for x in self.roles})
                of_pupil[self.roles[seat]].add(1 / len(winners) if seat in winners else 0.0)

    def of_role(self, role: str) -> WonMatches:
        """Return the results of all pupils in a role."""
        lines = [x[role] for x in self.by_pupil.values()]
        return WonMatches(sum(x.matches for x in lines), sum(x.wins for x in lines))

    def _of_pupil(self, key: Hashable) -> WonMatches:
        lines = self.by_pupil[key].values()
        return WonMatches(sum(x.matches for x in lines), sum(x.wins for x in lines))

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """A row for each pupil, most wins first: the name, the results by role, and all together."""
        order = sorted(self.by_pupil, key=lambda key: (-self._of_pupil(key).wins, self.names[key]))
        return [
            (self.names[key], *(str(self.by_pupil[key][x]) for x in self.roles), str(self._of_pupil(key)))
            for key in order
        ]

    @property
    def total_row(self) -> tuple[str, ...]:
        """The results of everybody by role; the last cell is empty, since every match has a winner."""
        return (_("everyone"), *(str(self.of_role(x)) for x in self.roles), "")

    def section(self, title: str) -> Section:
        """Return the tally as a section with a table; the text says that nothing is over, if so."""
        if not self.by_pupil:
            return Section(title, [_("No match is over yet.")])
        columns = (
            _("matches won"),
            *(_("as {role}", role=game_words(x)) for x in self.roles),
            _("together"),
        )
        return Section(title, tables=[Table(title, columns, [*self.rows, self.total_row])])

    @property
    def sentence(self) -> str:
        """The tally in sentences, such as ``Matches won: Otter 2 of 3. Won as A 1 of 2 and as B 1 of 1.``."""
        if not self.by_pupil:
            return ""
        pupils = ", ".join(f"{row[0]} {row[-1]}" for row in self.rows)
        won = _("Matches won: {pupils}.", pupils=pupils)
        return f"{won} {self.role_sentence}"

    @property
    def role_sentence(self) -> str:
        """The wins by role in a sentence; empty if no match is over."""
        if not self.by_pupil:
            return ""
        roles = [_("as {role} {wins}", role=game_words(x), wins=self.of_role(x)) for x in self.roles]
        return _("Won {roles}.", roles=join_names(roles))


def together(tallies: Iterable[WinTally]) -> WinTally:
    """Return the tally of several groups, whose pupils have different keys."""
    every = list(tallies)
    total = WinTally(every[0].roles if every else ())
    for x in every:
        total.names |= x.names
        total.by_pupil |= x.by_pupil
    return total
