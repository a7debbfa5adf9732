"""A :class:`Game` with its options, and a :class:`Match` of it.

A match lists the legal actions, does actions and takes them back. It also is a complete record: options, seed
(or the dealt cards) and a list of actions. It reads what people type, with three kinds of errors: unreadable,
illegal, ambiguous.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from types import ModuleType
from typing import Any

from upcard.engine import seeds
from upcard.engine.card_notation import as_rules_write
from upcard.engine.chance import Chance, Recorder, Script, Stream
from upcard.engine.determinization import World
from upcard.engine.encodable import encodable
from upcard.engine.errors import Ambiguous, Illegal, Unreadable, Usage, unknown_name
from upcard.engine.game_loop import FINISHED
from upcard.engine.hand import Hand
from upcard.engine.legal_actions import legal_actions_of
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.option_values import (
    FAIR_SEED_BITS,
    OptionSetting,
    OptionValue,
    as_int,
    check_stream,
    option_words,
    options_refusal,
    set_options,
    settings_of,
)
from upcard.engine.picklable_rules import make_picklable
from upcard.engine.placed_state import place
from upcard.engine.registry import find_rules
from upcard.engine.state import PlainState, apply_action
from upcard.engine.text_views import match_text
from upcard.engine.view import interpreted_views
from upcard.engine.winners import payoffs_of, winners_of
from upcard.engine.wording import counted, join_names, matches_prefixes, quoted
from upcard.language.messages import gettext as _
from upcard.language.messages import marked, ngettext
from upcard.language.phrases import players_in_words
from upcard.old_paths import FormerAttribute

GAME_OVER = marked("the game is over; no more moves are possible")

LONGEST_SHOWN = 40
"""Characters of an unknown option that a message repeats; a form may send any number."""


class Game(InNotebooks, kind="game"):
    """A game with its number of players and its options fixed.

    Parameters
    ----------
    players : int
        Number of players.
    options : mapping
        All options by name, as whole numbers.

    Raises
    ------
    Usage
        If the rules refuse these options together or for this number of players, with their reason.
    """

    def __init__(self, rules: ModuleType, players: int, options: Mapping[str, OptionSetting]) -> None:
        self.rules, self.players, self.options = rules, players, dict(options)
        if reason := options_refusal(rules, self.options, players):
            raise Usage(reason)
        make_picklable(rules)
        self._observe, self.sight = interpreted_views(rules)
        """``sight(s, seat)`` lists the cells that a seat sees in state `s`; equal lists mean equal views."""
        self._blanks = [self._new(hidden) for hidden in (False, True)]

    def __copy__(self) -> "Game":
        """Return the game itself, which never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        """Return the game itself, which never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Store players, options and the rules file, as :mod:`upcard.engine.picklable_rules` does."""
        return type(self), (self.rules, self.players, self.options)

    def _new(self, hidden: bool) -> PlainState:
        s = PlainState(self.rules, hidden)
        s.seats = self.players
        set_options(s, self.options)
        return s

    def observe(self, s: PlainState, seat: int, v: PlainState) -> None:
        """Fill view `v`, in place, with everything in `s` that `seat` may see."""
        self._observe(s, seat, v)

    @property
    def name(self) -> str:
        """Name as people type it."""
        return str(self.rules.GAME.name)

    @property
    def title(self) -> str:
        """Name as printed."""
        return str(self.rules.GAME.title)

    def option_words(self) -> dict[str, OptionValue]:
        """Return the options as people write them: a word, a whole number, or a text."""
        declared = {o.name: o for o in self.rules.OPTIONS}
        return {k: option_words(declared[k], x) for k, x in self.options.items()}

    tree_text: str | None = None
    """The text of the tree file that is the game; None for games with a rules file."""

    seat_names: tuple[str, ...] = ()
    """The names that a tree file gives to the seats; empty for games at a table."""

    def seat_text(self, seat: int) -> str:
        """Return the name of a seat in a tree file, or else its number: ``seat 1``."""
        return self.seat_names[seat] if self.seat_names else f"seat {seat + 1}"

    def infoset_key(self, s: PlainState, history: int) -> Hashable:
        """Return a key of the information set of the player to move.

        At a table that is `history`, the number of all that the player has seen and done; a tree file says
        itself which nodes its players cannot tell apart.
        """
        return history

    @property
    def has_personal_best(self) -> bool:
        """Whether every seat has a score of its own that people compare with their earlier ones."""
        option, word = self.rules.GAME.personal_best
        return bool(option) and self.option_words()[option] == word

    def heading(self) -> str:
        """Return the title with the number of players and the options, for people."""
        options = ", ".join(f"{k}={v}" for k, v in self.option_words().items())
        return f"{self.title}, {counted(self.players, 'player')}" + (f", {options}" if options else "")

    def blank(self, hidden: bool = False, chance: Chance | None = None) -> PlainState:
        """Return a state before the start, or a view in which everything is hidden."""
        return self._blanks[hidden].copy(chance or Stream(self.rules, World))

    def start(self, chance: Chance | None = None, seed: int = 0, number: int = 0) -> PlainState:
        """Return the state after the deal of game `number` of `seed`, or as `chance` deals."""
        s = self.blank(chance=chance)
        seeds.open_match(s, int(seed), int(number))
        self.rules.start(s)
        return s

    def view(self, s: PlainState, seat: int) -> PlainState:
        """Return the view of `seat`, or ``WATCHER``: the fields of the state, ``HIDDEN`` where unseen."""
        v = self.blank(hidden=True)
        v.me = seat
        self.observe(s, seat, v)
        v.chance.state = s
        return v

    def legal_actions(self, s: PlainState) -> list[int]:
        """Return the legal actions of the player to move, in increasing order; none at the end."""
        if s.over:
            return []
        return legal_actions_of(self.rules, s)

    def words(self, v: PlainState, actions: Iterable[int]) -> dict[int, str]:
        """Return actions in words, as the player to move in view `v` would say them."""
        return {a: str(self.rules.action_text(v, a)) for a in actions}

    @property
    def aliases(self) -> Mapping[int, tuple[str, ...]]:
        """Other words by action, in lower case, that people may type, such as those of earlier versions."""
        aliases: Mapping[int, tuple[str, ...]] = getattr(self.rules, "ALIASES", {})
        return aliases

    def refusal(self, s: PlainState, a: int) -> str:
        """Return why the player to move may not do `a`, without revealing hidden cards; empty if they may."""
        if not 0 <= a < self.rules.ACTIONS:
            return f"there is no action {a}; actions are 0 to {self.rules.ACTIONS - 1}"
        if self.rules.legal(s, a):
            return ""
        v = self.view(s, s.player)
        return f"{self.words(v, [a])[a]!r} is not allowed: {self.reason(v, a)}"

    def reason(self, v: PlainState, a: int) -> str:
        """Return why an action is illegal in the view of the player to move."""
        why = getattr(self.rules, "why", None)
        reason = str(why(v, a)) if why else ""
        return reason or f"you can: {', '.join(self.words(v, self.legal_actions(v)).values())}"

    def match(
        self, seed: int = 0, number: int = 0, dealt: Iterable[str] = (), seats: Sequence[str] = ()
    ) -> "Match":
        """Begin a match.

        Parameters
        ----------
        seed : int
            The seed of the cards, from 0.
        number : int
            The number of the game within this seed.
        dealt : iterable of str
            The first outcomes of chance, such as the cards on a real table.
        seats : sequence of str
            The names of the players, for the record.
        """
        return Match(self, seed, number, tuple(dealt), tuple(seats))

    def __repr__(self) -> str:
        """Return name, players and options."""
        words = ", ".join(f"{k}={v}" for k, v in self.option_words().items())
        return encodable(f"<{self.title}, {counted(self.players, 'player')}{', ' if words else ''}{words}>")


class Match(InNotebooks, kind="match"):
    """A match: one game that is played, with its seats and its chance.

    Parameters
    ----------
    seed, number : int
        The random stream of the cards.
    dealt : tuple of str
        The outcomes of chance before those of the stream, or all of them if `seed` is None.
    seats : tuple of str
        The names of the players.
    placed : str
        The cards and numbers that were placed by hand after the deal, see :mod:`upcard.engine.placed_state`;
        empty if the match begins with its deal.

    Attributes
    ----------
    state : PlainState
        The present state, with everything that is hidden; show people :meth:`view` instead.
    actions : list of int
        The actions so far.
    movers : list of int
        The seat of each action.
    """

    def __init__(
        self, game: Game, seed: int | None, number: int, dealt: tuple[str, ...], seats: tuple[str, ...],
        placed: str = "",
    ) -> None:  # fmt: skip
        check_stream(seed, number, FAIR_SEED_BITS)
        self.game, self.dealt, self.placed = game, dealt, placed
        self.seed, self.number = None if seed is None else int(seed), int(number)  # numpy's overflow
        if seats and len(seats) != game.players:
            names = counted(len(seats), "name was", "names were")
            raise Usage(f"{names} given for {counted(game.players, 'seat')}; name each seat or none")
        self.seats = seats or tuple(f"player {p + 1}" for p in range(game.players))
        self._begin()

    def _begin(self) -> None:
        after = Stream(self.game.rules) if self.seed is not None else None
        self.chance = Recorder(Script(self.game.rules, self.dealt, after, is_full=True))
        self.actions: list[int] = []
        self.movers: list[int] = []
        self.state = self.game.start(self.chance, self.seed or 0, self.number)
        if self.placed:
            place(self.game.rules, self.state, self.placed)

    anew, carry_out = FormerAttribute("from_start"), FormerAttribute("push_verified")

    def from_start(self) -> "Match":
        """Return the match before its first action."""
        return Match(self.game, self.seed, self.number, self.dealt, self.seats, self.placed)

    def clone(self) -> "Match":
        """Return an independent match at the same point, which continues with the same cards and chance.

        ``copy.copy`` and ``copy.deepcopy`` of a match do the same, and a match can be pickled.
        """
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__, actions=self.actions.copy(), movers=self.movers.copy())
        twin.state = copy(self.state)
        is_shared = self.state.chance is self.chance
        twin.chance = twin.state.chance if is_shared else self.chance.copy()
        return twin

    __copy__ = clone

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over == FINISHED)

    @property
    def player(self) -> int:
        """Seat whose turn it is, from 0; -1 when the game is over."""
        return -1 if self.is_over else int(self.state.player)

    def view(self, seat: int) -> PlainState:
        """Return the present view of `seat`."""
        if as_int(seat) not in range(self.game.players):
            raise Usage(f"there is no seat {seat!r}; seats are 0 to {self.game.players - 1}")
        return self.game.view(self.state, seat)

    def hand(self, seat: int) -> Hand:
        """Return the present cards of `seat`, as it sees them."""
        return Hand(self.game.rules, self.view(seat), self.seats[seat])

    def legal(self) -> list[int]:
        """Return the legal actions."""
        return self.game.legal_actions(self.state)

    def words(self, a: int) -> str:
        """Return an action in words, as the player to move would say it."""
        return self.game.words(self.view(self.state.player), [a])[a]

    def choices(self) -> list[str]:
        """Return the legal actions in words."""
        legal = self.legal()
        return list(self.game.words(self.view(self.player), legal).values()) if legal else []

    def read(self, text: str) -> int:
        """Return the action that a person means.

        Exact words always count; otherwise the beginnings of words do (``d`` for ``draw``), if only one
        legal action fits. Legal actions with the same words can only be told apart by their numbers.

        Parameters
        ----------
        text : str
            The typed text; case and extra spaces do not matter, and suits may be signs, ``7♥``.

        Raises
        ------
        Unreadable
            If no action fits.
        Ambiguous
            If several legal actions fit.
        """
        words = self.game.words(self.view(self.state.player), range(self.game.rules.ACTIONS))
        aliases = self.game.aliases
        legal = set(self.legal())
        typed = as_rules_write(" ".join(text.split()), self.game.rules).lower()
        for exact in (
            [a for a, w in words.items() if w.lower() == typed],
            [a for a, also in aliases.items() if typed in also],
        ):
            if exact:
                return _only(text, [a for a in exact if a in legal] or exact[:1])
        loose = [a for a, w in words.items() if matches_prefixes(typed, w.lower())]
        if not any(a in legal for a in loose):
            loose += [a for a, also in aliases.items() if any(matches_prefixes(typed, w) for w in also)]
        loose = list(dict.fromkeys(loose))
        if not (fitting := [a for a in loose if a in legal] or loose):
            can = ", ".join(self.choices()) or "nothing"
            raise Unreadable(f"{quoted(text)} is not an action; you can: {can}")
        if len(fitting) > 1:
            raise Ambiguous(f"{text!r} can mean {' or '.join(words[a] for a in fitting)}; write more of it")
        return fitting[0]

    def verify(self, action: str | int) -> int:
        """Return the number of an action, if it is legal now.

        Raises
        ------
        Usage
            If the action is neither a text nor a whole number.
        Unreadable, Ambiguous
            If the words do not name one action.
        Illegal
            If the rules do not allow it, with the reason.
        """
        last = self.game.rules.ACTIONS - 1
        number = 0 if isinstance(action, str) else as_int(action)
        if number is None:
            raise Usage(f"{action!r} is not an action; use its words, or its number from 0 to {last}")
        if self.is_over:
            raise Illegal(GAME_OVER)
        a = self.read(action) if isinstance(action, str) else number
        if not 0 <= a <= last:
            raise Unreadable(f"there is no action {a}; actions are 0 to {last}")
        if refusal := self.game.refusal(self.state, a):
            raise Illegal(refusal)
        return a

    def why(self, a: int) -> str:
        """Return why an action is not legal now, without revealing hidden cards."""
        return self.game.reason(self.view(self.state.player), a)

    def can(self, action: str | int) -> bool:
        """Whether :meth:`verify` would accept an action."""
        try:
            self.verify(action)
        except (Usage, Unreadable, Ambiguous, Illegal):
            return False
        return True

    def do(self, action: str | int) -> None:
        """Do an action; if :meth:`verify` raises an error, nothing changes."""
        self.push_verified(self.verify(action), self.state.copy(chance=self.chance.copy()))

    def push_verified(self, a: int, before: PlainState) -> None:
        """Do a verified action; if it fails, restore `before`, a copy of the state."""
        try:
            apply_action(self.game.rules, self.state, a)
        except Illegal:
            self.state, self.chance = before, before.chance
            raise
        self.movers.append(before.player)
        self.actions.append(a)

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` actions by playing the earlier ones again.

        Raises
        ------
        Usage, Illegal
            If `count` is not a whole number from 0, or is larger than the number of actions so far.
        """
        if as_int(count) is None:
            raise Usage(f"{count!r} is not a number of actions; expected a whole number from 0")
        if not 0 <= count <= len(self.actions):
            done = counted(len(self.actions), "was", "were")
            raise Illegal(f"{counted(count, 'action')} cannot be taken back; {done} done")
        others = self.actions[: len(self.actions) - count]
        self._begin()
        for a in others:
            self.do(a)

    def scores(self) -> list[int | Fraction]:
        """Return the payoff of every seat of a finished game; more is better.

        It is the score, or the payoff that the rules declare for it: a whole number, or else a fraction.

        Raises
        ------
        Illegal
            If the game is not over, since scores are only defined at its end.
        """
        if not self.is_over:
            raise Illegal("the game is not over; there are no scores before its end")
        return payoffs_of(self.game.rules, self.state)

    def winners(self) -> list[int]:
        """Return the seats that win, usually those with the highest score; empty before the end."""
        return winners_of(self.game.rules, self.scores()) if self.is_over else []

    def __repr__(self) -> str:
        """Return the game, the last actions and whose turn it is, without hidden cards and seed."""
        return encodable(match_text(self))


def _only(text: str, actions: list[int]) -> int:
    """Return the only action with these words."""
    if len(actions) > 1:
        numbers = join_names([str(a) for a in actions])
        raise Ambiguous(f"{text!r} describes several legal actions, {numbers}; enter the number of one")
    return actions[0]


def make_game(
    name: str, players: int | None = None, preset: str | None = None, **options: OptionValue
) -> Game:
    """Return a game by name, like :func:`upcard.game`."""
    return game_with(find_rules(name), players, preset, options)


def game_with(
    rules: ModuleType, players: int | None, preset: str | None, options: Mapping[str, OptionValue]
) -> Game:
    """Return the game of a rules file with these players and options; raises what `upcard.game` raises."""
    sizes = rules.GAME.table_sizes
    n = rules.GAME.usual if players is None else players
    if as_int(n) not in sizes:
        wrong = ngettext("{n} player", "{n} players", n) if isinstance(n, int) else counted(n, "player")
        right, title = players_in_words(sizes), rules.GAME.title
        raise Usage(_("{game} is for {players}, not {wrong}", game=title, players=right, wrong=wrong))
    if preset is not None and preset not in rules.PRESETS:
        raise unknown_name("preset", preset, rules.PRESETS, owner=rules.GAME.name)
    chosen = {**(rules.PRESETS[preset] if preset else {}), **options}
    declared = {o.name: o for o in rules.OPTIONS}
    for key in chosen:
        if key not in declared:
            raise unknown_name("option", key[:LONGEST_SHOWN], declared, owner=rules.GAME.name)
    return Game(rules, n, settings_of(rules.OPTIONS, chosen))
