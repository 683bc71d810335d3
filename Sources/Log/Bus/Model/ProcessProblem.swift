// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A condition that keeps a running process from doing part of its work: a full disk, a busy index, a damaged file.
///
/// A process lists its problems in the member `problems` of its status event for as long as they last. `/readyz`,
/// `searchbus status` and the console show them.
public struct ProcessProblem: Sendable, Hashable {
    /// What is affected, unique within the process: `index products`, `append`.
    public let subject: String
    public let error: SearchBusError
    /// When it began, in RFC 3339; empty where the process did not report it.
    public let since: String

    public init(subject: String, error: SearchBusError, since: String) {
        (self.subject, self.error, self.since) = (subject, error, since)
    }
}

extension ProcessProblem: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            subject: try json.requiredString("subject"),
            error: try SearchBusError(json: json),
            since: json["since"]?.string ?? ""
        )
    }

    public var json: JSON {
        [
            "subject": .string(subject), "code": .string(error.code.rawValue), "message": .string(error.message),
            "remedy": .string(error.remedy), "since": .string(since),
        ]
    }
}
