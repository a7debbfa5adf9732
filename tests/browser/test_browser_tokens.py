"""Things that are counted lie within their seat, also where they need several rows."""

import pytest

ROWS = """() => [...document.querySelectorAll("#at-table .tokens")].map((all) => {
  const rows = new Map();
  for (const x of all.querySelectorAll("img")) {
    const { top, left, right } = x.getBoundingClientRect();
    const [begin, end] = rows.get(Math.round(top)) ?? [Infinity, 0];
    rows.set(Math.round(top), [Math.min(begin, left), Math.max(end, right)]);
  }
  const { left, right } = all.getBoundingClientRect();
  return [left, right, [...rows.values()]];
})"""


@pytest.mark.parametrize("width", [320, 390])
def test_every_row_of_coins_begins_where_the_first_does(chromium, server, width):
    page = chromium.new_page(viewport={"width": width, "height": 844})
    try:
        page.goto(f"{server.address}/embed/smallsum?option-purse=12&seed=1")
        found = page.evaluate(ROWS)
    finally:
        page.close()
    assert max(len(rows) for _, _, rows in found) > 1
    for left, right, rows in found:
        assert all(begin == pytest.approx(left) for begin, _ in rows)
        assert all(end <= right + 0.5 for _, end in rows)
