// SPDX-License-Identifier: MIT

import Synchronization
import Wire

/// The current problems of one process, by subject.
///
/// It may be used from any thread.
public final class ProblemBoard: Sendable {
    /// How many problems a process reports; further ones are dropped until others are resolved.
    public static let maxCount = 64

    private let problems = Mutex([String: ProcessProblem]())

    public init() {}

    /// Reports a problem, or replaces the error of one that is there; its start stays.
    public func report(_ error: SearchBusError, subject: String, now: Timestamp = .now()) {
        problems.withLock { problems in
            guard problems[subject] != nil || problems.count < Self.maxCount else { return }
            let since = problems[subject]?.since ?? now.description
            problems[subject] = ProcessProblem(subject: subject, error: error, since: since)
        }
    }

    /// Removes a problem that no longer holds; does nothing for an unknown subject.
    public func resolve(subject: String) {
        problems.withLock { _ = $0.removeValue(forKey: subject) }
    }

    /// The problems, sorted by subject.
    public var all: [ProcessProblem] {
        problems.withLock { $0.values.sorted { $0.subject < $1.subject } }
    }
}

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
