// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A request to the gateway.
struct TransportRequest: Sendable, Hashable {
    var method: String
    /// The path with its query.
    var path: String
    var headers: [String: String] = [:]
    var body: [UInt8]?
}

/// An answer of the gateway; names of headers are in lower case.
struct TransportAnswer: Sendable, Hashable {
    var status: Int
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var isGood: Bool { (200..<300).contains(status) }
}

/// How requests reach the gateway.
///
/// Tests have one of their own.
protocol Transport: Sendable {
    /// Asks once.
    ///
    /// - Throws: Whatever keeps an answer from coming, and `CancellationError`.
    func call(_ request: TransportRequest) async throws -> TransportAnswer

    /// Asks for a stream, and returns when it has ended.
    ///
    /// - Parameters:
    ///   - request: What to ask.
    ///   - take: Is given the bytes as they come; a limited number waits for it meanwhile.
    /// - Returns: The answer, with a body where it is not a good one.
    /// - Throws: What keeps the stream from going on, what `take` throws, and `CancellationError`.
    func stream(
        _ request: TransportRequest,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> TransportAnswer
}
