// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore

/// Stands between the socket and HTTP, and tells the guard of bytes: those that came, even where they are no whole header
/// yet, and those that wait because the client does not take them.
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

    /// Sees how much of what was written still waits; the guard asks when the time comes to cut.
    func look(_ channel: any Channel) {
        guard channel.isActive, let options = channel.syncOptions,
            let waiting = try? options.getOption(.bufferedWritableBytes)
        else { return }
        guardian.sent(taken: written - waiting, waiting: waiting)
    }
}

@available(*, unavailable)
extension ConnectionBytesHandler: Sendable {}
