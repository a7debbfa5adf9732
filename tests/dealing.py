"""How the tests are dealt to the processes that run them."""

from collections.abc import Sequence
from itertools import islice

import pytest


def dealt(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in the order in which they are cut into equal parts, one for each process.

    The first part begins with those that share a browser, which is closed for every test between them; the
    others begin with a share each of the slow ones. Those that are marked ``together`` with one name share
    what takes long to make, such as the compiled parts of a game, and go to one process.
    """
    with_browser = [x for x in items if x.path.parent.name == "browser"]
    others = [x for x in items if x.path.parent.name != "browser"]
    slow = [x for x in others if x.get_closest_marker("slow")]
    quick = (x for x in others if not x.get_closest_marker("slow"))
    if workers == 1:
        return [*with_browser, *slow, *quick]
    parts = [with_browser, *shared_out(slow, workers - 1)]
    found: list[pytest.Item] = []
    for number, part in enumerate(parts):
        size = (len(items) - len(found)) // (workers - number)
        found += [*part, *islice(quick, max(0, size - len(part)))]
    return found


def shared_out(items: Sequence[pytest.Item], shares: int) -> list[list[pytest.Item]]:
    """Tests in so many shares, what belongs together in one of them.

    The largest bundles come first, and each goes to the share that is smallest then.
    """
    bundles: dict[object, list[pytest.Item]] = {}
    for x in items:
        mark = x.get_closest_marker("together")
        bundles.setdefault(mark.args[0] if mark else x.nodeid, []).append(x)
    found: list[list[pytest.Item]] = [[] for _ in range(shares)]
    for bundle in sorted(bundles.values(), key=len, reverse=True):
        min(found, key=len).extend(bundle)
    return found
