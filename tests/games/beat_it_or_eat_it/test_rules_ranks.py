"""Ranks as people write them."""

import pytest

from upcard.games.beat_it_or_eat_it.rules import RANK_NAMES, read_cards


@pytest.mark.parametrize(
    ("given", "meant"),
    [("s11.12.13.14", "sJ.Q.K.A"), ("h13", "hK"), ("14d", "dA"), ("cT", "c10"), ("s26", "s26")],
)
def test_ranks_from_11_to_14_are_read_as_numbers_too(given, meant):
    assert read_cards(given) == read_cards(meant)


def test_every_rank_is_read_by_its_number():
    assert [read_cards(f"s{r + 1}") for r in range(26)] == [read_cards(f"s{x}") for x in RANK_NAMES]


@pytest.mark.parametrize("given", ["s0", "s27", "s01"])
def test_other_numbers_are_no_ranks(given):
    with pytest.raises(ValueError, match=r"is not a card; .* a rank \(1 to 26; T, J, Q, K, A are 10 to 14\)"):
        read_cards(given)
