# SPDX-License-Identifier: MIT
"""A receiver of a sink: an HTTP server that writes down what it gets, and can refuse, break off and disappear."""

import base64
import hashlib
import hmac
import http.server
import json
import threading
from dataclasses import dataclass

SECRET = base64.b64encode(b"a secret of the tests").decode()


@dataclass
class Message:
    """A request."""

    headers: dict
    body: bytes

    @property
    def events(self):
        """The events, of a list or alone."""
        content = json.loads(self.body)
        return content if isinstance(content, list) else [content]

    def is_signed_with(self, key):
        """Whether the signature is right, computed as Standard Webhooks says."""
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + self.body
        code = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        return self.headers.get("webhook-signature") == f"v1,{code}"


class Receiver:
    """Accepts messages, and answers with the status that `answer(message)` says; 0 breaks the connection off."""

    def __init__(self, answer=lambda message: 204):
        self.answer = answer
        self.messages = []
        self.port = 0
        self.server = None
        self.open()

    @property
    def url(self):
        """Its address."""
        return f"http://127.0.0.1:{self.port}/events"

    @property
    def events(self):
        """Every event of an accepted message, repeats included."""
        return [event for message in list(self.messages) for event in message.events]

    def open(self):
        """Listens, on the same port as before."""
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """One connection."""

            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):  # pylint: disable=invalid-name
                """Takes a message."""
                body = self.rfile.read(int(self.headers["content-length"]))
                message = Message({name.lower(): value for name, value in self.headers.items()}, body)
                status = receiver.answer(message)
                if status < 300:
                    # Also one that is taken and not answered: the sender does not know.
                    receiver.messages.append(message)
                if status == 0:
                    self.close_connection = True
                    return
                self.send_response(status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                """Says nothing."""

        class Server(http.server.ThreadingHTTPServer):
            """Ends its connections with itself."""

            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, *_):
                """A killed sender is not an error of the receiver."""

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        """Ends it."""
        self.server.shutdown()
        self.server.server_close()
