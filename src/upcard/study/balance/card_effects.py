"""Cards and actions: what a card in the hand is worth, and what a player loses who may not use an action."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from upcard.document.model import Section, Table, TableCell
from upcard.engine.arrays import IntArray
from upcard.engine.game import Game
from upcard.engine.wording import join_names
from upcard.simulation import estimate
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_recorder import GamePlans
from upcard.simulation.game_tallies import CHOSEN, EVER, FIRST, HELD, SCORED, WON, GameTallies
from upcard.simulation.kernel import SHARE
from upcard.study.balance.balance_report import BalanceSection, plain_values
from upcard.study.balance.estimates_of_games import LEVEL, by_block, difference_of, part_of_wins, ratio_of
from upcard.study.balance.game_bank import GameBank
from upcard.study.balance.play_levels import RANDOM, PlayLevel, affordable
from upcard.study.verdicts import family_confidence, per_cent, points, text

NAME, TITLE = "cards", "Cards and actions"
BAN_WORK, MOST_BANS, MOST_BAN_GAMES = 6e7, 8, 4_000
MOST_KINDS_SHOWN = 60
BAN_STREAM = 3 * 10**9
"""Number of the first stream of games with bans."""

WHEN = ("in the first hand", "ever held")


@dataclass(frozen=True)
class CardEffect:
    """How players do with a card, and how much better than without it."""

    card: int
    words: str
    when: str
    """One of ``WHEN``."""
    held: Estimate
    """Share of all hands with the card."""
    win_with: Estimate
    """Share of the win with the card."""
    win_more: Estimate
    """With the card minus without it; NaN if all hands or none have it."""
    score_more: Estimate


@dataclass(frozen=True)
class BanEffect:
    """The loss of one player by a ban on an action that everybody else may use."""

    action: int
    words: str
    games: int
    win_share: Estimate
    """Change of the share of the win by the ban."""
    score: Estimate


def card_effects(game: Game, t: GameTallies, when: int) -> list[CardEffect]:
    """Return the effect of every card, the best first."""
    seats, unit = game.players, float(game.rules.GAME.unit)
    hands = by_block(np.full(len(t.wins), seats, np.int64), t.blocks)
    wins, scores = by_block(t.wins.sum(axis=1), t.blocks), by_block(t.scores.sum(axis=1), t.blocks)
    effects = []
    for k in np.flatnonzero(t.cards[:, when, :, HELD].sum(axis=0)):
        held, won, scored = (t.cards[:, when, k, c] for c in (HELD, WON, SCORED))
        without = hands - held
        effects.append(
            CardEffect(
                int(k),
                str(game.rules.card_text(int(k))),
                WHEN[when],
                ratio_of(held, hands),
                part_of_wins(won, held),
                difference_of(won, held * SHARE, wins - won, without * SHARE),
                difference_of(scored, held, scores - scored, without).times(unit),
            )
        )
    return sorted(effects, key=lambda x: (not np.isfinite(x.win_more.value), -x.win_more.value, x.card))


def ban_effects(bank: GameBank, words: Mapping[int, str]) -> list[BanEffect]:
    """Return the effects of bans on the actions that are chosen most, the most harmful ban first."""
    strategy = ban_strategy(bank)
    actions = chosen_most(bank.tallies_of(bank.strongest_search))
    if bank.game.players == 1 or len(actions) < 2:
        return []
    most = max(2, int(MOST_BAN_GAMES * bank.effort))
    games = affordable(bank.work(strategy) * (1 + len(actions)), BAN_WORK * bank.effort, most)
    seats = np.arange(games, dtype=np.int64) % bank.game.players
    seating = np.full((games, bank.game.players), bank.entrant(strategy), np.int64)
    free = GamePlans.of(bank.seed, seating, BAN_STREAM + np.arange(games, dtype=np.int64))
    bank.begin("games with forbidden actions")
    usual = bank.record(free)
    effects = [
        _ban_effect(bank, usual, bank.record(_banned(free, seats, a)), seats, a, words.get(a, f"action {a}"))
        for a in actions
    ]
    return sorted(effects, key=lambda x: (x.win_share.value, x.action))


def ban_strategy(bank: GameBank) -> str:
    """Return the strategy of games with bans, which must compile.

    It is a quick search, or else the strongest compiled level. Without one, players are random.
    """
    searches = [x for x in bank.ladder if x != RANDOM and x in bank.compiled]
    strongest = bank.strongest_search.strategy
    return searches[0] if searches else strongest if strongest in bank.compiled else RANDOM


def chosen_most(t: GameTallies) -> list[int]:
    """Return the actions that are chosen most often where there is a choice, the most frequent first."""
    counts = t.actions[:, :, CHOSEN].sum(axis=0)
    order = np.argsort(-counts, kind="stable")[:MOST_BANS]
    return [int(a) for a in order if counts[a] > 0]


def _banned(free: GamePlans, seats: IntArray, action: int) -> GamePlans:
    return replace(free, bans=np.stack([seats, np.full_like(seats, action)], axis=1))


def _ban_effect(
    bank: GameBank, usual: GameTallies, banned: GameTallies, seats: IntArray,
    action: int, words: str,
) -> BanEffect:  # fmt: skip
    rows, unit = np.arange(len(seats)), float(bank.game.rules.GAME.unit)
    shares = banned.shares[rows, seats] - usual.shares[rows, seats]
    scores = np.asarray((banned.scores[rows, seats] - usual.scores[rows, seats]) * unit, np.float64)
    change = estimate.hedged_spread(shares, len(seats), LEVEL)
    return BanEffect(action, words, len(seats), change, estimate.of_spread(scores, LEVEL))


def cards_section(bank: GameBank, words: Mapping[int, str]) -> BalanceSection:
    """Return the section."""
    levels = [bank.levels[0]] if len(bank.levels) == 1 else [bank.levels[-2], bank.levels[-1]]
    parts = [(x, when) for x in levels for when in (FIRST, EVER)]
    effects = {(x.name, when): card_effects(bank.game, bank.tallies_of(x), when) for x, when in parts}
    bans = ban_effects(bank, words)
    first = effects[levels[-1].name, FIRST]
    answer = " ".join([_card_answer(first, levels[-1]), _ban_answer(bans)]).strip()
    notes = [
        answer,
        "A card in the first hand comes by chance, so the difference is its effect. Cards that are held "
        "later also show who was able to get or keep them.",
    ]
    tables = [
        _card_table(x, effects[x.name, when], WHEN[when])
        for x in levels
        for when in (FIRST, EVER)
        if effects[x.name, when]
    ]
    if bans:
        tables.append(_ban_table(bans, ban_strategy(bank)))
    numbers = {
        "cards": [{"level": name, "effects": plain_values(x)} for (name, _), x in effects.items()],
        "bans": plain_values(bans),
    }
    return BalanceSection(NAME, answer, Section(TITLE, notes, tables), numbers)


def is_clear(e: Estimate, count: int) -> bool:
    """Return whether a difference is not 0, where the chance that any of `count` is wrong is 5 % at most."""
    return abs(e.value) > estimate.quantile(family_confidence(count)) * e.se


def _card_answer(effects: Sequence[CardEffect], level: PlayLevel) -> str:
    known = [x for x in effects if np.isfinite(x.win_more.value)]
    if not known:
        return "No card in the first hand tells players apart."
    clear = [x for x in known if is_clear(x.win_more, len(known))]
    if not clear:
        return f"With {level.words}, no card in the first hand is shown to matter."
    best = max(clear, key=lambda x: abs(x.win_more.value))
    more = "more" if best.win_more.value > 0 else "less"
    return (
        f"With {level.words}, the card in the first hand that matters most is {best.words}: with it, players "
        f"win {abs(100 * best.win_more.value):.1f} percentage points {more} often."
    )


def _ban_answer(bans: Sequence[BanEffect]) -> str:
    clear = [x for x in bans if is_clear(x.win_share, len(bans))]
    harmful = [x for x in clear if x.win_share.value < 0]
    useless = [x for x in clear if x.win_share.value > 0]
    answer = ""
    if harmful:
        worst = harmful[0]
        answer = (
            f"A player who may not use {worst.words!r} wins {-100 * worst.win_share.value:.1f} "
            "percentage points less often."
        )
    elif bans:
        answer = "Forbidding one player an action is not shown to hurt."
    if useless:
        answer += f" Players do better if they may not use {join_names([x.words for x in useless])}."
    return answer


def _card_table(level: PlayLevel, effects: Sequence[CardEffect], when: str) -> Table:
    rows: list[list[TableCell]] = [
        [
            x.words,
            per_cent(x.held),
            per_cent(x.win_with),
            _difference(x.win_more, points),
            _difference(x.score_more, _score),
        ]
        for x in effects[:MOST_KINDS_SHOWN]
    ]
    columns = ("card", "hands", "share of the win", "points more than without", "score more")
    return Table(f"{level.name}: cards {when}", columns, rows)


def _difference(e: Estimate, words: Callable[[Estimate], str]) -> str:
    return words(e) if np.isfinite(e.value) else "–"


def _score(e: Estimate) -> str:
    return text(e, 2)


def _ban_table(bans: Sequence[BanEffect], strategy: str) -> Table:
    rows: list[list[TableCell]] = [[x.words, x.games, points(x.win_share), text(x.score, 2)] for x in bans]
    note = (
        f"All players are {strategy}. The same games are played with and without the ban; a player with no "
        "other action may still use it (restricted play, Jaffe and others 2012)."
    )
    return Table(
        "One player may not …", ("action", "games", "win share, points more", "score more"), rows, note
    )
