"""Digits of other scripts in forms."""

import pytest
from tests.web.browsing import add, attribute, filled, new_table, soup_of


@pytest.mark.parametrize("field", ["action", "turn"])
def test_digits_of_another_script_act_nowhere(client, field):
    table = new_table(client, game="kuhn-poker", **{"seat-2": "random"})
    add(client, table)
    page = soup_of(client.get(table))
    form = filled(page, "form#acts") | {"action": attribute(page, "button.choice", "value")}
    strange = form[field].translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
    answer = client.post(f"{table}/act", data=form | {field: strange})
    assert answer.status_code == 400
    assert f"{field.capitalize()} is " in answer.text
