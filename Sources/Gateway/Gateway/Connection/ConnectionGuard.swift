// SPDX-License-Identifier: MIT

import NIOCore
import NIOHTTP1
import Wire

/// A request whose body exceeds the limit.
struct BodyTooLarge: Error {
    /// The limit in bytes.
    let limit: Int
}

/// The first and last handler of a connection's requests and responses: refuses foreign hosts before the request is
/// processed, closes clients that send slowly or without end or do not read responses, and puts the security header
/// fields on every response.
///
/// It works on one connection and on that connection's event loop only.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long a connection that is being closed may still send data, which is discarded.
    private static let lingerTime = TimeAmount.seconds(1)

    private let hosts: HostRule
    private let registry: ConnectionRegistry
    private let metrics: GatewayMetrics
    private let limits: GatewayConfiguration.Limits
    private var timer: ConnectionTimer
    private var bytes: ConnectionBytesHandler?
    private var context: ChannelHandlerContext?
    private var scheduled: Scheduled<Void>?
    private var scheduledFor: NIODeadline?
    private var load = ConnectionRegistry.Load()
    /// The sizes of the unanswered requests, oldest first.
    private var unanswered: [Int] = []
    /// The first bytes of the incoming request, which show the kind of client if its header is refused.
    private var beginning: [UInt8] = []
    private var bodySize = 0
    /// The maximum size in bytes of the incoming request's body.
    private var bodyLimit: Int
    private var isStream = false
    /// Whether a head was written whose body, of a known length, follows at once.
    private var isBodyComing = false
    private var mustClose = false
    /// Whether more requests arrived than may wait; the others are not read, and the connection ends after the responses.
    private var isOverrun = false
    private var isClosing = false

    init(
        hosts: HostRule,
        registry: ConnectionRegistry,
        metrics: GatewayMetrics,
        limits: GatewayConfiguration.Limits
    ) {
        self.hosts = hosts
        self.registry = registry
        self.metrics = metrics
        self.limits = limits
        bodyLimit = limits.bodySize
        timer = ConnectionTimer(
            patience: TimeAmount(limits.headerTime),
            takingTime: TimeAmount(limits.stuckTime)
        )
    }

    /// The handler at the socket that reports bytes to this one.
    func makeBytesHandler() -> ConnectionBytesHandler {
        let handler = ConnectionBytesHandler(self)
        bytes = handler
        return handler
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        scheduled?.cancel()
        scheduled = nil
        bytes = nil
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        scheduled?.cancel()
        scheduled = nil
        context.fireChannelInactive()
    }

    // MARK: Input

    /// Bytes arrived that are not decoded yet.
    func receivedBytes(_ buffer: ByteBuffer) {
        guard let context else { return }
        if beginning.count < ProblemPage.longestBeginning {
            beginning += buffer.readableBytesView.prefix(ProblemPage.longestBeginning - beginning.count)
        }
        timer.received(at: context.eventLoop.now)
        watch(context)
    }

    /// Whether more input of the client is read.
    var isReading: Bool { !isOverrun || isClosing }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing, !isOverrun else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            timer.receivedHead(at: context.eventLoop.now)
            bodySize = 0
            bodyLimit = limits.bodySize(at: head.uri)
            guard hosts.allows(hosts: head.headers["Host"], target: head.uri) else {
                let (message, remedy) = hosts.refusal(hosts: head.headers["Host"])
                let isPage = ProblemPage.isWanted(accept: head.headers["Accept"].joined(separator: ","))
                return refuse(SearchBusError(.forbiddenHost, message, remedy: remedy), asPage: isPage, context)
            }
            guard unanswered.count < limits.pipelinedRequests else {
                isOverrun = true
                timer.receivedEnd()
                return
            }
            unanswered.append(Self.size(of: head))
            account(context)
        case .body(let buffer):
            timer.receivedBody(bytes: buffer.readableBytes)
            bodySize += buffer.readableBytes
            guard bodySize <= bodyLimit else {
                mustClose = true
                if unanswered.isEmpty { return closeGently(context) }
                context.fireErrorCaught(BodyTooLarge(limit: bodyLimit))
                return
            }
            if !unanswered.isEmpty {
                unanswered[unanswered.count - 1] += buffer.readableBytes
                account(context)
            }
        case .end:
            beginning = []
            timer.receivedEnd()
            if unanswered.isEmpty { timer.answered() }
        }
        context.fireChannelRead(data)
    }

    /// The approximate memory of a request's header: its bytes, and the overhead of each field.
    private static func size(of head: HTTPRequestHead) -> Int {
        head.headers.reduce(512 + head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, unanswered.isEmpty else {
            context.fireErrorCaught(error)
            return
        }
        guard error == .headerOverflow else {
            let problem = SearchBusError(
                .malformedRequest,
                "The request is not HTTP/1.1.",
                remedy: "Send requests of HTTP/1.1."
            )
            return refuse(problem, context)
        }
        refuse(
            SearchBusError(
                .tooLarge,
                "The address and the header fields of the request have more than \(ByteSize(limits.headerSize)), "
                    + "or the fields are more than \(limits.headerFields).",
                remedy:
                    "Send less. A search whose state does not fit into an address is shared by a link to its session."
            ),
            status: .requestHeaderFieldsTooLarge,
            asPage: ProblemPage.isWanted(requestLine: beginning),
            context
        )
    }

    // MARK: Output

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            SecurityHeaders.add(to: &head.headers)
            if head.headers[canonicalForm: "connection"].contains("close") { mustClose = true }
            isStream = head.headers.first(name: "content-type") == "text/event-stream"
            isBodyComing = head.headers.contains(name: "content-length")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            isBodyComing = false
            context.write(data, promise: promise)
        case .end:
            isBodyComing = false
            context.write(data, promise: promise)
            isStream = false
            if !unanswered.isEmpty { unanswered.removeFirst() }
            timer.answered()
            account(context)
            if mustClose || (isOverrun && unanswered.isEmpty) { closeGently(context) }
        }
    }

    /// Flushes the written data, a head together with its body.
    func flush(context: ChannelHandlerContext) {
        if !isBodyComing { context.flush() }
    }

    /// Answers a request that no other handler has seen.
    private func refuse(
        _ error: SearchBusError,
        status: HTTPResponseStatus? = nil,
        asPage: Bool = false,
        _ context: ChannelHandlerContext
    ) {
        metrics.count(.refused, [error.code.rawValue])
        guard unanswered.isEmpty else {
            // Responses to earlier requests are in flight, and this one may not overtake them.
            context.close(promise: nil)
            return
        }
        let status = status ?? HTTPResponseStatus(statusCode: error.code.httpStatus)
        let problem = Problem(error, status: Int(status.code), title: status.reasonPhrase)
        let (mediaType, body) = problem.content(asPage: asPage)
        var headers: HTTPHeaders = [
            "Content-Type": mediaType, "Content-Length": "\(body.count)", "Connection": "close",
        ]
        SecurityHeaders.add(to: &headers)
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
            promise: nil
        )
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        closeGently(context)
    }

    /// Ends our half when the client has read the pending data, and gives it a moment to read: a closed socket with unread
    /// input would reset the connection and lose the response.
    private func closeGently(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        context.flush()
        let (channel, loop) = (context.channel, context.eventLoop)
        let ended = loop.makePromise(of: Void.self)
        context.close(mode: .output, promise: ended)
        ended.futureResult.whenComplete { _ in
            loop.scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
        }
        if isOverrun { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isClosing, case .inputClosed? = event as? ChannelEvent {
            context.close(promise: nil)
            return
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Bytes and time

    /// How much of the written data the client has read, and how much is pending.
    func sent(taken: Int, waiting: Int) {
        guard let context else { return }
        timer.taken(taken, moreWaits: waiting > 0, at: context.eventLoop.now)
        if load.waiting != waiting {
            load.waiting = waiting
            registry.update(load, of: context.channel)
        }
        watch(context)
    }

    private func account(_ context: ChannelHandlerContext) {
        load.isBusy = !unanswered.isEmpty
        load.received = unanswered.reduce(0, +)
        registry.update(load, of: context.channel)
    }

    private func watch(_ context: ChannelHandlerContext) {
        guard let deadline = timer.deadline, scheduled == nil || deadline < scheduledFor ?? deadline else { return }
        scheduled?.cancel()
        scheduledFor = deadline
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        scheduled = context.eventLoop.scheduleTask(deadline: deadline) {
            let (guardian, context) = bound.value
            guardian.look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        bytes?.look(context.channel)
        scheduled?.cancel()
        scheduled = nil
        guard let deadline = timer.deadline, deadline <= context.eventLoop.now else {
            watch(context)
            return
        }
        metrics.count(isStream ? .streamsCut : .connectionsCut)
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
