// SPDX-License-Identifier: MIT

import CCurl

/// An HTTP client over libcurl, with connections that are kept and shared.
///
/// It may be used from any task. Proxies of the environment are not used.
public final class CurlClient: Sendable {
    public struct Configuration: Sendable {
        /// How long a connection may take to be made, its TLS handshake included.
        public var connectTimeout: Duration
        /// How many connections one host is asked over at the same time; more requests wait for one.
        public var connectionsPerHost: Int
        /// How many bytes a response's body may have.
        public var responseLimit: Int
        /// The file of certificates to trust instead of the system's, in PEM form; `nil` for the system's.
        public var certificateAuthority: String?

        public init(
            connectTimeout: Duration = .seconds(5),
            connectionsPerHost: Int = 8,
            responseLimit: Int,
            certificateAuthority: String? = nil
        ) {
            self.connectTimeout = connectTimeout
            self.connectionsPerHost = connectionsPerHost
            self.responseLimit = responseLimit
            self.certificateAuthority = certificateAuthority
        }
    }

    private let configuration: Configuration
    private let loop: TransferLoop

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        loop = TransferLoop(connectionsPerHost: configuration.connectionsPerHost)
    }

    deinit { loop.stop() }

    /// Sends a request and waits for the whole response; a cancelled task's request is broken off, down to the socket.
    ///
    /// - Throws: `HTTPFailure`.
    public func send(_ request: HTTPRequest, timeout: Duration) async throws(HTTPFailure) -> HTTPResponse {
        let transfer = try Transfer(request, configuration, timeout: timeout)
        let ticket = loop.makeTicket()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.start(transfer, ticket) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        return try result.get()
    }

    /// Sends a request on the calling thread and waits for the whole response.
    ///
    /// - Throws: `HTTPFailure`.
    public static func send(
        _ request: HTTPRequest,
        _ configuration: Configuration,
        timeout: Duration
    ) throws(HTTPFailure) -> HTTPResponse {
        let transfer = try Transfer(request, configuration, timeout: timeout)
        return try transfer.result(curl_easy_perform(transfer.handle)).get()
    }
}
