"""The census of Beat It Or Eat It: what it counts against looking at every position by itself."""

import itertools
import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from upcard.document.model import FAILS, HOLDS
from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable
from upcard.games.beat_it_or_eat_it.certificates.round_analysis import RoundAnalysis, bits
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import probe
from upcard.games.beat_it_or_eat_it.strategies import tablebase
from upcard.games.beat_it_or_eat_it.studies import beat_it_census as study
from upcard.games.beat_it_or_eat_it.studies import census_positions as positions
from upcard.games.beat_it_or_eat_it.studies import census_sections as sections
from upcard.study.experiment_runner import Lab
from upcard.study.study_registry import find_study, study_modules

SIZES = ((1, 4), (1, 5), (2, 2), (2, 3), (2, 4), (3, 3))


def table_of(size) -> LeadTable:
    """The tablebase of a size."""
    found = shipped_table(*size)
    assert found is not None
    return found


def lab(games=100, on_step=None):
    """Who plays nothing but keeps count."""
    return Lab(games, 1, None, on_step, None)


@pytest.fixture(scope="module")
def report():
    return find_study("beat-it-census").run(100, seed=2, sizes=SIZES)


def every_position(suits, length):
    """All positions with a card to be covered, from the words of the rules page: even beaten cards."""
    cards = range(suits * length)
    for table in itertools.chain.from_iterable(itertools.combinations(cards, k) for k in cards):
        if all(sum(k % suits == u for k in table) % 2 == 0 for u in range(suits)):
            free = [k for k in cards if k not in table]
            for top in free:
                rest = [k for k in free if k != top]
                for split in range(1, (1 << len(rest)) - 1):
                    hand = sum(1 << k for i, k in enumerate(rest) if split >> i & 1)
                    yield positions.Position(hand, sum(1 << k for k in rest) - hand, 1 << top)


def test_the_study_is_found():
    assert study_modules()["beat-it-census"] is study


@pytest.mark.parametrize("size", [(1, 5), (2, 3), (3, 2)])
def test_all_choices_are_those_of_every_position(size):
    table, found = table_of(size), positions.all_choices(table_of(size))
    every = list(every_position(*size))
    verdicts = [positions.verdicts_of(table, p) for p in every]
    able = [v for v in verdicts if len(v) > 1]
    assert (found.positions, found.games) == (len(every), len(able))
    assert found.positions == positions.positions_of(size)
    assert found.eating == sum(v[0] > max(v[1:]) for v in able)
    assert found.covering == sum(v[0] < max(v[1:]) for v in able)


def test_leads_are_judged_as_they_are_one_by_one():
    table = table_of((2, 3))
    leads, of_round = positions.all_choices(table).leads, RoundAnalysis(table)
    assert leads is not None
    for hand in range(1, 63):
        for k in range(6):
            if not hand >> k & 1:
                assert leads[k, hand] == positions.NO_LEAD
            else:
                far = of_round.after_lead(hand, 63 - hand, 1 << k)
                assert leads[k, hand] == (0 if far == 0 else 1 if far % 2 else -1)


def test_a_sample_takes_all_positions_with_a_card_that_covers_equally():
    able = {p for p in every_position(1, 5) if any(card > p.top for card in bits(p.hand))}
    drawn = Counter(itertools.islice(positions.sample((1, 5), 3), 200 * len(able)))
    assert set(drawn) == able
    deviations = [(n - 200) / np.sqrt(200) for n in drawn.values()]
    assert max(map(abs, deviations)) < 5
    assert 0.7 < np.mean(np.square(deviations)) < 1.3


def test_a_sample_estimates_what_is_counted():
    table = table_of((2, 4))
    whole, part = positions.all_choices(table), positions.sampled_choices(table, 2_000, 5)
    for name in ("eating", "covering"):
        e = sections.rate(getattr(part, name), part.games)
        assert abs(e.value - getattr(whole, name) / whole.games) < 5 * e.se + 0.002
    assert positions.sampled_choices(table, 2_000, 5) == part


@pytest.mark.parametrize("size", [(1, 13), (2, 3), (3, 3)])
def test_a_position_is_laid_out_by_the_rules(size):
    """Its legal moves are those that the table judges, in both kinds of position."""
    suits, length = size
    table, game = table_of(size), make_game("beat-it-or-eat-it", suits=suits, length=length, deal="random")
    for p in itertools.islice(positions.sample(size, 7), 20):
        below = positions.cards_of((1 << table.cards) - 1 - (p.hand | p.other | p.top))
        state = positions.set_up(game, p.hand, p.other, [*below, p.top.bit_length() - 1])
        told = {move.action: move.verdict for move in probe(table, rules.position_text(state))}
        assert sorted(told) == game.legal_actions(state)
        assert len(told) == len(positions.verdicts_of(table, p))
        assert told[rules.EAT] == {1: "win", 0: "draw", -1: "loss"}[positions.verdicts_of(table, p)[0]]


def test_a_perfect_player_keeps_every_verdict(monkeypatch):
    monkeypatch.setattr(positions, "RULES", {"perfect": lambda v: tablebase.choose(v, 200.0)})
    table = table_of((2, 4))
    found = positions.judge(lab(), table, positions.all_choices(table))
    assert found.games == 100
    for kind in positions.KINDS:
        assert 0 < found.matters[kind] < found.games
        assert (
            found.preserved[kind, "perfect"] == found.matters[kind] > found.preserved[kind, positions.ANY] > 0
        )


def test_a_glance_counts_what_it_says():
    table = table_of((1, 3))
    told = positions.glances(table)
    right = 0
    for hand in range(1, 7):
        more = sum(1 if hand >> k & 1 else -1 for k in range(3)) <= 0
        right += more == (table.distances[hand] % 2 == 1)
    assert told["fewer cards"] == pytest.approx(right / 6)
    assert set(told) == {
        "fewer cards",
        "the greater sum of ranks",
        "the greater sum of ranks less half the length",
    }


def test_higher_cards_never_hurt_and_where_one_did_it_would_be_seen():
    table = table_of((2, 3))
    assert positions.higher_cards(table) == (64, 0)
    cells = table.distances.copy()
    lost = next(h for h in range(1, 63) if cells[h] % 2 == 0 and h & 0b01 and not h & 0b100)
    cells[lost] = 1
    assert positions.higher_cards(replace(table, distances=cells))[1] > 0


def test_lowest_leads_are_counted_hand_by_hand():
    table = table_of((2, 3))
    choices = positions.all_choices(table)
    kept = 0
    for hand in range(1, 63):
        of_round = RoundAnalysis(table)
        verdicts = {}
        for card in bits(hand):
            far = of_round.after_lead(hand, 63 - hand, card)
            verdicts[card.bit_length() - 1] = 0 if far == 0 else 1 if far % 2 else -1
        lowest = {min(k for k in verdicts if k % 2 == u) for u in {k % 2 for k in verdicts}}
        kept += max(verdicts[k] for k in lowest) == max(verdicts.values())
    assert positions.lowest_leads(choices, table) == pytest.approx(kept / 62)


def test_the_report_has_the_counts_of_the_reference_page(report):
    rows = {row[0]: row for row in report.sections[0].tables[1].rows}
    assert rows["2 × 3"] == ["2 × 3", 8, 6, 2, 0, 0.75]
    assert rows["2 × 4"] == ["2 × 4", 16, 14, 2, 0, 0.875]
    found = {
        (x["suits"], x["length"]): x for x in json.loads(json.dumps(report.to_json()))["results"]["sizes"]
    }
    assert found[3, 3]["lead"]["draw"] == 42
    assert found[2, 4]["starting"] == {
        "splits": 127, "leader": 43, "other": 1, "same": 83, "half": 0, "endless": 0,
    }  # fmt: skip


def test_findings_are_judged(report):
    verdicts = {f.claim: f.verdict for s in report.sections for f in s.findings}
    (higher,) = (claim for claim in verdicts if "next higher one of its suit" in claim)
    assert verdicts[higher] == HOLDS
    assert verdicts["It is always right to lead the lowest card of some suit."] == FAILS
    (starts,) = (x for x in report.summary if x.startswith("Starting rarely decides"))
    assert "with 2 × 4 cards split at random the leader wins 66.5 % and loses 33.5 %" in starts
    assert "There are 127 splits. In 65.4 % of them one hand wins, whoever leads." in starts


def test_sizes_with_many_positions_are_sampled(monkeypatch):
    monkeypatch.setattr(study, "WHOLE", 100)
    found = study.run(100, sizes=((1, 9), (2, 6), (2, 4)))
    rows = {row[0]: row[1] for row in found.sections[2].tables[0].rows}
    assert rows == {"2 × 4": "4,080 in all", "1 × 9": "sample of 100", "2 × 6": "sample of 100"}


def test_an_interrupt_ends_with_samples():
    steps: list[str] = []

    def press(what, share):
        steps.append(what)
        if len(steps) == 1:
            raise KeyboardInterrupt

    found = study.run(100, on_step=press, sizes=((1, 8), (2, 4)))
    assert found.summary[0].startswith("Stopped early")
    assert {row[1] for row in found.sections[2].tables[0].rows} == {"sample of 100"}
