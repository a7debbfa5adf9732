"""The file of a tablebase of Beat It Or Eat It as a certificate: checks of its header and its cells.

The cells are checked by :mod:`upcard.games.beat_it_or_eat_it.certificates.tablebase_check`; all counts of
the header are repeated.
"""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from upcard.engine.errors import Refused
from upcard.engine.wording import counted
from upcard.games.beat_it_or_eat_it.certificates.all_rounds import effort
from upcard.games.beat_it_or_eat_it.certificates.lead_table import (
    BEGINNING,
    LeadTable,
    open_table,
    stated_counts,
)
from upcard.games.beat_it_or_eat_it.certificates.tablebase_check import (
    CheckedTable,
    check_sample,
    check_table,
)
from upcard.games.beat_it_or_eat_it.rules import GAME

MAGIC = BEGINNING
MOST_SECONDS, MOST_MEMORY = 300.0, 3 * 10**9
"""All hands are checked by default, unless the estimate exceeds these seconds or bytes."""

SAMPLE_SECONDS = 60.0
"""Otherwise random hands are checked for this time."""

SURE = 0.95


def check_file(
    path: Path, sample: int | None = None, on_step: Callable[[str, float], None] | None = None
) -> list[str]:
    """Check the file of a tablebase, see :mod:`upcard.certificates.kind_registry`.

    Parameters
    ----------
    path : Path
        The file.
    sample : int, optional
        Number of random hands. By default all hands are checked; if that would take more than
        ``MOST_SECONDS`` or ``MOST_MEMORY``, as many as ``SAMPLE_SECONDS`` allow.
    on_step : function, optional
        Called with the current work and the share that is done.
    """
    table = open_table(path)
    stated, counts = stated_counts(path), table.counts()
    for name in ("lead", "mirror", "starting"):
        _compare(name, stated.get(name), counts[name])
    checked = _checked(table, sample, None if on_step is None else partial(on_step, "checking hands"))
    if checked.mistake:
        raise Refused(checked.mistake)
    if checked.receive is not None and stated["receive"] is not None:
        _compare("receive", stated["receive"], asdict(checked.receive))
    hands = f"{len(table.distances) - 2:,} hands that lead"
    size = f"suits={table.suits}, length={table.length}"
    sweeps = counted(table.sweeps, "sweep")
    title = f"{GAME.title}, {size}, a tablebase of {hands}; it states {sweeps}"
    sentences = _counts_text(table, counts, checked) if checked.is_proved else []
    if checked.receive is not None and stated["receive"] is None:
        sentences.append("these positions were counted here; the file has no count of them")
    elif checked.receive is None and stated["receive"] is not None:
        sentences.append("the counts of positions with a card to be covered in the file were not checked")
    return [title, _cells_text(table, checked), *sentences]


def _compare(name: str, stated: Any, counted: dict[str, int] | None) -> None:
    """Refuse counts of the header that are not those of the cells."""
    if stated == counted:
        return
    if not isinstance(stated, dict) or counted is None:
        raise Refused(f"the header states {name} as {str(stated)[:40]}; the count is {counted}")
    wrong = next((k for k in counted if stated.get(k) != counted[k]), None)
    if wrong is None:
        raise Refused(f"the header states more of {name} than {', '.join(counted)}")
    raise Refused(
        f"the header states {name}.{wrong} as {str(stated.get(wrong))[:40]}; the count is {counted[wrong]:,}"
    )


def _checked(table: LeadTable, sample: int | None, on_step: Callable[[float], None] | None) -> CheckedTable:
    """Check all hands, or a sample where it is requested or all would take too long."""
    hands, needed = len(table.distances) - 2, effort(table.suits, table.length)
    if sample is not None and sample < hands:
        return check_sample(table, sample, on_step=on_step)
    if sample is None and (needed.seconds > MOST_SECONDS or needed.memory > MOST_MEMORY):
        return check_sample(table, hands, SAMPLE_SECONDS, on_step=on_step)
    return check_table(table, on_step)


def _cells_text(table: LeadTable, checked: CheckedTable) -> str:
    """Say what was proved about the hands."""
    what = "distance that their" if table.measure.counts_leads else "number of rounds that their"
    if checked.is_proved:
        return f"all {checked.positions:,} hands have the {what} round leads to: all are right"
    wrong = 1 - (1 - SURE) ** (1 / checked.checked)
    return (
        f"{checked.checked:,} hands of {checked.positions:,}, taken at random with seed 0, have the {what} "
        f"round leads to; if {100 * wrong:.2g} % of all hands disagreed, one of these would, "
        f"with a probability of {SURE}. This proves nothing about the others: hands can agree with each "
        "other and be wrong"
    )


def _counts_text(table: LeadTable, counts: dict[str, Any], checked: CheckedTable) -> list[str]:
    """Say what was counted again."""
    lead, measure = counts["lead"], table.measure
    win, loss = (measure.amount_of(lead[k]) for k in ("longest_win", "longest_loss"))
    sentences = [
        f"counted from them: {lead['win']:,} won, {lead['loss']:,} lost, {lead['draw']:,} endless; "
        f"the longest win takes {win} {measure.name}, the longest loss {loss}"
    ]
    if checked.receive is not None:
        r = checked.receive
        sentences.append(
            f"of {r.positions:,} positions with a card to be covered {r.win:,} are won, {r.loss:,} lost, "
            f"{r.draw:,} endless"
        )
    return sentences
