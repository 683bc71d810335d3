# SPDX-License-Identifier: MIT
"""The bus itself, for programs on the machine of an app and of its user.

    from searchbus.bus import Bus, find_runtime

    bus = Bus(find_runtime())
    for event in bus.replay(["results/"]).events: ...          # what is on the log
    subscription = bus.subscribe(["results/"], after=0)        # that, and everything that comes, each event once
    while True: print(subscription.next())
"""

import glob
import json
import math
import re
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

try:
    import zmq
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "searchbus.bus, .widgets and .engines need pyzmq, which this Python does not have: pip install pyzmq", name="zmq"
    ) from error

HEARTBEAT = "bus/heartbeat/"
# The attribute `traceparent`, as W3C's Trace Context has it.
TRACE = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}")


# The codes of errors after which the same may succeed later; Sources/Base/Wire/ErrorCode+Transient.swift has them.
TRANSIENT = {"backend-busy", "backend-failed", "backend-timeout", "broker-unavailable", "busy", "journal-unavailable",
             "receiver-failed", "storage-failed", "storage-full"}


class BusError(Exception):
    """Something that the bus refused or cannot do: a code from the catalogue, what happened, what to do about it."""

    def __init__(self, code: str, message: str, remedy: str = ""):
        super().__init__(f"{message} [{code}] {remedy}".strip())
        self.code, self.message, self.remedy = code, message, remedy

    @property
    def is_transient(self) -> bool:
        """Whether the same may succeed later: it is tried again, and no cursor passes it."""
        return self.code in TRANSIENT


class Event:
    """A fact on the log: its topic, and its CloudEvents attributes and `data` in `body`."""

    def __init__(self, topic: bytes, body: bytes):
        self.topic = topic.decode()
        self.body = json.loads(body)
        self.id, self.type, self.data = (self.body.get(key) for key in ("id", "type", "data"))
        self.kind, self.component, self.session = [*self.topic.split("/"), "", ""][:3]
        self.channel = f"{self.kind}/{self.component}/"
        self.sequence = int(self.body.get("sequence", 0))
        self.channel_previous = int(self.body.get("channelprevious", 0))
        self.received_at = time.monotonic_ns()


@dataclass
class Draft:
    """An event to append: the broker adds its sequence number."""

    topic: str
    type: str
    data: dict[str, Any]
    source: str
    cause: Event | None = None
    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    def frames(self) -> list[bytes]:
        attributes: dict[str, Any] = {"id": self.id, "source": self.source, "type": self.type}
        if self.cause:
            attributes["causationid"] = self.cause.id
            attributes["correlationid"] = self.cause.body.get("correlationid", self.cause.id)
            # The caller's trace goes with what follows from its request.
            if TRACE.fullmatch(str(trace := self.cause.body.get("traceparent"))):
                attributes["traceparent"] = trace
            attributes["received"] = (time.monotonic_ns() - self.cause.received_at) // 1000
        return [json.dumps(attributes).encode(), json.dumps(self.data).encode()]


@dataclass
class Page:
    """A part of the log: complete up to `through`; if `trimmed` is set, events up to there may be missing.

    `diverged` is set if events that were seen after that sequence number are no longer on the log.
    """

    events: list[Event]
    epoch: str
    head: int
    through: int
    trimmed: int
    diverged: int | None


def milliseconds_until(deadline: float) -> int:
    """How long a poll may take that ends at a time of the monotonic clock."""
    return math.ceil(max(0.0, deadline - time.monotonic()) * 1000)


def find_runtime(given: str | None = None) -> str:
    """The folder of the broker's sockets: the one given, or that of the app which runs in this folder."""
    found = [given] if given else [path.removesuffix("/commands") for path in glob.glob(".searchbus/*/run/commands")]
    if len(found) != 1:
        raise SystemExit(f"error: {len(found)} apps have run in this folder\n  Name one: --runtime DATA/run")
    return found[0]


class Bus:
    """A connection to a broker, which may be away for a while: requests without an answer are sent again, which is
    harmless, since the broker knows the appends it has seen."""

    def __init__(self, runtime: str):
        self.runtime = runtime
        self.socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.set(zmq.LINGER, 0)
        self.socket.set(zmq.IMMEDIATE, 1)
        self.socket.set(zmq.RECONNECT_IVL, 20)
        self.socket.set(zmq.RECONNECT_IVL_MAX, 500)
        self.socket.connect(f"ipc://{runtime}/commands")

    def request(self, header: dict[str, Any], *frames: bytes) -> tuple[dict[str, Any], list[Event]]:
        """Asks the broker, however long it takes; a refusal is a `BusError`."""
        correlation = uuid.uuid4().bytes
        message = [correlation, json.dumps(header).encode(), *frames]
        while True:
            try:
                self.socket.send_multipart(message, zmq.NOBLOCK)
            except zmq.Again:
                time.sleep(0.05)
            again_at = time.monotonic() + 0.4
            while self.socket.poll(milliseconds_until(again_at)):
                answered, body, *rest = self.socket.recv_multipart()
                if answered != correlation:
                    continue  # the second answer to something that was asked twice
                reply = json.loads(body)
                if reply["status"] != "ok":
                    raise BusError(**reply["error"])
                return reply, [Event(*pair) for pair in zip(rest[::2], rest[1::2])]

    def append(self, drafts: list[Draft], move: dict[str, Any] | None = None, id: str | None = None) -> dict[str, Any]:
        """Stores events, all or none; with `move`, together with a component's progress.

        Who is to make an append with a move again, because a disk was full, gives it the same `id`.
        """
        header: dict[str, Any] = {"op": "append", "topics": [draft.topic for draft in drafts]}
        if move:
            header |= {"append": id or uuid.uuid4().hex, "moves": [move]}
        return self.request(header, *(frame for draft in drafts for frame in draft.frames()))[0]

    def append_retrying(
        self, drafts: list[Draft], move: dict[str, Any] | None = None, id: str | None = None, on_wait: Callable[[], None] = lambda: None
    ) -> dict[str, Any]:
        """The same, again and again for as long as the broker cannot store it; `on_wait` is called in between."""
        while True:
            try:
                return self.append(drafts, move, id)
            except BusError as error:
                if not error.is_transient:
                    raise
                time.sleep(0.5)
                on_wait()

    def replay(self, topics: list[str], after: int = 0, limit: int = 500) -> Page:
        """The events under some beginnings of topics after a place, in order."""
        header = {"op": "replay", "topics": topics, "after": str(after), "limit": limit}
        reply, events = self.request(header)
        head, through, trimmed = (int(reply.get(key, 0)) for key in ("head", "through", "trimmed"))
        diverged = reply.get("diverged")
        return Page(events, reply["epoch"], head, through, trimmed, None if diverged is None else int(diverged))

    def latest(self, topics: list[str], sessions: list[str] | None = None) -> list[Event]:
        """The last event of each topic under some beginnings of topics, of up to 128 sessions or of all, in order."""
        return [event for page in self.latest_pages(topics, sessions) for event in page]

    def latest_pages(self, topics: list[str], sessions: list[str] | None = None, limit: int = 500) -> Iterator[list[Event]]:
        """The same, a page at a time; what is new since the first of them is left out."""
        header = {"op": "latest", "topics": topics, "limit": limit} | ({"sessions": sessions} if sessions else {})
        head, has_more = None, True
        while has_more:
            reply, events = self.request(header)
            head = head or int(reply["head"])
            yield [event for event in events if event.sequence <= head]
            has_more = reply.get("more", False) and events[-1].sequence < head
            header["after"] = str(events[-1].sequence) if events else "0"

    def claim(self, component: str) -> dict[str, Any]:
        """Makes this the only process of a component.

        The answer has its `sequence` (what it folded last), its `incarnation` and, where it ever said one, its
        `configuration`.
        """
        request = {"op": "claim", "components": [component], "nonce": uuid.uuid4().hex}
        claims: dict[str, dict[str, Any]] = self.request(request)[0]["components"]
        return claims[component]

    def cursor(self, component: str) -> int:
        """The last sequence that a component has folded; 0 for a new one."""
        return int(self.request({"op": "cursor", "component": component})[0]["sequence"])

    def subscribe(self, topics: list[str], after: int = 0, channels: dict[str, int] | None = None, epoch: str | None = None) -> "Subscription":
        """Every event under some kinds (`results/`) or channels (`results/products/`); see `Subscription.position`."""
        return Subscription(self, topics, after, channels or {}, epoch)


class Subscription:
    """Every event under some topics after a place, once, in order on each channel.

    It joins by barrier and replay, then reads live. An event names the one before it on its channel, and a heartbeat the
    last one of every channel: so whatever is missing shows, even if nothing follows, and is replayed.
    """

    def __init__(self, bus: Bus, topics: list[str], after: int, channels: dict[str, int], epoch: str | None):
        self.bus, self.topics, self.epoch = bus, topics, epoch
        self.after = after  # everything up to here was handed out …
        self.channels = dict(channels)  # … and beyond it, by channel, everything up to here
        self.instance: str | None = None
        self.is_joined, self.is_behind = False, True
        self.told_trimmed = 0
        self.told_diverged: int | None = None
        self.failure: BusError | None = None
        self.socket: zmq.Socket[bytes] = zmq.Context.instance().socket(zmq.SUB)
        self.socket.set(zmq.LINGER, 0)
        self.socket.set(zmq.RCVHWM, 10_000)
        self.socket.set(zmq.RECONNECT_IVL, 20)
        self.socket.set(zmq.RECONNECT_IVL_MAX, 500)
        for topic in [HEARTBEAT, *topics]:
            self.socket.subscribe(topic)
        self.socket.connect(f"ipc://{bus.runtime}/events")

    @property
    def position(self) -> dict[str, Any]:
        """The position of this subscription: `bus.subscribe(topics, **position)` resumes after the last events that `next` returned."""
        return {"after": self.after, "channels": dict(self.channels), "epoch": self.epoch}

    def next(self, timeout: float = 3600) -> list[Event]:
        """The next events, or none after the timeout (in seconds).

        Raises `BusError` with `trimmed` once if the log begins after the requested sequence number, with `diverged` once if
        the last events were lost in a power failure or by a restored copy (keep calling after either), and with
        `epoch-changed` if the log is a new one (subscribe again, from 0).
        """
        deadline = time.monotonic() + timeout
        while True:
            if self.failure:
                raise self.failure
            if not self.is_joined:
                self._join(deadline)
            elif events := self._replay() if self.is_behind else self._read(deadline):
                return events
            if time.monotonic() >= deadline:
                return []

    def close(self) -> None:
        self.socket.close()

    def _join(self, deadline: float) -> None:
        """The barrier: subscriptions are handled in order, so a nonce is received only when those before it are in force."""
        nonce = f"echo/{uuid.uuid4().hex}/"
        self.socket.subscribe(nonce)
        again_at = min(time.monotonic() + 0.2, deadline)
        while self.socket.poll(milliseconds_until(again_at)) and not self.is_joined:
            # Whatever else comes is on the log already, and is replayed.
            self.is_joined = self.socket.recv_multipart()[0] == nonce.encode()
        self.socket.unsubscribe(nonce)
        self.is_behind = True

    def _replay(self) -> list[Event]:
        page = self.bus.replay(self.topics, self.after)
        if not self._is_same_epoch(page.epoch):
            return []
        if page.diverged is not None and page.diverged != self.told_diverged:
            self.told_diverged = page.diverged
            self.after, self.channels = min(self.after, page.head), {}
            raise BusError("diverged", f"Events after {page.diverged} are no longer on the log.")
        if page.trimmed > max(self.after, self.told_trimmed):
            self.told_trimmed = page.trimmed
            raise BusError("trimmed", f"The log begins after {page.trimmed}.")
        events = [event for event in page.events if event.sequence > self._reached(event.channel)]
        self._raise(page.through)
        self.is_behind = page.through < page.head
        return events

    def _read(self, deadline: float) -> list[Event]:
        """What has come in, up to the first sign that something is missing."""
        events: list[Event] = []
        wait = milliseconds_until(deadline)
        while self.is_joined and not self.is_behind and not self.failure and len(events) < 500:
            if not self.socket.poll(0 if events else wait):
                break
            event = Event(*self.socket.recv_multipart())
            if event.topic == HEARTBEAT:
                self._heard(event.data)
            elif event.sequence > self._reached(event.channel) and self._is_same_epoch(event.body["epoch"]):
                self.is_behind = event.channel_previous > self._reached(event.channel)
                if not self.is_behind:
                    self.channels[event.channel] = event.sequence
                    events.append(event)
            wait = milliseconds_until(deadline)
        return events

    def _heard(self, heartbeat: dict[str, Any]) -> None:
        if not self._is_same_epoch(heartbeat["epoch"]):
            return
        # Another instance is another connection: its subscriptions are new, so they need a barrier too.
        self.is_joined = self.instance in (None, heartbeat["instance"])
        self.instance = heartbeat["instance"]
        heads = {channel: int(head) for channel, head in heartbeat["heads"].items() if self._covers(channel)}
        self.is_behind = self.after < int(heartbeat["since"]) or any(
            head > self._reached(channel) for channel, head in heads.items()
        )
        if not self.is_behind:
            self._raise(int(heartbeat["head"]))

    def _covers(self, channel: str) -> bool:
        return any(channel.startswith(topic) for topic in self.topics)

    def _reached(self, channel: str) -> int:
        return max(self.after, self.channels.get(channel, 0))

    def _raise(self, place: int) -> None:
        self.after = max(self.after, place)
        self.channels = {channel: reached for channel, reached in self.channels.items() if reached > self.after}

    def _is_same_epoch(self, epoch: str) -> bool:
        self.epoch = self.epoch or epoch
        if self.epoch != epoch:
            self.failure = BusError("epoch-changed", f"The log is a new one: {epoch}, no longer {self.epoch}.")
        return self.epoch == epoch
