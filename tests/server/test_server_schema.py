"""The API against its own description: whatever schemathesis can think of gets a described answer."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.people import BOT, ME, Person
from tests.server.servers import Running

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
ENDLESS = "/events"
BOUNDED = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def _try(server: Running, case: schemathesis.Case) -> None:
    person, table = _someone(server)
    if "table_id" in case.path_parameters:
        case.path_parameters["table_id"] = table
    answer = case.call(base_url=server.url, cookies=dict(_cookies(person)))
    case.validate_response(answer, checks=CHECKS)


def test_every_answer_is_a_described_one(plain_server: Running) -> None:
    description = httpx.get(f"{plain_server.url}/openapi.json").json()
    operations = [
        found.ok() for found in schemathesis.openapi.from_dict(description).get_all_operations()
    ]
    assert len(operations) > 25
    for operation in operations:
        # Streams do not end; they have tests of their own.
        if not operation.path.endswith(ENDLESS):
            given(case=operation.as_strategy())(_for(plain_server))()


def _for(server: Running) -> Callable[[schemathesis.Case], None]:
    @BOUNDED
    def attempt(case: schemathesis.Case) -> None:
        _try(server, case)

    return attempt


_known: dict[str, tuple[Person, str]] = {}


def _someone(server: Running) -> tuple[Person, str]:
    """A person in the middle of a game, made again when a case has deleted or ended it."""
    if server.url in _known:
        person, table = _known[server.url]
        if person.get(f"/api/tables/{table}").status_code == 200:
            return person, table
    person = Person(server.url, "Anna")
    _known[server.url] = (person, person.make([ME, BOT]))
    return _known[server.url]


def _cookies(person: Person) -> list[tuple[str, str]]:
    return [(cookie.name, cookie.value or "") for cookie in person.client.cookies.jar]
