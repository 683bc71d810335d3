# SPDX-License-Identifier: MIT
"""An engine that speaks Algolia's protocol and goes wrong in whichever way a test says, until it is mended."""

import http.server
import json
import socket
import ssl
import threading
import time

from slow_service import SlowService

KEY = "k3y-of-the-engine"


def status(number, message, **headers):
    """A way to fail: a refusal with the engine's words."""
    content = json.dumps({"message": message, "status": number}).encode()
    return lambda exchange: exchange.reply(number, content, **headers)


def body(content, missing=0):
    """A way to fail: an answer of this content, of which some bytes that it promises never come."""
    return lambda exchange: exchange.reply(200, content, promised=len(content) + missing)


def denial(exchange):
    """A way to fail: the key is invalid, and the engine repeats it."""
    key = exchange.headers.get("x-algolia-api-key", "")
    status(403, f"Invalid Application-ID or API key: {key}")(exchange)


class FailingEngine:
    """Answers as `SlowService` does, unless `failure` is set to a way to fail; `down` closes its port.

    `certificates` is an `ssl.SSLContext` for an engine over HTTPS; it may be replaced at any time.
    """

    def __init__(self, certificates=None):
        self.failure = None
        self.certificates = certificates
        # What came, and when.
        self.asked = []
        self.server = None
        self.port = 0
        self.listen()

    @property
    def url(self):
        """Where it is; by a name, so that its certificate can be for another one."""
        return f"http{'s' if self.certificates else ''}://localhost:{self.port}"

    def listen(self):
        """Opens its port, the same as before."""
        engine = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """One exchange."""

            def setup(self):
                """Makes the connection secure, where that is so; what becomes of it is the client's matter."""
                if engine.certificates:
                    self.request.settimeout(10)
                    self.request = engine.certificates.wrap_socket(self.request, server_side=True)
                super().setup()

            def do_POST(self):  # pylint: disable=invalid-name
                """Answers, or fails."""
                self.content = self.rfile.read(int(self.headers.get("content-length", 0)))
                engine.asked.append(time.monotonic())
                if engine.failure:
                    engine.failure(self)
                else:
                    engine.answer(self)

            do_GET = do_POST

            def reply(self, number, content, promised=None, **headers):
                """Sends an answer."""
                try:
                    self.send_response(number)
                    self.send_header("content-length", str(len(content) if promised is None else promised))
                    for name, value in headers.items():
                        self.send_header(name.replace("_", "-"), value)
                    self.end_headers()
                    self.wfile.write(content)
                except OSError:
                    pass  # the client has disconnected

            def log_message(self, *_):
                """Says nothing."""

        class Server(http.server.ThreadingHTTPServer):
            """Does not wait for clients when it ends, and does not print those that do not trust it."""

            daemon_threads = True
            block_on_close = False
            address_family = socket.AF_INET

            def handle_error(self, request, client_address):
                pass

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def answer(self, exchange):
        """Answers when all is well."""
        queries = json.loads(exchange.content)["requests"]
        exchange.reply(200, json.dumps({"results": [SlowService.result(query.get("query", "")) for query in queries]}).encode())

    def down(self):
        """Closes its port."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
        self.server = None

    def mend(self):
        """Everything is well again."""
        self.failure = None
        if self.server is None:
            self.listen()


def server_context(certificate):
    """What an engine over HTTPS shows: a file of a certificate and its key."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context
