"""Smallsum: when to bet, as heat maps of all situations, and what rules of thumb cost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Finding, Section, Series, Table
from upcard.engine.arrays import FloatArray
from upcard.engine.game import Game, make_game
from upcard.engine.registry import StrategyLike
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_player import decisions
from upcard.games.smallsum.match_rounds import open_card_situations, stochastic_game
from upcard.games.smallsum.rules_of_thumb import CashGameValue, by_odds, plan_of, table_of
from upcard.solving.match_of_rounds import solve_match
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study

STUDY = Study(
    name="smallsum-chart",
    title="Smallsum: when to bet",
    words="When should one bet, match and fold, and what do rules of thumb cost?",
    games=100_000,
)
RULES = "smallsum, the cash game: the pennies of one round"
VARIANTS = ("basic", "choice", "alternate")
RULES_OF_THUMB = ("dominant", "low-upcards", "caller", "bold", "cautious")
TOTALS = range(9, 22, 3)
LEADS, NO_LEAD = (0.3, 0.7, 1.0), 2.0
NO_PRICE, GAP = 1e-12, 1e-9
CHECKED = ("dominant", "low-upcards")
WORK = 20_000
"""What it costs to look at a rule of thumb, in games."""


@dataclass(frozen=True)
class SolvedAlternate:
    """How Alternate is played."""

    value: float
    """Pennies that A wins in a round."""
    chances: tuple[FloatArray, ...]
    """For each information set of the betting the chance of each choice, by situation and hidden value from
    1 to 10; not a number where it never comes to that."""
    nodes: tuple[tuple[str, str], ...]
    """Who decides at each, and after what."""
    legal: tuple[tuple[int, ...], ...]
    """What can be done."""


@in_lab
def run(lab: Lab) -> StudyReport:
    """Solve the cash game, draw the charts, and price rules of thumb.

    Parameters
    ----------
    lab : Lab
        Its games are rounds by which a computed value is checked.
    """
    rules_of_thumb = {variant: thumbs(variant) for variant in VARIANTS}
    lab.plan([job("alternate")], further=WORK * (2 + sum(map(len, rules_of_thumb.values()))))
    solved = solve_alternate(lab)
    prices = {variant: priced(lab, variant, found) for variant, found in rules_of_thumb.items()}
    sections = [charts_section(solved), thumb_section(prices), check_section(lab, "alternate")]
    results = {
        "value": solved.value,
        "prices": {
            variant: [{"strategy": p.strategy, "as_a": p.as_first, "as_b": p.as_second} for p in found]
            for variant, found in prices.items()
        },
    }
    return finish(lab, STUDY, RULES, [answer(solved, prices)], sections, results)


def cash(variant: str) -> Game:
    """The cash game of a variant."""
    return make_game("smallsum", variant=variant, objective="pennies")


# ---- how it is solved ----


def solve_alternate(lab: Lab) -> SolvedAlternate:
    """Solve the cash game of Alternate, and say what is done in every situation."""
    game = cash("alternate")
    match = stochastic_game(game)
    lab.report_progress("solving alternate", 0)
    solved = solve_match(match, GAP)
    lab.advance("solving alternate", 2 * WORK)
    round, strategy = match.round_of(0), solved.strategies[0]
    plan = round.plan(strategy)
    table = table_of(game)
    found = list(decisions(game, table.bets))
    chances = [np.full((len(open_card_situations()[0]), 10, len(legal)), np.nan) for _, legal in found]
    for k, x in enumerate(open_card_situations()[0]):
        begin = int(round.sets_from[x.part])
        for value, c in zip(x.values, x.classes, strict=True):
            for n in range(len(found)):
                at = begin + c * len(found) + n
                if plan[round.before[at]] > 0:
                    first = int(round.first[at]) - 2
                    chances[n][k, value - 1] = strategy[first : first + int(round.count[at])]
    nodes = tuple(named(view) for view, _ in found)
    return SolvedAlternate(
        float(solved.values[0]), tuple(chances), nodes, tuple(tuple(legal) for _, legal in found)
    )


def named(view: object) -> tuple[str, str]:
    """Who decides in a view of Alternate, and after what: ``("A", "3 0")`` are both bets so far."""
    stage, bets = view.stage, view.bet  # type: ignore[attr-defined]
    who = "A" if stage in (rules.A_PUTS, rules.A_ANSWERS) else "B"
    asked = {rules.A_PUTS: "", rules.B_ANSWERS: f"{bets[0]}", rules.B_PUTS: f"{bets[0]} matched"}
    return who, asked.get(stage, f"{bets[0]} matched {bets[1]}")


# ---- charts ----


def charts_section(solved: SolvedAlternate) -> Section:
    """The heat maps: what to do by the open sums and one's own hidden card.

    Parameters
    ----------
    solved : SolvedAlternate
        How Alternate is played.
    """
    figures = [
        chart(solved, ("A", ""), "A bets", "pennies"),
        chart(solved, ("B", "1"), "B answers a bet of 1", "chance to match"),
        chart(solved, ("B", "3"), "B answers a bet of 3", "chance to match"),
        chart(solved, ("B", "0 matched"), "B bets after A has put nothing", "pennies"),
        chart(solved, ("A", "0 matched 3"), "A, having put nothing, answers a bet of 3", "chance to match"),
    ]
    text = [
        "Each map is of Alternate, and of one optimal strategy: the corner of the set of them all in which a "
        "linear program ends. Another one may bet otherwise where that makes no difference to the value.",
        "To the right the own open sum is the greater one, which is bad; further down the own hidden card is "
        "greater. A cell is the mean over all open cards with that difference; where nothing is coloured it "
        "never comes to that. With a difference of ten or more both know who wins, and what is bet then "
        "means nothing: nobody matches who has lost.",
        "In the basic game and in Choice the map is simple: whoever is likelier to have the smaller sum puts "
        "all he may, and else nothing, whatever the other does; this is the strategy `dominant`.",
    ]
    return Section("Charts", text, [bets_table(solved)], figures)


def chart(solved: SolvedAlternate, node: tuple[str, str], title: str, scale: str) -> Chart:
    """A heat map of one decision.

    Parameters
    ----------
    solved : SolvedAlternate
        How Alternate is played.
    node : tuple of str
        Which decision, see :class:`SolvedAlternate`.
    title, scale : str
        What it is called, and what the colours mean.
    """
    n = solved.nodes.index(node)
    amounts = np.array([1.0 if a == rules.MATCH else 0.0 if a == rules.FOLD else a for a in solved.legal[n]])
    sign = 1 if node[0] == "A" else -1
    rows = []
    for value in range(1, 11):
        points = means(
            (sign * x.difference, x.times * copies_of(x.values, x.copies, value), c @ amounts)
            for x, c in zip(open_card_situations()[0], solved.chances[n][:, value - 1], strict=True)
            if value in x.values and not np.isnan(c[0])
        )
        rows.append(Series("A" if value == 1 else str(value), list(points), list(points.values())))
    name = f"{node[0]}-{node[1]}".lower().strip("-").replace(" ", "-")
    return Chart(
        name,
        f"{title}, in one optimal strategy",
        "own open sum less the other's",
        "own hidden card",
        rows,
        scale=scale,
    )


def copies_of(values: Sequence[int], copies: Sequence[int], value: int) -> int:
    """How many cards of some value are not open."""
    return copies[values.index(value)]


def means(found: Iterable[tuple[float, int, float]]) -> dict[float, float]:
    """The weighted mean for each x, in order, of triples of x, weight and number."""
    sums: dict[float, tuple[float, float]] = {}
    for x, weight, y in found:
        total, weights = sums.get(x, (0.0, 0.0))
        sums[x] = total + weight * y, weights + weight
    return {x: total / weights for x, (total, weights) in sorted(sums.items())}


def bets_table(solved: SolvedAlternate) -> Table:
    """How often each bet is made when it comes to it, over all deals.

    Parameters
    ----------
    solved : SolvedAlternate
        How Alternate is played.
    """
    rows: list[list[str | int | float]] = []
    for (who, asked), chances, legal in zip(solved.nodes, solved.chances, solved.legal, strict=True):
        weights = np.zeros(chances.shape[:2])
        for k, x in enumerate(open_card_situations()[0]):
            weights[k, np.array(x.values) - 1] = x.times * np.array(x.copies)
        weights[np.isnan(chances[:, :, 0])] = 0
        if weights.sum() and rules.MATCH not in legal:
            often = np.einsum("kv,kva->a", weights, np.nan_to_num(chances)) / weights.sum()
            rows.append([who, asked or "nothing yet", *(100 * float(x) for x in often)])
    note = "Deals count alike here, however often it comes to the decision with them."
    return Table("How often how much is bet", ["who", "after", "0, %", "1, %", "2, %", "3, %"], rows, note)


# ---- rules of thumb ----


def thumbs(variant: str) -> dict[str, StrategyLike]:
    """The rules of thumb that are priced in a variant, by what they are called."""
    named: dict[str, StrategyLike] = {x: x for x in RULES_OF_THUMB}
    named |= {f"low-total:t={t}": f"low-total:t={t}" for t in TOTALS}
    if variant != "alternate":
        return named
    for bets in (*LEADS, NO_LEAD):
        for matches in (0.0, 0.2):
            puts = f"bets from a lead of {bets:g}" if bets < NO_LEAD else "never bets"
            named[f"{puts}, matches from {matches:g}"] = by_odds(bets, matches)
    return named


def priced(lab: Lab, variant: str, strategies: Mapping[str, StrategyLike]) -> list[CashGameValue]:
    """What strategies lose in a round of a variant against best responses, the best first."""
    table, found = table_of(cash(variant)), []
    for name, strategy in strategies.items():
        found.append(table.price(name, plan_of(table, strategy)))
        lab.advance(f"{variant}, {name}", WORK)
    return sorted(found, key=lambda p: p.mean)


def thumb_section(prices: dict[str, list[CashGameValue]]) -> Section:
    """What rules of thumb cost.

    Parameters
    ----------
    prices : dict
        The prices of each variant, the best first.
    """
    blocks = [
        Table(
            f"Pennies lost in a round of {variant} against the best response",
            ["rule", "as A", "as B", "mean"],
            [[p.strategy, p.as_first, p.as_second, p.mean] for p in found],
        )
        for variant, found in prices.items()
    ]
    free = {v: next(p for p in prices[v] if p.strategy == "dominant").mean for v in ("basic", "choice")}
    said = "; ".join(f"{v}: {abs(x):.1g} pennies" for v, x in free.items())
    verdict = HOLDS if max(free.values()) < NO_PRICE else FAILS
    finding = Finding("In the basic game and in Choice `dominant` cannot be beaten.", verdict, f"{said}.")
    text = [
        "The price of a rule is what it loses in the mean in a round of the cash game to somebody who knows "
        "it and answers it in the best way. It is computed over all deals, not simulated. Rules with a name "
        "can be played against; a lead is the chance of a smaller sum less that of a larger one, with all "
        "unseen cards alike."
    ]
    return Section("Rules of thumb", text, blocks, [], [finding])


# ---- a check by playing ----


def job(variant: str) -> Job:
    """The rounds that are played: two rules of thumb."""
    return Job("smallsum", CHECKED, options=(("variant", variant), ("objective", "pennies")))


def check_section(lab: Lab, variant: str) -> Section:
    """Whether a computed value agrees with rounds that are played by the rules."""
    table = table_of(cash(variant))
    exact = table.value(*(plan_of(table, strategy) for strategy in CHECKED))
    played = lab.play(job(variant))
    mean = played.seats[0].estimates["score_mean"]
    verdict = HOLDS if mean.low <= exact <= mean.high else FAILS
    verdict = OPEN if played.games < lab.games else verdict
    claim = f"`{CHECKED[0]}` as A wins {exact:+.6f} pennies a round from `{CHECKED[1]}`, {variant}."
    said = f"{played.games:,} rounds: {mean.value:+.4f}, {mean.low:+.4f} to {mean.high:+.4f}."
    return Section("Checked by playing", [], [], [], [Finding(claim, verdict, said)])


def answer(solved: SolvedAlternate, prices: dict[str, list[CashGameValue]]) -> str:
    """The plain answer, made from the numbers.

    Parameters
    ----------
    solved : SolvedAlternate
        How Alternate is played.
    prices : dict
        The prices of each variant, the best first.
    """
    best = prices["alternate"][0]
    worst = prices["basic"][-1]
    return (
        "In the basic game and in Choice put all you may when a smaller sum is likelier for you than a "
        "larger one, and else nothing. The worst of these rules costs "
        f"{worst.mean:.2f} pennies a round in the basic game. In Alternate A loses {-solved.value:.4f} "
        "pennies a round when both play as well as possible; the best rule of thumb here "
        f"({best.strategy}) costs {best.mean:.3f} a round against somebody who knows it."
    )
