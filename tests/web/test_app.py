"""How the application gets ready."""

import asyncio
import gc
import subprocess
import sys

import pytest
from jinja2 import Environment

from upcard.web import app
from upcard.web.templates import load_templates, templates


@pytest.mark.parametrize("is_alone", [False, True])
def test_a_process_of_its_own_leaves_what_is_there_at_the_start_out_of_looking_for_garbage(
    monkeypatch, is_alone
):
    done: list[str] = []
    monkeypatch.setattr(app, "tiles", lambda: done.append("tiles"))
    monkeypatch.setattr(app, "activities", lambda: done.append("activities"))
    monkeypatch.setattr(app, "load_templates", lambda: done.append("templates"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "set_threshold", lambda *_: done.append("rarely"))
    monkeypatch.setattr(sys, "setswitchinterval", lambda x: done.append(f"{1000 * x} ms"))
    asyncio.run(app._prepare(is_alone))
    alone = ["0.5 ms", "activities", "templates", "rarely", "freeze"]
    assert done == ["tiles", *(alone if is_alone else [])]


def test_all_templates_are_compiled_in_advance(monkeypatch):
    templates.cache_clear()
    load_templates()
    monkeypatch.setattr(Environment, "compile", None)  # a page would compile its templates with it
    for name in ("board.html.jinja", "class_strip.html.jinja", "review.html.jinja", "start.html.jinja"):
        assert templates().get_template(name).name == name


def test_a_server_starts_without_what_only_sheets_of_paper_and_compilers_need():
    program = (
        "import sys, upcard.web.app; print(*{'fpdf', 'fontTools', 'matplotlib', 'numba'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_page_of_a_teacher_loads_no_solvers_since_all_players_would_wait_for_them():
    program = (
        "import sys; from upcard.classroom.activity_registry import activities; activities(); "
        "print(*{'scipy', 'numba', 'matplotlib'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
