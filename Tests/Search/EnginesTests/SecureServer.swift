// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOCore
import NIOPosix
import NIOSSL

/// A little HTTPS server on the loopback address, with a certificate that nobody has signed but itself.
final class SecureServer: Sendable {
    private let channel: any Channel

    /// Listens on a free port; every question is answered with an empty object.
    init() async throws {
        let certificate = try NIOSSLCertificate(bytes: Array(Self.certificate.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem)
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)],
                privateKey: .privateKey(key)
            )
        )
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(NIOSSLServerHandler(context: tls), Answering())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var url: String { "https://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    func stop() async throws { try await channel.close() }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    /// Made for these tests, for `localhost`, for a hundred years.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUKeeOt7byQUYhDi3/BKd18I/Wv2IwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA4MjYwMVoYDzIxMjYxMDI5
        MDgyNjAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQobWsI+jTKFrH4plfVta2CHMGZ0aLs2Yv9sWvHA/HK3iymAa/ZfUWr
        s64dTX4Qi+qtCDNrZU0aqIEJs0601L/3o28wbTAdBgNVHQ4EFgQUKfQFHzs4ailv
        jSa+rP8gMGIxKwwwHwYDVR0jBBgwFoAUKfQFHzs4ailvjSa+rP8gMGIxKwwwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgOTsll5D/h5SdjlCvsl+YpSC/q2rND4NCkcfS07uxXc8CIQDD
        GVLYwDu6rwt5JmlUtbxoxGUd6y5vIJ5YafPXRcAolQ==
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVCBhJu+lou/phGbN
        VozuH+7GD6nnPjHbLJEayU+uHIShRANCAAQobWsI+jTKFrH4plfVta2CHMGZ0aLs
        2Yv9sWvHA/HK3iymAa/ZfUWrs64dTX4Qi+qtCDNrZU0aqIEJs0601L/3
        -----END PRIVATE KEY-----
        """
}
