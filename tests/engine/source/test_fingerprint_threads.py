"""Functions are read by one thread at a time."""

import ast
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from upcard.engine.source import fingerprint as source
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.stoppers import rules as stoppers


def test_no_two_threads_make_syntax_trees_at_once(monkeypatch):
    together, most, counting = 0, 0, threading.Lock()

    def slowly(text: str, *, parse: Callable[..., Any] = ast.parse) -> Any:
        nonlocal together, most
        with counting:
            together += 1
            most = max(most, together)
        time.sleep(0.05)
        with counting:
            together -= 1
        return parse(text)

    source._tree_of.cache_clear()
    monkeypatch.setattr(ast, "parse", slowly)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(source.function_tree, [kuhn_poker.start, stoppers.start]))
    assert all(found)
    assert most == 1
