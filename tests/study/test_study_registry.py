"""Studies are found in their folder; a broken one is left out, named, and keeps no other from running."""

import pytest

from upcard.engine.discovery import forget
from upcard.engine.errors import BrokenRules, Usage
from upcard.study import study_registry as find

STUDY = (
    'from upcard.study.study_registry import Study\nSTUDY = Study("broken-one", "A study", "Broken?", 100)\n'
)
RUN = "def run(games, seed=1, threads=None, on_step=None, on_compile=None):\n    return None\n"
CALL = "expected run(games, seed, threads, on_step, on_compile)"
BROKEN = {
    "cannot be read": ("def f(:\n", "cannot be loaded: line 1: invalid syntax; fix this line"),
    "does not find what it imports": (
        "import no_such_module_at_all\n",
        "cannot be loaded: line 1: there is no module 'no_such_module_at_all'; ",
    ),
    "stops while it is loaded": (
        "x = 1\ny = x / 0\n",
        "cannot be loaded: line 2: ZeroDivisionError: division by zero; fix this line",
    ),
    "forgets a part of STUDY": (
        'from upcard.study.study_registry import Study\n\nSTUDY = Study("broken-one")\n' + RUN,
        "cannot be loaded: line 3: TypeError: ",
    ),
    "has no STUDY": (
        RUN,
        "cannot be used:\n  STUDY is missing or of the wrong kind; expected STUDY = Study(name=...",
    ),
    "has another STUDY": ("STUDY = 3\n" + RUN, "cannot be used:\n  STUDY is missing or of the wrong kind; "),
    "has no run": (STUDY, f"cannot be used:\n  run is missing; {CALL}"),
    "has another run": (
        STUDY + "def run(seed):\n    return None\n",
        f"cannot be used:\n  run(seed) cannot be called: got an unexpected keyword argument 'games'; {CALL}",
    ),
    "has a name of two words": (
        STUDY.replace("broken-one", "broken one") + RUN,
        "cannot be used:\n  STUDY.name is 'broken one'; expected ",
    ),
    "has words for games": (STUDY.replace("100", '"many"') + RUN, "STUDY.games is 'many'; expected "),
    "has no games": (STUDY.replace("100", "0") + RUN, "STUDY.games is 0; expected 1 or more"),
}


@pytest.fixture(params=BROKEN)
def reason(request, own_file):
    """Let a broken study lie in the folder, and give the sentence about it."""
    text, sentence = BROKEN[request.param]
    own_file("study", "broken_one", text)
    return sentence


def test_a_broken_study_is_left_out_with_the_reason_and_the_others_go_on(reason):
    assert "lama-paper" in find.study_modules()
    assert "broken-one" not in find.study_modules()
    (why,) = find.left_out()
    assert why.startswith("the study file broken_one.py ")
    assert reason in why
    with pytest.raises(BrokenRules) as fault:
        find.find_study("broken-one")
    assert str(fault.value) == why


def test_a_study_that_is_a_folder_is_named_with_it(own_file, tmp_path):
    own_file("study", "other", "")
    (tmp_path / "study" / "broken_two").mkdir()
    (tmp_path / "study" / "broken_two" / "__init__.py").write_text("\ndef f(:\n")
    forget()
    (why,) = find.left_out()
    assert why.startswith("the study file broken_two/__init__.py cannot be loaded: line 2: invalid syntax")


def test_a_file_that_is_put_there_is_a_study_and_one_without_study_and_run_is_not(own_file):
    own_file("study", "broken_one", STUDY + RUN)
    own_file("study", "kit_of_studies", "x = 1\n")
    assert find.find_study("broken-one").STUDY.title == "A study"
    assert find.left_out() == ()
    with pytest.raises(Usage, match=r"^there is no study 'kit-of-studies'; "):
        find.find_study("kit-of-studies")


def test_every_shipped_file_is_a_study_that_can_be_used_or_a_part():
    assert find.left_out() == ()
    assert {"small-games", "stoppers-luck", "lama-paper"} <= set(find.study_modules())
    assert not {"find", "judge", "lab", "parts"} & set(find.study_modules())
