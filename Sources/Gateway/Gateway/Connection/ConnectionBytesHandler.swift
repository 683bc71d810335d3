// SPDX-License-Identifier: MIT

import NIOCore

/// Counts bytes between the socket and HTTP for the guard: received ones, even before a header is complete,
/// and pending ones that the client does not read.
final class ConnectionBytesHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let guardian: ConnectionGuard
    private var written = 0

    init(_ guardian: ConnectionGuard) {
        self.guardian = guardian
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guardian.receivedBytes(unwrapInboundIn(data))
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if guardian.isReading { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        look(context.channel)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        look(context.channel)
        context.fireChannelWritabilityChanged()
    }

    /// Checks how much of the written data is still pending; the guard calls this when its timer expires.
    func look(_ channel: any Channel) {
        guard channel.isActive, let options = channel.syncOptions,
            let waiting = try? options.getOption(.bufferedWritableBytes)
        else { return }
        guardian.sent(taken: written - waiting, waiting: waiting)
    }
}

@available(*, unavailable)
extension ConnectionBytesHandler: Sendable {}
