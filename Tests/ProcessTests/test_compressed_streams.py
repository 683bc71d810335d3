# SPDX-License-Identifier: MIT
"""Event streams are compressed for clients on other machines, and what is written can be read at once."""

import http.client
import json
import re
import zlib

import pytest
from searchbus_testing import PATIENCE, Stack, running
from shop_data import APP

HOST = "search.example.org"
REMOTE = {"X-Forwarded-For": "203.0.113.9"}


@pytest.fixture(scope="module")
def site(indexes):
    """A shop that trusts a proxy on this machine."""
    stack = Stack(APP, indexes)
    stack.arguments = ("--public-url", f"https://{HOST}", "--trusted-proxy", "127.0.0.1")
    with running(stack):
        yield stack


class CompressedStream:
    """A stream as a client behind a proxy reads it."""

    def __init__(self, site, session, **headers):
        self.connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        own = {"Authorization": site.gateway.headers["authorization"], "Host": HOST}
        self.connection.request("GET", f"/api/sessions/{session}/events", headers={**own, **headers})
        self.response = self.connection.getresponse()
        assert self.response.status == 200
        self.coding = self.response.headers.get("Content-Encoding")
        self.decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self.text, self.received = "", 0

    def read_until(self, pattern):
        """Reads until the text has a match, and returns the text from the last call on."""
        while not re.search(pattern, self.text):
            data = self.response.read1(65536)
            assert data, "the stream ended"
            self.received += len(data)
            self.text += (self.decoder.decompress(data) if self.coding == "gzip" else data).decode()
        text, self.text = self.text, ""
        return text


def typed(site, session, stream, text):
    """Types a text; returns what came until the list shows it, and how many bytes that were on the line."""
    before = stream.received
    headers = {"Authorization": site.gateway.headers["authorization"], "Host": HOST, "Content-Type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    intent = {"to": "box", "type": "set-query", "data": {"query": text}}
    connection.request("POST", f"/api/sessions/{session}/intents", json.dumps(intent), headers)
    assert connection.getresponse().status == 202
    shown = stream.read_until(rf'"view/hits/[^\n]*"query":"{text}"')
    connection.close()
    return shown, stream.received - before


def test_a_remote_stream_is_compressed_and_each_view_arrives_at_once(site):
    session = site.new_session()
    plain = CompressedStream(site, session, **REMOTE)
    compressed = CompressedStream(site, session, **REMOTE, **{"Accept-Encoding": "br, gzip"})
    assert plain.coding is None and compressed.coding == "gzip"
    assert compressed.response.headers["Vary"] == "Accept-Encoding"
    whole = "event: reset\ndata: {.*}\n\n"
    for stream in (plain, compressed):
        stream.read_until(whole)
    sizes = []
    for text in ("k", "ke", "ket", "kett"):
        shown, size = typed(site, session, compressed, text)
        sizes.append((len(shown.encode()), size))
    print("bytes of views, and of them compressed:", sizes)
    assert all(size < length / 2 for length, size in sizes[1:]), sizes
    plain.read_until('"view/hits/[^\n]*"query":"kett"')


@pytest.mark.parametrize("headers", [{"Accept-Encoding": "gzip"}, {**REMOTE, "Accept-Encoding": "gzip;q=0, br"},
                                     {"X-Forwarded-For": "127.0.0.1", "Accept-Encoding": "gzip"}])
def test_streams_on_this_machine_and_of_clients_without_gzip_are_sent_as_they_are(site, headers):
    stream = CompressedStream(site, site.new_session(), **headers)
    assert stream.coding is None
    assert "event: reset" in stream.read_until("event: reset\n")
