"""Study of Smallsum: heat maps that show when to bet in all situations, and the prices of rules of thumb."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from upcard.document.model import FAILS, HOLDS, Chart, Section, Series, StudyFinding, Table
from upcard.engine.arrays import FloatArray
from upcard.engine.entrants import StrategyLike
from upcard.engine.game import Game, make_game
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_player import decisions
from upcard.games.smallsum.match_rounds import cash_betting, open_card_situations, stochastic_game
from upcard.games.smallsum.rules_of_thumb import NO_LEAD, CashGameValue, named_by_odds, plan_of, table_of
from upcard.games.smallsum.solvers.betting_advice import reached_cards
from upcard.solving.match_of_rounds import solve_match
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import agreement

STUDY = Study(
    name="smallsum-chart",
    title="Smallsum: when to bet",
    words="When should you bet, match or fold, and what do rules of thumb cost?",
    games=100_000,
)
RULES = "smallsum, the cash game: pennies won in one round"
VARIANTS = ("basic", "choice", "alternate")
RULES_OF_THUMB = ("dominant", "low-upcards", "caller", "bold", "cautious")
TOTALS = range(9, 22, 3)
LEADS = (0.3, 0.7, 1.0)
NO_PRICE, GAP = 1e-12, 1e-9
CHECKED = ("dominant", "low-upcards")
WORK = 20_000
"""Cost of pricing a rule of thumb, in usual games."""


@dataclass(frozen=True)
class SolvedAlternate:
    """A solution of the cash game of Alternate."""

    value: float
    """Pennies that A wins in a round."""
    chances: tuple[FloatArray, ...]
    """For each decision of the betting, the probabilities of its actions, of shape (situations, 10 hidden
    values, actions); NaN where the decision is never reached."""
    nodes: tuple[tuple[str, str], ...]
    """For each decision of the betting, the player and the earlier bets."""
    legal: tuple[tuple[int, ...], ...]
    """For each decision of the betting, the legal actions."""


@in_lab
def run(lab: Lab) -> StudyReport:
    """Solve the cash game, draw charts, price rules of thumb, and check a value in the games of the lab."""
    rules_of_thumb = {variant: thumbs(variant) for variant in VARIANTS}
    lab.plan([job("alternate")], further=WORK * (2 + sum(map(len, rules_of_thumb.values()))))
    solved = solve_alternate(lab)
    prices = {variant: priced(lab, variant, strategies) for variant, strategies in rules_of_thumb.items()}
    sections = [charts_section(solved), thumb_section(prices), check_section(lab, "alternate")]
    results = {
        "value": solved.value,
        "prices": {
            variant: [{"strategy": x.strategy, "as_a": x.as_first, "as_b": x.as_second} for x in values]
            for variant, values in prices.items()
        },
    }
    return finish(lab, STUDY, RULES, [answer(solved, prices)], sections, results)


def cash(variant: str) -> Game:
    """Return the cash game of a variant."""
    return make_game("smallsum", variant=variant, objective="pennies")


# ---- how it is solved ----


def solve_alternate(lab: Lab) -> SolvedAlternate:
    """Solve the cash game of Alternate in every situation."""
    game = cash("alternate")
    match = stochastic_game(game)
    lab.report_progress("solving alternate", 0)
    solved = solve_match(match, GAP)
    lab.advance("solving alternate", 2 * WORK)
    round, strategy = match.round_of(0), solved.strategies[0]
    plan, views = round.plan(strategy), list(decisions(game, cash_betting(game)))
    chances = [np.full((len(open_card_situations()[0]), 10, len(legal)), np.nan) for _, legal in views]
    for n, table_of_node in enumerate(chances):
        for k, value, probabilities in reached_cards(round, plan, strategy, len(views), n):
            table_of_node[k, value - 1] = probabilities
    nodes, legal_actions = tuple(named(view) for view, _ in views), tuple(tuple(x) for _, x in views)
    return SolvedAlternate(float(solved.values[0]), tuple(chances), nodes, legal_actions)


def named(view: object) -> tuple[str, str]:
    """Return the player to move in a view of Alternate, and the earlier bets: ``("A", "0 matched 3")``."""
    stage, bets = view.stage, view.bet  # type: ignore[attr-defined]
    who = "A" if stage in (rules.A_PUTS, rules.A_ANSWERS) else "B"
    before = {rules.A_PUTS: "", rules.B_ANSWERS: f"{bets[0]}", rules.B_PUTS: f"{bets[0]} matched"}
    return who, before.get(stage, f"{bets[0]} matched {bets[1]}")


# ---- charts ----


def charts_section(solved: SolvedAlternate) -> Section:
    """Return the section with heat maps of the best action by open sums and hidden card."""
    figures = [
        chart(solved, ("A", ""), "A bets", "pennies"),
        chart(solved, ("B", "1"), "B answers a bet of 1", "chance to match"),
        chart(solved, ("B", "3"), "B answers a bet of 3", "chance to match"),
        chart(solved, ("B", "0 matched"), "B bets after A checks", "pennies"),
        chart(solved, ("A", "0 matched 3"), "A answers a bet of 3 after checking", "chance to match"),
    ]
    text = [
        "Each map shows one optimal strategy of Alternate, the one at which a linear program ends. Another "
        "optimal strategy may bet differently where that makes no difference to the value.",
        "Further right, your open sum is larger than the other player's, which is bad. Further down, your "
        "hidden card is higher. A cell is the mean over all open cards with that difference; a blank cell "
        "is never reached. With a difference of ten or more both players know who wins, and bets mean "
        "nothing: no losing player matches.",
        "In the basic game and in Choice the map is simple: whoever is likelier to have the smaller sum bets "
        "the maximum, and the other bets nothing. This is the strategy `dominant`.",
    ]
    return Section("Charts", text, [bets_table(solved)], figures)


def chart(solved: SolvedAlternate, node: tuple[str, str], title: str, scale: str) -> Chart:
    """Return a heat map of the decision `node`; see :class:`SolvedAlternate`."""
    n = solved.nodes.index(node)
    amounts = np.array([1.0 if a == rules.MATCH else 0.0 if a == rules.FOLD else a for a in solved.legal[n]])
    sign = 1 if node[0] == "A" else -1
    rows = []
    for value in range(1, 11):
        points = means(
            (sign * x.difference, x.times * x.copies[x.values.index(value)], c @ amounts)
            for x, c in zip(open_card_situations()[0], solved.chances[n][:, value - 1], strict=True)
            if value in x.values and not np.isnan(c[0])
        )
        rows.append(Series("A" if value == 1 else str(value), list(points), list(points.values())))
    name = f"{node[0]}-{node[1]}".lower().strip("-").replace(" ", "-")
    axes = "your open sum minus the other's", "your hidden card"
    return Chart(name, f"{title}, in one optimal strategy", *axes, rows, scale=scale)


def means(points: Iterable[tuple[float, int, float]]) -> dict[float, float]:
    """Return the weighted mean of y for each x, in order, from triples of x, weight and y."""
    sums: dict[float, tuple[float, float]] = {}
    for x, weight, y in points:
        total, weights = sums.get(x, (0.0, 0.0))
        sums[x] = total + weight * y, weights + weight
    return {x: total / weights for x, (total, weights) in sorted(sums.items())}


def bets_table(solved: SolvedAlternate) -> Table:
    """Return a table with the frequency of each bet at each decision, over all deals."""
    rows: list[list[str | int | float]] = []
    for (who, before), chances, legal in zip(solved.nodes, solved.chances, solved.legal, strict=True):
        weights = np.zeros(chances.shape[:2])
        for k, x in enumerate(open_card_situations()[0]):
            weights[k, np.array(x.values) - 1] = x.times * np.array(x.copies)
        weights[np.isnan(chances[:, :, 0])] = 0
        if weights.sum() and rules.MATCH not in legal:
            frequencies = np.einsum("kv,kva->a", weights, np.nan_to_num(chances)) / weights.sum()
            rows.append([who, before or "nothing yet", *(100 * float(x) for x in frequencies)])
    note = "All deals count equally, no matter how often they lead to the decision."
    return Table("How often each bet is made", ["who", "after", "0, %", "1, %", "2, %", "3, %"], rows, note)


# ---- rules of thumb ----


def thumbs(variant: str) -> dict[str, StrategyLike]:
    """Return the rules of thumb to price in a variant, by name."""
    strategies: dict[str, StrategyLike] = {x: x for x in RULES_OF_THUMB}
    strategies |= {f"low-total:t={t}": f"low-total:t={t}" for t in TOTALS}
    if variant != "alternate":
        return strategies
    return strategies | dict(named_by_odds(b, m) for b in (*LEADS, NO_LEAD) for m in (0.0, 0.2))


def priced(lab: Lab, variant: str, strategies: Mapping[str, StrategyLike]) -> list[CashGameValue]:
    """Return the prices of strategies in a round of a variant, the lowest first."""
    table, values = table_of(cash(variant)), []
    for name, strategy in strategies.items():
        values.append(table.price(name, plan_of(table, strategy)))
        lab.advance(f"{variant}, {name}", WORK)
    return sorted(values, key=lambda x: x.mean)


def thumb_section(prices: dict[str, list[CashGameValue]]) -> Section:
    """Return the section about the prices of rules of thumb, with a table for each variant."""
    blocks = [
        Table(
            f"Pennies lost in a round of {variant} against the best response",
            ["rule", "as A", "as B", "mean"],
            [[x.strategy, x.as_first, x.as_second, x.mean] for x in values],
        )
        for variant, values in prices.items()
    ]
    free = {v: next(p for p in prices[v] if p.strategy == "dominant").mean for v in ("basic", "choice")}
    evidence = "; ".join(f"{v}: {abs(x):.1g} pennies" for v, x in free.items())
    verdict = HOLDS if max(free.values()) < NO_PRICE else FAILS
    claim = "In the basic game and in Choice `dominant` cannot be beaten."
    text = [
        "The price of a rule is its average loss in a round of the cash game to a player who knows it and "
        "plays the best response. It is computed over all deals, not simulated. You can play against the "
        "rules with a name. A lead is the chance of a smaller sum minus that of a larger one, with all "
        "unseen cards equally likely."
    ]
    return Section("Rules of thumb", text, blocks, [], [StudyFinding(claim, verdict, f"{evidence}.")])


# ---- a check by playing ----


def job(variant: str) -> Job:
    """Return the job in which two rules of thumb play rounds of a variant."""
    return Job("smallsum", CHECKED, options=(("variant", variant), ("objective", "pennies")))


def check_section(lab: Lab, variant: str) -> Section:
    """Return the section that checks a computed value by playing."""
    table = table_of(cash(variant))
    exact = table.value(*(plan_of(table, strategy) for strategy in CHECKED))
    claim = f"`{CHECKED[0]}` as A wins {exact:+.6f} pennies a round from `{CHECKED[1]}`, {variant}."
    finding = agreement(lab, job(variant), "score_mean", exact, claim, "rounds")
    return Section("Checked by playing", findings=[finding])


def answer(solved: SolvedAlternate, prices: dict[str, list[CashGameValue]]) -> str:
    """Return the answer of the study in a few sentences."""
    best = prices["alternate"][0]
    worst = prices["basic"][-1]
    return (
        "In the basic game and in Choice, bet the maximum if you are likelier to have the smaller sum than "
        f"the larger one, and otherwise nothing. The worst of these rules costs {worst.mean:.2f} pennies a "
        f"round in the basic game. In Alternate, A loses {-solved.value:.4f} pennies a round if both play "
        f"optimally; the best rule of thumb here ({best.strategy}) costs {best.mean:.3f} a round against a "
        "player who knows it."
    )
