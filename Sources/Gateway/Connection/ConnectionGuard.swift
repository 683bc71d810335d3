// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore
import NIOHTTP1
import Wire

/// A request whose body is larger than any that is wanted.
struct BodyTooLarge: Error {}

/// The first and last that a connection's requests and responses meet: refuses foreign hosts before anything looks at the
/// request, cuts clients that drip or send without end, and puts the security header fields on every response.
///
/// It works on one connection and on that connection's event loop only.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long a connection that is to be closed may go on sending what nobody reads.
    private static let lingerTime = TimeAmount.seconds(1)

    private let hosts: HostRule
    private let registry: ConnectionRegistry
    private let metrics: GatewayMetrics
    private let bodyLimit: Int
    private var timer: ConnectionTimer
    private var scheduled: Scheduled<Void>?
    private var unanswered = 0
    private var bodySize = 0
    private var mustClose = false
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
        bodyLimit = limits.bodySize
        timer = ConnectionTimer(patience: TimeAmount(limits.headerTime))
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        scheduled?.cancel()
        scheduled = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        scheduled?.cancel()
        scheduled = nil
        context.fireChannelInactive()
    }

    // MARK: What comes in

    /// Bytes came in that are not decoded yet.
    func receivedBytes(context: ChannelHandlerContext) {
        timer.received(at: context.eventLoop.now)
        watch(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            timer.receivedHead(at: context.eventLoop.now)
            bodySize = 0
            guard hosts.allows(hosts: head.headers["Host"], target: head.uri) else {
                refuse(
                    SearchBusError(.forbiddenHost, "The request is not addressed to a name of this gateway."),
                    context
                )
                return
            }
            unanswered += 1
            registry.setBusy(true, context.channel)
        case .body(let buffer):
            timer.receivedBody(bytes: buffer.readableBytes)
            bodySize += buffer.readableBytes
            guard bodySize <= bodyLimit else {
                mustClose = true
                if unanswered == 0 { return closeGently(context) }
                context.fireErrorCaught(BodyTooLarge())
                return
            }
        case .end:
            timer.receivedEnd()
            if unanswered == 0 { timer.answered() }
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, unanswered == 0 else {
            context.fireErrorCaught(error)
            return
        }
        let isTooLarge = error == .headerOverflow
        refuse(
            SearchBusError(
                isTooLarge ? .tooLarge : .malformedCommand,
                isTooLarge ? "The request's header is too large." : "The request is not HTTP.",
                remedy: isTooLarge ? nil : "Send requests of HTTP/1.1."
            ),
            status: isTooLarge ? .requestHeaderFieldsTooLarge : .badRequest,
            context
        )
    }

    // MARK: What goes out

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            SecurityHeaders.add(to: &head.headers)
            if head.headers[canonicalForm: "connection"].contains("close") { mustClose = true }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            unanswered = max(0, unanswered - 1)
            timer.answered()
            if unanswered == 0 { registry.setBusy(false, context.channel) }
            if mustClose { closeGently(context) }
        }
    }

    /// Answers a request that nobody else has seen.
    private func refuse(
        _ error: SearchBusError,
        status: HTTPResponseStatus? = nil,
        _ context: ChannelHandlerContext
    ) {
        metrics.refused(error.code)
        guard unanswered == 0 else {
            // Answers to earlier requests are under way, and this one may not overtake them.
            context.close(promise: nil)
            return
        }
        let status = status ?? HTTPResponseStatus(statusCode: error.code.httpStatus)
        let body = Problem(error, status: Int(status.code), title: status.reasonPhrase).json.bytes
        var headers: HTTPHeaders = [
            "Content-Type": Problem.mediaType, "Content-Length": "\(body.count)", "Connection": "close",
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

    /// Ends our half and gives the client a moment to read: a closed socket with unread input would reset the
    /// connection and take the answer with it.
    private func closeGently(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        context.flush()
        context.close(mode: .output, promise: nil)
        scheduled?.cancel()
        let channel = context.channel
        scheduled = context.eventLoop.scheduleTask(in: Self.lingerTime) { channel.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isClosing, case .inputClosed? = event as? ChannelEvent {
            context.close(promise: nil)
            return
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Time

    private func watch(_ context: ChannelHandlerContext) {
        guard scheduled == nil, let deadline = timer.deadline else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        scheduled = context.eventLoop.scheduleTask(deadline: deadline) {
            let (guardian, context) = bound.value
            guardian.look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        scheduled = nil
        guard let deadline = timer.deadline, deadline <= context.eventLoop.now else {
            watch(context)
            return
        }
        metrics.cutConnection()
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
