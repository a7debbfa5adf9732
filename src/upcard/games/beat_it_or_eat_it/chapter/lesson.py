"""The chapter on Beat It Or Eat It."""

from collections.abc import Mapping, Sequence

from upcard.document.model import Figure
from upcard.engine.wording import join_names
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadAdvantage, MirrorDeals, stated_counts
from upcard.games.beat_it_or_eat_it.chapter import cells
from upcard.games.beat_it_or_eat_it.chapter import exercises as checked
from upcard.games.beat_it_or_eat_it.chapter import pictures as drawn
from upcard.games.beat_it_or_eat_it.chapter.tablebase_figures import LineMove, line, moves, table, zugzwangs
from upcard.games.beat_it_or_eat_it.strategies.tablebase import file_of
from upcard.lessons.chapter_numbers import Number, named, percent, whole
from upcard.lessons.chapter_registry import PracticeTable

GAME, ORDER = rules.GAME.name, 3
LINE = "No luck at all: thinking backwards, positions in which nobody wants to move, and endless games."
RULES = {
    "lowest card": 1,
    "cards of a suit": 13,
    "suits": 2,
    "times a position may come before it is a draw": 3,
}
SMALL, WAIT, OTHER = "s3.1/s2/-", zugzwangs(1, 5)[0], zugzwangs(1, 5)[1]
BOARD = "hA.J.10.6.5.3.sK.Q.9.8.7.4.2/hK.Q.9.8.7.4.2.sA.J.10.6.5.3/-"
ROUND = "s3.h2.1/s2.1.h3.c3.2.1/-"
PLAYS = {
    "small": PracticeTable(
        "five cards of one suit against the perfect computer player.",
        GAME,
        {"suits": "1", "length": "5", "deal": "random"},
        "tablebase",
    ),
    "mirror": PracticeTable(
        "a mirror deal against the perfect computer player.", GAME, {"suits": "2", "length": "5"}, "tablebase"
    ),
    "endless": PracticeTable(
        "the endless deal of this chapter.",
        GAME,
        {"suits": "3", "length": "3", "deal": "given", "position": ROUND},
        "tablebase",
    ),
    "board": PracticeTable(
        "the board of the message: you lead against the perfect computer player.",
        GAME,
        {"deal": "given", "position": BOARD},
        "tablebase",
    ),
}
CELLS, EXERCISES = cells.CELLS, checked.EXERCISES
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
NAMES = ("A", "B")


def line_words(steps: Sequence[LineMove], is_one_suit: bool = True) -> str:
    """Return a line of play in words: how A and B lead, beat and eat."""
    parts: list[str] = []
    for step in steps:
        verb, *rest = step.words.split()
        card = rest[-1] if rest else ""
        shown = (card[1:] if is_one_suit else card[1:] + SIGNS[card[0]]) if card else ""
        what = {"lead": f"leads {shown}", "beat": f"beats it with {shown}", "eat": "eats"}[verb]
        if parts and verb == "lead" and "beats" in parts[-1]:
            parts[-1] += f" and {what}"
        else:
            parts.append(f"{NAMES[step.player]} {what}")
    return "; ".join(parts)


def figures() -> Mapping[str, Number]:
    """Return the numbers of the text by name."""
    return {**_line_figures(), **_count_figures(), **_full_figures(), **_board_figures()}


def _line_figures() -> dict[str, Number]:
    lines = {x: line(1, 5, x) for x in (WAIT, turned(WAIT))}
    cycle = line(3, 3, ROUND)
    return {
        "small_mine": named("3 and 1"),
        "small_other": named("2"),
        "high": named("3"),
        "low": named("1"),
        "wait_mine": named(hand(WAIT, 0)),
        "wait_other": named(hand(WAIT, 1)),
        "wait_line": named(line_words(lines[WAIT])),
        "turned_line": named(line_words(lines[turned(WAIT)])),
        "other_mine": named(hand(OTHER, 0)),
        "other_other": named(hand(OTHER, 1)),
        "cycle_line": named(line_words(cycle[: len(cycle) // 2], is_one_suit=False)),
        "cycle_half": whole(len(cycle) // 2),
        "cycle": whole(len(cycle)),
    }


def turned(position: str) -> str:
    """Return the same hands with the other hand to lead."""
    mine, other, lying = position.split("/")
    return f"{other}/{mine}/{lying}"


def hand(position: str, which: int) -> str:
    """Return the ranks of a hand of one suit in words; `which` is 0 for the leader, 1 for the other."""
    return join_names(position.split("/")[which].removeprefix("s").split("."))


def _count_figures() -> dict[str, Number]:
    three, five = table(1, 3).lead_advantage, table(1, 5).lead_advantage
    seven, triple = table(2, 7).lead_advantage, table(3, 3).lead_advantage
    return {
        "splits_3": whole(three.splits),
        "leader_3": whole(three.leader),
        "splits_5": whole(five.splits),
        "waits_5": whole(five.other),
        "longest_5": whole(int(table(2, 5).lead_census().longest_win)),
        "splits_7": whole(seven.splits),
        "endless_7": whole(seven.endless),
        "half_7": whole(seven.half),
        "length_7": whole(table(2, 7).length),
        "triple_cards": whole(table(3, 3).cards),
        "triple_splits": whole(triple.splits),
        "triple_half": whole(triple.half),
        "all_cards": whole(2 * 13),
        "five": whole(table(1, 5).cards),
    }


def _full_figures() -> dict[str, Number]:
    """Return the counts in the file of the full game; its cells need not be read for that."""
    path = file_of(2, 13)
    if path is None:
        raise TypeError("the table of the full game is missing from the package")
    counts = stated_counts(path)
    starting, mirror = LeadAdvantage(**counts["starting"]), MirrorDeals(**counts["mirror"])
    return {
        "hands_13": whole(counts["lead"]["positions"]),
        "splits_13": whole(starting.splits),
        "leader_13": percent(starting.leader / starting.splits),
        "same_13": percent(starting.same / starting.splits),
        "waits_13": whole(starting.other),
        "deals_13": whole(mirror.deals),
        "mirror_13": percent(mirror.win / mirror.deals),
        "mirror_loses_13": whole(mirror.loss),
    }


def _board_figures() -> dict[str, Number]:
    """Return the numbers of the board that came with the rules."""
    options = moves(2, 13, BOARD)
    leads = [x.text.removeprefix("lead ") for x in options if x.verdict == "win"]
    shown = [x[1:] + SIGNS[x[0]] for x in leads]
    hands = [x[1:].replace(".", " ") + " " + SIGNS[x[0]] for x in ("hA.J.10.6.5.3", "sK.Q.9.8.7.4.2")]
    return {
        "board": named(" and ".join(hands)),
        "board_leads": named(f"{', '.join(shown[:-1])} or {shown[-1]}"),
        "board_lost": whole(len(options) - len(leads)),
        "board_rounds": whole(table(2, 13).measure.amount_of(options[0].distance)),
    }


def pictures() -> Mapping[str, Figure]:
    """Return the pictures of the text by name."""
    return {
        "tree": drawn.tree(),
        "waiting": drawn.hands(WAIT, ("One hand", "The other hand")),
        "mirrors": drawn.mirrors(),
        "zugzwangs": drawn.zugzwangs(),
        "cycle": drawn.hands(ROUND, ("A leads with", "B has")),
    }
