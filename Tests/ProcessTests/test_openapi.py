# SPDX-License-Identifier: MIT
"""
A running gateway beside the OpenAPI document that it serves: schemathesis makes requests up, fitting and unfitting ones,
and checks what is answered. SEARCHBUS_OPENAPI_EXAMPLES sets how many of each operation.
"""

import os

import pytest
import requests
import schemathesis
from algolia_testing import secrets
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (content_type_conformance, negative_data_rejection,
                                               response_schema_conformance, status_code_conformance)
from searchbus_testing import PATIENCE, Stack, running
from shop_data import APP

EXAMPLES = int(os.environ.get("SEARCHBUS_OPENAPI_EXAMPLES", "10"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# What the app has of the things that requests name; made-up names are not found, and nothing behind them is tried.
PATH = {"session": "known", "type": "hits"}
BODY = {"searcher": {"searcher": "products"}, "to": {"to": "box", "type": "clear", "data": {}}}


def document(stack, has_coverage):
    """The document, with a request for each thing that a schema says, or with random ones only."""
    # A text that is too long may make the body too large.
    refusals = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
    config = {"phases": {"coverage": {"enabled": has_coverage}}, "generation": {"mode": "all"},
              "checks": {"negative_data_rejection": {"expected-statuses": refusals}}}
    return schemathesis.openapi.from_url(f"{stack.url}/openapi.json", config=SchemathesisConfig.from_dict(config))


def bounded(examples):
    """So many random requests of each operation, the same ones every time."""
    return settings(max_examples=examples, deadline=None, database=None, derandomize=True,
                    suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def asked(indexes, tmp_path_factory):
    """A running shop that serves Algolia's interface too."""
    app = tmp_path_factory.mktemp("described") / "app.yaml"
    app.write_text(APP.read_text() + "\nalgolia: true\n")
    with running(Stack(app, indexes)) as stack:
        stack.gateway.call("PUT", f"/api/sessions/{PATH['session']}", {})
        stack.url = f"http://127.0.0.1:{stack.port}"
        stack.key = {"authorization": stack.gateway.headers["authorization"]}
        yield stack


@pytest.fixture(autouse=True)
def named(request):
    """schemathesis 4.32 reads the private name of a test's id, which pytest 9.2 no longer has."""
    request.node._nodeid = request.node.nodeid


@pytest.fixture(scope="module")
def described(asked):
    return document(asked, True)


@pytest.fixture(scope="module")
def described_at_random(asked):
    return document(asked, False)


DESCRIBED = schemathesis.pytest.from_fixture("described")
STREAM_PATHS = r"^/api/(.*events|holds/\{session\})$"
OWN = DESCRIBED.exclude(path_regex="^/1/").exclude(path_regex=STREAM_PATHS)
STREAMS = DESCRIBED.include(path_regex=STREAM_PATHS)
ALGOLIA = schemathesis.pytest.from_fixture("described_at_random").include(path_regex="^/1/")


@OWN.parametrize()
@bounded(EXAMPLES)
def test_answers_are_as_the_document_says(case, asked):
    call = {"base_url": asked.url, "headers": asked.key, "timeout": PATIENCE}
    case.call_and_validate(checks=[*CHECKS, negative_data_rejection], **call)
    if name_what_is_there(case):
        case.call_and_validate(checks=CHECKS, **call)


@STREAMS.parametrize()
@bounded(EXAMPLES)
def test_streams_begin_as_the_document_says(case, asked):
    for is_known in (False, True):
        if is_known and not name_what_is_there(case):
            continue
        arguments = case.as_transport_kwargs(base_url=asked.url, headers=asked.key)
        with requests.request(**arguments, stream=True, timeout=PATIENCE) as response:
            described = case.operation.definition.raw["responses"].get(str(response.status_code))
            assert described or response.status_code == 405, (case.as_curl_command(), response.status_code)
            kind = "text/event-stream" if response.status_code == 200 else "application/problem+json"
            assert response.headers["content-type"] == kind, case.as_curl_command()


@ALGOLIA.parametrize()
@bounded(max(EXAMPLES // 3, 1))
def test_algolias_operations_fail_in_no_way_of_the_server(case, asked):
    application, keys = secrets(asked)
    headers = {"x-algolia-application-id": application, "x-algolia-api-key": keys["admin"]}
    response = case.call(base_url=asked.url, headers=headers, timeout=PATIENCE)
    assert response.status_code < 500, case.as_curl_command()
    assert response.headers["content-type"] == ["application/json"], case.as_curl_command()


def name_what_is_there(case):
    """Replaces made-up names with names of the app; returns whether there are any."""
    known = {name: PATH[name] for name in PATH.keys() & (case.path_parameters or {}).keys()}
    case.path_parameters = {**(case.path_parameters or {}), **known}
    is_changed = bool(known)
    waiting = [case.body]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            for name in BODY.keys() & value.keys():
                value.update(BODY[name])
                is_changed = True
            waiting += [value[name] for name in ("requests", "intents") if name in value]
    return is_changed
