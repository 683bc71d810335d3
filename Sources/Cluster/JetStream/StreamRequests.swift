// SPDX-License-Identifier: MIT

import NATS
import Wire

/// Requests to servers of NATS JetStream, as NATS documents them.
struct StreamRequests: Sendable {
    /// What a request was answered with.
    enum Answer {
        case done(JSON)
        /// The server's code and its words.
        case refused(Int, String)
    }

    /// What the servers say where a stream of the name has another configuration, where there is no such stream, and where it has
    /// no such message.
    static let nameInUse = 10_058
    static let unknownStream = 10_059
    static let unknownMessage = 10_037
    private static let patience: Int64 = 5000

    let connection: NATSConnection

    /// Asks who leads the servers.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable` without a response.
    func ask(_ request: String, _ question: JSON? = nil) throws -> Answer {
        do {
            return try ask(request, question, milliseconds: Self.patience)
        } catch let error as NATSError {
            throw SearchBusError(.journalUnavailable, "The servers do not answer: \(error).")
        }
    }

    /// Asks who leads the servers, and waits so long for the answer.
    ///
    /// - Throws: `NATSError` without a response.
    func ask(_ request: String, _ question: JSON? = nil, milliseconds: Int64) throws -> Answer {
        let payload = question?.bytes ?? []
        return Self.answer(
            try connection.request("$JS.API.\(request)", payload, milliseconds: milliseconds).payload
        )
    }

    /// Asks, where a refusal is nothing that may happen.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    func insist(_ request: String, _ question: JSON? = nil) throws -> JSON {
        switch try ask(request, question) {
        case .done(let json): return json
        case .refused(let code, let words):
            throw SearchBusError(.journalUnavailable, "The servers refuse \(request): \(words) (\(code)).")
        }
    }

    /// Has a message stored; returns once it has a number.
    ///
    /// - Throws: `NATSError` without a response: it may be stored or not.
    func store(
        _ payload: [UInt8],
        on subject: String,
        headers: [(String, String)],
        milliseconds: Int64
    ) throws -> Answer {
        let answer = try connection.request(subject, headers: headers, payload, milliseconds: milliseconds)
        return Self.answer(answer.payload)
    }

    /// One message of a stream, from whichever server has it; `nil` where the one that answered has none.
    ///
    /// - Throws: `NATSError` without a response.
    func message(of stream: String, _ question: JSON, milliseconds: Int64) throws -> NATSMessage? {
        let answer = try connection.request("$JS.API.DIRECT.GET.\(stream)", question.bytes, milliseconds: milliseconds)
        return answer.header("Status") == nil ? answer : nil
    }

    private static func answer(_ bytes: [UInt8]) -> Answer {
        guard let json = try? JSON(parsing: bytes) else { return .refused(0, "an answer that is not JSON") }
        guard let error = json["error"] else { return .done(json) }
        return .refused(error["err_code"]?.int ?? 0, error["description"]?.string ?? "no reason")
    }
}
