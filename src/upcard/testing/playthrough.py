"""A whole game as text that a person can check against the rules: the golden files of the tests.

The text is a record that reads back like any other. Between its lines, comments after ``#`` show what
everybody sees, what each seat sees besides, and what the player can do.
"""

from upcard.engine import seeds
from upcard.engine.game import Game, Match
from upcard.engine.record import record_text
from upcard.engine.sight import has_condition
from upcard.engine.state import PlainState
from upcard.engine.view import visible
from upcard.engine.wording import counted
from upcard.kit.cards import EMPTY, EVERYBODY, NOBODY, PRIVATE, Field, Kind, deck_text, without_rest
from upcard.testing.compiled_checks import leaning
from upcard.testing.zone_cells import SHARED, cards_in_line, lines

MOST_DECISIONS = 400


def playthrough(game: Game, seed: int = 1, number: int = 0) -> str:
    """Return the text of a game in which everybody plays mostly the first legal action.

    The cards and actions follow from `seed` and `number`.
    """
    done, match = played(game, seed, number).actions, game.match(seed, number)
    header = record_text(match).splitlines()
    text = [header[0], f"# {game.title}: a whole game, and what is seen after every action", *header[1:]]
    for a in done:
        text += [*_position(match), f"{match.player + 1} {match.words(a)}"]
        match.do(a)
    return "\n".join([*text, *_position(match)]) + "\n"


def played(game: Game, seed: int, number: int) -> Match:
    """Return the match of a playthrough at its end; arguments as for :func:`playthrough`."""
    match = game.match(seed, number)
    while not match.is_over and len(match.actions) < MOST_DECISIONS:
        match.do(_choice(match))
    return match


def _choice(match: Match) -> int:
    v = match.view(match.player)
    seeds.open_stream(v, ~(match.seed or 0), MOST_DECISIONS * match.number + len(match.actions))
    return leaning(v)


def _position(match: Match) -> list[str]:
    """Return what everybody sees, what each seat sees, and what can be done, a line each."""
    comments = ["", f"# everybody sees {_fields(match, match.view(0), None)}"]
    for p in range(match.game.players):
        private = _fields(match, match.view(p), p)
        comments += [f"# seat {p + 1} sees {private}"] if private else []
    if match.is_over:
        winners = " and ".join(f"seat {p + 1}" for p in match.winners()) or "nobody"
        return [*comments, f"# over, with scores {' '.join(map(str, match.scores()))}; best: {winners}"]
    return [*comments, f"# seat {match.player + 1} can {', '.join(match.choices())}"]


def _fields(match: Match, v: PlainState, seat: int | None) -> str:
    """Return the fields of a view that everybody sees, or only its seat."""
    rules = match.game.rules
    if seat is None:
        shown = [f for f in rules.STATE if f.sight is EVERYBODY or visible(f) is None]
    else:
        shown = [f for f in rules.STATE if f.sight in PRIVATE]
    return "; ".join(f"{f.name}: {_field(match, f, v, seat)}" for f in shown)


def _field(match: Match, f: Field, v: PlainState, seat: int | None) -> str:
    owners = range(match.game.players) if seat is None or has_condition(f) else (seat,)
    wanted = [line for owner, line in lines(f, v) if owner == SHARED or owner in owners]
    if f.kind is Kind.NUMBER:
        return " ".join(str(x) for line in wanted for x in without_rest(line))
    if f.sight is NOBODY:
        return " ".join(counted(line[0], "card") for line in wanted)
    card_text = match.game.rules.card_text
    if f.kind is Kind.SLOT and f.length:
        return " | ".join(" ".join("–" if c == EMPTY else card_text(c) for c in line) for line in wanted)
    return " | ".join(deck_text(cards_in_line(f, line), card_text) or "none" for line in wanted)
