"""Study of Smallsum: the prices of rules of thumb over a whole match, against the best response to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from upcard.document.model import FAILS, HOLDS, Chart, Section, Series, StudyFinding, Table
from upcard.engine.entrants import StrategyLike
from upcard.engine.game import Game, make_game
from upcard.games.smallsum.rules_of_thumb import (
    NO_LEAD,
    UnmergedRound,
    by_odds,
    match_tables,
    named_by_odds,
    plan_of,
)
from upcard.solving.match_of_rounds import best_values, evaluate
from upcard.solving.solution_cache import certificate_for
from upcard.strategies.equilibrium import CERTIFICATES
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import agreement

STUDY = Study(
    name="smallsum-match",
    title="Smallsum: rules of thumb over a whole match",
    words="How likely is a rule of thumb to win a whole match against a player who knows it?",
    games=20_000,
)
RULES = "smallsum, a whole match"
PURSE = 8
VARIANTS = ("basic", "choice", "alternate")
BETTING = ("dominant", "low-upcards", "bold")
WAITING = ("caller", "cautious")
LEADS = (0.3, 0.7)
OPEN_LEADS = ((0.7, 0.2), (1.0, 0.2), (NO_LEAD, 0.2), (NO_LEAD, 0.0))
CHECKED = ("dominant", "low-upcards")
WORK = 2_000
"""Cost of pricing a rule of thumb, in usual games."""


@dataclass(frozen=True)
class GuaranteedValue:
    """Winning chances that a rule of thumb guarantees against any play, by A's pennies, from 1 on."""

    strategy: str
    as_a: tuple[float, ...]
    """The guaranteed chance to win the match as A."""
    as_b: tuple[float, ...]
    """The guaranteed chance to win the match as B."""
    best_a: tuple[float, ...]
    """The chance to win as A if both players play optimally."""
    best_b: tuple[float, ...]
    """The chance to win as B if both players play optimally."""

    @property
    def begin(self) -> int:
        """Index of the start of the match, with equal pennies."""
        return len(self.as_a) // 2

    @property
    def price(self) -> float:
        """Chance to win of optimal play minus the guaranteed one at the start, averaged over both roles."""
        k = self.begin
        return (self.best_a[k] - self.as_a[k] + self.best_b[k] - self.as_b[k]) / 2


@in_lab
def run(lab: Lab) -> StudyReport:
    """Price rules of thumb over whole matches, and check a computed chance in the games of the lab."""
    lab.plan([job()], further=WORK * sum(len(thumbs(variant)) for variant in VARIANTS))
    all_prices = ((variant, priced(lab, variant)) for variant in VARIANTS)
    prices = {variant: values for variant, values in all_prices if values}
    sections = [*(variant_section(variant, x) for variant, x in prices.items()), check_section(lab)]
    documents = {variant: [value_document(x) for x in values] for variant, values in prices.items()}
    return finish(lab, STUDY, RULES, [answer(prices)], sections, {"prices": documents})


def whole(variant: str) -> Game:
    """Return the match of a variant."""
    return make_game("smallsum", variant=variant, purse=PURSE)


def value_document(x: GuaranteedValue) -> dict[str, str | float]:
    """Return a price as plain values, at the start of the match."""
    k = x.begin
    return {"strategy": x.strategy, "sure_as_a": x.as_a[k], "sure_as_b": x.as_b[k], "price": x.price}


# ---- rules of thumb ----


def thumbs(variant: str) -> dict[str, StrategyLike]:
    """Return the rules of thumb to price in a variant, by name."""
    strategies: dict[str, StrategyLike] = {x: x for x in BETTING}
    if variant != "alternate":
        return strategies | {f"bets from a lead of {x:g}": by_odds(x, 0.0) for x in LEADS}
    return strategies | {x: x for x in WAITING} | dict(named_by_odds(*leads) for leads in OPEN_LEADS)


def priced(lab: Lab, variant: str) -> list[GuaranteedValue]:
    """Return the guarantees of rules of thumb, the best first; after an interrupt, the rest is left out."""
    game = whole(variant)
    best = tuple(float(x) for x in certificate_for(CERTIFICATES, game)["values"])
    tables, values = match_tables(game), list[GuaranteedValue]()
    for name, strategy in thumbs(variant).items():
        price = partial(sure, tables, best, name, strategy)
        value = None if lab.is_hurrying else patiently(lab, f"{variant}, {name}", price)
        if value is None:
            lab.left_out.add((variant, name))
        else:
            values.append(value)
    return sorted(values, key=lambda x: x.price)


def patiently(
    lab: Lab, what: str, price: Callable[[Callable[[float], None]], GuaranteedValue]
) -> GuaranteedValue | None:
    """Return the result of `price`, or None after an interrupt; raises KeyboardInterrupt at the second one.

    `price` gets a callback, which it calls before every round with the fraction that is done.
    """
    try:
        value = price(lambda part: lab.report_progress(what, WORK * part))
    except KeyboardInterrupt:
        lab.hurry()
        return None
    lab.played += 1
    lab.in_full += 1
    lab.advance(what, WORK)
    return value


def sure(
    tables: Sequence[UnmergedRound],
    best: tuple[float, ...],
    name: str,
    strategy: StrategyLike,
    on_part: Callable[[float], None] | None = None,
) -> GuaranteedValue:
    """Return the guarantees of a rule of thumb in the rounds of a match.

    `best` is A's chance to win if both play optimally, by A's pennies from 1 on. `on_part` is called before
    every round with the fraction that is done.
    """
    match, plans = tables[0].match, []
    for table in tables:
        if on_part:
            on_part(table.number / len(tables))
        plans.append(plan_of(table, strategy))
    begin = np.array([match.stopped, match.together - match.stopped])
    as_a, as_b = (match.together - best_values(match, plans, begin, 0.0, 1.0))[::-1]
    return GuaranteedValue(name, tuple(as_a.tolist()), tuple(as_b.tolist()), best, tuple(1 - x for x in best))


# ---- the report ----


def variant_section(variant: str, values: Sequence[GuaranteedValue]) -> Section:
    """Return the section with the prices of a variant, and the guarantees of its rules from every purse."""
    k = values[0].begin
    rows: list[list[str | int | float]] = [[x.strategy, x.as_a[k], x.as_b[k], x.price] for x in values]
    rows.append(["as solved", values[0].best_a[k], values[0].best_b[k], 0.0])
    text = [
        "The price of a rule is how much less likely it is to win the match than optimal play, against a "
        "player who knows it and plays the best response. It is computed over all deals and all rounds, not "
        "simulated. A lead is the chance of a smaller sum minus that of a larger one, with all unseen cards "
        "equally likely."
    ]
    if variant != "alternate":
        text.append(
            "Rules that never bet are left out, because they guarantee nothing: their opponent bets a penny "
            "only when it cannot be lost, and waits for that as long as it takes."
        )
    block = Table(f"Chance to win a match of {variant}", ["rule", "sure as A", "sure as B", "price"], rows)
    figure, findings = purses_figure(variant, values), notes(variant, values)
    return Section(variant.capitalize(), text, [block], [figure], findings)


def purses_figure(variant: str, values: Sequence[GuaranteedValue]) -> Chart:
    """Return a chart of A's guarantee by A's pennies, with a line for each rule and for optimal play."""
    lines = [*((x.strategy, x.as_a) for x in values), ("as solved", values[0].best_a)]
    pennies = [float(n) for n in range(len(values[0].best_a) + 2)]
    series = [Series(name, pennies, [0.0, *chances, 1.0]) for name, chances in lines]
    title = f"A's chance to win a match of {variant} that a rule is sure of"
    return Chart(f"purses-{variant}", title, "A's pennies", "chance to win", series)


def notes(variant: str, values: Sequence[GuaranteedValue]) -> list[StudyFinding]:
    """Return the finding on the price of `dominant` in a match, if it is best in a round of the variant."""
    if variant == "alternate":
        return []
    claim = f"In a match of {variant}, `dominant` can be beaten, although nothing beats it in the cash game."
    return [
        StudyFinding(
            claim,
            HOLDS if x.price > 1e-9 else FAILS,
            f"It guarantees {x.as_a[x.begin]:.6f}; optimal play guarantees one half.",
        )
        for x in values
        if x.strategy == "dominant"
    ]


def job() -> Job:
    """Return the job in which two rules of thumb play matches."""
    variant = VARIANTS[0]
    return Job("smallsum", CHECKED, options=(("variant", variant), ("purse", PURSE)))


def check_section(lab: Lab) -> Section:
    """Return the section that checks a computed chance by playing."""
    variant = VARIANTS[0]
    tables = match_tables(whole(variant))
    first, second = ([plan_of(table, strategy) for table in tables] for strategy in CHECKED)
    both = [table.joined(a, b) for table, a, b in zip(tables, first, second, strict=True)]
    exact = float(evaluate(tables[0].match, both)[PURSE - 1])
    claim = f"`{CHECKED[0]}` as A beats `{CHECKED[1]}` in a match of {variant} with a chance of {exact:.6f}."
    finding = agreement(lab, job(), "win_share", exact, claim, "matches")
    return Section("Checked by playing", findings=[finding])


def answer(prices: dict[str, list[GuaranteedValue]]) -> str:
    """Return the answer of the study in a sentence."""
    best = "; ".join(
        f"in {variant} {x[0].strategy}, which costs {x[0].price:.4f} of a match"
        for variant, x in prices.items()
    )
    return f"Best of these rules against a player who knows them: {best or 'not known'}."
