# SPDX-License-Identifier: MIT
"""Keys with roles and links to sessions, as people make, replace and revoke them while the app runs."""

import http.client
import json
import threading
import time

import pytest
from searchbus_testing import PATIENCE, eventually

VISIT = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "accept": "text/html"}


def ask(stack, method, path, key=None, body=None, **fields):
    """One call; answers with status, header fields and JSON, if it is any."""
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    if key:
        headers["authorization"] = f"Bearer {key}"
    if body is not None:
        headers["content-type"] = "application/json"
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=PATIENCE)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        content = response.read()
        is_json = (response.getheader("content-type") or "").endswith("json")
        return response.status, dict(response.getheaders()), json.loads(content) if content and is_json else None
    finally:
        connection.close()


def make_key(stack, *arguments):
    """A key as `keys create` prints it with all that it says."""
    return json.loads(stack.run("keys", "create", *arguments, "--json")[0])


def make_link(stack, session, *arguments):
    """A link to a session: what `link` says, and the path of the link."""
    made = json.loads(stack.run("link", "--session", session, *arguments, "--json")[0])
    return made, made["link"].removeprefix(f"http://127.0.0.1:{stack.port}")


class Listener:
    """A stream that is read beside the test: its events, and when it ended."""

    def __init__(self, stack, path, key):
        self.events = []
        self.ended_at = None
        self.stream = stack.gateway.stream(path, authorization=f"Bearer {key}")
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        eventually(lambda: self.events, bool, "the stream begins")

    def read(self):
        for event in self.stream:
            self.events.append(event)
        self.ended_at = time.monotonic()


@pytest.fixture(scope="module")
def session(shop):
    return shop.new_session()


def test_each_role_does_what_it_is_for(shop, session):
    intent = {"to": "box", "type": "set-query", "data": {"query": "lamp"}}
    calls = [("GET", "/api/app", None), ("GET", f"/api/sessions/{session}", None),
             ("POST", f"/api/sessions/{session}/intents", intent), ("POST", "/api/sessions", {}),
             ("POST", "/api/search", {"searcher": "products"}), ("GET", "/api/log?limit=1", None),
             ("GET", f"/api/log?limit=1&session={session}", None), ("GET", "/metrics", None), ("POST", "/api/links", {}),
             ("GET", f"/api/insights?session={session}", None), ("GET", f"/api/replays?session={session}", None)]
    expected = {
        ("--role", "read"): "200 200 403 403 403 200 200 200 403 200 200",
        ("--role", "session"): "200 200 202 201 200 403 200 403 403 403 403",
        ("--role", "admin"): "200 200 202 201 200 200 200 200 201 200 200",
        ("--role", "read", "--session", session): "200 200 403 403 403 403 200 403 403 403 403",
        ("--role", "session", "--session", session): "200 200 202 403 403 403 200 403 403 403 403",
        ("--role", "session", "--session", "another"): "200 403 403 403 403 403 403 403 403 403 403",
    }
    for arguments, answers in expected.items():
        made = make_key(shop, *arguments)
        done = [ask(shop, method, path, made["key"], body)[0] for method, path, body in calls]
        assert " ".join(map(str, done)) == answers, arguments
        [access] = ask(shop, "GET", "/api/app", made["key"])[2]["access"]
        assert access == {name: made[name] for name in ("role", "session") if name in made}


def test_only_those_who_may_read_the_log_have_hits_explained(shop):
    """The explanation has words of attributes that the app does not let out."""
    search = {"searcher": "products", "query": "lamp", "explain": True}
    for role, status in {"session": 403, "admin": 200}.items():
        answer = ask(shop, "POST", "/api/search", make_key(shop, "--role", role)["key"], search)
        assert answer[0] == status, answer
        if status == 403:
            assert answer[2]["code"] == "not-permitted" and "`log` for all sessions" in answer[2]["detail"]


def test_a_key_is_revoked_while_a_stream_is_open(shop, session):
    key = make_key(shop, "--role", "read", "--description", "Board")
    link, _ = make_link(shop, session)
    other = make_key(shop, "--role", "read")
    path = f"/api/sessions/{session}/events"
    streams = [Listener(shop, path, key["key"]), Listener(shop, "/api/events?topic=bus/", key["key"]),
               Listener(shop, path, link["link"].rpartition("=")[2])]
    stays = Listener(shop, path, other["key"])
    for name in (key["id"], link["id"]):
        shop.run("keys", "delete", name)
    at = time.monotonic()
    eventually(lambda: [stream.ended_at for stream in streams], all, "the streams end")
    # They end within a second; the rest is for a machine that has other things to do.
    assert max(stream.ended_at for stream in streams) - at < 10
    for stream, name in zip(streams, (key["id"], key["id"], link["id"]), strict=True):
        kind, _, notice = stream.events[-1]
        assert kind == "notice" and notice["code"] == "unauthorized", notice
        assert name in notice["message"] and "was revoked" in notice["message"]
    assert stays.ended_at is None
    status, headers, problem = ask(shop, "GET", "/api/app", key["key"])
    assert status == 401 and "was revoked" in problem["detail"] and "invalid_token" in headers["WWW-Authenticate"]
    guessed = ask(shop, "GET", "/api/app", f"sbk_{key['id']}_guess")
    assert guessed[0] == 401 and guessed[2] == ask(shop, "GET", "/api/app", "nothing")[2]
    assert "revoked" in shop.run("keys", "list")[0] and key["key"] not in shop.run("keys", "list", "--json")[0]


def test_keys_are_replaced_without_a_restart(shop):
    pid = shop.pids()["gateway"]
    made = make_key(shop, "--role", "read")
    second = shop.run("keys", "rotate", made["id"])[0].strip()
    assert [ask(shop, "GET", "/api/status", key)[0] for key in (made["key"], second)] == [200, 200]
    third = shop.run("keys", "rotate", made["id"], "--grace", "0")[0].strip()
    status, _, problem = ask(shop, "GET", "/api/status", second)
    assert status == 401 and "was replaced" in problem["detail"]
    assert [ask(shop, "GET", "/api/status", key)[0] for key in (made["key"], third)] == [200, 200]
    owner = shop.run("key")[0].strip()
    assert shop.run("keys", "rotate", "owner", "--grace", "1h")[0].strip() == shop.run("key")[0].strip() != owner
    assert [ask(shop, "POST", "/api/links", key, {})[0] for key in (owner, shop.run("key")[0].strip())] == [201, 201]
    assert shop.run("link")[0].startswith("http")
    assert shop.pids()["gateway"] == pid


def test_a_link_opens_its_session_in_any_browser_and_nothing_else(shop, session):
    link, path = make_link(shop, session, "--expires", "1h")
    for _ in range(2):
        status, headers, _ = ask(shop, "GET", path, **VISIT)
        assert status == 303 and headers["Location"] == f"/#/search?session={session}"
        cookie, *attributes = headers["Set-Cookie"].split("; ")
        assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(attributes) and any("Max-Age" in each for each in attributes)
    own = {"cookie": cookie, "sec_fetch_site": "same-origin", "origin": f"http://127.0.0.1:{shop.port}"}
    intents, intent = f"/api/sessions/{session}/intents", {"to": "box", "type": "set-query", "data": {"query": "desk"}}
    assert ask(shop, "POST", intents, body=intent, **own)[0] == 202
    another = shop.new_session()
    assert ask(shop, "GET", f"/api/sessions/{another}", **own)[0] == 403
    assert ask(shop, "POST", f"/api/sessions/{another}/intents", body=intent, **own)[0] == 403
    assert ask(shop, "GET", "/api/log", **own)[0] == 403
    # Pages of other sites can use the cookie no more than that of the owner.
    for fields in ({"sec_fetch_site": "cross-site"}, {"origin": "http://shop.example"}, {}):
        status, _, problem = ask(shop, "POST", intents, body=intent, cookie=cookie, **fields)
        assert status == 403 and problem["code"] == "forbidden-origin"
    assert ask(shop, "GET", path.replace(session, another), **VISIT)[0] == 401
    shop.run("keys", "delete", link["id"])
    status, _, problem = ask(shop, "GET", f"/api/sessions/{session}", **own)
    assert status == 401 and session in problem["detail"] and "was revoked" in problem["detail"]
    assert ask(shop, "GET", path, **VISIT)[0] == 401


def test_a_key_of_one_session_reads_that_sessions_part_of_the_log(shop, session):
    key, another = make_key(shop, "--role", "read", "--session", session), shop.new_session()
    stream = Listener(shop, f"/api/events?after=0&session={session}", key["key"])
    for name in (another, session):
        [last] = shop.gateway.send(name, ("box", "set-query", {"query": f"of {name}"}), wait=True)
    eventually(lambda: json.dumps(stream.events), lambda text: last["id"] in text, "the stream has come to the last intent")
    for path in (f"/api/log?session={session}&limit=1000", f"/api/log?session={session}&correlation={last['id']}"):
        _, _, part = ask(shop, "GET", path, key["key"])
        assert part["events"] and {event["topic"].split("/")[2] for event in part["events"]} == {session}
    assert another not in json.dumps(stream.events)
    for path in (f"/api/log?session={session}&session={another}", f"/api/log?session={another}", "/api/events?topic=view/"):
        assert ask(shop, "GET", path, key["key"])[0] == 403


def test_a_read_only_user_cannot_change_the_session(shop, session):
    _, path = make_link(shop, session, "--read-only")
    cookie = ask(shop, "GET", path, **VISIT)[1]["Set-Cookie"].split(";")[0]
    own = {"cookie": cookie, "sec_fetch_site": "same-origin"}
    assert ask(shop, "GET", f"/api/sessions/{session}", **own)[0] == 200
    status, _, problem = ask(shop, "POST", f"/api/sessions/{session}/intents", body={"to": "box", "type": "clear"}, **own)
    assert status == 403 and "read-only" in problem["detail"]


def test_mistakes_are_reported(shop, session):
    for code, words, arguments in [
        (64, "Unknown role", ("keys", "create", "--role", "root")),
        (64, "--session and --filters limit a key", ("keys", "create", "--role", "admin", "--session", session)),
        (64, "need a role", ("keys", "create", "--session", session)),
        (64, "Invalid duration", ("keys", "create", "--role", "read", "--expires", "soon")),
        (64, "Create two keys", ("keys", "create", "--role", "read", "--acl", "search")),
        (64, "Add --session", ("link", "--read-only")),
        (64, "must expire", ("keys", "rotate", "owner", "--grace", "never")),
        (66, "no session", ("link", "--session", "nobody")),
        (66, "Unknown or revoked key", ("keys", "rotate", "nothing")),
        (66, "Unknown or revoked key", ("keys", "delete", "nothing")),
        (77, "rotate owner", ("keys", "delete", "owner")),
    ]:
        assert words in shop.run(*arguments, code=code)[1], arguments


def test_no_key_is_in_any_file_or_output(shop, session):
    keys = [make_key(shop, "--role", "admin")["key"], make_link(shop, session)[0]["link"].rpartition("=")[2]]
    for key in keys:
        ask(shop, "GET", f"/s/{session}?token={key}", **VISIT)
        ask(shop, "GET", f"/api/app?token={key}", key)
        ask(shop, "GET", f"/{key}", key)
    secrets = [key.split("_", 2)[2].encode() for key in keys]
    for path in shop.data.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert not any(secret in content for secret in secrets), path.name
