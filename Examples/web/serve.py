#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
A shop's own server, of another origin than the gateway: it makes a session for each visitor, and draws its current views
into the first page, so that people see products before any JavaScript runs.

    python3 serve.py --gateway http://127.0.0.1:8080 --key "$(searchbus key)"

The key stays here. Pages are given --token instead, which anybody who opens them can read: use one that permits no more than
using sessions. Without --token they are given the key, which is for trying this out on your own machine only.
"""

import argparse
import http.cookies
import http.server
import json
import pathlib
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import first_paint

FOLDER = pathlib.Path(__file__).resolve().parent
FILES = {"/shop.css": "text/css", "/plain.css": "text/css", "/plain.js": "text/javascript"}
# What the first paint needs; a session that is new has it after some milliseconds.
DRAWN = ("hits", "stats", "category", "brand")
PATIENCE = 2


class Gateway:
    """The gateway as this server asks it."""

    def __init__(self, url, key):
        self.url = url
        self._key = key

    def call(self, method, path, body=None):
        """One call; answers with its JSON."""
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {self._key}", "content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)

    def state(self, session, link):
        """The current views of a session: the one of the visitor, or a new one that begins as the link says."""
        if session is not None and link is None:
            try:
                return self.call("GET", f"/api/sessions/{session}")
            except urllib.error.HTTPError as error:
                if error.code != 404:
                    raise
        session = self.call("POST", "/api/sessions", {"link": link} if link else {})["session"]
        end = time.monotonic() + PATIENCE
        while True:
            state = self.call("GET", f"/api/sessions/{session}")
            # What is not there in time the page draws itself.
            if is_drawn(state["views"], link) or time.monotonic() > end:
                return state
            time.sleep(0.02)


def is_drawn(views, link):
    """Whether what the first paint needs is there, for the text that the link says."""
    text = urllib.parse.parse_qs((link or "").removeprefix("?")).get("q", [""])[0]
    return all((views.get(name) or {}).get("phase") == "ready" for name in DRAWN) and views["hits"]["query"] == text


class Shop(http.server.BaseHTTPRequestHandler):
    """The shop's pages."""

    protocol_version = "HTTP/1.1"
    gateway = None
    token = None

    def do_GET(self):
        """Answers with a page or a file."""
        path, _, query = self.path.partition("?")
        try:
            if path == "/":
                self._answer_shop(f"?{query}" if query else None)
            elif path == "/plain.html":
                self._answer(self._filled("plain.html", {}), "text/html")
            elif path in FILES:
                self._answer((FOLDER / path[1:]).read_text(), FILES[path])
            else:
                self._answer("There is no such page.", "text/plain", 404)
        except OSError as error:
            self._answer(f"The gateway at {self.gateway.url} does not answer as it should: {error}", "text/plain", 502)

    def _answer_shop(self, link):
        known = http.cookies.SimpleCookie(self.headers.get("cookie", "")).get("shop")
        session = known.value if known and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", known.value) else None
        state = self.gateway.state(session, link)
        views = state["views"]
        template = re.search(r"<template>(.*?)</template>", (FOLDER / "shop.html").read_text(), re.DOTALL).group(1)
        self._answer(self._filled("shop.html", {
            "query": first_paint.html.escape((views.get("box") or {}).get("query") or ""),
            "hits": first_paint.hits(views.get("hits"), template), "stats": first_paint.stats(views.get("stats")),
            "category": first_paint.values(views.get("category")), "brand": first_paint.values(views.get("brand")),
            "views": first_paint.script(state),
        }), "text/html", cookie=f"shop={state['session']}; HttpOnly; SameSite=Lax; Path=/")

    def _filled(self, name, parts):
        parts = {"gateway": first_paint.html.escape(self.gateway.url), "token": first_paint.html.escape(self.token), **parts}
        return re.sub(r"\{\{(\w+)\}\}", lambda found: parts.get(found[1], found[0]), (FOLDER / name).read_text())

    def _answer(self, text, media_type, status=200, cookie=None):
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", f"default-src 'none'; script-src 'self' {self.gateway.url}; "
                         f"connect-src {self.gateway.url}; style-src 'self' 'unsafe-inline'; img-src data: https:")
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Requests are not logged."""


def make_server(port, gateway, key, token=None):
    """The shop's server, listening on this machine."""
    handler = type("Handler", (Shop,), {"gateway": Gateway(gateway.rstrip("/"), key), "token": token or key})
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def main():
    """Serves until it is interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gateway", default="http://127.0.0.1:8080", help="where the gateway is")
    parser.add_argument("--key", required=True, help="the key with which this server asks")
    parser.add_argument("--token", help="what pages are given")
    parser.add_argument("--port", type=int, default=3000, help="where to listen")
    options = parser.parse_args()
    if options.token is None:
        print("Pages are given the key itself: for trying this out only.", file=sys.stderr)
    server = make_server(options.port, options.gateway, options.key, options.token)
    print(f"http://localhost:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
