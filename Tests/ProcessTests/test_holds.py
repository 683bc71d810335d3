# SPDX-License-Identifier: MIT
"""An administrator holds the next intent of a session in the inspector, and releases or drops it."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from searchbus_testing import eventually
from test_keys_roles import ask, make_key


class Hold(threading.Thread):
    """The stream of a hold, as the inspector reads it."""

    def __init__(self, stack, session):
        super().__init__(daemon=True)
        self.stream = stack.gateway.stream(f"/api/holds/{session}", method="POST")
        self.states = []
        self.must_stop = False
        self.start()
        self.wait(lambda state: state["state"] == "armed", "it is armed")

    def run(self):
        for name, _, data in self.stream:
            if name == "hold":
                self.states.append(data)
            if self.must_stop:  # A heartbeat ends it too.
                self.stream.close()
                return

    def wait(self, accept, what):
        return eventually(lambda: self.states[-1] if self.states else None, lambda state: state is not None and accept(state), what)

    def wait_held(self, waiting=0):
        return self.wait(lambda state: state["state"] == "held" and state["waiting"] == waiting, f"held, {waiting} behind it")


@pytest.fixture
def pool():
    with ThreadPoolExecutor(8) as made:
        yield made


def send(stack, session, name, query, wait=False):
    """Status and body of the answer to an intent with an id."""
    intent = {"id": name, "to": "box", "type": "set-query", "data": {"query": query}}
    path = f"/api/sessions/{session}/intents{'?wait=outcome' if wait else ''}"
    return stack.gateway.try_call("POST", path, intent)


def decide(stack, session, decision, name, **others):
    return stack.gateway.try_call("POST", f"/api/holds/{session}/{decision}", {"intent": name, **others})


def logged(stack, session):
    """The ids of the session's intents to the box, in the log's order."""
    events = stack.gateway.call("GET", f"/api/log?session={session}&topic=intent/box/&limit=1000")["events"]
    return [event["event"]["id"] for event in events]


def test_a_released_intent_takes_effect_before_those_behind_it(shop, pool):
    session = shop.new_session()
    hold = Hold(shop, session)
    first = pool.submit(send, shop, session, "a", "boot", wait=True)
    held = hold.wait_held()
    assert held["intents"] == [{"id": "a", "to": "box", "type": "set-query", "data": {"query": "boot"}}]
    others = []
    for number, name in enumerate("bcd", 1):
        others.append(pool.submit(send, shop, session, name, f"boots {name}"))
        hold.wait_held(number)
    assert logged(shop, session) == []
    assert shop.gateway.views(session)["box"]["query"] == ""
    assert decide(shop, session, "release", "a") == (200, {"intent": "a", "session": session})
    status, answer = first.result()
    assert status == 202 and answer["intents"][0]["outcome"]["result"] == "applied"
    assert [other.result()[0] for other in others] == [202] * 3
    assert logged(shop, session) == list("abcd")
    assert hold.wait(lambda state: state["state"] == "over", "it is over")["resolution"] == "released"
    eventually(lambda: shop.gateway.views(session)["box"]["query"], "boots d".__eq__, "the last one counts")
    newest = shop.gateway.call("GET", "/api/status")["incidents"][0]
    assert newest["reason"] == "held" and f"session {session}" in newest["message"] and newest["until"] >= newest["since"]


def test_one_after_the_other_is_decided_about(shop, pool):
    """With `holdNext` each is held in turn; a dropped one has no effect, and its repeat is refused too."""
    session = shop.new_session()
    hold = Hold(shop, session)
    answers = []
    for number, name in enumerate("abc"):
        answers.append(pool.submit(send, shop, session, name, name))
        hold.wait_held(number)
    assert decide(shop, session, "drop", "a", holdNext=True)[0] == 200
    hold.wait(lambda state: state["state"] == "held" and state["intents"][0]["id"] == "b", "the next one is held")
    assert decide(shop, session, "drop", "a")[0] == 400
    assert decide(shop, session, "release", "b", holdNext=True)[0] == 200
    hold.wait(lambda state: state["state"] == "held" and state["intents"][0]["id"] == "c", "the third one is held")
    assert decide(shop, session, "drop", "c")[0] == 200
    assert [(answer.result()[0], answer.result()[1].get("code")) for answer in answers] == [(409, "dropped"), (202, None), (409, "dropped")]
    assert send(shop, session, "a", "a")[1]["code"] == "dropped"
    assert logged(shop, session) == ["b"]
    assert send(shop, session, "d", "d")[0] == 202


def test_a_sender_that_does_not_wait_that_long_repeats(shop, pool):
    """After a while the answer is `held`; the repeat waits in the same position, and the intent takes effect once."""
    session = shop.new_session()
    hold = Hold(shop, session)
    status, problem = send(shop, session, "a", "boot")
    assert (status, problem["code"]) == (503, "held")
    behind = pool.submit(send, shop, session, "b", "boots")
    hold.wait_held(1)
    again = pool.submit(send, shop, session, "a", "boot")
    assert decide(shop, session, "release", "a")[0] == 200
    assert (again.result()[0], behind.result()[0]) == (202, 202)
    assert logged(shop, session) == ["a", "b"]


def test_when_the_inspector_goes_away_everything_is_released(shop, pool):
    session = shop.new_session()
    hold = Hold(shop, session)
    answers = [pool.submit(send, shop, session, "a", "boot")]
    hold.wait_held()
    answers.append(pool.submit(send, shop, session, "b", "boots"))
    hold.must_stop = True
    assert [answer.result()[0] for answer in answers] == [202, 202]
    assert logged(shop, session) == ["a", "b"]
    assert send(shop, session, "c", "c")[0] == 202


def test_the_intent_of_a_session_that_is_deleted_meanwhile_is_refused(shop, pool):
    session = shop.new_session()
    hold = Hold(shop, session)
    answer = pool.submit(send, shop, session, "a", "boot")
    hold.wait_held()
    shop.run("session", "delete", session)
    assert decide(shop, session, "release", "a")[0] == 200
    status, problem = answer.result()
    assert (status, problem["code"]) == (404, "unknown-session")
    assert hold.wait(lambda state: state["state"] == "over", "it is over")["resolution"] == "released"
    assert logged(shop, session) == []


def test_a_restart_of_the_gateway_ends_a_hold(make_shop, pool):
    """The sender repeats, as after any restart, and the intent takes effect once."""
    stack = make_shop()
    session = stack.new_session()
    hold = Hold(stack, session)
    sent = pool.submit(stack.gateway.insist, "POST", f"/api/sessions/{session}/intents",
                       {"id": "a", "to": "box", "type": "set-query", "data": {"query": "boot"}})
    hold.wait_held()
    stack.send_signal("gateway", signal.SIGKILL)
    assert sent.result()["intents"][0]["id"] == "a"
    assert logged(stack, session) == ["a"]


def test_only_administrators_hold(shop):
    session = shop.new_session()
    for role in ["session", "read"]:
        key = make_key(shop, "--role", role)["key"]
        for path in ["", "/release", "/drop"]:
            status, _, problem = ask(shop, "POST", f"/api/holds/{session}{path}", key, {"intent": "a"})
            assert (status, problem["code"]) == (403, "not-permitted"), (role, path)
    assert ask(shop, "POST", f"/api/holds/{session}", body={})[0] == 401
    key = make_key(shop, "--role", "admin")["key"]
    assert ask(shop, "POST", "/api/holds/missing", key, {})[2]["code"] == "unknown-session"
