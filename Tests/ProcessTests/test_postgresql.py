# SPDX-License-Identifier: MIT
"""A real PostgreSQL server that insists on TLS and a password: who may connect, the errors of others, and a server that restarts."""

import pytest
from certificates import Authority
from code_blocks import blocks
from engine_faults import health, is_up, wait_closed
from failing_engine import FailingEngine
from postgresql_server import PostgreSQLServer
from searchbus_testing import Stack, eventually, running
from slow_service import count_of

APP = """
name: database
interactors: together
backends:
  near:   {{ type: algolia, url: "{near}" }}
  right:  {{ type: postgresql, url: "{url}", {word}, {verified}, {records} }}
  word:   {{ type: postgresql, url: "{late}", {word}, {verified}, {records} }}
  signer: {{ type: postgresql, url: "{url}", {word}, sslmode: verify-full, certificateAuthority: {stranger}, {records} }}
  host:   {{ type: postgresql, url: "{other}", {word}, {verified}, {records} }}
  plain:  {{ type: postgresql, url: "{url}", {word}, sslmode: disable, {records} }}
  base:   {{ type: postgresql, url: "{url}none", {word}, {verified}, {records} }}
searchers:
  near: {{ type: hits, index: near, backend: near }}
  right: {{ type: hits, index: things, backend: right, hitsPerPage: 5 }}
  all: {{ type: multi, searchers: [near, right] }}
  gone: {{ type: hits, index: nothing, backend: right }}
  word: {{ type: hits, index: things, backend: word }}
  signer: {{ type: hits, index: things, backend: signer }}
  host: {{ type: hits, index: things, backend: host }}
  plain: {{ type: hits, index: things, backend: plain }}
  base: {{ type: hits, index: things, backend: base }}
widgets:
  box: {{ type: search-box, searcher: all }}
  near-stats: {{ type: stats, searcher: near }}
  right-hits: {{ type: hits, searcher: right }}
  gone-hits: {{ type: hits, searcher: gone }}
  word-hits: {{ type: hits, searcher: word }}
  signer-hits: {{ type: hits, searcher: signer }}
  host-hits: {{ type: hits, searcher: host }}
  plain-hits: {{ type: hits, searcher: plain }}
  base-hits: {{ type: hits, searcher: base }}
"""
PASSWORD = "a-l0ng-word"
SCHEMA = f"""
CREATE ROLE reader LOGIN PASSWORD '{PASSWORD}';
CREATE ROLE late LOGIN PASSWORD 'another-word';
CREATE TABLE things (objectid text PRIMARY KEY, record jsonb NOT NULL);
INSERT INTO things SELECT 't' || lpad(n::text, 3, '0'), jsonb_build_object('name', 'thing ' || n) FROM generate_series(1, 40) n;
GRANT SELECT ON things TO reader, late;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('searchbus', TG_TABLE_NAME); RETURN NULL; END $$;
CREATE TRIGGER tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON things EXECUTE FUNCTION tell();
"""
SEARCHER = "searcher-all"


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """A running app over a database, and the database."""
    folder = tmp_path_factory.mktemp("database")
    authority, stranger = Authority(folder), Authority(folder, "stranger")
    server = PostgreSQLServer(*authority.sign("server", "localhost"))
    near = FailingEngine()
    app = folder / "app.yaml"
    address = f"postgresql://{{}}@{{}}:{server.port}/postgres"
    app.write_text(APP.format(
        near=near.url, url=address.format("reader", "localhost"), late=address.format("late", "localhost"),
        other=address.format("reader", "127.0.0.1"), stranger=stranger.path, word='password: "${DATABASE_WORD}"',
        verified=f"sslmode: verify-full, certificateAuthority: {authority.path}", records="record: record"))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DATABASE_WORD", PASSWORD)
        try:
            server.run(SCHEMA)
            with running(Stack(app)) as stack:
                yield stack, server
        finally:
            near.down()
            server.close()


def test_the_statements_of_the_documents_run(ground):
    """In their order; a table that a page shows in two forms is recreated."""
    statements = "".join(block.text for block in blocks("sql"))
    assert statements
    ground[1].run("CREATE SCHEMA page; SET search_path = page;" + statements.replace(
        "CREATE TABLE things", "DROP TABLE IF EXISTS things; CREATE TABLE things"))


def see(stack, session, widget, holds, what):
    """Waits until a view is so."""
    return eventually(lambda: stack.gateway.views(session)[widget], holds, what, interval=0.1)


def names(view):
    """What is shown."""
    return [hit["record"]["name"] for hit in view["hits"]]


def pages(stack, session, widget):
    """The pages of a list that are there, in their order: the first is the view itself, each other one a view beside it."""
    views = stack.gateway.views(session)
    view = views[widget]
    return [view] + [views[f"{widget}.{page}"] for page in view["loaded"][1:]]


def test_who_has_the_password_gets_in_over_tls(ground):
    """Records come, and every connection is secure."""
    stack, server = ground
    session = stack.new_session()
    view = see(stack, session, "right-hits", lambda view: view["phase"] == "ready", "records are shown")
    assert view["nbHits"] == 40 and len(view["hits"]) == 5
    secure = server.run("SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'reader'")
    assert secure == "t"


@pytest.mark.parametrize("name, code, words", [
    ("signer", "backend-failed", ["cannot be reached", "certificate verify failed", "certificateAuthority"]),
    ("host", "backend-failed", ["cannot be reached", "does not match host name", "Write the name"]),
    ("plain", "backend-denied", ["denies access", "no encryption", "sslmode: require"]),
    ("base", "backend-denied", ["denies access", 'database "postgresnone" does not exist', "Check the names"]),
    ("gone", "unknown-index", ["nothing"]),
])
def test_a_refused_connection_has_a_reason(ground, name, code, words):
    """Another certificate, another name, no TLS, no such database, no such table."""
    stack, _ = ground
    session = stack.new_session()
    error = see(stack, session, f"{name}-hits", lambda view: view["phase"] == "failed", "it is said")["error"]
    assert error["code"] == code and "tried again by itself" in error["remedy"], error
    assert all(word in f"{error['message']} {error['remedy']}" for word in words) and PASSWORD not in str(error), error
    assert see(stack, session, "right-hits", lambda view: view["phase"] == "ready", "the others are not disturbed")["nbHits"] == 40


def test_a_password_that_is_wrong_until_it_is_right(ground):
    """The role gets the password that the app has, and the search comes by itself."""
    stack, server = ground
    session = stack.new_session()
    error = see(stack, session, "word-hits", lambda view: view["phase"] == "failed", "it is said")["error"]
    assert error["code"] == "backend-denied" and 'password authentication failed for user "late"' in error["message"], error
    assert PASSWORD not in str(error) and "Check the keys" in error["remedy"]
    server.run(f"ALTER ROLE late PASSWORD '{PASSWORD}'")
    assert see(stack, session, "word-hits", lambda view: view["phase"] == "ready", "it comes by itself")["nbHits"] == 40


def test_a_table_that_comes(ground):
    """A table is made that the app searched in vain."""
    stack, server = ground
    session = stack.new_session()
    see(stack, session, "gone-hits", lambda view: view["phase"] == "failed", "there is none")
    server.run("CREATE TABLE nothing AS SELECT * FROM things LIMIT 3; GRANT SELECT ON nothing TO reader")
    assert see(stack, session, "gone-hits", lambda view: view["phase"] == "ready", "it comes by itself")["nbHits"] == 3


def test_a_change_reaches_the_screen_and_loaded_pages_stay(ground):
    """After an UPDATE, without a request, all loaded pages show the table's contents."""
    stack, server = ground
    session = stack.new_session()
    see(stack, session, "right-hits", lambda view: view["phase"] == "ready", "records are shown")
    for count in (2, 3):
        stack.gateway.send(session, ("right-hits", "load-more", {}), wait=True)
        see(stack, session, "right-hits", lambda view, count=count: view["loaded"] == list(range(count)), "a page more")
    first, _, last = pages(stack, session, "right-hits")
    ids = first["hits"][0]["objectID"], last["hits"][2]["objectID"]
    server.run(f"UPDATE things SET record = jsonb_build_object('name', 'renamed') WHERE objectid IN {ids}")
    shown = eventually(lambda: pages(stack, session, "right-hits"),
                       lambda shown: [names(page).count("renamed") for page in shown] == [1, 0, 1], "both pages are as the table is")
    assert [len(page["hits"]) for page in shown] == [5, 5, 5]
    assert shown[0]["loaded"] == [0, 1, 2] and shown[0]["phase"] == "ready" and "stale" not in shown[0]


def test_a_server_that_is_restarted_under_a_running_app(ground):
    """What was shown stays; the rest of the app works; searches and notifications come back by themselves."""
    stack, server = ground
    sessions = [stack.new_session() for _ in range(6)]
    for session in sessions:
        see(stack, session, "right-hits", lambda view: view["phase"] == "ready" and len(view["hits"]) == 5, "records are shown")
    server.stop()
    for session in sessions:
        stack.gateway.send(session, ("box", "set-query", {"query": "thing"}))
    for session in sessions:
        view = see(stack, session, "right-hits", lambda view: view["phase"] == "failed", "it is said")
        assert view["stale"] is True and len(view["hits"]) == 5
        assert view["error"]["code"] == "backend-failed" and "cannot be reached" in view["error"]["message"], view["error"]
        see(stack, session, "near-stats", lambda view: view["phase"] == "ready" and view["nbHits"] == count_of("thing"), "not disturbed")
    eventually(lambda: health(stack, SEARCHER, "right"), lambda told: told["circuit"] not in (None, "closed"), "it is left in peace")
    assert not is_up(stack, SEARCHER, "right") and is_up(stack, SEARCHER, "near")
    server.start()
    for session in sessions:
        see(stack, session, "right-hits", lambda view: view["phase"] == "ready" and "stale" not in view, "it comes by itself")
    wait_closed(stack, SEARCHER, "right")
    # The listener reconnects soon after, and missed changes are searched again.
    eventually(lambda: server.run("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"), lambda count: int(count) > 0,
               "a listener is connected")
    server.run("UPDATE things SET record = jsonb_build_object('name', 'thing of now')")
    for session in sessions:
        see(stack, session, "right-hits", lambda view: names(view) == ["thing of now"] * 5, "the change is shown")
