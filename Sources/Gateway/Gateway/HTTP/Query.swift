// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Hummingbird
import HummingbirdCore
import Wire

extension Request {
    /// The parameters after the question mark, where a plus sign is a space.
    ///
    /// A value that is not well encoded stands as it was sent, and names stand so always.
    var query: Parameters {
        guard let text = uri.query, text.utf8.contains(UInt8(ascii: "+")) else { return uri.queryParameters }
        return URI("/?" + text.replacing("+", with: "%20")).queryParameters
    }
}

/// What the gateway reads in a query.
extension Parameters {
    /// A whole number within bounds.
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

    /// A place on the log.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    func sequence(_ name: String) throws -> SequenceNumber? {
        guard let text = get(name) else { return nil }
        guard let sequence = SequenceNumber(text) else {
            throw SearchBusError(.invalidArgument, "`\(name)` is not a sequence number of up to 20 digits.")
        }
        return sequence
    }

    /// The topic prefixes asked for; every topic where none is.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic`.
    func topics() throws -> [TopicPrefix] {
        let texts = getAll("topic")
        guard texts.count <= 32 else { throw SearchBusError(.invalidArgument, "More than 32 topics are asked for.") }
        let prefixes = try texts.map { try TopicPrefix(parsing: $0) }
        return prefixes.isEmpty ? [.all] : prefixes
    }

    /// The session asked for, if one is.
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
