// SPDX-License-Identifier: MIT

import Bus
import Hummingbird
import HummingbirdCore
import Wire

extension Request {
    /// The parameters after the question mark, where a plus sign is a space.
    ///
    /// A value with invalid encoding is unchanged, and names always are.
    var query: Parameters {
        guard let text = uri.query, text.utf8.contains(UInt8(ascii: "+")) else { return uri.queryParameters }
        return URI("/?" + text.replacing("+", with: "%20")).queryParameters
    }
}

/// The parameters that the gateway reads in a query.
extension Parameters {
    /// An integer within bounds.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    func integer(_ name: String, in bounds: ClosedRange<Int>, default value: Int) throws -> Int {
        guard let text = get(name) else { return value }
        guard let number = Int(text), bounds.contains(number) else {
            throw SearchBusError(
                .invalidArgument,
                "`\(name)` is not a whole number from \(bounds.lowerBound) to \(bounds.upperBound)."
            )
        }
        return number
    }

    /// A sequence number.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    func sequence(_ name: String) throws -> SequenceNumber? {
        guard let text = get(name) else { return nil }
        guard let sequence = SequenceNumber(text) else {
            throw SearchBusError(.invalidArgument, "`\(name)` is not a sequence number of up to 20 digits.")
        }
        return sequence
    }

    /// The requested topic prefixes; by default every topic.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic`.
    func topics() throws -> [TopicPrefix] {
        let texts = getAll("topic")
        guard texts.count <= 32 else { throw SearchBusError(.invalidArgument, "At most 32 topics are allowed.") }
        let prefixes = try texts.map { try TopicPrefix(parsing: $0) }
        return prefixes.isEmpty ? [.all] : prefixes
    }

    /// The requested session, if any.
    ///
    /// - Throws: `SearchBusError` with `invalid-session`.
    func session() throws -> String? {
        guard let session = get("session") else { return nil }
        guard Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "Invalid session ID in `session`.")
        }
        return session
    }
}
