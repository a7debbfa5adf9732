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
from upcard.language.messages import game_words, marked, pgettext
from upcard.language.messages import gettext as _

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
        result = pgettext("a match", "won") if won else _("did not win")
        rows.append((starter, _("against {name}", name=other), result, _first_slip(played)))
    table = Table(_("Who found the win?"), (_("starter"), "", "", _("gave the win away")), rows)
    text = (_("Whoever starts can force a win."),)
    bars = [share_bar(_("won by the player who started"), wins, len(ended))]
    return [Section(table.title, text, [table] if rows else [], bars=bars), _line(story)]


def _first_slip(played: Played) -> str:
    """Return the starter's move that gave the win away, in words, or ``never``."""
    verdicts = judge_match(played.record).of_action
    for i, ((s, action, _by), verdict) in enumerate(zip(played.positions(), verdicts, strict=True)):
        if s.player == 0 and verdict.lost > 0:
            words = played.replayed().game.words(s, [action])[action]
            return _(
                "at move {number}, {move}: {best} was better",
                number=i + 1,
                move=_shown(game_words(words)),
                best=_shown(game_words(verdict.best)),
            )
    return _("never")


def _line(story: Story) -> Section:
    """Show perfect play by both players, from the tablebase."""
    options = options_of(story.settings)
    moves = line(SUITS, int(options["length"]), str(options["position"]))
    words = [f"{'AB'[move.player]} {game_words(move.words)}" for move in moves]
    title = _("The fastest win against the best defence")
    return Section(title, (_shown("; ".join(words) + "."),))


def _shown(words: str) -> str:
    """Return the words with signs for suits, as the phones show cards."""
    return with_suits(words, rules)


ACTIVITY = Activity(
    name="beat-it-or-eat-it",
    title="Beat It Or Eat It",
    line=marked(
        "No luck at all: everyone plays the same deal, and only one first lead wins. Backward induction."
    ),
    size=1,
    order=4,
    settings=(
        ActivitySetting(
            "size",
            marked("Everyone plays"),
            (("1", marked("against the perfect computer player")), ("2", marked("another pupil"))),
            "1",
        ),
        ActivitySetting(
            "deal_of",
            marked("The deal"),
            (
                ("short", marked("8 cards, win in 7 moves")),
                ("middle", marked("8 cards, win in 13 moves")),
                ("long", marked("10 cards, win in 23 moves")),
                ("longest", marked("14 cards, win in 61 moves")),
            ),
            "short",
        ),
    ),
    steps=(
        Play(
            "Beat It Or Eat It",
            (
                marked(
                    "Beat the top card with a higher card of its suit and lead again, or eat all cards on "
                    "the table. Get rid of all your cards to win. Whoever starts can force a win."
                ),
            ),
            minutes=12,
            game="beat-it-or-eat-it",
            chosen=options_of,
            roles=(marked("starter"), marked("second")),
            bot="tablebase",
            matches=5,
            seconds=20.0,
            bots_rotate=False,
        ),
        Talk(marked("Who found the winning line?"), minutes=5, tell=debrief),
    ),
)
