# SPDX-License-Identifier: MIT
"""
A client of the bus for tests, written from the wire contract alone and sharing nothing with the one under test.

It does not recover by itself: a request without an answer is `NoAnswer`, a gap is reported. Tests want to see these.
"""

import json
import os
import time
import uuid
from dataclasses import dataclass, field

import zmq


class NoAnswer(Exception):
    """The broker did not answer in time, so what became of the request is not known."""


class Refused(Exception):
    """The broker refused a request; `code` is from the catalogue."""

    def __init__(self, error):
        super().__init__(f"{error['message']} [{error['code']}]")
        self.code, self.message, self.remedy = error["code"], error["message"], error["remedy"]


@dataclass(frozen=True)
class Event:
    """A published fact on the log."""

    topic: str
    body: dict

    @property
    def id(self):
        return self.body["id"]

    @property
    def kind(self):
        return self.topic.split("/")[0]

    @property
    def component(self):
        return self.topic.split("/")[1]

    @property
    def session(self):
        return self.topic.split("/")[2] or None

    @property
    def channel(self):
        return f"{self.kind}/{self.component}/"

    @property
    def type(self):
        """What happened, without `searchbus.` and the kind."""
        return self.body["type"].split(".", 2)[2]

    @property
    def data(self):
        return self.body["data"]

    @property
    def cause(self):
        return self.body.get("causationid")

    @property
    def sequence(self):
        return int(self.body.get("sequence", 0))

    @property
    def previous(self):
        return int(self.body["previous"])

    @property
    def channel_previous(self):
        return int(self.body["channelprevious"])


@dataclass
class Draft:
    """An event to append."""

    topic: str
    data: object = field(default_factory=dict)
    type: str = "searchbus.intent.note"
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    # Attributes of the sender's own.
    more: dict = field(default_factory=dict)

    @property
    def frames(self):
        attributes = {"id": self.id, "source": "/test", "type": self.type, **self.more}
        return [json.dumps(attributes).encode(), json.dumps(self.data, separators=(",", ":")).encode()]


@dataclass
class Page:
    """A part of the log."""

    events: list
    through: int
    head: int
    trimmed: int
    epoch: str
    diverged: int | None = None


def read_events(frames):
    """The events in the frames of an answer."""
    return [Event(topic.decode(), json.loads(body)) for topic, body in zip(frames[::2], frames[1::2], strict=True)]


def moving(*moves):
    """What the header of a component's append says: what it is known by, and the moves."""
    rest = [{key: value for key, value in move.items() if key != "append"} for move in moves]
    return {"append": moves[0]["append"], "moves": rest}


class Bus:
    """A connection to a broker."""

    def __init__(self, runtime):
        self.runtime = runtime
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.set(zmq.LINGER, 0)
        self.socket.set(zmq.RECONNECT_IVL, 10)
        self.socket.set(zmq.SNDHWM, 0)
        self.socket.connect(f"ipc://{runtime}/commands")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the connection and its subscriptions."""
        self.context.destroy(linger=0)

    def send(self, header, *frames):
        """Sends a command; answers with its correlation."""
        correlation = os.urandom(12)
        header = header if isinstance(header, bytes) else json.dumps(header).encode()
        self.socket.send_multipart([correlation, header, *frames])
        return correlation

    def receive(self, patience):
        """The next answer: its correlation, header and further frames; nothing when the time is up."""
        if not self.socket.poll(max(0, patience) * 1000):
            return None
        correlation, header, *frames = self.socket.recv_multipart()
        return correlation, json.loads(header), frames

    def ask(self, header, *frames, patience=10.0):
        """Sends one command and waits for its answer; raises `Refused` or `NoAnswer`."""
        correlation = self.send(header, *frames)
        deadline = time.monotonic() + patience
        while answer := self.receive(deadline - time.monotonic()):
            if answer[0] == correlation:
                if answer[1]["status"] != "ok":
                    raise Refused(answer[1]["error"])
                return answer[1], answer[2]
        raise NoAnswer(f"no answer within {patience} s to {str(header)[:200]}")

    def is_answered(self, patience=0.2):
        """Whether the broker answers within a short time."""
        try:
            self.ask({"op": "echo", "nonce": "are-you-there"}, patience=patience)
        except NoAnswer:
            return False
        return True

    def append(self, *drafts, cursor=None, patience=10.0):
        """Appends events; answers with the places of the first and the last. `cursor` holds one move and its `append`."""
        header = {"op": "append", "topics": [draft.topic for draft in drafts]}
        if cursor:
            header |= moving(cursor)
        answer, _ = self.ask(header, *(frame for draft in drafts for frame in draft.frames), patience=patience)
        return int(answer["first"]), int(answer["last"])

    def insist(self, *drafts, attempts=40, patience=0.5):
        """Appends events, and again with the same ids where there was no answer."""
        for _ in range(attempts):
            try:
                return self.append(*drafts, patience=patience)
            except NoAnswer:
                continue
        raise NoAnswer(f"no answer to {attempts} attempts")

    def replay(self, topics=("",), after=0, session=None, limit=1000):
        """A page of the log."""
        header = {"op": "replay", "topics": list(topics), "after": str(after), "limit": limit}
        if session:
            header["session"] = session
        answer, frames = self.ask(header)
        numbers = [int(answer.get(key, 0)) for key in ("through", "head", "trimmed")]
        diverged = answer.get("diverged")
        return Page(read_events(frames), *numbers, answer["epoch"], None if diverged is None else int(diverged))

    def read(self, topics=("",), after=0, session=None):
        """Everything on the log under some beginnings of topics."""
        events = []
        while True:
            page = self.replay(topics, after, session)
            events += page.events
            if page.through >= page.head:
                return events
            after = page.through

    def latest(self, topics=("",), session=None, patience=10.0):
        """The last event of each topic."""
        header = {"op": "latest", "topics": list(topics), "limit": 1000, **({"session": session} if session else {})}
        return read_events(self.ask(header, patience=patience)[1])

    def head(self):
        """The last sequence number of the log."""
        return int(self.ask({"op": "echo", "nonce": "head"})[0]["head"])

    def cursor(self, component, patience=10.0):
        """How far a component has folded the log."""
        return int(self.ask({"op": "cursor", "component": component}, patience=patience)[0]["sequence"])

    def claim(self, *components, nonce=None):
        """Makes this the only process of some components; answers with what each of them is."""
        header = {"op": "claim", "components": list(components), "nonce": nonce or uuid.uuid4().hex}
        return self.ask(header)[0]["components"]

    def subscribe(self, *topics, limit=0):
        """A subscription that is in force; `limit` is how many messages its socket holds, 0 for any number."""
        return Subscription(self, topics, limit)


class Subscription:
    """What is published under some topics from now on, as it comes."""

    def __init__(self, bus, topics, limit):
        self.socket = bus.context.socket(zmq.SUB)
        self.socket.set(zmq.LINGER, 0)
        self.socket.set(zmq.RCVHWM, limit)
        self.socket.connect(f"ipc://{bus.runtime}/events")
        for topic in topics:
            self.socket.subscribe(topic)
        self.early = []
        self.await_barrier()

    def await_barrier(self, patience=10.0):
        """Subscribes to a nonce and reads until it is received; earlier messages are kept."""
        nonce = f"echo/{uuid.uuid4().hex}/"
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            self.socket.subscribe(nonce)
            while self.socket.poll(200):
                topic, body = self.socket.recv_multipart()
                if topic.decode() == nonce:
                    self.socket.unsubscribe(nonce)
                    return
                self.early.append(Event(topic.decode(), json.loads(body)))
            self.socket.unsubscribe(nonce)
        raise NoAnswer(f"the nonce was not received within {patience} s")

    def receive(self, patience=10.0):
        """The next event; nothing when the time is up."""
        if self.early:
            return self.early.pop(0)
        if not self.socket.poll(max(0, patience) * 1000):
            return None
        topic, body = self.socket.recv_multipart()
        return Event(topic.decode(), json.loads(body))

    def close(self):
        """Ends it."""
        self.socket.close()
