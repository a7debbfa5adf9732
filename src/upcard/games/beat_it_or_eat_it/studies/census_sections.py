"""The sections of the census of Beat It Or Eat It: tables, figures, findings."""

from collections.abc import Mapping, Sequence

from upcard.document.model import FAILS, HOLDS, Chart, Finding, Section, Series, Table
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import PLIES
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, hand_text
from upcard.games.beat_it_or_eat_it.studies.census_positions import EatOrCover, RoundSize
from upcard.games.beat_it_or_eat_it.studies.thumb_rule_results import (
    ANY,
    KINDS,
    RULES,
    JudgedRules,
    glances,
    higher_cards,
    lowest_leads,
)
from upcard.simulation.estimate import Estimate, quantile, share
from upcard.study.verdicts import exceeds, overall, per_cent

TableLine = list[str | int | float]


def text(size: RoundSize) -> str:
    """A size as it is written: ``2 × 7``."""
    return f"{size[0]} × {size[1]}"


def advantage(table: LeadTable) -> float:
    """The mean score of who leads, all splits of the cards being equally likely."""
    found = table.lead_census()
    return (found.win - found.loss) / found.positions


# ---- starting ----


def starting_section(tables: Mapping[RoundSize, LeadTable]) -> Section:
    """Whether it helps to lead: all splits of the cards, and mirror deals."""
    columns = [
        "size", "splits", "who leads wins", "who leads loses", "one hand wins", "won or endless",
        "endless", "mean score of who leads",
    ]  # fmt: skip
    rows: list[TableLine] = []
    for size, table in tables.items():
        s = table.lead_advantage()
        rows.append([text(size), s.splits, s.leader, s.other, s.same, s.half, s.endless, advantage(table)])
    note = (
        "Each split of the cards into two hands, once with each of them leading. Where who leads loses, "
        "whichever hand it is, nobody wants to start: a mutual zugzwang."
    )
    mirrors: list[TableLine] = [
        [text(size), m.deals, m.win, m.loss, m.draw, m.win / m.deals]
        for size, table in tables.items()
        if (m := table.mirror_deals()) is not None
    ]
    heads = ["size", "mirror deals", "who leads wins", "loses", "endless", "share won"]
    return Section(
        "Is it an advantage to start?",
        [],
        [Table("All splits", columns, rows, note), Table("Mirror deals", heads, mirrors)],
        [_advantage_figure(tables)],
        [_taylors(tables), _three_of_four(tables), _never_worse(tables)],
    )


def _advantage_figure(tables: Mapping[RoundSize, LeadTable]) -> Chart:
    mirrors = {s: m for s, table in tables.items() if (m := table.mirror_deals()) is not None}
    series = _by_suits({size: advantage(table) for size, table in tables.items()}, "all splits")
    series += _by_suits({size: (m.win - m.loss) / m.deals for size, m in mirrors.items()}, "mirror deals")
    title = "Mean score of who leads: 1 if he always wins, -1 if he always loses"
    return Chart("fig-start", title, "length of a suit", "mean score", series)


def _by_suits(values: Mapping[RoundSize, float], words: str) -> list[Series]:
    """A line for each number of suits."""
    lines: dict[int, list[tuple[float, float]]] = {}
    for (suits, length), value in sorted(values.items()):
        lines.setdefault(suits, []).append((float(length), value))
    return [
        Series(f"{words}, {suits} {'suits' if suits > 1 else 'suit'}", *map(list, zip(*line, strict=True)))
        for suits, line in lines.items()
    ]


def _taylors(tables: Mapping[RoundSize, LeadTable]) -> Finding:
    """What the source says of two suits with mirror deals; a suit of two cards is too short for it."""
    found = {
        n: m
        for (s, n), table in tables.items()
        if s == 2 and n > 2 and (m := table.mirror_deals()) is not None
    }
    holds = all(m.win > m.loss > 0 for m in found.values())
    said = "; ".join(f"length {n}: {m.win} of {m.deals} won, {m.loss} lost" for n, m in found.items())
    claim = (
        'W. Taylor: "It is usually, but not always(!), an advantage to start." In mirror deals of two suits.'
    )
    return Finding(claim, HOLDS if holds else FAILS, f"{said}.")


def _three_of_four(tables: Mapping[RoundSize, LeadTable]) -> Finding:
    won = {s: m.win / m.deals for s, table in tables.items() if (m := table.mirror_deals()) is not None}
    least = min(won, key=lambda size: won[size], default=None)
    claim = "Conjecture: in mirror deals of any size who leads wins at least three of four."
    said = (
        "there are no such deals"
        if least is None
        else f"the least share is {won[least]:.4f}, in {text(least)}"
    )
    verdict = HOLDS if all(x >= 3 / 4 for x in won.values()) else FAILS
    return Finding(claim, verdict, f"Counted in {len(won)} sizes; {said}.")


def _never_worse(tables: Mapping[RoundSize, LeadTable]) -> Finding:
    least = min(tables, key=lambda size: advantage(tables[size]))
    holds = all(
        advantage(t) >= 0 and t.lead_advantage().leader >= t.lead_advantage().other for t in tables.values()
    )
    claim = "Conjecture: over all splits of any size, who leads wins at least as many as he loses."
    said = f"Counted in {len(tables)} sizes; the least mean score is {advantage(tables[least]):.4f}"
    return Finding(claim, HOLDS if holds else FAILS, f"{said}, in {text(least)}.")


# ---- long and endless ----


def long_section(tables: Mapping[RoundSize, LeadTable]) -> Section:
    """The longest wins, and endless play."""
    rows: list[TableLine] = []
    for size, table in tables.items():
        lead = table.lead_census()
        hand = int((table.distances == lead.longest_win).argmax())
        longest = f"{table.measure.amount_of(lead.longest_win)} {table.measure.name}"
        rows.append([text(size), lead.positions, lead.draw, longest, hand_text(*size, hand)])
    plies = {s: float(t.lead_census().longest_win) for s, t in tables.items() if t.measure == PLIES}
    figure = Chart(
        "fig-long", "The longest win", "length of a suit", "plies", _by_suits(plies, "longest win")
    )
    columns = ["size", "hands that lead", "endless", "longest win", "the first such position"]
    return Section("Long and endless play", [], [Table("Hands", columns, rows)], [figure], [_endless(tables)])


def _endless(tables: Mapping[RoundSize, LeadTable]) -> Finding:
    found = {size: t.lead_census().draw for size, t in tables.items() if t.lead_census().draw}
    said = "; ".join(f"{text(size)}: {n:,} hands" for size, n in found.items())
    verdict = HOLDS if found else FAILS
    return Finding("There are deals in which nobody can be made to lose.", verdict, f"{said or 'none'}.")


# ---- eating ----


def rate(found: int, of: int) -> Estimate:
    """The share of a sample, with Wilson's interval."""
    return share(found, found, of, 1, quantile(0.95))


def eating_section(choices: Mapping[RoundSize, EatOrCover]) -> Section:
    """How often only eating, or only covering, keeps the verdict, where one can cover."""
    rows: list[TableLine] = []
    for size, c in choices.items():
        if c.games:
            counted = f"{c.positions:,} in all" if c.positions else f"sample of {c.games:,}"
            rows.append([text(size), counted, c.games, _told(c.eating, c), _told(c.covering, c)])
    note = "Exact where all positions were looked at; else with an interval of 95 %."
    block = Table(
        "Positions in which a card can be covered",
        ["size", "looked at", "can be covered", "only eating is right", "only covering is right"],
        rows,
        note,
    )
    shares = {size: 100 * c.eating / c.games for size, c in choices.items() if c.positions and c.games}
    figure = Chart(
        "fig-eat", "Only eating is right, though one could cover", "length of a suit", "%",
        _by_suits(shares, "counted"),
    )  # fmt: skip
    text_ = (
        "A choice is right if it keeps the verdict: of a win, of endless play. Other positions leave it open."
    )
    return Section("When should one eat?", [text_], [block], [figure], [_more_eating(shares)])


def _told(n: int, choices: EatOrCover) -> str:
    if choices.positions:
        return f"{100 * n / choices.games:.2f} %"
    return per_cent(rate(n, choices.games))


def _more_eating(shares: Mapping[RoundSize, float]) -> Finding:
    lines = _by_suits(shares, "")
    steps = [(a, b) for line in lines for a, b in zip(line.y, line.y[1:], strict=False)]
    claim = "Conjecture: the longer the suits, the more often only eating is right, though one could cover."
    up, down = sum(a < b for a, b in steps), sum(a > b for a, b in steps)
    said = f"Of {len(steps)} steps to the next length, counted in full, {up} go up and {down} down."
    return Finding(claim, HOLDS if all(a <= b for a, b in steps) else FAILS, said)


# ---- rules of thumb ----


def rules_section(judged: Mapping[RoundSize, JudgedRules]) -> Section:
    """How often rules of thumb keep the verdict, where not every move does."""
    rows: list[TableLine] = []
    for size, j in judged.items():
        for kind in KINDS:
            n = j.matters[kind]
            cells = [per_cent(rate(int(j.kept[kind, r]), n)) if n else "–" for r in RULES]
            lot = f"{100 * j.kept[kind, ANY] / n:.1f} %" if n else "–"
            rows.append([text(size), kind, j.games, per_cent(rate(n, j.games)), *cells, lot])
    note = "Samples in which every position of the size is equally likely; intervals of 95 %."
    columns = ["size", "position", "looked at", "the move matters", *RULES, ANY]
    block = Table("Share of moves that keep the verdict, where it matters", columns, rows, note)
    return Section("How good are rules of thumb?", [], [block], [], [_better_than_lot(judged)])


def _better_than_lot(judged: Mapping[RoundSize, JudgedRules]) -> Finding:
    verdicts = {
        f"{rule} in {text(size)}, {kind}": exceeds(
            rate(int(j.kept[kind, rule]), j.matters[kind]), j.kept[kind, ANY] / j.matters[kind]
        )
        for size, j in judged.items()
        for kind in KINDS
        for rule in RULES
        if j.matters[kind]
    }
    others = [f"{name}: {verdict}" for name, verdict in verdicts.items() if verdict != HOLDS]
    said = "; ".join(others) or "so in every size that was looked at, with 95 % each"
    claim = "Both rules of thumb are better than a move by lot, where it matters."
    return Finding(claim, overall(verdicts.values()), f"{said}.")


# ---- what can be told at a glance, and patterns ----


def glance_section(tables: Mapping[RoundSize, LeadTable]) -> Section:
    """How often a sum over the hands foretells who wins."""
    found = {size: glances(table) for size, table in tables.items() if size[1] > 2}
    names = next(iter(found.values()), {})
    rows: list[TableLine] = [[text(size), *(100 * x for x in told.values())] for size, told in found.items()]
    note = (
        "Of the hands that lead and of which somebody wins: in how many of them the winner has the better of "
        "the sum; equal sums count for who leads. Ranks count from 1."
    )
    columns = ["size", *(f"{name}, %" for name in names)]
    series = [
        line
        for name in names
        for line in _by_suits({size: 100 * told[name] for size, told in found.items() if size[0] == 2}, name)
    ]
    figure = Chart("fig-glance", "Sums that foretell who wins", "length of a suit", "% right", series)
    return Section("Who will win?", [], [Table("At a glance", columns, rows, note)], [figure], [])


def pattern_section(
    tables: Mapping[RoundSize, LeadTable], choices: Mapping[RoundSize, EatOrCover]
) -> Section:
    """What holds in every size that was counted, as conjectures."""
    rows: list[TableLine] = []
    for size, c in choices.items():
        if c.leads is not None:
            rows.append([text(size), 2 ** tables[size].cards - 2, 100 * lowest_leads(c, tables[size])])
    block = Table(
        "Hands that may lead the lowest card of some suit and lose nothing by it",
        ["size", "hands", "%"],
        rows,
    )
    findings = [_higher_cards(tables), _lowest_leads(rows)]
    return Section(
        "Patterns", ["What was counted in some sizes proves nothing of others."], [block], [], findings
    )


def _higher_cards(tables: Mapping[RoundSize, LeadTable]) -> Finding:
    found = {size: higher_cards(table) for size, table in tables.items()}
    worse = {text(size): n for size, (_, n) in found.items() if n}
    total = sum(exchanges for exchanges, _ in found.values())
    claim = (
        "Conjecture: who leads is never worse off if he exchanges a card with the other player for the next "
        "higher one of its suit."
    )
    said = f"{total:,} exchanges in {len(found)} sizes, " + (
        f"worse in {', '.join(f'{n:,} of {size}' for size, n in worse.items())}"
        if worse
        else "none of them worse"
    )
    return Finding(claim, FAILS if worse else HOLDS, f"{said}.")


def _lowest_leads(rows: Sequence[TableLine]) -> Finding:
    exceptions = [str(row[0]) for row in rows if row[2] != 100]
    claim = "It is always right to lead the lowest card of some suit."
    said = f"Not in {', '.join(exceptions)}" if exceptions else "So in every size that was counted"
    return Finding(claim, FAILS if exceptions else HOLDS, f"{said}.")
