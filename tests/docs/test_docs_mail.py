"""The page about play by mail: its exchange is played as it stands there."""

import re
from pathlib import Path

from tests.mail.post_office import ANA, BEN, US, PostOffice, in_post_office, text_of

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "play-by-mail.md"


def letters() -> list[str]:
    """The letters of the page, in their order, without the line that says where the first one goes."""
    blocks = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert blocks[0].startswith(f"To: {US}\n\n")
    return [blocks[0].split("\n\n", 1)[1], *blocks[1:]]


def test_the_exchange_goes_as_it_is_told(tmp_path):
    offer, lead, answer, show, resign = letters()

    async def play(post: PostOffice) -> None:
        await post.write(BEN, US, offer)
        assert "Done: lead sK." in text_of(await post.write(ANA, post.last("ana@example.org"), lead))
        told = text_of(await post.write(BEN, post.last("ben@example.net"), answer))
        assert all(
            x in told
            for x in ("Done: beat with sA.", "Done: lead h2.", "Planned: if lead s2 then beat with s3.")
        )
        told = text_of(await post.write(BEN, post.last("ben@example.net"), show))
        assert "You have planned:" in told
        over = await post.write(BEN, post.last("ben@example.net"), resign)
        assert "Ben has resigned" in text_of(over)
        assert "the game is over" in post.last("ana@example.org")["Subject"]

    in_post_office(f"sqlite:///{tmp_path / 'tables.sqlite'}", play)
