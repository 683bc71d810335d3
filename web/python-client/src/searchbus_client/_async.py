# SPDX-License-Identifier: MIT
"""The client for programs with asyncio; `_sync.py` is printed from it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing
from types import TracebackType
from typing import Any, TypeVar

import httpx

from . import _calls as calls
from ._calls import Answer, Call
from ._follow import BusFollower, Change, Gap, Lost, SessionFollower, Started, stream_headers
from ._http import Body, Deadline, client_options, disconnect, request, stream_request, unreachable
from ._json import JSONObject
from ._models import App, Event, Intent, LogPage, Outcome, Search, SearchAnswer, SessionState
from ._problems import NoOutcome, NoView, Problem, Unreachable
from ._retry import Retry, Settings
from ._sse import EventParser, ServerSentEvent

Item = TypeVar("Item")
Same = TypeVar("Same", bound="AsyncStream[Any]")


class AsyncSearchBus:
    """
    A gateway, as a program sees it.

    `token` is the key that `searchbus key` prints, and may be left out with `up --no-auth`. Every method raises `Problem`
    for what it cannot do. What may pass, such as a gateway that is being restarted, is tried again: nothing takes effect
    twice. One object may be used by several threads.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8080",
        token: str | None = None,
        *,
        settings: Settings | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ):
        self.settings = settings or Settings()
        options: dict[str, Any] = client_options(url, token, self.settings)
        self._http = httpx.AsyncClient(transport=transport, **options)

    async def __aenter__(self) -> "AsyncSearchBus":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends its connections."""
        await self._http.aclose()

    async def app(self) -> App:
        """What runs: the app's widgets, with type, title and parameters."""
        return await self._run(calls.get_app())

    async def open(self, session: str | None = None, *, link: str | None = None) -> "AsyncSession":
        """
        A session: the one of this id, which is joined where it is there; without an id a new one.

        A new one begins as `link` says, the query of a permalink from its question mark on.
        """
        return AsyncSession(self, await self._run(calls.open_session(session or calls.new_id(), link)))

    async def search(self, searcher: str, query: str = "", **members: Any) -> SearchAnswer:
        """One search without a session. `members` are those of `Search`, such as `hits_per_page=5`."""
        return await self._run(calls.search(Search(searcher, query, **members)))

    async def search_many(self, searches: Sequence[Search]) -> tuple[SearchAnswer | Problem, ...]:
        """Up to 50 searches at once, answered in their order; a `Problem` stands where one failed."""
        return await self._run(calls.search_many(searches))

    async def log(
        self,
        *topics: str,
        session: str | None = None,
        correlation: str | None = None,
        filter: str | None = None,
        after: int | None = None,
        before: int | None = None,
        limit: int = 200,
    ) -> LogPage:
        """A part of the log; see docs/http.md for how its parameters go together."""
        return await self._run(calls.read_log(topics, session=session, correlation=correlation, filter=filter, after=after, before=before,
                                        limit=limit))

    async def read_log(self, *topics: str, session: str | None = None, after: int = 0) -> AsyncIterator[Event]:
        """Every event of the log behind a place, oldest first, up to where the log ends now."""
        while True:
            page = await self.log(*topics, session=session, after=after, limit=1000)
            for event in page.events:
                yield event
            if not page.more or page.through <= after:
                return
            after = page.through

    def events(self, *topics: str, session: str | None = None, after: int | None = None) -> "AsyncStream[Event | Gap | Started]":
        """
        The live bus: events under some prefixes (`results/`), from now on or after a sequence number.

        It resumes after every disconnect. `Started` means that from now on nothing is missed, `Gap` that events are
        missing, `Lost` that the connection was lost.
        """
        follower = BusFollower()
        path = f"/api/events?{calls.event_query(topics, session=session, after=after)}"
        return AsyncStream(self, path, follower.take, lambda: follower.last_event_id, None)

    async def browser_link(self) -> str:
        """A link that lets one more browser in; it works once, within ten minutes."""
        return await self._run(calls.browser_link())

    async def index_changed(self, index: str) -> None:
        """Tells that an index of an engine elsewhere has changed: live searches of it run again."""
        await self._run(calls.index_changed(index))

    async def _run(self, call: Call[Answer]) -> Answer:
        retry = Retry(self.settings, self.settings.attempts)
        while True:
            try:
                return call.answer(await self._exchange(call))
            except Problem as problem:
                wait = retry.wait_after(problem)
                if wait is None:
                    raise
            await asyncio.sleep(wait)

    async def _exchange(self, call: Call[Answer]) -> bytes:
        try:
            response = await self._http.send(request(self._http, call), stream=True)
            try:
                return await self._body(response)
            finally:
                await response.aclose()
        except httpx.HTTPError as error:
            raise unreachable(error, self._http.base_url) from None
        except RuntimeError:
            if self._http.is_closed:
                raise Problem("invalid-argument", "This client is closed.", "Make another one.") from None
            raise

    async def _body(self, response: httpx.Response) -> bytes:
        body = Body(self.settings.body_limit)
        async for piece in response.aiter_bytes():
            body.add(piece)
        return body.of(response)


class AsyncSession:
    """A session of the app. It lives in the server: letting go of this object ends nothing."""

    def __init__(self, bus: AsyncSearchBus, id: str):
        self.bus = bus
        self.id = id

    async def state(self) -> SessionState:
        """Every widget's newest view, and the sequence number of that state."""
        return await self.bus._run(calls.get_views(self.id))

    async def views(self) -> dict[str, Any]:
        """Every widget's newest view by name. Right after the session began, some may be missing."""
        return dict((await self.state()).views)

    async def link(self) -> str:
        """The permalink's query that says what the session asks for; empty where that is nothing, or too much for a link."""
        view = (await self.views()).get("session")
        return str(view.get("link") or "") if isinstance(view, dict) else ""

    async def send(self, to: str, type: str, data: JSONObject | None = None, *, id: str | None = None) -> Outcome:
        """
        Sends an intent and waits for its outcome.

        Raises `Rejected` if its addressee refused it, `NoOutcome` if there is no outcome in time. It takes
        effect once, however often the connection breaks.
        """
        return (await self.send_all([Intent(to, type, data or {}, id)]))[0]

    async def send_all(self, intents: Sequence[Intent], *, waits: bool = True) -> tuple[Outcome, ...]:
        """Sends up to 100 intents as one: all or none are put on the log, and together they are one step of the history."""
        bodies = calls.with_ids(intents)
        for _ in range(2):
            try:
                return await self.bus._run(calls.send_intents(self.id, bodies, waits))
            except NoOutcome:
                # The same ids again: the gateway continues to wait, and nothing happens twice.
                continue
        return await self.bus._run(calls.send_intents(self.id, bodies, waits))

    def stream(self) -> "AsyncViewStream":
        """The session's views as they change; the first item is a `Reset` with all of them."""
        return AsyncViewStream(self)


class AsyncStream(AsyncIterator[Item | Lost]):
    """
    An event stream that stays: opened again after every loss, where it left off.

    It is a context manager, and an iterator (`async for`) that ends when it is closed, also by another thread. It raises `Problem` for
    what no further try mends.
    """

    def __init__(
        self,
        bus: AsyncSearchBus,
        path: str,
        take: Callable[[ServerSentEvent], Item | None],
        last_event_id: Callable[[], str | None],
        mend: Callable[[Problem], Awaitable[bool]] | None,
    ):
        self._bus = bus
        self._path = path
        self._take = take
        self._last_event_id = last_event_id
        self._mend = mend
        self._retry = Retry(bus.settings, None)
        self._items = self._run()
        self._response: httpx.Response | None = None
        self._deadline = Deadline(None, self._disconnect)
        self._is_closed = False

    async def __aenter__(self: Same) -> Same:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def __anext__(self) -> Item | Lost:
        return await anext(self._items)

    async def close(self) -> None:
        """Ends the stream, also while another thread reads it: at once, or within seconds while the connection is lost."""
        self._is_closed = True
        try:
            await self._items.aclose()
        except (RuntimeError, ValueError):
            # It is being read: what it waits for ends.
            self._disconnect()

    def _disconnect(self) -> None:
        disconnect(self._response)

    async def _run(self) -> AsyncGenerator[Item | Lost, None]:
        while not self._is_closed:
            try:
                async with aclosing(self._connection()) as items:
                    async for item in items:
                        yield item
                raise Unreachable("The stream ended.")
            except Problem as problem:
                if self._is_closed:
                    return
                lost = await self._lost(problem)
            # A consumer that has seen the loss waits with the stream.
            yield lost
            await asyncio.sleep(lost.wait)

    async def _lost(self, problem: Problem) -> Lost:
        try:
            if self._mend is not None and await self._mend(problem):
                problem = Unreachable(str(problem))
        except Problem as another:
            problem = another
        wait = self._retry.wait_after(problem)
        if wait is None:
            raise problem
        return Lost(problem, wait)

    async def _connection(self) -> AsyncGenerator[Item, None]:
        settings = self._bus.settings
        http = self._bus._http
        headers = list(stream_headers(self._last_event_id()))
        parser = EventParser(settings.event_limit)
        try:
            response = await http.send(stream_request(http, self._path, headers, settings), stream=True)
            try:
                self._response = response
                if self._is_closed or self._deadline.is_over:
                    raise Unreachable("The stream was closed.")
                if not response.is_success:
                    await self._bus._body(response)
                async for piece in response.aiter_bytes():
                    for event in parser.push(piece):
                        self._retry.succeeded()
                        item = self._take(event)
                        if item is not None:
                            yield item
            finally:
                self._response = None
                await response.aclose()
        except httpx.HTTPError as error:
            raise unreachable(error, http.base_url) from None


class AsyncViewStream(AsyncStream[Change]):
    """A session's stream. `views` are the newest views by widget, as far as the stream was read."""

    def __init__(self, session: AsyncSession):
        bus = session.bus
        self._follower = SessionFollower(bus.settings.view_limit)

        async def create(problem: Problem) -> bool:
            # The server may have forgotten the session: it is made again, under its id.
            if problem.status != 404:
                return False
            await bus._run(calls.open_session(session.id, None))
            return True

        super().__init__(bus, calls.session_path(session.id, "/events"), self._follower.take,
                         lambda: self._follower.last_event_id, create)

    @property
    def views(self) -> dict[str, Any]:
        """The newest views by widget."""
        return self._follower.views

    @property
    def epoch(self) -> str | None:
        """The log that the views are of; `None` before the first of them."""
        return self._follower.epoch

    async def wait_for(self, widget: str, holds: Callable[[Any], bool], timeout: float | None = None) -> Any:
        """
        Reads on until a widget's view is as it should be, and answers with it. The stream may be read on after it.

        Raises `NoView` after `timeout` seconds, if there is one, and `Problem` for a widget that the app does not have.
        """
        with self._follower.expecting(widget), Deadline(timeout, self._disconnect) as self._deadline:
            while widget not in self.views or not holds(self.views[widget]):
                if self._deadline.is_over:
                    raise NoView(widget, timeout, self.views.get(widget))
                await anext(self)
        return self.views[widget]
