"""The sections of the census of Beat It Or Eat It: tables, figures, findings."""

from collections.abc import Mapping, Sequence

from upcard.document.model import FAILS, HOLDS, Chart, Section, Series, StudyFinding, Table
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import PLIES
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, MirrorDeals, hand_text
from upcard.games.beat_it_or_eat_it.studies.census_positions import (
    ANY,
    KINDS,
    RULES,
    EatOrCover,
    JudgedRules,
    RoundSize,
    glances,
    higher_cards,
    lowest_leads,
)
from upcard.simulation.estimate import Estimate, quantile, share
from upcard.study.verdicts import exceeds, overall, per_cent

TableLine = list[str | int | float]


def text(size: RoundSize) -> str:
    """Return a size as text: ``2 × 7``."""
    return f"{size[0]} × {size[1]}"


def advantage(table: LeadTable) -> float:
    """Return the mean score of the leader if all splits of the cards are equally likely."""
    lead = table.lead_census()
    return (lead.win - lead.loss) / lead.positions


def _mirrors(tables: Mapping[RoundSize, LeadTable]) -> dict[RoundSize, MirrorDeals]:
    return {size: m for size, table in tables.items() if (m := table.mirror_deals()) is not None}


# ---- starting ----


def starting_section(tables: Mapping[RoundSize, LeadTable]) -> Section:
    """Report whether leading helps: over all splits of the cards, and in mirror deals."""
    columns = [
        "size", "splits", "leader wins", "leader loses", "one hand wins", "won or endless",
        "endless", "mean score of the leader",
    ]  # fmt: skip
    rows: list[TableLine] = []
    for size, table in tables.items():
        s = table.lead_advantage
        rows.append([text(size), s.splits, s.leader, s.other, s.same, s.half, s.endless, advantage(table)])
    note = (
        "Each split of the cards into two hands is counted once with each hand leading. If the leader loses "
        "with either hand, nobody wants to start: a mutual zugzwang."
    )
    mirrors: list[TableLine] = [
        [text(size), m.deals, m.win, m.loss, m.draw, m.win / m.deals] for size, m in _mirrors(tables).items()
    ]
    heads = ["size", "mirror deals", "leader wins", "leader loses", "endless", "share won"]
    return Section(
        "Is it an advantage to start?",
        [],
        [Table("All splits", columns, rows, note), Table("Mirror deals", heads, mirrors)],
        [_advantage_figure(tables)],
        [_taylors(tables), _three_of_four(tables), _never_worse(tables)],
    )


def _advantage_figure(tables: Mapping[RoundSize, LeadTable]) -> Chart:
    mirrors = _mirrors(tables)
    series = _by_suits({size: advantage(table) for size, table in tables.items()}, "all splits")
    series += _by_suits({size: (m.win - m.loss) / m.deals for size, m in mirrors.items()}, "mirror deals")
    title = "Mean score of the leader: 1 for a certain win, -1 for a certain loss"
    return Chart("fig-start", title, "length of a suit", "mean score", series)


def _by_suits(values: Mapping[RoundSize, float], words: str) -> list[Series]:
    """Return a line for each number of suits."""
    lines: dict[int, list[tuple[float, float]]] = {}
    for (suits, length), value in sorted(values.items()):
        lines.setdefault(suits, []).append((float(length), value))
    return [
        Series(f"{words}, {suits} {'suits' if suits > 1 else 'suit'}", *map(list, zip(*line, strict=True)))
        for suits, line in lines.items()
    ]


def _taylors(tables: Mapping[RoundSize, LeadTable]) -> StudyFinding:
    """Check the claim of the source about two suits with mirror deals; suits of two cards are too short."""
    mirrors = {n: m for (s, n), m in _mirrors(tables).items() if s == 2 and n > 2}
    holds = all(m.win > m.loss > 0 for m in mirrors.values())
    counts = "; ".join(f"length {n}: {m.win} of {m.deals} won, {m.loss} lost" for n, m in mirrors.items())
    claim = (
        'W. Taylor: "It is usually, but not always(!), an advantage to start." In mirror deals of two suits.'
    )
    return StudyFinding(claim, HOLDS if holds else FAILS, f"{counts}.")


def _three_of_four(tables: Mapping[RoundSize, LeadTable]) -> StudyFinding:
    won = {size: m.win / m.deals for size, m in _mirrors(tables).items()}
    least = min(won, key=lambda size: won[size], default=None)
    claim = "Conjecture: in mirror deals of any size the leader wins at least three of four."
    words = (
        "there are no such deals"
        if least is None
        else f"the smallest share is {won[least]:.4f}, in {text(least)}"
    )
    verdict = HOLDS if all(x >= 3 / 4 for x in won.values()) else FAILS
    return StudyFinding(claim, verdict, f"Counted in {len(won)} sizes; {words}.")


def _never_worse(tables: Mapping[RoundSize, LeadTable]) -> StudyFinding:
    least = min(tables, key=lambda size: advantage(tables[size]))
    holds = all(
        advantage(t) >= 0 and t.lead_advantage.leader >= t.lead_advantage.other for t in tables.values()
    )
    claim = "Conjecture: over all splits of any size, the leader wins at least as many as they lose."
    words = f"Counted in {len(tables)} sizes; the lowest mean score is {advantage(tables[least]):.4f}"
    return StudyFinding(claim, HOLDS if holds else FAILS, f"{words}, in {text(least)}.")


# ---- long and endless ----


def long_section(tables: Mapping[RoundSize, LeadTable]) -> Section:
    """Report the longest wins, and endless play."""
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


def _endless(tables: Mapping[RoundSize, LeadTable]) -> StudyFinding:
    endless = {size: t.lead_census().draw for size, t in tables.items() if t.lead_census().draw}
    counts = "; ".join(f"{text(size)}: {n:,} hands" for size, n in endless.items())
    verdict = HOLDS if endless else FAILS
    return StudyFinding("There are deals in which play never ends.", verdict, f"{counts or 'none'}.")


# ---- eating ----


def rate(n: int, of: int) -> Estimate:
    """Return the share of a sample, with Wilson's interval."""
    return share(n, n, of, 1, quantile(0.95))


def eating_section(choices: Mapping[RoundSize, EatOrCover]) -> Section:
    """Report how often only eating, or only covering, preserves the verdict if a card can be covered."""
    rows: list[TableLine] = []
    for size, c in choices.items():
        if c.games:
            counted = f"{c.positions:,} in all" if c.positions else f"sample of {c.games:,}"
            rows.append([text(size), counted, c.games, _share_text(c.eating, c), _share_text(c.covering, c)])
    note = "Exact if all positions were counted; otherwise with an interval of 95 %."
    block = Table(
        "Positions in which a card can be covered",
        ["size", "positions", "can be covered", "only eating is right", "only covering is right"],
        rows,
        note,
    )
    shares = {size: 100 * c.eating / c.games for size, c in choices.items() if c.positions and c.games}
    figure = Chart(
        "fig-eat", "Only eating is right, although a card can be covered", "length of a suit", "%",
        _by_suits(shares, "counted"),
    )  # fmt: skip
    right = (
        "A choice is right if it preserves the verdict, a win or endless play. "
        "In the other positions both choices are right."
    )
    return Section("When should you eat?", [right], [block], [figure], [_more_eating(shares)])


def _share_text(n: int, choices: EatOrCover) -> str:
    if choices.positions:
        return f"{100 * n / choices.games:.2f} %"
    return per_cent(rate(n, choices.games))


def _more_eating(shares: Mapping[RoundSize, float]) -> StudyFinding:
    lines = _by_suits(shares, "")
    steps = [(a, b) for line in lines for a, b in zip(line.y, line.y[1:], strict=False)]
    claim = (
        "Conjecture: the longer the suits, the more often only eating is right when a card can be covered."
    )
    up, down = sum(a < b for a, b in steps), sum(a > b for a, b in steps)
    words = f"There are {len(steps)} steps to the next length, counted in full: {up} go up and {down} down."
    return StudyFinding(claim, HOLDS if all(a <= b for a, b in steps) else FAILS, words)


# ---- rules of thumb ----


def rules_section(judged: Mapping[RoundSize, JudgedRules]) -> Section:
    """Report how often rules of thumb preserve the verdict if not every move does."""
    rows: list[TableLine] = []
    for size, j in judged.items():
        for kind in KINDS:
            n = j.matters[kind]
            cells = [per_cent(rate(int(j.preserved[kind, r]), n)) if n else "–" for r in RULES]
            random_move = f"{100 * j.preserved[kind, ANY] / n:.1f} %" if n else "–"
            rows.append([text(size), kind, j.games, per_cent(rate(n, j.games)), *cells, random_move])
    note = "Samples in which every position of the size is equally likely; intervals of 95 %."
    columns = ["size", "position", "sample", "the move matters", *RULES, "a random move"]
    block = Table("Share of moves that preserve the verdict, if it matters", columns, rows, note)
    return Section("How good are rules of thumb?", [], [block], [], [_better_than_random(judged)])


def _better_than_random(judged: Mapping[RoundSize, JudgedRules]) -> StudyFinding:
    verdicts = {
        f"{rule} in {text(size)}, {kind}": exceeds(
            rate(int(j.preserved[kind, rule]), j.matters[kind]), j.preserved[kind, ANY] / j.matters[kind]
        )
        for size, j in judged.items()
        for kind in KINDS
        for rule in RULES
        if j.matters[kind]
    }
    others = [f"{name}: {verdict}" for name, verdict in verdicts.items() if verdict != HOLDS]
    words = "; ".join(others) or "true in every size sampled, with 95 % each"
    claim = "If the move matters, both rules of thumb are better than a random move."
    return StudyFinding(claim, overall(verdicts.values()), f"{words}.")


# ---- predictions, and patterns ----


def glance_section(tables: Mapping[RoundSize, LeadTable]) -> Section:
    """Report how often simple sums over the hands predict the winner."""
    predictions = {size: glances(table) for size, table in tables.items() if size[1] > 2}
    names = next(iter(predictions.values()), {})
    rows: list[TableLine] = [
        [text(size), *(100 * x for x in shares.values())] for size, shares in predictions.items()
    ]
    note = (
        "Share of the decided hands that lead in which the winner has the better sum. Equal sums count for "
        "the leader. Ranks count from 1."
    )
    columns = ["size", *(f"{name}, %" for name in names)]
    two_suits = {size: shares for size, shares in predictions.items() if size[0] == 2}
    series = [
        line
        for name in names
        for line in _by_suits({size: 100 * shares[name] for size, shares in two_suits.items()}, name)
    ]
    figure = Chart("fig-glance", "Sums that predict the winner", "length of a suit", "% right", series)
    return Section("Who will win?", [], [Table("At a glance", columns, rows, note)], [figure], [])


def pattern_section(
    tables: Mapping[RoundSize, LeadTable], choices: Mapping[RoundSize, EatOrCover]
) -> Section:
    """Report the patterns that hold in every counted size, as conjectures."""
    rows: list[TableLine] = []
    for size, c in choices.items():
        if c.leads is not None:
            rows.append([text(size), 2 ** tables[size].cards - 2, 100 * lowest_leads(c, tables[size])])
    block = Table(
        "Hands that can lead the lowest card of some suit and lose nothing by it",
        ["size", "hands", "%"],
        rows,
    )
    findings = [_higher_cards(tables), _lowest_leads(rows)]
    return Section("Patterns", ["Counts in some sizes prove nothing about others."], [block], [], findings)


def _higher_cards(tables: Mapping[RoundSize, LeadTable]) -> StudyFinding:
    exchanges = {size: higher_cards(table) for size, table in tables.items()}
    worse = {text(size): n for size, (_, n) in exchanges.items() if n}
    total = sum(n for n, _ in exchanges.values())
    claim = (
        "Conjecture: leaders are never worse off if they exchange a card with the other player for the next "
        "higher one of its suit."
    )
    words = f"{total:,} exchanges in {len(exchanges)} sizes, " + (
        f"worse in {', '.join(f'{n:,} of {size}' for size, n in worse.items())}"
        if worse
        else "none of them worse"
    )
    return StudyFinding(claim, FAILS if worse else HOLDS, f"{words}.")


def _lowest_leads(rows: Sequence[TableLine]) -> StudyFinding:
    exceptions = [str(row[0]) for row in rows if row[2] != 100]
    claim = "It is always right to lead the lowest card of some suit."
    words = f"Not in {', '.join(exceptions)}" if exceptions else "True in every size that was counted"
    return StudyFinding(claim, FAILS if exceptions else HOLDS, f"{words}.")
