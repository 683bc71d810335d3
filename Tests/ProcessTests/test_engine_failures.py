# SPDX-License-Identifier: MIT
"""Engines over HTTP with every kind of failure: the messages, the results that stay, and the automatic retry."""

import time

import pytest
from certificates import Authority
from engine_faults import Crowd, check_failed, counts, health, is_up, shows, wait_closed, wait_open
from failing_engine import KEY, FailingEngine, body, denial, server_context, status
from searchbus_testing import Stack, eventually, running

APP = """
name: faults
backends:
  near: {{ type: algolia, url: "{near}" }}
  far: {{ type: algolia, url: "{far}", apiKey: "${{FAR_KEY}}", timeout: 1 }}
  safe: {{ type: algolia, url: "{safe}", certificateAuthority: {authority} }}
  lost: {{ type: algolia, url: "{lost}" }}
searchers:
  near: {{ type: hits, index: near, backend: near, hitsPerPage: 5 }}
  far: {{ type: hits, index: far, backend: far, hitsPerPage: 5 }}
  safe: {{ type: hits, index: safe, backend: safe, hitsPerPage: 5 }}
  all: {{ type: multi, searchers: [near, far, safe] }}
  lost: {{ type: hits, index: lost, backend: lost, hitsPerPage: 5 }}
widgets:
  box: {{ type: search-box, searcher: all }}
  near-stats: {{ type: stats, searcher: near }}
  far-hits: {{ type: hits, searcher: far }}
  safe-hits: {{ type: hits, searcher: safe }}
  lost-box: {{ type: search-box, searcher: lost }}
  lost-hits: {{ type: hits, searcher: lost }}
"""
SEARCHER = "searcher-all"


class Ground:
    """A running app over engines that can be harmed, and those who use it."""

    def __init__(self, folder):
        self.authority = Authority(folder)
        self.stranger = Authority(folder, "stranger")
        self.good = server_context(self.authority.joined("good", "localhost"))
        self.near, self.far, self.lost = FailingEngine(), FailingEngine(), FailingEngine()
        self.safe = FailingEngine(self.good)
        self.app = folder / "app.yaml"
        self.app.write_text(self.text(self.lost.url))
        self.stack = Stack(self.app)
        self.crowd = None

    def text(self, lost):
        """The app file, with one engine at an address."""
        return APP.format(near=self.near.url, far=self.far.url, safe=self.safe.url, lost=lost, authority=self.authority.path)

    def mend(self):
        """All engines are well, and the app asks them where they are."""
        self.safe.certificates = self.good
        for engine in (self.near, self.far, self.lost, self.safe):
            engine.mend()
        if self.stack.app.read_text() != self.text(self.lost.url):
            self.stack.app.write_text(self.text(self.lost.url))

    def close(self):
        """Ends the engines."""
        for engine in (self.near, self.far, self.lost, self.safe):
            engine.down()


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    """One app for all tests; each leaves its engines well."""
    made = Ground(tmp_path_factory.mktemp("faults"))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("FAR_KEY", KEY)
        try:
            with running(made.stack):
                made.crowd = Crowd(made.stack, "box")
                yield made
        finally:
            made.close()


@pytest.fixture(autouse=True)
def _mended(ground):
    """Leaves the engines well, also where a test fails."""
    yield
    ground.mend()


def endure(ground, harm, code, words, opens=True, widget="far-hits", meanwhile=lambda: None):
    """An engine is harmed and mended again; what is shown meanwhile and afterwards."""
    backend = widget.removesuffix("-hits")
    stack, crowd = ground.stack, ground.crowd
    before = crowd.type("calm")
    crowd.see(lambda views: shows("far-hits", before)(views) and shows("safe-hits", before)(views), "all is well")
    harm()
    text = crowd.type("harmed")
    views = crowd.see(lambda views: views[widget]["phase"] == "failed", "it is said")
    check_failed(views[widget], code, words, before)
    assert KEY not in str(views)
    crowd.see(counts("near-stats", text), "the other engine is not disturbed")
    if opens:
        wait_open(stack, SEARCHER, backend)
    else:
        # Counts of a process are reported once a second.
        eventually(lambda: health(stack, SEARCHER, backend)["failed"], bool, "the failures are counted")
    assert health(stack, SEARCHER, "near")["circuit"] == "closed" and is_up(stack, SEARCHER, "near")
    meanwhile()
    ground.mend()
    crowd.see(shows(widget, text), "the search comes by itself")
    wait_closed(stack, SEARCHER, backend)


FAULTS = {
    "500": (status(500, "The cluster is red."), "backend-failed", ["localhost", "status 500", "The cluster is red."]),
    "an error page": (lambda exchange: exchange.reply(502, b"<h1>Bad gateway</h1>"), "backend-failed", ["status 502"]),
    "429": (status(429, "Slow down."), "backend-busy", ["too much to do", "Slow down."]),
    "truncated JSON": (body(b'{"results":[{"hits":[{"objectID":"x"'), "backend-failed", ["not JSON"]),
    "half an answer": (body(b'{"results":[', missing=99), "backend-failed", ["broke off", "in the middle"]),
    "no JSON": (body(b"<html>Welcome</html>"), "backend-failed", ["not JSON"]),
    "nothing": (body(b""), "backend-failed", ["not JSON"]),
    "another shape": (body(b'{"results":{"hits":5}}'), "backend-failed", ["not understood", "results"]),
    "slow": (lambda exchange: time.sleep(1.2), "backend-timeout", ["did not answer within 1", "timeout"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_engine_that_answers_with(ground, fault):
    """A refusal, a timeout, or an invalid answer."""
    failure, code, words = FAULTS[fault]
    endure(ground, lambda: setattr(ground.far, "failure", failure), code, words)


def test_an_engine_that_is_down(ground):
    """Nothing listens at its address; the command tells it, too."""
    def told():
        said = ground.stack.run("status")[0]
        assert "searcher-all: the engine `far` failed" in said and "nothing listens there" in said, said

    endure(ground, ground.far.down, "backend-failed", ["cannot be reached", "nothing listens there"], meanwhile=told)


def test_hits_of_another_shape(ground):
    """The engine answers, and not as it should: it is not down, and users see an error nevertheless."""
    failure = body(b'{"results":[{"hits":[{"name":"no id"}],"nbHits":1}]}')
    endure(ground, lambda: setattr(ground.far, "failure", failure), "backend-failed", ["not understood", "objectID"],
           opens=False)


def test_an_index_that_is_missing_and_comes_back(ground):
    """The index's return is not announced: the searcher looks for it."""
    failure = status(404, "Index far does not exist")
    endure(ground, lambda: setattr(ground.far, "failure", failure), "unknown-index",
           ["does not have the index", "Check the searcher's `index`"], opens=False)


def test_an_invalid_key(ground):
    """A key is revoked and restored; the engine repeats it, and no other output does."""
    endure(ground, lambda: setattr(ground.far, "failure", denial), "backend-denied",
           ["denies access", "Check the keys"], opens=False)


def test_an_engine_that_says_when_to_come_back(ground):
    """`Retry-After`: there is no request before that, and users see it."""
    refused = []

    def failure(exchange):
        refused.append(time.monotonic())
        status(429, "Quota.", retry_after="2")(exchange)

    endure(ground, lambda: setattr(ground.far, "failure", failure), "backend-busy", ["too much to do", "Quota.", "2 s"])
    # Those who asked at the same moment could not know.
    later = [moment - refused[0] for moment in ground.far.asked if moment > refused[-1]]
    assert refused[-1] - refused[0] < 1.5, "there was no request in the meantime"
    assert min(later) > 1.9


def shown_by(ground, certificate):
    """Has the engine show another certificate from now on."""
    return lambda: setattr(ground.safe, "certificates", server_context(certificate))


def test_a_certificate_of_an_unknown_authority(ground):
    """Signed by an authority that is not the one in the app file."""
    endure(ground, shown_by(ground, ground.stranger.joined("strange", "localhost")), "backend-failed",
           ["TLS handshake failed", "certificate", "not trusted", "certificateAuthority"], widget="safe-hits")


def test_a_certificate_for_another_host(ground):
    """The right authority, another name."""
    endure(ground, shown_by(ground, ground.authority.joined("other", "elsewhere.example")), "backend-failed",
           ["TLS handshake failed", "certificate", "another name"], widget="safe-hits")


def test_a_host_without_tls(ground):
    """The engine speaks HTTP where HTTPS was meant."""
    endure(ground, lambda: setattr(ground.safe, "certificates", None), "backend-failed",
           ["TLS handshake failed"], widget="safe-hits")


def test_a_name_that_is_not_known(ground):
    """The app file names a host that does not exist; what was found stays until it is mended."""
    stack, crowd = ground.stack, Crowd(ground.stack, "lost-box")
    before = crowd.type("calm")
    crowd.see(shows("lost-hits", before), "all is well")
    pid = stack.pids()["searcher-lost"]
    stack.app.write_text(ground.text("http://engine.invalid:9"))
    eventually(lambda: stack.processes()["searcher-lost"]["pid"], lambda now: now not in (None, pid), "it is restarted")
    views = crowd.see(lambda views: views["lost-hits"]["phase"] == "failed", "it is said")
    check_failed(views["lost-hits"], "backend-failed", ["engine.invalid", "is unknown"], before)
    wait_open(stack, "searcher-lost", "lost")
    text = ground.crowd.type("beside")
    ground.crowd.see(counts("near-stats", text), "the other engines are not disturbed")
    ground.mend()
    crowd.see(shows("lost-hits", before), "the search comes by itself")
    wait_closed(stack, "searcher-lost", "lost")
