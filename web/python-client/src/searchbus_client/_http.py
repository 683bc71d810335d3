# SPDX-License-Identifier: MIT
"""What both clients know of HTTP: how a request is made, how an answer is read, what a failure of the network is."""

import contextlib
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from urllib.parse import urlsplit

import httpx

from ._calls import Answer, Call
from ._problems import Problem, Unreachable, problem_of, too_large
from ._retry import Settings

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def client_options(url: str, token: str | None, settings: Settings) -> dict[str, object]:
    """How an HTTP client is made for a gateway. The environment's proxy is left out for this machine's own addresses."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Problem("invalid-argument", f"`{url}` is not a valid address of a gateway.", "Write it like http://127.0.0.1:8080.")
    if parts.query:
        raise Problem("invalid-argument", "The address has a query.",
                      "Give the address alone. A link is for a browser; programs show the key that `searchbus key` prints.")
    try:
        token = None if token is None else token.strip()
        # Compressed answers could be far larger than what came.
        headers = httpx.Headers({"accept-encoding": "identity"}, encoding="ascii")
        if token:
            headers["authorization"] = f"Bearer {token}"
    except UnicodeEncodeError:
        raise Problem("unauthorized", "The token has characters that no key has.", "Use what `searchbus key` prints.") from None
    return {"base_url": url.rstrip("/"), "timeout": settings.timeout, "headers": headers, "follow_redirects": False,
            "trust_env": parts.hostname not in LOOPBACK}


def request(http: httpx.Client | httpx.AsyncClient, call: Call[Answer]) -> httpx.Request:
    """A call as it goes over the wire."""
    if call.body is None:
        return http.build_request(call.method, call.path)
    return http.build_request(call.method, call.path, json=call.body)


def stream_request(
    http: httpx.Client | httpx.AsyncClient, path: str, headers: list[tuple[str, str]], settings: Settings
) -> httpx.Request:
    """The request that opens a stream; what it says nothing for is its own limit."""
    timeout = httpx.Timeout(settings.timeout, read=settings.silence)
    return http.build_request("GET", path, headers=headers, timeout=timeout)


class Body:
    """The body of an answer as it comes, of a bounded length."""

    def __init__(self, limit: int):
        self._bytes = bytearray()
        self._limit = limit

    def add(self, piece: bytes) -> None:
        """Takes the next piece."""
        if len(self._bytes) + len(piece) > self._limit:
            raise too_large("The answer", self._limit)
        self._bytes += piece

    def of(self, response: httpx.Response) -> bytes:
        """The whole of it; raises the problem that it tells."""
        if not response.is_success:
            raise problem_of(response.status_code, response.headers, bytes(self._bytes))
        return bytes(self._bytes)


def unreachable(error: httpx.HTTPError, url: httpx.URL) -> Problem:
    """What a failure of the network is."""
    if isinstance(error, httpx.UnsupportedProtocol):
        return Problem("invalid-argument", f"`{url}` cannot be asked.", "Write the address like http://127.0.0.1:8080.")
    what = str(error).rstrip(".") or type(error).__name__
    return Unreachable(f"{url.scheme}://{url.netloc.decode('ascii', 'replace')} did not answer: {what}.")


def disconnect(response: httpx.Response | None) -> None:
    """Ends the connection of an answer, also while another thread waits for more of it: there it is a failure of the network."""
    stream = response.extensions.get("network_stream") if response is not None else None
    connection = stream.get_extra_info("socket") if stream is not None else None
    if connection is not None:
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)


class Deadline:
    """A time after which something is done, once, unless the block ends before; without a timeout never."""

    def __init__(self, timeout: float | None, act: Callable[[], None]):
        self.is_over = False
        self._act = act
        self._timer = None if timeout is None else threading.Timer(timeout, self._end)

    def __enter__(self) -> "Deadline":
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self.is_over = False

    def _end(self) -> None:
        self.is_over = True
        self._act()
