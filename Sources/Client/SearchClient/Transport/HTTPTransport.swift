// SPDX-License-Identifier: MIT

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests over HTTP, with persistent connections.
final class HTTPTransport: Transport {
    /// The maximum size in bytes of a response that is not a stream.
    private static let answerLimit = 64 << 20
    /// After this time without a byte a connection is closed: a stream has a heartbeat every five seconds, and a response
    /// takes at most five.
    private static let silenceLimit = 12.0
    private static let answerTimeout = Duration.seconds(30)

    private let origin: String
    private let session: URLSession
    private let receiver = ResponseReceiver()

    init(origin: String) {
        self.origin = origin
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = Self.silenceLimit
        session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    func call(_ request: TransportRequest) async throws -> TransportAnswer {
        try await withThrowingTaskGroup(of: TransportAnswer.self) { group in
            group.addTask { try await self.exchange(request, taking: nil) }
            group.addTask {
                try await Task.sleep(for: Self.answerTimeout)
                throw URLError(.timedOut)
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    func stream(
        _ request: TransportRequest,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> TransportAnswer {
        try await exchange(request, taking: take)
    }

    /// Sends a request; the body of a response of status 200 goes to `take` if given, any other into the response.
    private func exchange(
        _ request: TransportRequest,
        taking take: (@Sendable ([UInt8]) async throws -> Void)?
    ) async throws -> TransportAnswer {
        var answer = TransportAnswer(status: 0)
        let task = session.dataTask(with: try urlRequest(request))
        for try await part in receiver.parts(of: task) {
            switch part {
            case .head(let head): answer = head
            case .bytes(let bytes):
                defer { receiver.noteRead(bytes.count, of: task) }
                if let take, answer.status == 200 {
                    try await take(bytes)
                } else {
                    guard answer.body.count + bytes.count <= Self.answerLimit else {
                        throw URLError(.dataLengthExceedsMaximum)
                    }
                    answer.body += bytes
                }
            }
        }
        try Task.checkCancellation()
        return answer
    }

    private func urlRequest(_ request: TransportRequest) throws -> URLRequest {
        guard let url = URL(string: origin + request.path) else { throw URLError(.badURL) }
        var result = URLRequest(url: url)
        result.httpMethod = request.method
        for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
        result.httpBody = request.body.map { Data($0) }
        return result
    }
}
