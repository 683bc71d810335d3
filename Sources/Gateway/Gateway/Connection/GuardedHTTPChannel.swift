// SPDX-License-Identifier: MIT

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Hummingbird's HTTP/1 connection with a guard around it.
struct GuardedHTTPChannel: ServerChildChannel {
    /// The system's buffer size for a client that does not read.
    ///
    /// A client beyond it is detected. The system reports free space by a third of it, so it also determines how slow a
    /// reader may be and still count as reading.
    private static let sendBuffer: SocketOptionValue = 64 << 10

    let inner: HTTP1Channel
    let registry: ConnectionRegistry
    let makeGuard: @Sendable () -> ConnectionGuard

    init(
        responder: @escaping HTTPChannelHandler.Responder,
        limits: GatewayConfiguration.Limits,
        registry: ConnectionRegistry,
        makeGuard: @escaping @Sendable () -> ConnectionGuard
    ) {
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: limits.headerSize,
            maxHeaderListSize: limits.headerSize,
            maxHeaderFieldCount: limits.headerFields
        )
        inner = HTTP1Channel(
            responder: responder,
            configuration: .init(idleTimeout: TimeAmount(limits.idleTime), httpDecoderConfiguration: decoder)
        )
        self.registry = registry
        self.makeGuard = makeGuard
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        registry.opened(channel)
        channel.closeFuture.whenComplete { _ in registry.closed(channel) }
        return inner.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let guardian = makeGuard()
            try pipeline.addHandler(guardian, position: .after(decoder))
            try pipeline.addHandler(guardian.makeBytesHandler(), position: .first)
            try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await inner.handle(value: value, logger: logger)
        }
    }
}
