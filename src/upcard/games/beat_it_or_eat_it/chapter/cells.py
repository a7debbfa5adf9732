"""The cells of the chapter on Beat It Or Eat It: any deal of few cards, and the counts of any size."""

from upcard.engine.errors import Usage
from upcard.engine.wording import counted
from upcard.games.beat_it_or_eat_it.chapter.tablebase_figures import moves, position, table
from upcard.lessons.chapter_numbers import percent
from upcard.lessons.questions import CellResult, LessonCell
from upcard.play.input_field import InputField

CARDS = 6
WHOSE = (("me", "yours"), ("other", "your opponent’s"), ("none", "not in play"))
VERDICTS = {"win": "win", "loss": "lose", "draw": "play for ever"}
ENDS = {"win": "wins", "loss": "loses", "draw": "never ends"}
USUAL = ("me", "other", "other", "me", "other", "none")
WORDS = ("one", "two", "three", "four", "five", "six")
MOST_SUITS, MOST_LENGTH = 4, 18


def deal(**owners: str) -> CellResult:
    """Return the leader's result in a deal of up to six cards; `owners` says who has each card."""
    played = [x for x in owners.values() if x != "none"]
    if list(owners.values())[: len(played)] != played:
        raise Usage("a card in the middle is missing; remove only the highest cards")
    if set(played) != {"me", "other"}:
        raise Usage("a hand is empty; give each player at least one card")
    options = moves(1, len(played), position([x == "me" for x in played]))
    best = options[0]
    end = f" in {counted(best.distance, 'ply', 'plies')}" if best.distance else ""
    text = f"You lead and {VERDICTS[best.verdict]}{end}, with best play by both."
    rows = [[x.text.replace(" s", " "), ENDS[x.verdict], str(x.distance or "–")] for x in options]
    return CellResult(text, {"distance": best.distance}, ["you", "it", "plies"], rows)


def census(suits: int, length: int) -> CellResult:
    """Return how often the leader wins in all splits of a size."""
    all_hands = table(suits, length)
    split, mirror = all_hands.lead_advantage, all_hands.mirror_deals()
    lasting = split.half + split.endless
    rows = [
        ["the leader wins", f"{split.leader:,}", str(percent(split.leader / split.splits, 2))],
        ["the leader loses", f"{split.other:,}", str(percent(split.other / split.splits, 2))],
        ["one hand wins, whoever leads", f"{split.same:,}", str(percent(split.same / split.splits, 2))],
        ["endless for one leader or both", f"{lasting:,}", str(percent(lasting / split.splits, 2))],
    ]
    text = f"There are {split.splits:,} ways to split these {all_hands.cards} cards into two hands."
    if mirror is not None:
        text += f" In mirror deals, the leader wins {mirror.win:,} of {mirror.deals:,}."
    return CellResult(
        text, {"splits": split.splits, "leader": split.leader, "other": split.other}, HEAD, rows
    )


HEAD = ["what happens", "splits", "share"]
CELLS = {
    "deal": LessonCell(
        "Who holds which card? You lead.",
        tuple(
            InputField(f"card_{k}", f"card {WORDS[k - 1]}", USUAL[k - 1], choices=WHOSE)
            for k in range(1, CARDS + 1)
        ),
        deal,
    ),
    "census": LessonCell(
        "All deals of a size, counted.",
        (
            InputField("suits", "suits", 2, 1, MOST_SUITS),
            InputField("length", "cards of each suit", 7, 2, MOST_LENGTH),
        ),
        census,
    ),
}
