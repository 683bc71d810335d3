// SPDX-License-Identifier: MIT

import AccessKeys
import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Wire

extension GatewayAPI {
    /// Disables the buffering of responses in nginx.
    static let streamHeaders: HTTPFields = [.contentType: "text/event-stream", .accelBuffering: "no"]
    /// The number of older events of the bus that are fetched at a time.
    private static let pageSize = 64

    /// The header of a stream's response, and what compresses the stream, if anything does.
    private func encoding(_ request: Request, _ context: GatewayContext) -> (HTTPFields, StreamCompressor?) {
        let compressor = StreamCompressor(
            accepted: request.headers[.acceptEncoding],
            client: context.client ?? context.directClient
        )
        var headers = Self.streamHeaders
        headers[.vary] = "Accept-Encoding"
        if compressor != nil { headers[.contentEncoding] = "gzip" }
        return (headers, compressor)
    }

    var pulse: StreamPulse {
        StreamPulse(interval: limits.heartbeatInterval, now: .now)
    }

    private static func resumePoint(_ request: Request) -> ResumePoint? {
        request.headers[.lastEventID].flatMap { ResumePoint($0) }
    }

    // MARK: A session's views

    /// The stream of a session's views.
    @Sendable func streamSession(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let session = try context.part("session")
        try await sessions.require(session)
        guard request.method != .head else { return Response(status: .ok, headers: Self.streamHeaders) }
        var machine = SessionStreamStateMachine(
            resume: Self.resumePoint(request),
            pulse: pulse,
            byteLimit: limits.bytesPerStream
        )
        let summary: JSON = ["revision": .string(app.revision), "views": JSON(app.viewNames)]
        machine.tell("app", ServerSentEvent.message("app", summary.bytes))
        let (client, place) = try open(machine, context)
        hub.add(client, session: session)
        let watched = grants.add(context.grant) { client.end(ServerSentEvent.notice($0)) }
        let lease = StreamLease { [hub, metrics] in
            withExtendedLifetime(watched) {}
            hub.remove(client, session: session)
            metrics.count(.viewsConflated, by: client.update { $0.conflated })
            withExtendedLifetime(place) {}
        }
        let (headers, compressor) = encoding(request, context)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                try await self.write(client, to: &writer, of: request, compressor) { resume in
                    await self.join(client, session: session, after: resume)
                }
                withExtendedLifetime(lease) {}
            }
        )
    }

    /// Reads a session's state for a stream that begins, or has lost track.
    private func join(_ client: StreamHub.SessionClient, session: String, after resume: ResumePoint?) async {
        do {
            // The log may be another one than when the stream began.
            try await sessions.require(session)
            let state = try await SessionState.read(session, from: log, resume: resume) { hub.safePlace(for: $0) }
            hub.position.note(state.epoch, state.head)
            client.update { $0.joined(state) }
        } catch let error as SearchBusError where error.code == .unknownSession {
            client.end(ServerSentEvent.notice(error))
        } catch {
            let known =
                error as? SearchBusError ?? SearchBusError(.internalError, "The session's state cannot be read.")
            client.end(ServerSentEvent.notice(known))
        }
    }

    // MARK: The bus

    /// The stream of the bus, by topic prefixes.
    @Sendable func streamBus(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let query = request.query
        let prefixes = try query.topics()
        let session = try query.session()
        let asked = try query.sequence("after")
        let resume = Self.resumePoint(request)
        let page = try await log.latest(LatestQuery([TopicPrefix(.index)], limit: 1))
        hub.position.note(page.epoch, page.head)
        guard request.method != .head else { return Response(status: .ok, headers: Self.streamHeaders) }
        let (client, place) = try open(BusStreamStateMachine(pulse: pulse), context)
        var start = asked ?? page.head
        if let resume {
            start = resume.sequence
            if resume.epoch != page.epoch {
                start = .zero
                client.update {
                    $0.put(Self.trimmedMessage(SearchBusError(.epochChanged, "The log is now \(page.epoch).")))
                }
            }
        }
        hub.add(client)
        let watched = grants.add(context.grant) { client.end(ServerSentEvent.notice($0)) }
        let lease = StreamLease { [hub] in
            withExtendedLifetime(watched) {}
            hub.remove(client)
            withExtendedLifetime(place) {}
        }
        let first = min(start, page.head)
        client.update { $0.put(Self.startMessage(ResumePoint(epoch: page.epoch, sequence: first))) }
        let (headers, compressor) = encoding(request, context)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                let pump = Task {
                    await self.pump(prefixes, session: session, after: first, on: page.epoch, into: client)
                }
                defer {
                    pump.cancel()
                    client.end(nil)
                }
                // Its pieces are large, and may be compressed.
                try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try await self.write(client, to: &writer, of: request, compressor) { _ in }
                }
                withExtendedLifetime(lease) {}
            }
        )
    }

    /// Sends events as fast as the client reads them: first those on the log, a page at a time, then
    /// new ones.
    private func pump(
        _ prefixes: [TopicPrefix],
        session: String?,
        after start: SequenceNumber,
        on epoch: String,
        into client: StreamClient<BusStreamStateMachine>
    ) async {
        var (start, epoch) = (start, Optional(epoch))
        while !Task.isCancelled {
            do {
                start = try await catchUp(prefixes, session: session, after: start, on: epoch, client)
                let subscription = try await log.subscribe(to: prefixes, after: start)
                defer { subscription.cancel() }
                while true {
                    await client.waitForRoom { $0.isEmpty }
                    do {
                        let events = try await subscription.next()
                        let wanted = session == nil ? events : events.filter { $0.topic.session == session }
                        if let last = events.last(where: { $0.sequence > .zero }) {
                            hub.position.note(last.epoch, last.sequence)
                        }
                        if !wanted.isEmpty { client.update { $0.put(wanted) } }
                    } catch let error as SearchBusError where error.code == .trimmed {
                        client.update { $0.put(Self.trimmedMessage(error)) }
                    }
                }
            } catch let error as SearchBusError where error.code == .epochChanged {
                client.update { $0.put(Self.trimmedMessage(error)) }
                (start, epoch) = (.zero, nil)
            } catch {
                return client.end(nil)
            }
        }
    }

    /// Sends the events of the log.
    ///
    /// A subscription would fetch it into a queue of its own, whether the client reads or not; here a page is pending, and is
    /// counted.
    ///
    /// - Returns: The sequence number up to which the client has received everything.
    private func catchUp(
        _ prefixes: [TopicPrefix],
        session: String?,
        after start: SequenceNumber,
        on epoch: String?,
        _ client: StreamClient<BusStreamStateMachine>
    ) async throws -> SequenceNumber {
        var query = ReplayQuery(prefixes, session: session, after: start, limit: Self.pageSize)
        var epoch = epoch
        var isTrimmed = false
        while true {
            await client.waitForRoom { $0.isEmpty }
            try Task.checkCancellation()
            let page = try await log.replay(query)
            guard page.epoch == epoch ?? page.epoch else {
                throw SearchBusError(.epochChanged, "The log is now \(page.epoch).")
            }
            epoch = page.epoch
            if let trimmed = page.trimmed, !isTrimmed {
                isTrimmed = true
                let error = SearchBusError(.trimmed, "The log begins after \(trimmed).")
                client.update { $0.put(Self.trimmedMessage(error)) }
            }
            if !page.events.isEmpty { client.update { $0.put(page.events) } }
            query.after = page.through
            guard page.through < page.head else { return page.through }
        }
    }

    private static func trimmedMessage(_ error: SearchBusError) -> ByteBuffer {
        ServerSentEvent.message("trimmed", error.json.bytes)
    }

    /// The start of a stream.
    ///
    /// A client that loses the stream before its first event continues from here, and misses nothing.
    private static func startMessage(_ place: ResumePoint) -> ByteBuffer {
        let data: JSON = ["after": .string(place.sequence.description)]
        return ServerSentEvent.message("start", data.bytes, at: place)
    }

    // MARK: Opening

    /// Takes a place for a stream; the stream is cut if others need the memory.
    ///
    /// - Throws: `Problem` with status 429 if there is no place.
    func open<Machine: StreamStateMachine>(
        _ machine: Machine,
        _ context: GatewayContext
    ) throws -> (client: StreamClient<Machine>, place: StreamPlace) {
        let place = try streams.open(for: context.grant.identity, at: context.client)
        let client = StreamClient(machine, channel: context.channel) { place.hold($0) }
        place.onCut { [metrics, weak client] in
            metrics.count(.streamsCut)
            client?.cut()
        }
        return (client, place)
    }

    // MARK: Writing

    /// Writes a stream to its connection until it ends or the client disconnects.
    func write<Machine: StreamStateMachine>(
        _ client: StreamClient<Machine>,
        to writer: inout any ResponseBodyWriter,
        of request: Request,
        _ compressor: StreamCompressor?,
        join: @Sendable (ResumePoint?) async -> Void
    ) async throws {
        try await withTaskCancellationHandler {
            try await request.body.consumeWithInboundCloseHandler { _ in
                loop: while true {
                    switch await client.next() {
                    case .join(let resume): await join(resume)
                    case .write(var messages, let hasHeartbeat):
                        if hasHeartbeat { messages.append(ServerSentEvent.heartbeat(head: head)) }
                        let bytes = Self.joined(messages)
                        try await writer.write(compressor?.compress(bytes) ?? bytes)
                        client.written()
                    case .end: break loop
                    }
                }
                if let compressor { try await writer.write(compressor.end()) }
                try await writer.finish(nil)
            } onInboundClosed: {
                client.end(nil)
            }
        } onCancel: {
            client.end(nil)
        }
    }

    private var head: SequenceNumber { max(hub.position.head, hub.board.head ?? .zero) }

    /// One buffer is one write to the connection.
    private static func joined(_ messages: [ByteBuffer]) -> ByteBuffer {
        guard messages.count > 1, var buffer = messages.first else { return messages.first ?? ByteBuffer() }
        buffer.reserveCapacity(messages.reduce(0) { $0 + $1.readableBytes })
        for message in messages.dropFirst() { buffer.writeImmutableBuffer(message) }
        return buffer
    }

    // MARK: Routes

    static let streamRoutes = [
        Route(
            .get("/api/sessions/{session}/events", .permission(.view), "streamSession"),
            "The session's views as they change, as server-sent events: `view`, `outcome`, `reset`, "
                + "`app`, `health`, `heartbeat`, `notice`.",
            parameters: [resumeParameter],
            replies: [stream],
            problems: [404, 429],
            section: "#a-sessions-views",
            isQuick: true
        ) { $0.streamSession },
        Route(
            .get("/api/events", .permissionOfNamedSession(.log), "streamEvents"),
            "The bus itself, as server-sent events: `start`, `event`, `heartbeat`, `trimmed`.",
            parameters: [
                topicParameter, sessionParameter,
                .query(
                    "after",
                    .sequence,
                    "Only events after this sequence number; `0` is the beginning of the log. By default those from now on. `Last-Event-ID` takes precedence."
                ), resumeParameter,
            ],
            replies: [stream],
            problems: [429],
            section: "#the-bus"
        ) { $0.streamBus },
    ]

    private static let resumeParameter = Route.Parameter.header(
        "Last-Event-ID",
        .text(matching: "^[A-Za-z0-9_-]{1,64}-[0-9]{1,20}$"),
        "In the header: the `id` of the last event that was received."
    )
    private static let stream = Route.Reply(
        .ok,
        "The stream.",
        Route.Body(mediaType: "text/event-stream", shape: .eventStream)
    )
}
