# SPDX-License-Identifier: MIT
"""One search over two engines, each a program of its own: neither affects the other's results."""

import threading

import pytest
from searchbus_testing import Stack, command, eventually, make_directory, running
from slow_service import SlowService, count_of

APP = """
name: federated
backends:
  near: {{ type: algolia, url: "{near}" }}
  far: {{ type: algolia, url: "{far}", timeout: 1 }}
searchers:
  products: {{ type: hits, index: shop.products, backend: near, hitsPerPage: 5 }}
  films: {{ type: hits, index: films, backend: far, hitsPerPage: 5 }}
  all: {{ type: multi, searchers: [products, films] }}
widgets:
  box: {{ type: search-box, searcher: all }}
  products-stats: {{ type: stats, searcher: products }}
  films-stats: {{ type: stats, searcher: films }}
  films-hits: {{ type: hits, searcher: films }}
"""


class Far(SlowService):
    """An engine that can be held, so that it does not respond, and broken, so that it responds with an error."""

    def __init__(self):
        self.is_free = threading.Event()
        self.is_free.set()
        self.is_broken = False
        super().__init__(self.hold, fails=lambda _: self.is_broken)

    def hold(self, _):
        """Waits as long as it is held."""
        self.is_free.wait(60)
        return 0

    def close(self):
        self.is_free.set()
        super().close()


@pytest.fixture
def engines():
    """A running app, its near engine and its far one."""
    near, far = SlowService(lambda _: 0), Far()
    app = make_directory() / "federated.yaml"
    app.write_text(APP.format(near=near.url, far=far.url))
    try:
        with running(Stack(app)) as stack:
            yield stack, near, far
    finally:
        near.close()
        far.close()


def shows(stack, session, widget, text):
    """Waits until a widget has the answer for a text."""
    return eventually(lambda: stack.gateway.views(session)[widget],
                      lambda view: view["phase"] == "ready" and view["nbHits"] == count_of(text), f"{widget} has {text}")


def test_an_engine_that_hangs_holds_up_no_other(engines):
    """Each key has its results from the engine that answers, while the other one still holds the first."""
    stack, near, far = engines
    session = stack.new_session()
    shows(stack, session, "films-stats", "")
    far.is_free.clear()
    before = len(far.asked)
    for text in ("l", "la", "lam", "lamp"):
        stack.gateway.send(session, ("box", "set-query", {"query": text}))
        shows(stack, session, "products-stats", text)
    assert near.asked[-1] == "lamp"
    assert len(far.asked) == before + 1, "one search is in flight at a time"
    waiting = eventually(lambda: stack.gateway.views(session)["films-stats"],
                         lambda view: view["phase"] in ("stalled", "failed"), "the other one shows it")
    assert waiting["nbHits"] == count_of(""), "the last good results stay"
    far.is_free.set()
    shows(stack, session, "films-stats", "lamp")


def test_a_search_comes_by_itself_when_its_engine_is_back(engines):
    """Without typing, the search is retried until the engine answers, which the view shows meanwhile."""
    stack, _, far = engines
    session = stack.new_session()
    shows(stack, session, "films-stats", "")
    far.is_broken = True
    stack.gateway.send(session, ("box", "set-query", {"query": "lamp"}))
    failed = eventually(lambda: stack.gateway.views(session)["films-hits"], lambda view: view["phase"] == "failed",
                        "the view says what is wrong")
    assert failed["stale"] is True and failed["hits"][0]["objectID"] == "for ", "the last good results stay"
    assert "tried again by itself" in failed["error"]["remedy"]
    shows(stack, session, "products-stats", "lamp")
    tries = len(far.asked)
    eventually(lambda: len(far.asked), lambda count: count >= tries + 2, "it is tried again and again")
    with stack.bus() as bus:
        told = [event for event in bus.read(["search/films/"], session=session) if event.type.endswith("failed")]
    assert len(told) == 1 and told[0].data["retryAt"].endswith("Z"), "a retry that fails as before is not published"
    far.is_broken = False
    shows(stack, session, "films-stats", "lamp")
    assert stack.gateway.views(session)["films-hits"]["hits"][0]["objectID"] == "for lamp"


def test_a_change_of_an_index_in_another_engine_is_announced_and_searched(engines):
    """By the command and over HTTP, for any name; other engines get no request."""
    stack, near, far = engines
    session = stack.new_session()
    for widget in ("films-stats", "products-stats"):
        shows(stack, session, widget, "")
    asked = (len(near.asked), len(far.asked))
    command("index", "changed", "films", "--data", stack.data)
    eventually(lambda: len(far.asked), lambda count: count == asked[1] + 1, "the films are searched again")
    assert stack.gateway.call("POST", "/api/indexes/shop.products/changed", {})["index"] == "shop.products"
    eventually(lambda: len(near.asked), lambda count: count == asked[0] + 1, "the products are searched again")
    assert len(far.asked) == asked[1] + 1
