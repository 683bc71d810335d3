// SPDX-License-Identifier: MIT

/// The sessions in which single searches of programs are made that have no session of their own.
///
/// They have requests and results and nothing else: they get no intents, no widget shows them, and nothing is searched in them
/// again. Their names begin with `search-`, which no other session's may.
public enum OneOffSession {
    /// What their names begin with.
    public static let prefix = "search-"

    /// The name of one of them.
    ///
    /// - Parameters:
    ///   - origin: The program that searches, so that the names of two programs differ: letters, digits, `_` and `-`, at most 40.
    ///   - place: Which of its searches in flight, from 1.
    /// - Returns: A name that no session of people has.
    public static func name(origin: String, place: Int) -> String { "\(prefix)\(origin)-\(place)" }

    public static func contains(_ session: String) -> Bool { session.utf8.starts(with: prefix.utf8) }
}
