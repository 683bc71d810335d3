// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Requests over HTTP, with connections that are kept and used again.
final class HTTPTransport: Transport {
    /// How many bytes an answer may have that is no stream.
    private static let answerLimit = 64 << 20
    /// After this time without a byte a connection is given up: a stream says something each five seconds, and an answer
    /// takes five at the most.
    private static let silenceLimit = TimeAmount.seconds(12)

    private let origin: String
    private let client: HTTPClient

    init(origin: String) {
        self.origin = origin
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: Self.silenceLimit)
        )
        // The gateway closes what says nothing for 15 s.
        configuration.connectionPool.idleTimeout = .seconds(10)
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
        let client = client
        Task.detached { try? await client.shutdown() }
    }

    func call(_ request: TransportRequest) async throws -> TransportAnswer {
        let response = try await client.execute(clientRequest(request), timeout: .seconds(30))
        return try await answer(response)
    }

    func stream(
        _ request: TransportRequest,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> TransportAnswer {
        let response = try await client.execute(clientRequest(request), deadline: .distantFuture)
        guard response.status == .ok else { return try await answer(response) }
        for try await bytes in response.body { try await take(Array(bytes.readableBytesView)) }
        return TransportAnswer(status: 200, headers: Self.headers(of: response))
    }

    private func clientRequest(_ request: TransportRequest) -> HTTPClientRequest {
        var result = HTTPClientRequest(url: origin + request.path)
        result.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { result.headers.add(name: name, value: value) }
        if let body = request.body { result.body = .bytes(ByteBuffer(bytes: body)) }
        return result
    }

    private func answer(_ response: HTTPClientResponse) async throws -> TransportAnswer {
        let body = try await response.body.collect(upTo: Self.answerLimit)
        return TransportAnswer(
            status: Int(response.status.code),
            headers: Self.headers(of: response),
            body: Array(body.readableBytesView)
        )
    }

    private static func headers(of response: HTTPClientResponse) -> [String: String] {
        Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }
}
