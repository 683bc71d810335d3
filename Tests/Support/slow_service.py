# SPDX-License-Identifier: MIT
"""A search service over HTTP (the protocol of the `http` backend) that is slow, and fails on request."""

import hashlib
import http.server
import json
import threading
import time


def count_of(text):
    """How many hits a text has, the same every time; no two texts of a test are likely to have the same."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % 1_000_000 + 1


class SlowService:
    """Answers each search after as long as `delay(text)` says, in seconds, and with an error where `fails(text)`."""

    def __init__(self, delay, fails=lambda text: False):
        self.asked = []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """One exchange: all the queries of one search."""

            def do_POST(self):  # pylint: disable=invalid-name
                """Answers a search."""
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                texts = [query.get("query", "") for query in body["requests"]]
                service.asked.append(texts[0])
                time.sleep(delay(texts[0]))
                failed = fails(texts[0])
                answer = {"message": "not today"} if failed else {"results": [service.result(text) for text in texts]}
                content = json.dumps(answer).encode()
                try:
                    self.send_response(500 if failed else 200)
                    self.send_header("content-length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content)
                except OSError:
                    pass  # the client has disconnected

            def log_message(self, *_):
                """Says nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @staticmethod
    def result(text):
        """The answer to one query: one record that tells which text it is for."""
        return {"hits": [{"objectID": f"for {text}", "name": text}], "nbHits": count_of(text), "page": 0,
                "hitsPerPage": 1, "facets": {}, "processingTimeMS": 1}

    def close(self):
        """Ends it."""
        self.server.shutdown()
        self.server.server_close()
