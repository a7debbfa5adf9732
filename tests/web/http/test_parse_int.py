"""Whole numbers of addresses and forms."""

import pytest
from tests.web.browsing import add, attribute, filled, new_table, soup_of

from upcard.engine.errors import Unreadable
from upcard.web.http.parse_int import FEW_DIGITS, MOST_DIGITS, whole, whole_or

NO_NUMBERS = ("", " 1", "1 ", "+1", "-1", "1.5", "1_0", "²", "٣", "१", "ten")


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number_is_refused_or_gives_what_is_usual(text):
    with pytest.raises(Unreadable) as fault:
        whole("players", text)
    assert str(fault.value) == f"players is {text!r}; expected a whole number from 0"
    assert whole_or(7, text) == 7


@pytest.mark.parametrize("number", [0, 1, 10**FEW_DIGITS - 1])
def test_a_whole_number_is_read(number):
    assert whole("seed", str(number)) == whole_or(-1, str(number)) == number


def test_a_number_of_too_many_digits_is_none():
    assert whole_or(-1, "1" * (FEW_DIGITS + 1)) == -1
    assert whole("seed", "9" * MOST_DIGITS) == 10**MOST_DIGITS - 1
    with pytest.raises(Unreadable, match="seed is '11111111111111111111'; expected"):
        whole("seed", "1" * (MOST_DIGITS + 1))


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
