"""Smallsum: what rules of thumb cost over a whole match, against the best response to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Finding, Section, Series, Table
from upcard.engine.game import Game, make_game
from upcard.engine.registry import StrategyLike
from upcard.games.smallsum.rules_of_thumb import UnmergedRound as RoundTable
from upcard.games.smallsum.rules_of_thumb import by_odds, match_tables, plan_of
from upcard.solving.match_of_rounds import best_values, evaluate
from upcard.solving.solution_cache import certificate_for
from upcard.strategies.equilibrium import CERTIFICATES
from upcard.study.experiment_runner import Job, Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study

STUDY = Study(
    name="smallsum-match",
    title="Smallsum: rules of thumb over a whole match",
    words="With which chance does a rule of thumb win a whole match from somebody who knows it?",
    games=20_000,
)
RULES = "smallsum, a whole match"
PURSE = 8
VARIANTS = ("basic", "choice", "alternate")
BETTING = ("dominant", "low-upcards", "bold")
WAITING = ("caller", "cautious")
LEADS = (0.3, 0.7)
OPEN_LEADS = ((0.7, 0.2), (1.0, 0.2), (2.0, 0.2), (2.0, 0.0))
NO_LEAD = 2.0
CHECKED = ("dominant", "low-upcards")
WORK = 2_000
"""What it costs to look at a rule of thumb, in games."""


@dataclass(frozen=True)
class GuaranteedValue:
    """What a rule of thumb is sure of, however the other plays."""

    strategy: str
    """What it is called."""
    as_a: tuple[float, ...]
    as_b: tuple[float, ...]
    """The chance to win the match as A and as B, by A's pennies from 1 on."""
    best_a: tuple[float, ...]
    best_b: tuple[float, ...]
    """The same for optimal play."""

    @property
    def begin(self) -> int:
        """Where the match begins: both have as many pennies."""
        return len(self.as_a) // 2

    @property
    def price(self) -> float:
        """How much less than optimal play it is sure of from the beginning, in the mean of both parts."""
        k = self.begin
        return (self.best_a[k] - self.as_a[k] + self.best_b[k] - self.as_b[k]) / 2


@in_lab
def run(lab: Lab) -> StudyReport:
    """Price rules of thumb over whole matches of all variants.

    Parameters
    ----------
    lab : Lab
        Its games are matches by which a computed value is checked.
    """
    lab.plan([job()], further=WORK * sum(len(thumbs(variant)) for variant in VARIANTS))
    asked = ((variant, priced(lab, variant)) for variant in VARIANTS)
    found = {variant: prices for variant, prices in asked if prices}
    sections = [*(variant_section(variant, x) for variant, x in found.items()), check_section(lab)]
    results = {"prices": {variant: [value_document(x) for x in prices] for variant, prices in found.items()}}
    return finish(lab, STUDY, RULES, [answer(found)], sections, results)


def whole(variant: str) -> Game:
    """The match of a variant."""
    return make_game("smallsum", variant=variant, purse=PURSE)


def value_document(x: GuaranteedValue) -> dict[str, str | float]:
    """A price as plain values, from the beginning of the match."""
    k = x.begin
    return {"strategy": x.strategy, "sure_as_a": x.as_a[k], "sure_as_b": x.as_b[k], "price": x.price}


# ---- rules of thumb ----


def thumbs(variant: str) -> dict[str, StrategyLike]:
    """The rules of thumb that are priced in a variant, by what they are called."""
    named: dict[str, StrategyLike] = {x: x for x in BETTING}
    if variant != "alternate":
        return named | {f"bets from a lead of {x:g}": by_odds(x, 0.0) for x in LEADS}
    named |= {x: x for x in WAITING}
    for bets, matches in OPEN_LEADS:
        puts = f"bets from a lead of {bets:g}" if bets < NO_LEAD else "never bets"
        named[f"{puts}, matches from {matches:g}"] = by_odds(bets, matches)
    return named


def priced(lab: Lab, variant: str) -> list[GuaranteedValue]:
    """What rules of thumb are sure of in a match of a variant, the best first; none after an interrupt."""
    game = whole(variant)
    tables, best, found = match_tables(game), best_chances(game), list[GuaranteedValue]()
    for name, strategy in thumbs(variant).items():
        price = partial(sure, tables, best, name, strategy)
        x = None if lab.is_hurrying else patiently(lab, f"{variant}, {name}", price)
        if x is None:
            lab.left_out.add((variant, name))
        else:
            found.append(x)
    return sorted(found, key=lambda x: x.price)


def patiently(
    lab: Lab, what: str, price: Callable[[Callable[[float], None]], GuaranteedValue]
) -> GuaranteedValue | None:
    """A price, if no interrupt comes; it is heard at every round.

    Parameters
    ----------
    lab : Lab
        Told how far it is.
    what : str
        What is priced.
    price : function
        Gives the price; what it is called with is told the part that is done.

    Raises
    ------
    KeyboardInterrupt
        At a second interrupt.
    """
    try:
        found = price(lambda part: lab.report_progress(what, WORK * part))
    except KeyboardInterrupt:
        lab.hurry()
        return None
    lab.played += 1
    lab.in_full += 1
    lab.advance(what, WORK)
    return found


def best_chances(game: Game) -> tuple[float, ...]:
    """A's chance to win if both play optimally, by his pennies from 1 on, from the certificate."""
    return tuple(float(x) for x in certificate_for(CERTIFICATES, game)["values"])


def sure(
    tables: Sequence[RoundTable],
    best: tuple[float, ...],
    name: str,
    strategy: StrategyLike,
    on_part: Callable[[float], None] | None = None,
) -> GuaranteedValue:
    """What a rule of thumb is sure of.

    Parameters
    ----------
    tables : sequence of RoundTable
        The rounds of the match.
    best : tuple of float
        A's chance to win if both play optimally.
    name : str
        What the rule is called.
    strategy : str or function
        The rule, as it is typed, or as a function of a view.
    on_part : function, optional
        Told before every round which part is done.
    """
    match, plans = tables[0].match, []
    for table in tables:
        if on_part:
            on_part(table.number / len(tables))
        plans.append(plan_of(table, strategy))
    begin = np.array([match.stopped, match.together - match.stopped])
    as_a, as_b = (match.together - best_values(match, plans, begin, 0.0, 1.0))[::-1]
    return GuaranteedValue(name, tuple(as_a.tolist()), tuple(as_b.tolist()), best, tuple(1 - x for x in best))


# ---- what is told ----


def variant_section(variant: str, found: Sequence[GuaranteedValue]) -> Section:
    """The prices of a variant, and what the rules are sure of from every purse."""
    k = found[0].begin
    rows: list[list[str | int | float]] = [[x.strategy, x.as_a[k], x.as_b[k], x.price] for x in found]
    rows.append(["as solved", found[0].best_a[k], found[0].best_b[k], 0.0])
    text = [
        "The price of a rule is how much less often it is sure to win the match than optimal play, against "
        "somebody who knows it and answers it in the best way. It is computed over all deals and all rounds, "
        "not simulated; a lead is the chance of a smaller sum less that of a larger one, all unseen cards "
        "being alike."
    ]
    if variant != "alternate":
        text.append(
            "Who never bets is left out: he can be sure of nothing. The other puts a penny only when he "
            "cannot lose, and waits for it as long as it takes."
        )
    block = Table(f"Chance to win a match of {variant}", ["rule", "sure as A", "sure as B", "price"], rows)
    return Section(
        variant.capitalize(), text, [block], [purses_figure(variant, found)], notes(variant, found)
    )


def purses_figure(variant: str, found: Sequence[GuaranteedValue]) -> Chart:
    """What A is sure of by his pennies, one line for each rule, and one for optimal play."""
    lines = [*((x.strategy, x.as_a) for x in found), ("as solved", found[0].best_a)]
    pennies = [float(n) for n in range(len(found[0].best_a) + 2)]
    series = [Series(name, pennies, [0.0, *chances, 1.0]) for name, chances in lines]
    title = f"A's chance to win a match of {variant} that a rule is sure of"
    return Chart(f"purses-{variant}", title, "A's pennies", "chance to win", series)


def notes(variant: str, found: Sequence[GuaranteedValue]) -> list[Finding]:
    """Of variants in which `dominant` is best in a round, what it costs over the match."""
    if variant == "alternate":
        return []
    claim = f"In a match of {variant} `dominant`, which nobody beats in the cash game, can be beaten."
    return [
        Finding(
            claim,
            HOLDS if x.price > 1e-9 else FAILS,
            f"It is sure of {x.as_a[x.begin]:.6f}, optimal play of one half.",
        )
        for x in found
        if x.strategy == "dominant"
    ]


def job() -> Job:
    """The matches that are played: two rules of thumb."""
    variant = VARIANTS[0]
    return Job("smallsum", CHECKED, options=(("variant", variant), ("purse", PURSE)))


def check_section(lab: Lab) -> Section:
    """Whether a computed chance agrees with matches that are played by the rules."""
    variant = VARIANTS[0]
    tables = match_tables(whole(variant))
    first, second = ([plan_of(table, strategy) for table in tables] for strategy in CHECKED)
    both = [table.joined(a, b) for table, a, b in zip(tables, first, second, strict=True)]
    exact = float(evaluate(tables[0].match, both)[PURSE - 1])
    played = lab.play(job())
    share = played.seats[0].estimates["win_share"]
    verdict = HOLDS if share.low <= exact <= share.high else FAILS
    verdict = OPEN if played.games < lab.games else verdict
    claim = f"`{CHECKED[0]}` as A wins a match of {variant} from `{CHECKED[1]}` with a chance of {exact:.6f}."
    said = f"{played.games:,} matches: {share.value:.4f}, {share.low:.4f} to {share.high:.4f}."
    return Section("Checked by playing", [], [], [], [Finding(claim, verdict, said)])


def answer(found: dict[str, list[GuaranteedValue]]) -> str:
    """The plain answer, made from the numbers.

    Parameters
    ----------
    found : dict
        The prices of each variant, the best first.
    """
    said = [
        f"in {variant} {x[0].strategy}, which costs {x[0].price:.4f} of a match"
        for variant, x in found.items()
    ]
    best = "; ".join(said) or "not known"
    return f"Against somebody who knows it the best of these rules is, {best}."
