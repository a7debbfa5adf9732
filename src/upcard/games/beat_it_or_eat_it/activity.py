"""Beat It Or Eat It: everybody plays the same deal, against perfect play or each other, to find the win."""

from collections.abc import Mapping

from upcard.classroom.activity_steps import Activity, ActivitySetting, Play, Talk
from upcard.classroom.background_tasks import judge_match
from upcard.classroom.class_record import Played, Story
from upcard.classroom.mean_bars import share_bar
from upcard.document.model import Section, Table
from upcard.engine.card_notation import with_suits
from upcard.engine.option_values import OptionValue
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.chapter.tablebase_figures import line

DEALS: dict[str, tuple[int, str]] = {
    "short": (4, "s4.3.2.h1/s1.h4.3.2/-"),
    "middle": (4, "s4.2.h3.1/s3.1.h4.2/-"),
    "long": (5, "s4.3.1.h5.2/s5.2.h4.3.1/-"),
    "longest": (7, "s6.4.3.1.h7.5.2/s7.5.2.h6.4.3.1/-"),
}
"""Deals in which only one first lead wins for the starter: the length of a suit, and the position."""

SUITS, PLAY = 2, 0


def options_of(settings: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return the options of the chosen deal."""
    length, position = DEALS[settings.get("deal_of", "middle")]
    return {"suits": SUITS, "length": length, "deal": "given", "position": position}


def debrief(story: Story) -> list[Section]:
    """Report who won, where the other starters gave the win away, and the winning line."""
    ended = [x for x in story.of_step(PLAY) if x.is_over and x.counts_for(0)]
    rows, wins = [], 0
    for played in sorted(ended, key=lambda x: (x.group, x.match)):
        won = played.replayed().winners() == [0]
        wins += won
        starter, other = played.names
        rows.append((starter, f"against {other}", "won" if won else "did not win", _first_slip(played)))
    table = Table("Who found the win?", ("starter", "", "", "gave the win away"), rows)
    text = ("Whoever starts can force a win.",)
    bars = [share_bar("won by the player who started", wins, len(ended))]
    return [Section(table.title, text, [table] if rows else [], bars=bars), _line(story)]


def _first_slip(played: Played) -> str:
    """Return the starter's move that gave the win away, in words, or ``never``."""
    verdicts = judge_match(played.record).of_action
    for i, ((s, action, _), verdict) in enumerate(zip(played.positions(), verdicts, strict=True)):
        if s.player == 0 and verdict.lost > 0:
            words = played.replayed().game.words(s, [action])[action]
            return _shown(f"at move {i + 1}, {words}: {verdict.best} was better")
    return "never"


def _line(story: Story) -> Section:
    """Show perfect play by both players, from the tablebase."""
    options = options_of(story.settings)
    moves = line(SUITS, int(options["length"]), str(options["position"]))
    words = [f"{'AB'[move.player]} {move.words}" for move in moves]
    return Section("The fastest win against the best defence", (_shown("; ".join(words) + "."),))


def _shown(words: str) -> str:
    """Return the words with signs for suits, as the phones show cards."""
    return with_suits(words, rules)


ACTIVITY = Activity(
    name="beat-it-or-eat-it",
    title="Beat It Or Eat It",
    line="No luck at all: everyone plays the same deal, and only one first lead wins. Backward induction.",
    size=1,
    order=4,
    settings=(
        ActivitySetting(
            "size",
            "Everyone plays",
            (("1", "against the perfect computer player"), ("2", "another pupil")),
            "1",
        ),
        ActivitySetting(
            "deal_of",
            "The deal",
            (
                ("short", "8 cards, win in 7 moves"),
                ("middle", "8 cards, win in 13 moves"),
                ("long", "10 cards, win in 23 moves"),
                ("longest", "14 cards, win in 61 moves"),
            ),
            "short",
        ),
    ),
    steps=(
        Play(
            "Beat It Or Eat It",
            (
                "Beat the top card with a higher card of its suit and lead again, or eat all cards on the "
                "table. Get rid of all your cards to win. Whoever starts can force a win.",
            ),
            minutes=12,
            game="beat-it-or-eat-it",
            chosen=options_of,
            roles=("starter", "second"),
            bot="tablebase",
            matches=5,
            seconds=20.0,
            bots_rotate=False,
        ),
        Talk("Who found the winning line?", minutes=5, tell=debrief),
    ),
)
