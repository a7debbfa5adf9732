"""Take a seat at a table of `upcard serve` and play: python bot.py http://HOST TABLE NAME."""

import json
import random
import sys
from typing import Any
from urllib import error, request


def ask(path: str, token: str = "", body: dict[str, str] | None = None) -> Any:
    """Return the answer of the server, or the table as it is now if another player was faster (409)."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        with request.urlopen(request.Request(path, body and json.dumps(body).encode(), headers)) as answer:
            return json.load(answer)
    except error.HTTPError as fault:
        return ask(path.rpartition("/")[0], token) if fault.code == 409 else sys.exit(fault.read().decode())


def play(address: str, table: str, name: str) -> Any:
    """Take a seat, act at every turn, and return the table at the end."""
    here = f"{address.rstrip('/')}/api/v1/tables/{table}"
    token = ask(f"{here}/seats", body={"name": name})["token"]
    with request.urlopen(f"{here}/events", timeout=60) as events:
        for _ in filter(lambda line: line.startswith(b"data:"), events):
            seen = ask(here, token)
            if seen["phase"] == "shuffling":
                seen = ask(f"{here}/seed", token, {"added": random.SystemRandom().randbytes(8).hex()})
            while seen["choices"]:
                choice = random.choice(seen["choices"])  # a better idea goes here
                seen = ask(f"{here}/actions", token, {"turn": seen["turn"], "action": choice["action"]})
            if seen["phase"] == "over":
                break
    return seen


if __name__ == "__main__":
    print("{names}: {scores}".format(**play(*sys.argv[1:4])))
