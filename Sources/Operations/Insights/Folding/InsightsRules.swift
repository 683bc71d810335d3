// SPDX-License-Identifier: MIT

import AppModel

/// What counts as a search, and how much is kept of what is still going on.
public struct InsightsRules: Sendable, Hashable {
    /// How long a text must be unchanged to count as a search, in microseconds.
    public var pause: Int64 = 2_000_000
    /// After how long without an event a session is forgotten, in microseconds.
    public var idle: Int64 = 24 * 3_600_000_000
    /// How many sessions are remembered; beyond it those go that were idle longest.
    public var sessions = 20_000
    /// How many searches of a session are remembered beside those that are going on.
    public var recent = 8
    /// How many intents of a session wait for the answer that they led to.
    public var intents = 16
    /// The maximum number of bytes of a text, a value or a name; longer ones are truncated.
    public var textSize = 128
    /// The searchers of type `hits` that each searcher with a process searches for, itself or its members.
    public var members: [String: [String]]

    /// Takes what has to be known of an app.
    public init(_ app: App) {
        let units = app.searcherUnits.map { unit in
            (unit.name, app.members(of: unit).filter { $0.type == "hits" }.map(\.name))
        }
        self.init(members: Dictionary(units, uniquingKeysWith: { first, _ in first }))
    }

    /// - Parameter members: The searchers of type `hits` of each searcher with a process.
    public init(members: [String: [String]]) {
        self.members = members.filter { !$0.value.isEmpty }
    }

    /// The searcher with a process that searches for a searcher: itself, or one that it is a member of.
    func unit(of searcher: String) -> String {
        guard members[searcher] == nil else { return searcher }
        return members.filter { $0.value.contains(searcher) }.keys.min() ?? searcher
    }

    /// A text as searches are distinguished by it: in lower case, with single spaces, cut where it is long.
    public func normalised(_ text: String) -> String {
        cut(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased())
    }

    /// A text of no more bytes than are kept.
    public func cut(_ text: String) -> String {
        guard text.utf8.count > textSize else { return text }
        var kept = text[..<text.endIndex]
        // Characters, so that no half of one stays; one may be longer than all that is kept.
        while kept.utf8.count > textSize - 3 { kept = kept.dropLast() }
        return kept + "…"
    }
}
