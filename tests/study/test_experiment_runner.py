"""The lab: jobs are played once, progress is told, and an interrupt hurries the rest."""

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN, Section, StudyFinding
from upcard.engine.errors import Usage
from upcard.study.experiment_runner import HURRIED_GAMES, Job, Lab, LeftOut, in_lab, one_against, tally
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import study_modules

FIRST, SECOND = (one_against("kuhn-poker", s, "random", 2, cast=("random",)) for s in ("random", "random"))


def lab(games: int = 400, on_step=None) -> Lab:
    return Lab(games, 3, 1, on_step, None)


def stop(what: str, part: float) -> None:
    raise KeyboardInterrupt


def test_too_few_games_are_refused():
    with pytest.raises(Usage, match="100 or more"):
        lab(99)


def test_a_job_is_played_once_whoever_asks():
    one = lab()
    assert one.play(FIRST) is one.play(SECOND)
    assert one.compare(FIRST, SECOND) is one.compare(FIRST, SECOND)
    assert one.played == 2


def test_jobs_of_another_stream_have_other_games():
    one = lab()
    other = Job("kuhn-poker", ("random", "random"), random_seats=True, cast=("random",), stream=1)
    assert one.play(FIRST).seats != one.play(other).seats


def test_divided_jobs_have_fewer_games_and_weigh_as_many():
    one = lab()
    job = Job("kuhn-poker", ("random", "random"), divided=4, weight=3)
    assert one.play(job).games == 100
    assert one.cost(job) == 300


def test_an_interrupt_hurries_the_rest_and_is_told(interrupted_at):
    hurried = lab(5_000, interrupted_at(0))
    assert hurried.play(FIRST).games == HURRIED_GAMES
    assert hurried.compare(FIRST, SECOND).games == HURRIED_GAMES
    assert hurried.settings(next(iter(study_modules().values())).STUDY, "rules")["stopped early"] is True
    said = "Stopped early: 0 of 2 simulations were played in full; 2 have fewer games, often 1,000, and wider"
    assert hurried.interruption() == [f"{said} intervals."]
    assert lab().interruption() == []


def test_an_interrupt_when_all_is_played_cuts_nothing():
    done = lab()
    done.play(FIRST)
    done.hurry()
    assert done.play(FIRST).games == 400
    assert done.interruption() == ["Stopped early: all simulations were played in full."]


def test_after_an_interrupt_patience_ends_and_the_rest_is_left_out():
    short = Lab(5_000, 3, 1, None, None, patience=0.0)
    short.play(FIRST)
    short.hurry()
    with pytest.raises(LeftOut):
        short.compare(FIRST, SECOND)
    assert short.play(FIRST).games == 5_000
    assert short.interruption() == ["Stopped early: 1 of 2 simulations was played in full; 1 was not played."]


def test_who_is_in_a_hurry_does_not_compile_and_gives_up_the_rest():
    told = []
    short = Lab(5_000, 3, 1, None, lambda: told.append(1), patience=60.0)
    short.on_compile()
    short.hurry()
    with pytest.raises(LeftOut):
        short.on_compile()
    with pytest.raises(LeftOut):
        short.play(FIRST)
    assert told == [1]


def test_who_has_all_time_compiles_after_an_interrupt_too():
    told = []
    patient = Lab(5_000, 3, 1, None, lambda: told.append(1))
    patient.hurry()
    patient.on_compile()
    assert told == [1]


def test_a_comparison_that_is_stopped_keeps_what_it_has_if_that_is_enough(interrupted_at):
    cut = lab(5_000, interrupted_at(0.5))
    cut.plan([FIRST, SECOND])
    assert 2_400 <= cut.compare(FIRST, SECOND).games < 5_000
    assert cut.is_hurrying


def test_a_second_interrupt_ends_it():
    with pytest.raises(KeyboardInterrupt):
        lab(400, stop).play(FIRST)


def test_tally_counts_verdicts():
    findings = [StudyFinding("a", v, "") for v in (HOLDS, HOLDS, FAILS, OPEN)]
    assert tally([Section("s", findings=findings)]).startswith("4 statements: 2 hold, 1 does not, and 1 is ")
    assert tally([]) == "0 statements: 0 hold, 0 do not, and 0 are undecided with this many games."
    said = tally([Section("s", findings=findings[1:2])])
    assert said == "1 statement: 1 holds, 0 do not, and 0 are undecided with this many games."


def test_a_study_is_asked_for_by_its_games_and_gets_a_lab():
    asked, empty = [], StudyReport("tiny", "A tiny study", [], {}, [], {})

    def study(lab, **more):
        asked.append((lab, more))
        return empty

    run = in_lab(study)
    assert run(200, seed=5, threads=1, on_step=stop, sizes=(1, 2)) is empty
    ((made, more),) = asked
    assert (made.games, made.seed, made.threads, made.on_step) == (200, 5, 1, stop)
    assert more == {"sizes": (1, 2)}
    with pytest.raises(Usage, match="100 or more"):
        run(99)
