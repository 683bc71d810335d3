// SPDX-License-Identifier: MIT

/// A request to the gateway.
struct TransportRequest: Sendable, Hashable {
    var method: String
    /// The path with its query.
    var path: String
    var headers: [String: String] = [:]
    var body: [UInt8]?
}

/// A response of the gateway; names of headers are in lower case.
struct TransportAnswer: Sendable, Hashable {
    var status: Int
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var isGood: Bool { (200..<300).contains(status) }
}

/// Sends requests to the gateway.
///
/// Tests have one of their own.
protocol Transport: Sendable {
    /// Sends a request once.
    ///
    /// - Throws: Errors of the connection, and `CancellationError`.
    func call(_ request: TransportRequest) async throws -> TransportAnswer

    /// Requests a stream, and returns when it has ended.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - take: Receives the bytes; a limited number is buffered meanwhile.
    /// - Returns: The response, with a body if it is an error.
    /// - Throws: Errors of the connection, errors of `take`, and `CancellationError`.
    func stream(
        _ request: TransportRequest,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> TransportAnswer
}
