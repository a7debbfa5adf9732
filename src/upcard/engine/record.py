"""The record of a match as text: a header, then one action a line.

::

    upcard record 1
    game lama version 1
    players 4
    options count=every_card give_back=none starts=first_seat last_left=ends_round target=40
    seed 1 game 0
    seat 1 Ana
    seat 2 same-first
    ...
    1 play 5
    2 draw

``dealt 3 5 llama ...`` lists outcomes of chance in their order, a card's name or a number: all of them, or
the first ones, after which chance continues from the seed. Empty lines and lines that begin with ``#`` are
ignored. Reading a record gives the same match.

``table``, ``commitment``, ``secret`` and ``added`` prove a fair deal, and ``ended`` reports why a match
ended before the game was over: ``ended resigned 2``, ``ended late 2``, ``ended abandoned``,
``ended agreed``, ``ended aborted``.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from upcard.engine.commitment import Fairness, check_contribution, check_hashed_text, is_hash
from upcard.engine.errors import Illegal, Unreadable, UpcardError, unknown_name
from upcard.engine.game import Game, Match, make_game
from upcard.engine.match_end import MatchEnd, ending_of
from upcard.engine.option_values import FAIR_SEED_BITS, OptionValue, check_stream, option_value
from upcard.engine.registry import find_rules
from upcard.engine.text_views import actions_in_words
from upcard.engine.wording import counted

FORMAT = 1
FIRST_LINE = f"upcard record {FORMAT}"


@dataclass
class Record:
    """A record that was read, but not played yet."""

    game: str = ""
    """Name of the game."""
    version: int = 0
    """Version of its rules."""
    players: int = 0
    """Number of players."""
    options: dict[str, OptionValue] = field(default_factory=dict)
    """Options by name."""
    seed: int | None = None
    """Seed of the cards; None when all outcomes are in `dealt`."""
    number: int = 0
    """The number of the game within the seed."""
    dealt: list[str] = field(default_factory=list)
    """Outcomes of chance."""
    placed: str = ""
    """Cards and numbers placed after the deal, see :mod:`upcard.engine.placed_state`; empty if none were."""
    seats: dict[int, str] = field(default_factory=dict)
    """The names of the players by seat, from 1."""
    actions: list[tuple[int, int, str]] = field(default_factory=list)
    """Line number, seat from 1, and words of every action."""
    lines: dict[str, int] = field(default_factory=dict)
    """The line of every part of the header, for messages: by the first word of the line, for options by
    ``option NAME``, for seats by ``seat NUMBER`` and for what they added by ``added NUMBER``."""
    table: str = ""
    commitment: str = ""
    secret: str = ""
    """The proof of a fair deal, see :class:`upcard.engine.commitment.Fairness`; empty if there is none."""
    added: dict[int, str] = field(default_factory=dict)
    """The texts that players added to the deal, by seat from 1."""
    ending: MatchEnd | None = None
    """How the match ended before the game was over, if it did."""


@contextmanager
def _in_line(number: int | None) -> Iterator[None]:
    """Add the line of the record, if known, to the errors raised inside."""
    try:
        yield
    except UpcardError as fault:
        raise type(fault)(f"line {number} of the record: {fault}" if number else str(fault)) from None


def record_text(
    match: Match,
    fairness: Fairness | None = None,
    ending: MatchEnd | None = None,
    seats: Sequence[str] | None = None,
    taken_back: int = 0,
) -> str:
    """Return a match as text, which ends with a line break.

    Parameters
    ----------
    fairness : Fairness, optional
        The proof of its deal, which contains the secret, so it is only shown after the end.
    ending : MatchEnd, optional
        How the match ended before the game was over, if it did.
    seats : sequence of str, optional
        The names of the players, by default those of the match.
    taken_back : int
        Number of actions that players took back, for a remark, which every reader passes over.
    """
    game = match.game
    lines = [FIRST_LINE, f"game {game.name} version {game.rules.GAME.version}", f"players {game.players}"]
    options = " ".join(f"{k}={v}" for k, v in game.option_words().items())
    if options:
        lines.append(f"options {options}")
    if taken_back:
        lines.insert(1, f"# {counted(taken_back, 'action was', 'actions were')} taken back")
    lines += _chance_lines(match)
    lines += [f"seat {p + 1} {' '.join(name.split())}" for p, name in enumerate(seats or match.seats)]
    lines += _fair_lines(fairness) if fairness else []
    return "\n".join([*lines, *_action_lines(match), *([f"ended {ending.words()}"] if ending else [])]) + "\n"


def _fair_lines(fairness: Fairness) -> list[str]:
    added = [f"added {p} {text}" for p, text in enumerate(fairness.added, 1) if text]
    head = [f"table {fairness.table}", f"commitment {fairness.commitment}", f"secret {fairness.secret}"]
    return [*head, *added]


def _chance_lines(match: Match) -> list[str]:
    seed = [] if match.seed is None else [f"seed {match.seed} game {match.number}"]
    dealt = [" ".join(["dealt", *match.dealt])] if match.dealt else []
    return seed + dealt + ([f"placed {match.placed}"] if match.placed else [])


def _action_lines(match: Match) -> list[str]:
    return [f"{seat + 1} {words}" for seat, words in actions_in_words(match)]


def parse_record(text: str) -> Record:
    """Read the text of a record without playing it.

    Raises
    ------
    Unreadable
        If a line cannot be read, with its number, its text and what was expected.
    """
    record = Record()
    lines = [(i, " ".join(x.split())) for i, x in enumerate(text.splitlines(), 1)]
    lines = [(i, x) for i, x in lines if x and not x.startswith("#")]
    _check_first(lines)
    for i, line in lines[1:]:
        _read_line(record, i, line)
    if not record.game or not record.players:
        raise Unreadable(
            "the record names no game or no players; expected lines 'game ...' and 'players ...'"
        )
    return record


def _check_first(lines: list[tuple[int, str]]) -> None:
    """Refuse a text that does not begin as a record, or is a record of another format."""
    i, first = lines[0] if lines else (0, "")
    if first == FIRST_LINE:
        return
    *words, number = first.split() or [""]
    if words == FIRST_LINE.split()[:-1] and number.isdecimal():
        raise Unreadable(
            f"line {i} of the record: it has format {number}, and this Upcard reads format {FORMAT}; "
            "use the version of Upcard that wrote it"
        )
    begins = f"begins with {first[:60]!r}" if first else "is empty"
    raise Unreadable(f"this is not a record: it {begins}; expected {FIRST_LINE!r}")


def _read_line(record: Record, i: int, line: str) -> None:
    key, _, rest = line.partition(" ")
    reader = READERS.get(key)
    try:
        if reader is None:
            record.actions.append((i, int(key), _words(rest)))
        else:
            with _in_line(i):
                reader(record, rest.split())
            record.lines |= dict.fromkeys(_parts(key, rest.split()), i)
    except (ValueError, IndexError):
        expected = f"'{FORMS[key]}'" if key in FORMS else "an action such as '1 play 5', or a header line"
        raise Unreadable(f"line {i} of the record says {line[:60]!r}; expected {expected}") from None


def _parts(key: str, words: list[str]) -> list[str]:
    """Return the keys of :attr:`Record.lines` under which a line of the header is stored."""
    if key == "options":
        return [f"option {word.partition('=')[0]}" for word in words]
    return [f"{key} {int(words[0])}"] if key in ("seat", "added") else [key]


def _words(rest: str) -> str:
    if not rest:
        raise ValueError("an action without words")
    return rest


def _need(is_so: bool) -> None:
    """Refuse a header line that occurs twice or has the wrong words."""
    if not is_so:
        raise ValueError("not the form of this line")


def _read_game(record: Record, words: list[str]) -> None:
    _need(not record.game)
    name, word, version = words
    _need(word == "version")
    record.game, record.version = name, int(version)


def _read_players(record: Record, words: list[str]) -> None:
    _need(not record.players)
    (count,) = words
    record.players = int(count)


def _read_options(record: Record, words: list[str]) -> None:
    for word in words:
        key, value = word.split("=")
        _need(key not in record.options)
        record.options[key] = value


def _read_seed(record: Record, words: list[str]) -> None:
    _need(record.seed is None)
    seed, word, number = words
    _need(word == "game")
    record.seed, record.number = int(seed), int(number)


def _read_dealt(record: Record, words: list[str]) -> None:
    record.dealt += words


def _read_placed(record: Record, words: list[str]) -> None:
    _need(not record.placed)
    (record.placed,) = words


def _read_seat(record: Record, words: list[str]) -> None:
    _need(int(words[0]) not in record.seats)
    record.seats[int(words[0])] = " ".join(words[1:])


def _read_table(record: Record, words: list[str]) -> None:
    _need(not record.table)
    record.table = " ".join(words)
    check_hashed_text("the name of the table", record.table)


def _read_hash(name: str, record: Record, words: list[str]) -> None:
    (digits,) = words
    _need(not getattr(record, name) and is_hash(digits))
    setattr(record, name, digits)


def _read_added(record: Record, words: list[str]) -> None:
    seat, text = int(words[0]), " ".join(words[1:])
    _need(seat not in record.added)
    check_contribution(text)
    record.added[seat] = text


def _read_ending(record: Record, words: list[str]) -> None:
    _need(record.ending is None)
    record.ending = ending_of(words)


READERS: dict[str, Callable[[Record, list[str]], None]] = {
    "game": _read_game,
    "players": _read_players,
    "options": _read_options,
    "seed": _read_seed,
    "dealt": _read_dealt,
    "placed": _read_placed,
    "seat": _read_seat,
    "table": _read_table,
    "commitment": partial(_read_hash, "commitment"),
    "secret": partial(_read_hash, "secret"),
    "added": _read_added,
    "ended": _read_ending,
}
FORMS = {
    "game": "game NAME version NUMBER",
    "players": "players NUMBER",
    "options": "options NAME=VALUE ...",
    "seed": "seed NUMBER game NUMBER",
    "dealt": "dealt OUTCOME ...",
    "placed": "placed FIELD~CELLS-...",
    "seat": "seat NUMBER NAME",
    "table": "table NAME",
    "commitment": "commitment HASH, of 64 digits 0-9 and a-f",
    "secret": "secret HASH, of 64 digits 0-9 and a-f",
    "added": "added SEAT TEXT",
    "ended": "ended resigned SEAT, ended late SEAT, ended abandoned, ended agreed or ended aborted",
}


def replay(record: Record, upto: int | None = None) -> Match:
    """Play a record again.

    Parameters
    ----------
    record : Record
        The result of :func:`parse_record`.
    upto : int, optional
        The maximum number of actions to play.

    Raises
    ------
    UpcardError
        If the game does not exist, its rules have another version, or an action does not fit; with the
        line of the record.
    """
    game = _game(record)
    match = _seated(record, game)
    for line, seat, words in record.actions[:upto]:
        with _in_line(line):
            _replay_action(match, seat, words)
    if match.is_over and match.chance.unused:
        with _in_line(record.lines.get("dealt")):
            unused = counted(len(match.chance.unused), "outcome")
            raise Illegal(f"the record deals {unused} more than the game needed; delete the last ones")
    if match.is_over and record.ending:
        with _in_line(record.lines.get("ended")):
            raise Illegal(f"the record says that {record.ending.sentence()}, but the game was over by then")
    return match


def _game(record: Record) -> Game:
    """Return the game of a record; errors name the line."""
    with _in_line(record.lines.get("game")):
        rules = find_rules(record.game)
        if rules.GAME.version != record.version:
            raise Illegal(
                f"the record was played under version {record.version} of the rules of {rules.GAME.title}; "
                f"this is version {rules.GAME.version}, under which the match may end differently"
            )
    with _in_line(record.lines.get("players")):
        make_game(record.game, record.players)
    declared = {o.name: o for o in rules.OPTIONS}
    for name, value in record.options.items():
        with _in_line(record.lines.get(f"option {name}")):
            if name not in declared:
                raise unknown_name("option", name, declared, owner=record.game)
            option_value(declared[name], value)
    return make_game(record.game, record.players, None, **record.options)


def _seated(record: Record, game: Game) -> Match:
    """Return the match of a record before its first action."""
    named = [(p, f"seat {p}") for p in record.seats] + [(p, f"added {p}") for p in record.added]
    if record.ending and record.ending.seat is not None:
        named.append((record.ending.seat, "ended"))
    for p, part in named:
        if not 1 <= p <= record.players:
            with _in_line(record.lines.get(part)):
                raise Illegal(f"the record names seat {p}; its seats are 1 to {record.players}")
    seats = tuple(record.seats.get(p + 1, f"player {p + 1}") for p in range(game.players))
    with _in_line(record.lines.get("seed")):
        check_stream(record.seed, record.number, FAIR_SEED_BITS)
    with _in_line(record.lines.get("placed") or record.lines.get("dealt")):
        return Match(game, record.seed, record.number, tuple(record.dealt), seats, record.placed)


def _replay_action(match: Match, seat: int, words: str) -> None:
    if not match.is_over and seat != match.player + 1:
        raise Illegal(f"seat {seat} acts, but it is seat {match.player + 1}'s turn")
    match.do(words)


def match_of(game: Game, text: str) -> Match:
    """Return the match of a record's text; raise ``UpcardError`` if it is not a match of `game`."""
    match = replay(parse_record(text))
    if (match.game.name, match.game.players, match.game.options) != (game.name, game.players, game.options):
        raise UpcardError(f"the record is of a match of {match.game!r}, not of {game!r}")
    return match
