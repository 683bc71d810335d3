// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore

/// Stands before the HTTP decoder and tells the guard that bytes came, even those that are no whole header yet.
final class ByteArrivalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let guardian: ConnectionGuard

    init(_ guardian: ConnectionGuard) {
        self.guardian = guardian
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guardian.receivedBytes(context: context)
        context.fireChannelRead(data)
    }
}
