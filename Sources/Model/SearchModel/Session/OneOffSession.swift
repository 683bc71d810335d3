// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The sessions in which single searches of programs are made that have no session of their own.
///
/// They have requests and results and nothing else: nobody sends them intents, no widget shows them, and nothing is searched in them
/// again. Their names begin with `search-`, which no other session's may.
public enum OneOffSession {
    /// What their names begin with.
    public static let prefix = "search-"

    /// The name of one of them.
    ///
    /// - Parameters:
    ///   - origin: Whoever makes the searches, so that two of them never meet: letters, digits, `_` and `-`, 40 at the most.
    ///   - place: Which of its searches under way, from 1.
    /// - Returns: A name that no session of people has.
    public static func name(origin: String, place: Int) -> String { "\(prefix)\(origin)-\(place)" }

    /// Whether a session is one of them.
    public static func contains(_ session: String) -> Bool { session.utf8.starts(with: prefix.utf8) }
}
