"""A program that sits down at a table of `upcard serve`: python bot.py http://HOST TABLE NAME."""

import json
import random
import secrets
import sys
import urllib.error
import urllib.request
from typing import Any


def ask(path: str, token: str = "", body: dict[str, Any] | None = None) -> Any:
    """What the server answers; what it says instead where somebody else was faster (409)."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    sent = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(path, sent, headers), timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as fault:
        if fault.code != 409:
            raise SystemExit(fault.read().decode()) from None
        return ask(path.rpartition("/")[0], token)  # the table, as it is now


def play(address: str, table: str, name: str) -> dict[str, Any]:
    """Take a seat, act whenever it is one's turn, and give the table as it is in the end."""
    here = f"{address.rstrip('/')}/api/v1/tables/{table}"
    mine = ask(f"{here}/seats", body={"name": name})
    with urllib.request.urlopen(f"{here}/events", timeout=60) as events:
        for _ in filter(lambda line: line.startswith(b"data:"), events):
            seen = ask(here, mine["token"])
            if seen["phase"] == "shuffling":
                seen = ask(f"{here}/seed", mine["token"], {"added": secrets.token_hex(8)})
            while seen["choices"]:
                choice = random.choice(seen["choices"])  # a better idea goes here
                action = {"turn": seen["turn"], "action": choice["action"]}
                seen = ask(f"{here}/actions", mine["token"], action)
            if seen["phase"] == "over":
                return seen
    raise SystemExit("the server has gone")


if __name__ == "__main__":
    end = play(*sys.argv[1:4])
    print(f"{end['names']}: {end['scores']}")
