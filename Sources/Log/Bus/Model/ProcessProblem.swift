// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A condition that keeps a running process from doing part of its work: a full disk, a busy index, a damaged file.
///
/// A process lists its problems in the member `problems` of its status event for as long as they last. `/readyz`,
/// `searchbus status` and the console show them.
public struct ProcessProblem: Sendable, Hashable {
    /// The member of a status event that lists a process's problems.
    public static let member = "problems"

    /// What is affected, unique within the process: `index products`, `append`.
    public let subject: String
    /// What happened, with the remedy.
    public let error: SearchBusError
    /// When it began, in RFC 3339; empty where the process did not report it.
    public let since: String

    public init(subject: String, error: SearchBusError, since: String) {
        (self.subject, self.error, self.since) = (subject, error, since)
    }

    /// The problems in a status event's data; invalid entries are left out.
    public static func list(inStatus data: JSON) -> [ProcessProblem] {
        (data[member]?.array ?? []).prefix(ProblemBoard.maxCount).compactMap { try? ProcessProblem(json: $0) }
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
