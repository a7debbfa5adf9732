"""The file of a tablebase of Beat It Or Eat It as a certificate: what its header and its cells claim.

The cells are checked by :mod:`upcard.games.beat_it_or_eat_it.certificates.tablebase_check`; all counts of
the header are made anew.
"""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from upcard.certificates.refutation import Refused
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
"""All hands are checked by default, unless this is guessed to take more seconds or bytes."""

SAMPLE_SECONDS = 60.0
"""Else random hands are, for so long."""

SURE = 0.95


def check_file(
    path: Path, sample: int | None = None, on_step: Callable[[str, float], None] | None = None
) -> list[str]:
    """Check the file of a tablebase, see :class:`upcard.certificates.kind_registry.FileChecker`.

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
    told, counts = stated_counts(path), table.counts()
    for name in ("lead", "mirror", "starting"):
        _compare(name, told.get(name), counts[name])
    found = _checked(table, sample, None if on_step is None else partial(on_step, "checking hands"))
    if found.mistake:
        raise Refused(found.mistake)
    if found.receive is not None and told["receive"] is not None:
        _compare("receive", told["receive"], asdict(found.receive))
    hands = f"{len(table.distances) - 2:,} hands that lead"
    size = f"suits={table.suits}, length={table.length}"
    sweeps = counted(table.sweeps, "sweep")
    title = f"{GAME.title}, {size}, a tablebase of {hands}; it says that it took {sweeps}"
    said = _counts_told(table, counts, found) if found.is_proved else []
    if found.receive is not None and told["receive"] is None:
        said.append("that is counted here; the file does not tell it")
    elif found.receive is None and told["receive"] is not None:
        said.append("what the file counts of positions with a card to be covered was not checked")
    return [title, _cells_told(table, found), *said]


def _compare(name: str, told: Any, found: dict[str, int] | None) -> None:
    """Refuse counts of the header that are not those of the cells."""
    if told == found:
        return
    if not isinstance(told, dict) or found is None:
        raise Refused(f"the header tells {name} as {str(told)[:40]}; counted is {found}")
    wrong = next((k for k in found if told.get(k) != found[k]), None)
    if wrong is None:
        raise Refused(f"the header tells more of {name} than {', '.join(found)}")
    raise Refused(
        f"the header tells {name}.{wrong} as {str(told.get(wrong))[:40]}; counted are {found[wrong]:,}"
    )


def _checked(table: LeadTable, sample: int | None, on_step: Callable[[float], None] | None) -> CheckedTable:
    """Check all hands, or a sample where it is requested or all would take too long."""
    hands, needed = len(table.distances) - 2, effort(table.suits, table.length)
    if sample is not None and sample < hands:
        return check_sample(table, sample, on_step=on_step)
    if sample is None and (needed.seconds > MOST_SECONDS or needed.memory > MOST_MEMORY):
        return check_sample(table, hands, SAMPLE_SECONDS, on_step=on_step)
    return check_table(table, on_step)


def _cells_told(table: LeadTable, found: CheckedTable) -> str:
    """Say what was proved about the hands."""
    what = "distance that their" if table.measure.counts_leads else "number of rounds that their"
    if found.is_proved:
        return f"all {found.positions:,} hands have the {what} round leads to: all are right"
    wrong = 1 - (1 - SURE) ** (1 / found.checked)
    return (
        f"{found.checked:,} hands of {found.positions:,}, taken at random with seed 0, have the {what} "
        f"round leads to; if {100 * wrong:.2g} % of all disagreed with their rounds, one of these would, "
        f"with a probability of {SURE}. How many are wrong it does not say: hands can agree with each other "
        "and be wrong"
    )


def _counts_told(table: LeadTable, counts: dict[str, Any], found: CheckedTable) -> list[str]:
    """Say what was counted again."""
    lead, measure = counts["lead"], table.measure
    win, loss = (measure.amount_of(lead[k]) for k in ("longest_win", "longest_loss"))
    said = [
        f"counted from them: {lead['win']:,} won, {lead['loss']:,} lost, {lead['draw']:,} endless; "
        f"the longest win takes {win} {measure.name}, the longest loss {loss}"
    ]
    if found.receive is not None:
        r = found.receive
        said.append(
            f"of {r.positions:,} positions with a card to be covered {r.win:,} are won, {r.loss:,} lost, "
            f"{r.draw:,} endless"
        )
    return said
