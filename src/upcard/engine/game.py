"""The friendly objects: a :class:`Game` with its options, and a :class:`Match`, one play of it.

A match says what can be done, does it, takes it back, and is its own record: options, seed (or the cards
that were dealt) and a list of actions. Everything a person may type is read here, with three kinds of
fault: unreadable, illegal, ambiguous.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

from upcard.engine import seeds
from upcard.engine.card_notation import as_rules_write
from upcard.engine.chance import Exhausted, Forced, Sampled
from upcard.engine.errors import Ambiguous, Illegal, Unreadable, Usage, unknown_name
from upcard.engine.game_loop import FINISHED
from upcard.engine.hand import Hand
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.option_values import (
    OptionValue,
    Setting,
    as_int,
    check_stream,
    option_words,
    options_refusal,
    set_options,
    settings_of,
)
from upcard.engine.registry import find_rules
from upcard.engine.state import PlainState, apply_action
from upcard.engine.text_views import match_text
from upcard.engine.view import make_observe, make_sight
from upcard.engine.winners import winners_of
from upcard.engine.wording import counted, join_names, matches_prefixes, quoted, sizes_text

LONGEST_SHOWN = 40
"""Characters of an unknown option that a message repeats; a form may send any number."""


class Game(InNotebooks, kind="game"):
    """A game with its number of players and its options fixed.

    Parameters
    ----------
    rules : module
        The rules file.
    players : int
        Number of players.
    options : mapping
        Every option by name, as whole numbers.

    Raises
    ------
    Usage
        If the rules refuse these options together or for so many players, with their reason.
    """

    def __init__(self, rules: ModuleType, players: int, options: Mapping[str, Setting]) -> None:
        self.rules, self.players, self.options = rules, players, dict(options)
        if reason := options_refusal(rules, self.options, players):
            raise Usage(reason)
        self._observe = make_observe(rules)
        self.sight = make_sight(rules)
        """``sight(s, seat)``: the cells that a seat sees in state `s`, the same where it sees the same."""
        self._blanks = [self._new(hidden) for hidden in (False, True)]

    def _new(self, hidden: bool) -> PlainState:
        s = PlainState(self.rules, hidden)
        s.seats = self.players
        set_options(s, self.options)
        return s

    def observe(self, s: PlainState, seat: int, v: PlainState) -> None:
        """Fill view `v` of `seat`, modified in place, with all that it may see of `s`."""
        self._observe(s, seat, v)

    @property
    def name(self) -> str:
        """The name as typed."""
        return str(self.rules.GAME.name)

    @property
    def title(self) -> str:
        """The name as printed."""
        return str(self.rules.GAME.title)

    def option_words(self) -> dict[str, OptionValue]:
        """The options as people write them: a word, a whole number, or a text."""
        declared = {o.name: o for o in self.rules.OPTIONS}
        return {k: option_words(declared[k], x) for k, x in self.options.items()}

    def heading(self) -> str:
        """The title with the number of players and the options, for people."""
        options = ", ".join(f"{k}={v}" for k, v in self.option_words().items())
        return f"{self.title}, {counted(self.players, 'player')}" + (f", {options}" if options else "")

    def blank(self, hidden: bool = False, chance: Any = None) -> PlainState:
        """A state before the start, or a view in which nothing is seen yet."""
        return self._blanks[hidden].copy(chance or Sampled(self.rules))

    def start(self, chance: Any = None, seed: int = 0, number: int = 0) -> PlainState:
        """The state after the deal of game `number` of `seed`, or as `chance` deals."""
        s = self.blank(chance=chance)
        seeds.open_stream(s, int(seed), int(number))
        self.rules.start(s)
        return s

    def view(self, s: PlainState, seat: int) -> PlainState:
        """What `seat`, or ``WATCHER``, may know in state `s`: the same fields, ``HIDDEN`` where unseen."""
        v = self.blank(hidden=True)
        v.me = seat
        self.observe(s, seat, v)
        v.chance.state = s
        return v

    def legal_actions(self, s: PlainState) -> list[int]:
        """The legal actions of the player whose turn it is, in increasing order; none when it is over."""
        if s.over:
            return []
        return [a for a in range(self.rules.ACTIONS) if self.rules.legal(s, a)]

    def words(self, v: PlainState, actions: Iterable[int]) -> dict[int, str]:
        """Some actions in words, as the player whose turn it is in view `v` would say them."""
        return {a: str(self.rules.action_text(v, a)) for a in actions}

    def refusal(self, s: PlainState, a: int) -> str:
        """Why the player whose turn it is may not do `a`, in words that he may read; empty when he may."""
        if not 0 <= a < self.rules.ACTIONS:
            return f"there is no action {a}; actions are 0 to {self.rules.ACTIONS - 1}"
        if self.rules.legal(s, a):
            return ""
        v = self.view(s, s.player)
        return f"{self.words(v, [a])[a]!r} is not allowed: {self.reason(v, a)}"

    def reason(self, v: PlainState, a: int) -> str:
        """What the rules have against an action in the view of the player whose turn it is."""
        tell = getattr(self.rules, "why", None)
        reason = str(tell(v, a)) if tell else ""
        return reason or f"you can: {', '.join(self.words(v, self.legal_actions(v)).values())}"

    def match(
        self, seed: int = 0, number: int = 0, dealt: Iterable[str] = (), seats: Sequence[str] = ()
    ) -> "Match":
        """Begin a match.

        Parameters
        ----------
        seed : int
            Seed of the cards, from 0.
        number : int
            Which game of this seed.
        dealt : iterable of str
            Outcomes of chance to begin with, such as the cards that lie on the real table.
        seats : sequence of str
            Who sits where, for the record.
        """
        return Match(self, seed, number, tuple(dealt), tuple(seats))

    def __repr__(self) -> str:
        """Name, players and options."""
        words = ", ".join(f"{k}={v}" for k, v in self.option_words().items())
        return f"<{self.title}, {counted(self.players, 'player')}{', ' if words else ''}{words}>"


class Match(InNotebooks, kind="match"):
    """One play of a game.

    Parameters
    ----------
    game : Game
        What is played.
    seed, number : int
        The random stream of the cards.
    dealt : tuple of str
        Outcomes of chance that come before the stream, or all of them when `seed` is None.
    seats : tuple of str
        Who sits where.

    Attributes
    ----------
    state : PlainState
        The state now, with everything that is hidden; show people :meth:`view` instead.
    actions : list of int
        The actions so far.
    movers : list of int
        The seat of each action.
    """

    def __init__(
        self, game: Game, seed: int | None, number: int, dealt: tuple[str, ...], seats: tuple[str, ...]
    ) -> None:
        check_stream(seed, number)
        self.game, self.dealt = game, dealt
        self.seed, self.number = None if seed is None else int(seed), int(number)  # numpy's overflow
        if seats and len(seats) != game.players:
            given = counted(len(seats), "name was", "names were")
            raise Usage(f"{given} given for {counted(game.players, 'seat')}; name each seat or none")
        self.seats = seats or tuple(f"player {p + 1}" for p in range(game.players))
        self._begin()

    def _begin(self) -> None:
        after = Sampled(self.game.rules) if self.seed is not None else Exhausted()
        self.chance = Forced(self.game.rules, self.dealt, after)
        self.actions: list[int] = []
        self.movers: list[int] = []
        self.state = self.game.start(self.chance, self.seed or 0, self.number)

    def from_start(self) -> "Match":
        """The same match before its first action."""
        return Match(self.game, self.seed, self.number, self.dealt, self.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over == FINISHED)

    @property
    def player(self) -> int:
        """The seat whose turn it is, from 0; -1 when the game is over."""
        return -1 if self.is_over else int(self.state.player)

    def view(self, seat: int) -> PlainState:
        """What `seat` may know now."""
        if as_int(seat) not in range(self.game.players):
            raise Usage(f"there is no seat {seat!r}; seats are 0 to {self.game.players - 1}")
        return self.game.view(self.state, seat)

    def hand(self, seat: int) -> Hand:
        """The cards that `seat` has before it now, as it sees them."""
        return Hand(self.game.rules, self.view(seat), self.seats[seat])

    def legal(self) -> list[int]:
        """The legal actions now."""
        return self.game.legal_actions(self.state)

    def words(self, a: int) -> str:
        """An action in words, as the player whose turn it is would say it."""
        return self.game.words(self.view(self.state.player), [a])[a]

    def choices(self) -> list[str]:
        """The legal actions in words."""
        legal = self.legal()
        return list(self.game.words(self.view(self.player), legal).values()) if legal else []

    def read(self, text: str) -> int:
        """The action that a person means.

        Exact words always count; otherwise the beginnings of words do (``d`` for ``draw``), if only one
        legal action fits. Legal actions with the same words can only be told apart by their numbers.

        Parameters
        ----------
        text : str
            What was typed; case and extra spaces do not matter, and suits may be signs, ``7♥``.

        Raises
        ------
        Unreadable
            If no action fits.
        Ambiguous
            If several legal actions fit.
        """
        words = self.game.words(self.view(self.state.player), range(self.game.rules.ACTIONS))
        legal = set(self.legal())
        given = as_rules_write(" ".join(text.split()), self.game.rules).lower()
        exact = [a for a, w in words.items() if w.lower() == given]
        if exact:
            return _only(text, [a for a in exact if a in legal] or exact[:1])
        loose = [a for a, w in words.items() if matches_prefixes(given, w.lower())]
        if not (fitting := [a for a in loose if a in legal] or loose):
            can = ", ".join(self.choices()) or "nothing"
            raise Unreadable(f"{quoted(text)} is not an action; you can: {can}")
        if len(fitting) > 1:
            raise Ambiguous(f"{text!r} can mean {' or '.join(words[a] for a in fitting)}; write more of it")
        return fitting[0]

    def verify(self, action: str | int) -> int:
        """The number of an action, if it may be done now.

        Raises
        ------
        Usage
            If it is neither words nor a whole number.
        Unreadable, Ambiguous
            If the words do not name one action.
        Illegal
            If the rules do not allow it, with the reason.
        """
        last = self.game.rules.ACTIONS - 1
        given = 0 if isinstance(action, str) else as_int(action)
        if given is None:
            raise Usage(f"{action!r} is no action; give its words, or its number from 0 to {last}")
        if self.is_over:
            raise Illegal("the game is over; nothing can be done")
        a = self.read(action) if isinstance(action, str) else given
        if not 0 <= a <= last:
            raise Unreadable(f"there is no action {a}; actions are 0 to {last}")
        if refusal := self.game.refusal(self.state, a):
            raise Illegal(refusal)
        return a

    def why(self, a: int) -> str:
        """Why an action is not legal now, without giving away what the player cannot see."""
        return self.game.reason(self.view(self.state.player), a)

    def can(self, action: str | int) -> bool:
        """Whether :meth:`verify` would accept an action."""
        try:
            self.verify(action)
        except (Usage, Unreadable, Ambiguous, Illegal):
            return False
        return True

    def do(self, action: str | int) -> None:
        """Do an action; raises what :meth:`verify` raises, and then nothing has changed."""
        self.push_verified(self.verify(action), self.state.copy(chance=self.chance.copy()))

    def push_verified(self, a: int, before: PlainState) -> None:
        """Do an action that is verified; `before`, a copy of the state, is gone back to where it fails."""
        try:
            apply_action(self.game.rules, self.state, a)
        except Illegal:
            self.state, self.chance = before, before.chance
            raise
        self.movers.append(before.player)
        self.actions.append(a)

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` actions, by playing the others again."""
        if as_int(count) is None:
            raise Usage(f"{count!r} is no number of actions; give a whole number from 0")
        if not 0 <= count <= len(self.actions):
            done = counted(len(self.actions), "was", "were")
            raise Illegal(f"{counted(count, 'action')} cannot be taken back; {done} done")
        kept = self.actions[: len(self.actions) - count]
        self._begin()
        for a in kept:
            self.do(a)

    def scores(self) -> list[int]:
        """The score of every seat of a finished game; more is better.

        Raises
        ------
        Illegal
            If the game is not over: rules say only then what a seat has.
        """
        if not self.is_over:
            raise Illegal("the game is not over; scores are told at its end")
        return [int(self.game.rules.score(self.state, p)) for p in range(self.game.players)]

    def winners(self) -> list[int]:
        """The seats that win a finished game, mostly those with the greatest score; empty before its end."""
        return winners_of(self.game.rules, self.scores()) if self.is_over else []

    def __repr__(self) -> str:
        """The game, the last actions and whose turn it is; no card that is hidden, and no seed."""
        return match_text(self)


def _only(text: str, actions: list[int]) -> int:
    """The one action that has these words."""
    if len(actions) > 1:
        numbers = join_names([str(a) for a in actions])
        raise Ambiguous(f"{text!r} is said of several legal actions, {numbers}; give the number of one")
    return actions[0]


def make_game(
    name: str, players: int | None = None, preset: str | None = None, **options: OptionValue
) -> Game:
    """Return a game by name; as :func:`upcard.game`."""
    return game_with(find_rules(name), players, preset, options)


def game_with(
    rules: ModuleType, players: int | None, preset: str | None, options: Mapping[str, OptionValue]
) -> Game:
    """Return the game of a rules file with what was chosen for it; raises as :func:`upcard.game`."""
    sizes = rules.GAME.table_sizes
    n = rules.GAME.usual if players is None else players
    if as_int(n) not in sizes:
        raise Usage(f"{rules.GAME.title} was asked for {counted(n, 'player')}; expected {sizes_text(sizes)}")
    if preset is not None and preset not in rules.PRESETS:
        raise unknown_name("preset", preset, rules.PRESETS, owner=rules.GAME.name)
    chosen = {**(rules.PRESETS[preset] if preset else {}), **options}
    declared = {o.name: o for o in rules.OPTIONS}
    for key in chosen:
        if key not in declared:
            raise unknown_name("option", key[:LONGEST_SHOWN], declared, owner=rules.GAME.name)
    return Game(rules, n, settings_of(rules.OPTIONS, chosen))
