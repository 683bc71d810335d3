# SPDX-License-Identifier: MIT
"""Tenants: keys with filters, with which sessions, streams and searches find a part of the records and nothing else.

The brand of a record is its tenant here. What is on the log of a tenant's session never names another brand.
"""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest
import searchbus_testing as testing
from searchbus_testing import ROOT, Stack, eventually, running
from shop_data import BRANDS, COLORS, WORDS, records

sys.path.insert(0, str(ROOT / "web/python-client/src"))

from searchbus_client import Problem, SearchBus, Session, restricted_key  # noqa: E402

OTHERS = re.compile("|".join(f'"{brand}"' for brand in BRANDS[1:]))
APP = """
name: tenants
backends:
  catalog: {{ type: embedded }}
  sheet: {{ run: [{python}, {program}, {folder}, "name,brand,description"] }}
searchers:
  ours:   {{ type: hits, index: products, backend: catalog, hitsPerPage: 5 }}
  theirs: {{ type: hits, index: sheet, backend: sheet, hitsPerPage: 5 }}
  brands: {{ type: facets, index: products, attribute: brand, backend: catalog }}
  all:    {{ type: multi, searchers: [ours, theirs, brands] }}
filterStates:
  main: {{ searchers: [ours, theirs] }}
widgets:
  box:     {{ type: search-box, searcher: all }}
  brand:   {{ type: refinement-list, searcher: ours, filterState: main, attribute: brand, limit: 20 }}
  price:   {{ type: number-range, searcher: ours, filterState: main, attribute: price }}
  hits:    {{ type: hits, searcher: ours }}
  sheets:  {{ type: hits, searcher: theirs }}
  more:    {{ type: pagination, searcher: ours }}
"""
COUNTS = {brand: sum(record["brand"] == brand for record in records()) for brand in BRANDS}


@pytest.fixture(scope="module")
def stack(indexes, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tenants")
    rows = list(records())
    with (folder / "sheet.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    program = ROOT / "Examples/csv-backend-python/csv_backend.py"
    app = folder / "app.yaml"
    app.write_text(APP.format(python=sys.executable, program=program, folder=folder))
    with running(Stack(app, indexes)) as shared:
        shared.url = f"http://127.0.0.1:{shared.port}"
        shared.session_key = shared.run("keys", "create", "--role", "session")[0].strip()
        yield shared


@pytest.fixture
def tenant(stack):
    """Makes clients with a tenant's key, each of which is closed."""
    made = []

    def make(brand, **restrictions):
        key = restricted_key(stack.session_key, filters=f"brand:{brand}", **restrictions)
        made.append(SearchBus(stack.url, key))
        return made[-1]

    yield make
    for each in made:
        each.close()


def views(stack, session, **wanted):
    """The views of a session once they answer."""
    def current(found):
        return all(found.get(name, {}).get("phase") == "ready" and holds(found[name]) for name, holds in wanted.items())
    return eventually(lambda: stack.gateway.views(session), current, f"{', '.join(wanted)} answer")


def said(client, session):
    """What components said of a session: results and views."""
    return [event for event in client.read_log(session=session) if event.kind in ("results", "view")]


def found(data):
    """Data without the values that a client chose and that no record has."""
    if isinstance(data, list):
        return [found(each) for each in data if not (isinstance(each, dict) and each.get("count") == 0)]
    return {name: found(value) for name, value in data.items()} if isinstance(data, dict) else data


def test_a_session_finds_what_is_the_tenants(stack, tenant):
    """Hits of two engines, counts, bounds and values, from the first view on."""
    session = tenant("Acme").open()
    shown = views(stack, session.id, hits=bool, sheets=bool, brand=bool, price=lambda view: view["bounds"])
    assert shown["hits"]["nbHits"] == shown["sheets"]["nbHits"] == COUNTS["Acme"]
    assert [item["value"] for item in shown["brand"]["items"]] == ["Acme"]
    prices = [record["price"] for record in records() if record["brand"] == "Acme"]
    assert shown["price"]["bounds"] == [min(prices), max(prices)]
    assert shown["session"]["filters"]["groups"][0]["filters"][0]["value"] == "Acme"
    stack.gateway.send(session.id, ("box", "set-query", {"query": "lamp"}), wait=True)
    lamps = sum(record["brand"] == "Acme" and "lamp" in record["name"] for record in records())
    assert views(stack, session.id, hits=lambda view: view["query"] == "lamp")["hits"]["nbHits"] == lamps


def test_whatever_is_asked_nothing_else_is_found(stack, tenant, chance):
    """Random intents, and such as try to widen: no event of a component names another tenant's records."""
    client = tenant("Acme")
    session = client.open()
    views(stack, session.id, hits=bool)
    facet = {"type": "facet", "attribute": "brand", "value": "Ember"}
    widening = [
        ("session", "restore", {"link": "?brand=Ember~Acme"}), ("session", "restore", {"state": {}, "filters": {"groups": []}}),
        ("session", "reset", {"filters": {"groups": []}}), ("session", "undo", {}), ("session", "redo", {}),
        ("ours", "set-parameters", {"parameters": {"baseFilters": {"groups": []}, "filters": "brand:Ember"}}),
        ("main", "add", {"group": {"kind": "or", "name": "key"}, "filters": [facet]}), ("main", "clear", {}),
        ("ours", "set-index", {"index": "sheet"}), ("brand", "search", {"query": "emb"}),
        ("brand", "select", {"value": "Ember"}), ("brands", "set-query", {"query": "e"}),
    ]
    for _ in range(60):
        usual = [("box", "set-query", {"query": chance.choice([*WORDS, *BRANDS, ""])}),
                 ("brand", "select", {"value": chance.choice(BRANDS)}), ("more", "set-page", {"page": chance.randint(0, 3)}),
                 ("price", "set-range", {"range": [chance.randint(0, 200), None]}),
                 ("theirs", "set-query", {"query": chance.choice(COLORS)})]
        try:
            session.send(*chance.choice(usual + widening))
        except Problem as problem:
            assert problem.code.startswith("invalid-") or problem.code == "unknown-index", problem
    session.send("session", "reset")
    views(stack, session.id, hits=lambda view: view["nbHits"] == COUNTS["Acme"])
    events = said(client, session.id)
    assert sum(event.kind == "results" for event in events) > 30
    for event in events:
        # What was typed is the client's own.
        if event.component not in ("session", "box"):
            assert not OTHERS.search(json.dumps(found(event.data | {"query": ""}))), event


def test_sessions_of_tenants_are_closed_to_each_other(stack, tenant):
    acme, ember = tenant("Acme"), tenant("Ember")
    session = acme.open()
    views(stack, session.id, hits=bool)
    for attempt in (lambda: ember.open(session.id), lambda: Session(ember, session.id).views(),
                    lambda: Session(ember, session.id).send("box", "set-query", {"query": "a"}),
                    lambda: ember.log(session=session.id)):
        with pytest.raises(Problem) as refused:
            attempt()
        assert refused.value.code == "not-permitted" and "brand:Ember" in str(refused.value)
    with SearchBus(stack.url, restricted_key(stack.session_key, filters="brand:Acme AND color:red")) as narrower:
        with pytest.raises(Problem):
            narrower.open(session.id)
        inner = narrower.open()
        assert acme.open(inner.id).id == inner.id, "its filters are among those of the session"
    with SearchBus(stack.url, stack.session_key) as owner:
        assert owner.open(session.id).views()["hits"]["nbHits"] == COUNTS["Acme"], "it stays the tenant's"


def test_the_filters_outlive_every_process(stack, tenant):
    """The state store, the searchers and the gateway are killed; then the session is what it was."""
    session = tenant("Borealis").open()
    views(stack, session.id, hits=bool)
    for name in ("state", "all", "gateway", "broker"):
        stack.send_signal(name, signal.SIGKILL)
        stack.wait_running()
        stack.gateway.send(session.id, ("box", "set-query", {"query": name}), wait=True)
        stack.gateway.send(session.id, ("box", "set-query", {"query": ""}), wait=True)
        eventually(lambda: stack.gateway.views(session.id)["hits"]["nbHits"], lambda count: count == COUNTS["Borealis"],
                   f"the session finds its part after {name} was killed")
        with pytest.raises(Problem):
            tenant("Cirrus").open(session.id)
    assert {hit["record"]["brand"] for hit in stack.gateway.views(session.id)["sheets"]["hits"]} == {"Borealis"}


def test_searches_without_a_session(stack, tenant):
    client = tenant("Cirrus")
    for searcher in ("ours", "theirs"):
        answer = client.search(searcher, facets=["brand"], base_filters=[])
        assert answer.nb_hits == COUNTS["Cirrus"], searcher
        assert [value.value for value in answer.facets["brand"]] == ["Cirrus"]
    ember = [{"kind": "or", "name": "key", "filters": [{"type": "facet", "attribute": "brand", "value": "Ember"}]}]
    assert client.search("ours", filters=ember).nb_hits == client.search("theirs", base_filters=ember).nb_hits == 0


def test_a_stream_ends_with_its_key(stack, tenant):
    """At the key's own time, and with the key that it was made from."""
    soon = datetime.now(UTC) + timedelta(seconds=4)
    key = restricted_key(stack.session_key, filters="brand:Dynamo", ends_at=soon)
    session = tenant("Dynamo").open()
    stream = stack.gateway.stream(f"/api/sessions/{session.id}/events", authorization=f"Bearer {key}")
    *_, last = stream
    assert last[0] == "notice" and "expired" in last[2]["message"] and time.time() >= int(soon.timestamp())
    made = json.loads(stack.run("keys", "create", "--role", "session", "--json")[0])
    other = restricted_key(made["key"], filters="brand:Dynamo")
    stream = stack.gateway.stream(f"/api/sessions/{session.id}/events", authorization=f"Bearer {other}")
    assert next(iter(stream))
    stack.run("keys", "delete", made["id"])
    *_, last = stream
    assert last[0] == "notice" and "was revoked" in last[2]["message"]


@pytest.mark.parametrize("name", ['Acme" OR brand:"Ember', "Acme\\", '\\"', '\\\\" OR brand:"Ember', "NOT x", "a:b (c) AND <d>", "Größe 8", "x\\\n", '"'])
def test_a_name_cannot_be_more_than_a_name(stack, name):
    """Whatever is in it, it is one value of one attribute."""
    with SearchBus(stack.url, restricted_key(stack.session_key, filters={"brand": name, "na:me": name})) as client:
        session = client.open()
        expected = [{"type": "facet", "attribute": attribute, "value": name} for attribute in ("brand", "na:me")]
        view = eventually(lambda: stack.gateway.views(session.id).get("session"), bool, "the session begins")
        assert [each for group in view["filters"]["groups"] for each in group["filters"]] == expected
        assert client.search("ours").nb_hits == 0


def test_the_command_makes_such_keys_too(stack):
    key = testing.command("keys", "restrict", stack.session_key, "--filters", "brand:Acme", "--expires", "1h")[0].strip()
    with SearchBus(stack.url, key) as client:
        assert client.search("ours").nb_hits == COUNTS["Acme"]
        assert client.app().raw["access"][0]["filters"] == ["brand:Acme"]
    stored = stack.run("keys", "create", "--role", "session", "--filters", "brand:Acme", "--description", "Acme")[0].strip()
    with SearchBus(stack.url, restricted_key(stored, filters="color:red")) as client:
        count = sum(record["brand"] == "Acme" and record["color"] == "red" for record in records())
        assert client.search("ours").nb_hits == count
    assert re.search(r"session +brand:Acme .* Acme", stack.run("keys", "list")[0])
    for arguments, word in [(("create", "--role", "admin", "--filters", "a:b", "--data", stack.data), "admin"),
                            (("create", "--role", "session", "--filters", "a:", "--data", stack.data), "--filters"),
                            (("restrict", stack.session_key), "--filters"), (("restrict", "sbk_x", "--session", "s"), "not a key"),
                            (("restrict", key, "--session", "s"), "not a key")]:
        assert word in testing.command("keys", *arguments, code=64)[1], arguments


def test_the_page_is_followed(tmp_path):
    """Every step of docs/tenants.md but the one for Node, which test_client_package.py has."""
    text = (ROOT / "docs/tenants.md").read_text(encoding="utf-8")
    app, = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    setup, key = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    program, = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "app.yaml"
    path.write_text(app)
    rows, imported, up = setup.strip().splitlines()
    assert up == "searchbus up app.yaml"
    environment = {**os.environ, "PATH": f"{testing.binary('searchbus').parent}:{os.environ['PATH']}",
                   "PYTHONPATH": str(ROOT / "web/python-client/src")}
    data = tmp_path / ".searchbus/notes"
    data.mkdir(mode=0o700, parents=True)
    with running(Stack(path, data=data)) as stack:
        def shell(words):
            done = subprocess.run(["bash", "-euc", words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            return done.stdout.strip()

        shell(f"{rows}\n{imported}")
        program = program.replace("http://127.0.0.1:8080", f"http://127.0.0.1:{stack.port}")
        path.with_name("try.py").write_text(program)
        assert shell(f"{key}{sys.executable} try.py") == "2"
        made, = re.findall(r"`(searchbus keys restrict .*?)`", text)
        restricted = shell(f"{key}{made}")
        path.with_name("try.py").write_text(program.replace('key_for("acme")', f'"{restricted}"'))
        assert shell(f"{key}{sys.executable} try.py") == "2"
