"""The command that deals the same cards again."""

from upcard.engine.game import make_game
from upcard.engine.record import parse_record, replay


def again_after(run, *words):
    lines = run("play", *words, input="").stdout.splitlines()
    (line,) = (x for x in lines if x.startswith("same cards again: "))
    return line.removeprefix("same cards again: ")


def test_usual_options_are_left_out(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    usual = again_after(run, "beat-it-or-eat-it", "--against", "random", "--seed", "1")
    assert usual == "upcard play beat-it-or-eat-it --players 2 --seat 1 --against random --seed 1"
    other = again_after(run, "beat-it-or-eat-it", "--length", "4", "--against", "random", "--seed", "1")
    assert (
        other
        == "upcard play beat-it-or-eat-it --players 2 --option length=4 --seat 1 --against random --seed 1"
    )
    assert again_after(run, *other.split()[2:]) == other


def test_the_seed_of_a_fair_deal_deals_the_same_cards_again(run, tmp_path, monkeypatch):
    """Such a seed has 128 bits; half of it deals other cards."""
    monkeypatch.chdir(tmp_path)
    words, seed = ("leduc-poker", "--against", "random", "--seat", "1"), 2**127 + 12345
    for x in (2**63, seed, 2**128 - 1):
        assert again_after(run, *words, "--seed", str(x)).endswith(f"--seed {x}")
    run("play", *words, "--seed", str(seed), input="save deal.txt\n")
    saved = replay(parse_record((tmp_path / "deal.txt").read_text()))
    dealt = make_game("leduc-poker").match(seed)
    assert (saved.seed, saved.actions) == (seed, [])
    assert [saved.hand(p).cards for p in (0, 1)] == [dealt.hand(p).cards for p in (0, 1)]


def test_a_seed_of_more_bits_is_refused(told):
    code, sentence = told("play", "leduc-poker", "--seed", str(2**128))
    assert (code, sentence.endswith("expected a whole number from 0 to 2^128 - 1")) == (2, True)
