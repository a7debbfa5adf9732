"""The interface for programs against its own description: thousands of requests that fit it, and that do not.

Schemathesis makes the requests of what ``/api/openapi.json`` says, and compares every answer with it. Half of
them go to a table that is being played at, with the token of a seat.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks
from starlette.testclient import TestClient

from upcard.play.store import Store
from upcard.web.app import Setup, make_app

CASES = {GenerationMode.POSITIVE: 480, GenerationMode.NEGATIVE: 240}
API = "/api/v1/tables"
GAMES = ["kuhn-poker", "goofspiel", "lama"]
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
OPERATIONS = {
    "POST /api/v1/tables": "make",
    "POST /api/v1/tables/{table}/seats": "sit",
    "POST /api/v1/tables/{table}/seed": "add",
    "GET /api/v1/tables/{table}": "look",
    "POST /api/v1/tables/{table}/actions": "act",
    "POST /api/v1/tables/{table}/resignation": "resign",
    "POST /api/v1/tables/{table}/back": "come_back",
    "POST /api/v1/tables/{table}/consent": "consent",
    "POST /api/v1/tables/{table}/plans": "plan",
    "DELETE /api/v1/tables/{table}/plans": "forget",
    "POST /api/v1/tables/{table}/vacation": "take_vacation",
    "POST /api/v1/tables/{table}/rematch": "play_again",
    "GET /api/v1/tables/{table}/record": "record",
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("api")
    made = make_app(Setup("key", is_limited=False, pace=0.0), Store(f"sqlite:///{folder / 'x.sqlite'}"))
    with TestClient(made, raise_server_exceptions=False) as opened:
        yield opened


def test_all_operations_are_asked(client):
    described = client.app.openapi()["paths"]
    found = {f"{m.upper()} {path}" for path, methods in described.items() for m in methods}
    assert len(OPERATIONS) * sum(CASES.values()) >= 5000
    assert found - {"GET /api/v1/games"} == set(OPERATIONS)


class Known:
    """A table at which two programs play, another one when it has ended."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.table, self.tokens = "", [""]

    def is_open(self) -> bool:
        return bool(self.table) and self.seen()["phase"] == "playing"

    def seen(self) -> Any:
        return self.client.get(f"{API}/{self.table}").json()

    def begin(self, game: str) -> None:
        made = self.client.post(API, json={"game": game, "seats": [{"name": "one"}, {"name": "two"}]}).json()
        self.table, self.tokens = made["table"], [x["token"] for x in made["seats"]]
        for token in self.tokens:
            headers = {"Authorization": f"Bearer {token}"}
            self.client.post(f"{API}/{self.table}/seed", json={"added": "x"}, headers=headers)

    def put_into(self, case: Any, game: str, which: int) -> None:
        """Have a case go to the table, or ask for a game that there is; modifies the case."""
        if case.path_parameters:
            if not self.is_open():
                self.begin(game)
            case.path_parameters["table"] = self.table
            seen = self.seen()
            seat = (seen["waiting_for"] or [0])[0] if which else 1
            case.headers["Authorization"] = f"Bearer {self.tokens[seat]}"
            if isinstance(case.body, dict) and "turn" in case.body:
                case.body["turn"] = seen["turn"]
                if which > 1:
                    case.body["action"] = which % 2
        elif isinstance(case.body, dict):
            case.body["game"] = game
            case.body["seats"] = (case.body["seats"] * 2)[:2]
            if which:
                fitting = {
                    "seats": [{"name": "one"}, {"strategy": "random"}],
                    "options": {},
                    "clock": "days 2",
                }
                case.body |= {**fitting, "preset": None}


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda x: x.name.lower())
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_answer_is_as_it_is_described(client, operation, mode):
    schema = schemathesis.openapi.from_dict(client.app.openapi())
    method, path = operation.split()
    cases = schema[path][method].as_strategy(generation_mode=mode)
    answers: Counter[int] = Counter()

    known = Known(client)

    @settings(
        max_examples=CASES[mode], deadline=None, database=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=cases, is_known=st.booleans(), game=st.sampled_from(GAMES), which=st.integers(0, 3))
    def ask(case: Any, is_known: bool, game: str, which: int) -> None:
        if is_known and mode is GenerationMode.POSITIVE:
            known.put_into(case, game, which)
        asked = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
        answer = client.request(asked.method, asked.url, headers=dict(asked.headers), content=asked.body)
        answers[answer.status_code] += 1
        case.validate_response(answer, CHECKS)

    ask()
    assert answers.total() >= CASES[mode]
