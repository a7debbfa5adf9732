"""Checking records of matches: each is replayed by the rules, and a fair deal is dealt again.

All parts are checked: the commitment that was published before the deal, the seed from the server's secret
and the players' additions, all actions and the end. :mod:`upcard.engine.commitment` explains fair deals.
"""

from pathlib import Path

from upcard.engine.atomic_files import read_text
from upcard.engine.commitment import FIRST, DealTerms, commitment, match_seed, method_of
from upcard.engine.errors import Refused, UpcardError
from upcard.engine.game import Match
from upcard.engine.record import Record, parse_record, replay
from upcard.engine.result_words import result_of
from upcard.engine.winners import stop_scores_of
from upcard.engine.wording import counted, join_names, payoff_text
from upcard.language.messages import gettext, ngettext

MAGIC = b"upcard record"
MOST_BYTES = 16 * 2**20
EXPECTED = "expected the record of a match"


def check_file(path: Path) -> list[str]:
    """Check the record in a file as :mod:`upcard.certificates.kind_registry` describes."""
    return check_text(read_text(path, MOST_BYTES, EXPECTED))


def check_text(text: str) -> list[str]:
    """Check the text of a record and return the proved statements as sentences.

    Raises
    ------
    Unreadable
        If the text is not a record.
    Refused
        With the first line that is wrong, and what was expected there.
    """
    record = parse_record(text)
    is_fair = bool(record.table or record.commitment or record.secret or record.added)
    if is_fair:
        _check_complete(record)
    _played(record, 0)
    deal = _fair_deal(record) if is_fair else [_other_deal(record)]
    match = _played(record)
    if is_fair and not match.is_over and record.ending is None:
        raise Refused(
            "the record stops before the game is over, and has no line 'ended'; check a fair match after its "
            "end, with all lines"
        )
    return [
        gettext("the record of {game}", game=match.game.heading()),
        *deal,
        _actions(match),
        _end(match, record),
    ]


def _check_complete(record: Record) -> None:
    """Raise ``Refused`` for a record that has only some of the lines of a fair deal."""
    for name in ("table", "commitment", "secret", "seed"):
        if getattr(record, name) in ("", None):
            raise Refused(
                f"the record has lines of a fair deal, but no line that begins with {name!r}; "
                "expected the whole record, as it is shown after the end"
            )


def _fair_deal(record: Record) -> list[str]:
    """Prove a fair deal, and return the sentences about it."""
    terms = DealTerms(record.table, record.game, record.version, record.players, record.options)
    method = method_of(record.commitment, record.secret, terms)
    if not method:
        published = commitment(record.secret, terms)
        raise Refused(
            f"{_line(record, 'commitment')} is {record.commitment}; the secret with this table, game, "
            f"version, players and options gives {published}"
        )
    added = [record.added.get(p, "") for p in range(1, record.players + 1)]
    seed = match_seed(record.secret, added, method)
    if (record.seed, record.number) != (seed, 0):
        raise Refused(
            f"{_line(record, 'seed')} is {record.seed} game {record.number}; the secret and what the seats "
            f"added give {seed} game 0"
        )
    if record.dealt:
        raise Refused(f"{_line(record, 'dealt')} sets cards; a fair deal comes from its seed alone")
    old = gettext("this deal is of the first version of the method, with a seed of 63 bits")
    return [_fixed(record), _mixed(seed, added), *([old] if method == FIRST else [])]


def _line(record: Record, part: str) -> str:
    """Name a part of the header with its line, as the subject of a sentence."""
    return f"line {record.lines[part]} of the record: {part}"


def _fixed(record: Record) -> str:
    return gettext(
        "the secret of table {table!r} was fixed with its game, players and options before anybody "
        "added to the deal, if this is the commitment that you were shown then: {commitment}",
        table=record.table,
        commitment=record.commitment,
    )


def _mixed(seed: int, added: list[str]) -> str:
    texts = [gettext("{text!r} by seat {number}", text=x, number=p) for p, x in enumerate(added, 1) if x]
    if not texts:
        return gettext(
            "the seed {seed} comes from the secret alone: no seat added anything, so the server chose it",
            seed=seed,
        )
    return gettext(
        "the seed {seed} of all cards comes from the secret and these additions: {additions}",
        seed=seed,
        additions=", ".join(texts),
    )


def _other_deal(record: Record) -> str:
    fixed = [f"of the {counted(len(record.dealt), 'outcome')} that were set"] if record.dealt else []
    seed = [f"of seed {record.seed} game {record.number}"] if record.seed is not None else []
    cards = " and then ".join(fixed + seed)
    return f"the cards are those {cards}; the record does not prove who chose them"


def _played(record: Record, upto: int | None = None) -> Match:
    """Replay the match; raise ``Refused`` for a line that breaks the rules."""
    try:
        return replay(record, upto)
    except UpcardError as fault:
        raise Refused(str(fault)) from None


def _actions(match: Match) -> str:
    return ngettext(
        "{n} action is legal under version {version} of the rules",
        "{n} actions are legal under version {version} of the rules",
        len(match.actions),
        version=match.game.rules.GAME.version,
    )


def _end(match: Match, record: Record) -> str:
    """Say how the match ended, or that it did not."""
    if record.ending is not None:
        scores = ""
        if record.ending.how == "stopped" and hasattr(match.game.rules, "stop_score"):
            paid = stop_scores_of(match.game.rules, match.state)
            scores = "; then " + join_names([f"seat {p} has {payoff_text(x)}" for p, x in enumerate(paid, 1)])
        return f"the game is not over by then; the record says that {record.ending.sentence()}{scores}"
    if not match.is_over:
        return gettext("the game is not over: seat {number} is to act", number=match.player + 1)
    scores = ", ".join(
        gettext("seat {number} has {score}", number=p, score=payoff_text(x))
        for p, x in enumerate(match.scores(), 1)
    )
    result = result_of(match.game.rules, [f"seat {p + 1}" for p in range(match.game.players)], match.scores())
    winners = [gettext("seat {number}", number=p + 1) for p in result.winners]
    if not winners:
        outcome = result.sentence[:1].lower() + result.sentence[1:-1]
        return gettext("the game is over: {scores}; {outcome}", scores=scores, outcome=outcome)
    if len(winners) == 1:
        return gettext("the game is over: {scores}; {name} wins", scores=scores, name=winners[0])
    return gettext("the game is over: {scores}; {names} win", scores=scores, names=join_names(winners))
