// SPDX-License-Identifier: MIT
// Part of SearchBus.

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

    /// Removes a problem that no longer holds; does nothing where there is none.
    public func resolve(subject: String) {
        problems.withLock { _ = $0.removeValue(forKey: subject) }
    }

    /// The problems, sorted by subject.
    public var all: [ProcessProblem] {
        problems.withLock { $0.values.sorted { $0.subject < $1.subject } }
    }
}
