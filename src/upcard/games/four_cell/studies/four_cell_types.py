"""How often each type of 2x2 game is dealt in Four-Cell: counted over all deals, and checked by dealing."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from upcard.document.model import FAILS, HOLDS, Chart, Section, Series, StudyFinding, Table
from upcard.games.four_cell.studies.four_cell_deals import Deals, TypeProbabilities, deal, table, type_chances
from upcard.simulation.estimate import Estimate, quantile, share
from upcard.solving.matrix2x2 import COLUMN, ROW, STRICT, dominance, efficient_cells, pure_equilibria
from upcard.solving.ordinal2x2 import TIES, OrdinalType, all_types
from upcard.study.experiment_runner import Lab, finish, in_lab
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import family_confidence

STUDY = Study(
    name="four-cell-types",
    title="Four-Cell: which types of games are dealt?",
    words="How often is each type of 2x2 game dealt in Four-Cell?",
    games=10_000,
)
RULES = "four-cell, two players, each player's sum as their score"
DECKS = ("10", "11-12-13")
"""The two packs: values of the option ``courts``."""

YES_NO = {True: "yes", False: "no"}


@in_lab
def run(lab: Lab) -> StudyReport:
    """Count all deals of both packs, and deal some of each to check the count."""
    lab.plan((), further=len(DECKS) * lab.games)
    chances = {deck: type_chances(table(deck)) for deck in DECKS}
    dealt: dict[str, Deals] = {}
    for deck in DECKS:
        lab.play_once(dealt, deck, partial(deal, lab, deck), lab.games, lab.games)
    sections = [names_section(chances), features_section(chances, dealt), ties_section(chances[DECKS[0]])]
    results = {deck: listed(chances[deck], dealt[deck]) for deck in DECKS}
    return finish(lab, STUDY, RULES, [answer(chances[DECKS[0]])], sections, {"courts": results})


# ---- what types have in common ----


@lru_cache(maxsize=1 << 11)
def features(t: OrdinalType) -> tuple[tuple[str, str], ...]:
    """Return the features of a type as pairs of a question and its answer."""
    game = t.game()
    tied = sum(t.ties(p) != "no ties" for p in (ROW, COLUMN))
    stable = pure_equilibria(game)
    dominant = sum(d is not None and d.kind == STRICT for d in (dominance(game, p) for p in (ROW, COLUMN)))
    is_waste = len(stable) == 1 and stable[0] not in efficient_cells(game)
    return (
        ("players with equal values", str(tied)),
        ("pure equilibria", str(len(stable))),
        ("players with a strictly dominant column", str(dominant)),
        ("the only pure equilibrium is not Pareto-efficient", YES_NO[is_waste]),
        ("a game with a common name", YES_NO[bool(t.name)]),
    )


def shares(chances: TypeProbabilities) -> dict[tuple[str, str], Fraction]:
    """Return the probability of every feature."""
    totals: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for t, chance in chances.items():
        for f in features(t):
            totals[f] += chance
    return dict(sorted(totals.items()))


def dealt_share(dealt: Deals, feature: tuple[str, str]) -> Estimate:
    """Return the share of dealt matrices with a feature; all such intervals hold together with 95 %."""
    n = sum(times for t, times in dealt.types.items() if feature in features(t))
    family = len(DECKS) * len({f for t in all_types() for f in features(t)})
    return share(n, n, dealt.games, 1, quantile(family_confidence(family)))


# ---- the report ----


def answer(chances: TypeProbabilities) -> str:
    """Return the answer of the study, with the numbers of the usual pack."""
    tied = 1 - shares(chances)["players with equal values", "0"]
    one = next(p for t, p in chances.items() if t.name == "Prisoner's Dilemma")
    dilemma = shares(chances)["the only pure equilibrium is not Pareto-efficient", "yes"]
    return (
        f"In {100 * float(tied):.1f} % of the dealt matrices, a player has the same value in two cells. "
        f"Each of the 144 types without ties has the same chance, {one}, or one in {float(1 / one):.0f} "
        "matrices. The Prisoner's Dilemma is one of them. "
        f"In {100 * float(dilemma):.1f} %, as in that dilemma, there is only one pure equilibrium, and in "
        "another cell one player gets more and the other no less. All these numbers are exact."
    )


def names_section(chances: Mapping[str, TypeProbabilities]) -> Section:
    """Return a section on how often the types with a name are dealt, for each pack."""
    usual, courts = (chances[deck] for deck in DECKS)
    rows: list[list[str | int | float]] = [
        [t.number or t.text, t.name, str(usual[t]), float(1 / usual[t]), str(courts[t]), float(1 / courts[t])]
        for t in sorted(all_types(), key=lambda t: (not t.is_strict, t.number, t.text))
        if t.name
    ]
    columns = ["type", "name", "chance", "one in", "chance with courts 11-12-13", "one in"]
    note = "If the players are exchanged, an asymmetric game becomes another type with the same name."
    text = [
        "For the type, only the order of each player's four values counts, and not the names of the columns. "
        "The three digits are layer, row and column in the arrangement of D. Robinson and "
        "D. Goforth; types with ties are shown by the ranks of both players' values, cell by cell. The names "
        "are those of B. Bruns, or older ones."
    ]
    often = Table("How often types with a name are dealt", columns, rows, note)
    return Section("Games with a name", text, [often], [], [_alike(chances)])


def _alike(chances: Mapping[str, TypeProbabilities]) -> StudyFinding:
    """Check that all types without ties are equally likely, since every order of the eight cards is."""
    distinct = [{x for t, x in chances[deck].items() if t.is_strict} for deck in DECKS]
    verdict = HOLDS if all(len(x) == 1 for x in distinct) else FAILS
    named = zip(DECKS, distinct, strict=True)
    values = "; ".join(f"courts {deck}: {', '.join(map(str, x))}" for deck, x in named)
    claim = "All types without ties are dealt equally often."
    return StudyFinding(claim, verdict, f"{values} each, exactly.")


def features_section(chances: Mapping[str, TypeProbabilities], dealt: Mapping[str, Deals]) -> Section:
    """Return a section that compares the counted features of the matrices with dealt ones, for each pack."""
    rows: list[list[str | int | float]] = []
    outside = []
    for deck in DECKS:
        for (what, which), exact in shares(chances[deck]).items():
            e = dealt_share(dealt[deck], (what, which))
            rows.append([deck, what, which, 100 * float(exact), 100 * e.value, 100 * e.low, 100 * e.high])
            if not e.low <= exact <= e.high:
                outside.append(f"courts {deck}, {what}: {which}")
    columns = ["courts", "feature of the matrix", "answer", "counted, %", "dealt, %", "low", "high"]
    games = " and ".join(f"{d.games:,}" for d in dealt.values())
    words = f"{len(rows) - len(outside)} of {len(rows)} shares are in their intervals, from {games} deals"
    claim = "The count agrees with matrices dealt by the rules of the game."
    verdict = FAILS if outside else HOLDS
    finding = StudyFinding(claim, verdict, f"{words}{': not ' if outside else ''}{'; '.join(outside)}.")
    note = "All intervals together have 95 % confidence (Bonferroni)."
    compared = Table("Shares", columns, rows, note)
    return Section("What the matrices are like", [], [compared], [equilibria_figure(rows)], [finding])


def equilibria_figure(rows: Sequence[Sequence[str | int | float]]) -> Chart:
    """Return a chart of the number of pure equilibria, counted and dealt, from the rows of the table."""
    chosen = [row for row in rows if row[1] == "pure equilibria"]
    series = []
    for deck in DECKS:
        number, exact, *dealt = zip(
            *([float(x) for x in row[2:]] for row in chosen if row[0] == deck), strict=True
        )
        series.append(Series(f"courts {deck}, counted", list(number), list(exact)))
        series.append(Series(f"courts {deck}, dealt", list(number), *map(list, dealt)))
    title = "How many pure equilibria a matrix has"
    return Chart("pure-equilibria", title, "pure equilibria", "% of the matrices", series)


def ties_section(chances: TypeProbabilities) -> Section:
    """Return a section on how often a player's values are equal, with the usual pack."""
    kinds: list[list[str | int | float]] = []
    for words in TIES.values():
        alike = [t for t in chances if t.ties(ROW) == words]
        exact = sum((chances[t] for t in alike), Fraction(0))
        kinds.append([words, len(alike), str(exact), 100 * float(exact)])
    text = (
        f"There are {len(all_types()):,} types with and without ties, of which {len(chances):,} can be dealt."
    )
    columns = ["equal", "types", "chance for one player", "%"]
    return Section("Ties", [text], [Table("Which of a player's values are equal", columns, kinds)])


def listed(chances: TypeProbabilities, dealt: Deals) -> list[dict[str, Any]]:
    """Return every type with its probability, as plain values."""
    return [
        {
            "ranks": t.text,
            "number": t.number,
            "code": t.code,
            "name": t.name,
            "chance": float(chance),
            "chance_exact": str(chance),
            "dealt": dealt.types[t],
            "games": dealt.games,
        }
        for t, chance in chances.items()
    ]
