"""The interface for programs against its own description: requests that fit it, and that do not.

Schemathesis asks a running ``upcard serve`` for ``/api/openapi.json``, makes requests of what it says, sends
them, and compares every answer with it. Half of them go to a table that is being played at, with the token of
a seat. By day they are hundreds, by night thousands.
"""

import re
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
from tests.night import IS_NIGHTLY
from tests.web.served import PATIENCE, Served

CASES = {GenerationMode.POSITIVE: 240, GenerationMode.NEGATIVE: 120}
if not IS_NIGHTLY:
    CASES = {mode: cases // 12 for mode, cases in CASES.items()}
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
TOO_LONG, WITHOUT_TOO_LONG = 413, [checks.negative_data_rejection]
"""A refusal that this check does not know: of a study with a comment that is far too long."""

OPERATIONS = {
    "POST /api/v1/tables": "make",
    "POST /api/v1/tables/{table}/seats": "sit",
    "POST /api/v1/tables/{table}/seed": "add",
    "GET /api/v1/tables/{table}": "look",
    "POST /api/v1/tables/{table}/actions": "act",
    "POST /api/v1/tables/{table}/start": "start",
    "POST /api/v1/tables/{table}/rules": "change_rules",
    "DELETE /api/v1/tables/{table}/seats/{number}": "open_seat",
    "POST /api/v1/tables/{table}/returns": "let_back_in",
    "POST /api/v1/tables/{table}/offers": "make_offer",
    "POST /api/v1/tables/{table}/offers/answer": "answer_offer",
    "POST /api/v1/tables/{table}/abort": "abort",
    "POST /api/v1/tables/{table}/resignation": "resign",
    "POST /api/v1/tables/{table}/back": "come_back",
    "POST /api/v1/tables/{table}/consent": "consent",
    "POST /api/v1/tables/{table}/plans": "plan",
    "DELETE /api/v1/tables/{table}/plans": "forget",
    "POST /api/v1/tables/{table}/vacation": "take_vacation",
    "POST /api/v1/tables/{table}/rematch": "play_again",
    "GET /api/v1/tables/{table}/record": "record",
    "GET /api/v1/tables/{table}/events": "events",
}
OF_STUDIES = {
    "POST /api/v1/studies": "store_study",
    "PUT /api/v1/studies/{study}": "replace_study",
    "DELETE /api/v1/studies/{study}": "delete_study",
}
BOOKS = {
    "GET /api/v1/games",
    "GET /api/v1/analysis/{game}",
    "GET /api/v1/lessons",
    "GET /api/v1/lessons/{chapter}/{cell}",
    "GET /api/v1/studies/{study}",
}
"""What is read without a table."""

ENDLESS = ("GET /api/v1/tables/{table}/events",)
"""Of a table that there is this answers without end, and is looked at by a test of its own."""


class Running:
    """A server that runs, and a line to it that stays open."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.line = requests.Session()
        self.line.trust_env = False
        self.described = self.ask("GET", "/api/openapi.json").json()
        self.schema = schemathesis.openapi.from_dict(self.described)

    def ask(self, method: str, path: str, **sent: Any) -> requests.Response:
        """The answer to a request of our own."""
        return self.line.request(method, f"{self.address}{path}", timeout=PATIENCE, **sent)

    def answer_to(self, case: Any) -> Any:
        """The answer to a case."""
        return case.call(base_url=self.address, session=self.line, timeout=PATIENCE)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("api")
    with Served(folder, f"sqlite:///{folder / 'x.sqlite'}") as served:
        running = Running(served.port)
        yield running
        running.line.close()


def test_all_operations_are_asked(running):
    found = {f"{m.upper()} {path}" for path, methods in running.described["paths"].items() for m in methods}
    assert len(OPERATIONS) * sum(CASES.values()) >= (5000 if IS_NIGHTLY else 400)
    assert found == BOOKS | set(OPERATIONS) | set(OF_STUDIES)


class Known:
    """A table at which two programs play, another one when it has ended."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.table, self.tokens = "", [""]

    def is_open(self) -> bool:
        return bool(self.table) and self.seen()["phase"] == "playing"

    def seen(self) -> Any:
        return self.running.ask("GET", f"{API}/{self.table}").json()

    def begin(self, game: str) -> None:
        wanted = {"game": game, "seats": [{"name": "one"}, {"name": "two"}]}
        made = self.running.ask("POST", API, json=wanted).json()
        self.table, self.tokens = made["table"], [x["token"] for x in made["seats"]]
        for token in self.tokens:
            headers = {"Authorization": f"Bearer {token}"}
            self.running.ask("POST", f"{API}/{self.table}/seed", json={"added": "x"}, headers=headers)

    def act(self, seat: int) -> None:
        """Do the first thing that a seat can do."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        seen = self.running.ask("GET", f"{API}/{self.table}", headers=headers).json()
        asked = {"turn": seen["turn"], "action": seen["choices"][0]["action"]}
        done = self.running.ask("POST", f"{API}/{self.table}/actions", json=asked, headers=headers)
        assert done.status_code == 200, done.text

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
@pytest.mark.parametrize("operation", OPERATIONS | OF_STUDIES)
def test_every_answer_is_as_it_is_described(running, operation, mode):
    method, path = operation.split()
    cases = running.schema[path][method].as_strategy(generation_mode=mode)
    answers: Counter[int] = Counter()

    known = Known(running)

    @settings(
        max_examples=CASES[mode], deadline=None, database=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=cases, is_known=st.booleans(), game=st.sampled_from(GAMES), which=st.integers(0, 3))
    def ask(case: Any, is_known: bool, game: str, which: int) -> None:
        is_of_table = operation in OPERATIONS and operation not in ENDLESS
        if is_known and mode is GenerationMode.POSITIVE and is_of_table:
            known.put_into(case, game, which)
        answer = running.answer_to(case)
        answers[answer.status_code] += 1
        is_too_long = answer.status_code == TOO_LONG
        case.validate_response(answer, [x for x in CHECKS if x not in WITHOUT_TOO_LONG or not is_too_long])

    ask()
    assert answers.total() >= CASES[mode]


def shared_study(running: Running) -> str:
    """A study that a browser shares."""
    with requests.Session() as browser:
        browser.trust_env = False
        page = browser.get(f"{running.address}/study", timeout=PATIENCE).text
        token = re.search(r'data-csrf="([^"]+)"', page)
        assert token is not None
        study = '{"name": "Bluffs", "positions": [{"address": "/analysis/kuhn-poker", "comment": "Bet?"}]}'
        form = {"csrf": token[1], "study": study}
        return str(browser.post(f"{running.address}/study", data=form, timeout=PATIENCE).json()["id"])


@pytest.mark.parametrize("operation", sorted(BOOKS))
def test_what_is_read_without_a_table_is_as_it_is_described(running, operation):
    method, path = operation.split()
    written = {x["name"]: x["cells"] for x in running.ask("GET", "/api/v1/lessons").json()}
    name, cell = "smallsum", next(x for x in written["smallsum"] if x["name"] == "ruin")
    names = ["players", "seed"] if "analysis" in path else [x["name"] for x in cell["fields"]]
    fields = st.sampled_from([*names, "nothing"])
    known = {"chapter": name, "cell": cell["name"], "game": "kuhn-poker", "study": ""}
    if "{study}" in path:
        known["study"] = shared_study(running)
    there = running.schema[path][method].Case(
        path_parameters={x: known[x] for x in known if f"{{{x}}}" in path}
    )
    answers = Counter([running.answer_to(there).status_code])

    @settings(
        max_examples=60 if IS_NIGHTLY else 30,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=running.schema[path][method].as_strategy(),
        is_known=st.booleans(),
        query=st.dictionaries(fields, st.integers().map(str) | st.text(max_size=20)),
    )
    def ask(case: Any, is_known: bool, query: dict[str, str]) -> None:
        if is_known and case.path_parameters:
            case.path_parameters |= {x: known[x] for x in case.path_parameters}
            case.query = query
        answer = running.answer_to(case)
        answers[answer.status_code] += 1
        case.validate_response(answer, CHECKS)

    ask()
    refusals = {404} if "{study}" in path else {404, 422} if "{" in path else set()
    assert set(answers) >= {200} | refusals


def test_the_stream_of_events_is_as_it_is_described(running):
    known = Known(running)
    known.begin("kuhn-poker")
    described = running.described["paths"][f"{API}/{{table}}/events"]["get"]["responses"]["200"]["content"]
    ((kind, told),) = described.items()
    pattern = re.compile(told["schema"]["pattern"])
    assert pattern.fullmatch(told["example"])
    with running.ask("GET", f"{API}/{known.table}/events", stream=True) as answer:
        assert (answer.status_code, answer.headers["content-type"]) == (200, f"{kind}; charset=utf-8")
        assert answer.headers["x-accel-buffering"] == "no"
        lines = answer.iter_lines(chunk_size=1, decode_unicode=True)
        seen, heard = known.seen(), ""
        versions: list[int] = []
        for line in lines:
            heard += f"{line}\n"
            if line.startswith("data: "):
                versions.append(int(line.removeprefix("data: ")))
                if len(versions) == 1:
                    known.act(seen["waiting_for"][0])
            if len(versions) == 2 and not line:
                break
    assert pattern.fullmatch(heard)
    assert versions == [seen["version"], known.seen()["version"]]
    assert versions[0] < versions[1]
