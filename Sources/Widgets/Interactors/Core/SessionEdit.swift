// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A session's state as an intent's rule changes it, with what an intent may ask for beside the state.
///
/// The state store passes one to the rule of an intent's addressee, and compares: a rule that leaves it unchanged has
/// changed nothing, and one that throws has rejected the intent.
public struct SessionEdit: Sendable, Hashable {
    /// Whose edit a text is, so that the browser that typed it can tell an echo of its own from another's text.
    public struct Editor: Sendable, Hashable {
        /// The browser, by a name of its own.
        public let client: String
        /// The number that the browser gave the edit.
        public let edit: Int?

        public init(client: String, edit: Int? = nil) {
            self.client = client
            self.edit = edit
        }
    }

    /// What the session asks for.
    public internal(set) var state: SessionState
    /// The editor of each searcher's text, if it is known.
    public internal(set) var editors: [String: Editor]
    /// What widgets of one's own want each searcher to count.
    public internal(set) var needs: [String: SearchNeeds]
    /// The searchers that are to search again even where nothing changed.
    public internal(set) var again: Set<String>
    /// What the session as a whole is asked for, in place of every change made here.
    public private(set) var step: Intent?

    public init(_ state: SessionState, editors: [String: Editor] = [:], needs: [String: SearchNeeds] = [:]) {
        self.state = state
        self.editors = editors
        self.needs = needs
        again = []
    }

    /// Asks the session itself: to `undo`, `redo`, `reset` or `restore`.
    public mutating func ask(session intent: Intent) { step = intent }

    /// Replaces the whole state; its texts have no editors.
    public mutating func replace(with other: SessionState) {
        state = other
        editors = [:]
    }
}

// MARK: - Searchers

extension SessionEdit {
    /// Makes a text the query of searchers, from their first pages.
    ///
    /// - Throws: `SearchBusError` with `too-large` for a text that is too long.
    public mutating func setQuery(_ query: String, of searchers: [String], by editor: Editor? = nil) throws {
        try Self.check(query)
        for name in searchers {
            guard let known = state.searchers[name] else { continue }
            if known.query != query {
                state.searchers[name]?.query = query
                state.searchers[name]?.page = 0
                editors[name] = editor
            } else if let editor {
                editors[name] = editor
            }
        }
    }

    /// Checks that a text can be a query.
    ///
    /// - Throws: `SearchBusError` with `too-large` for a text that is too long.
    static func check(_ query: String) throws {
        guard query.utf8.count <= SessionLimits.query else {
            throw SearchBusError(
                .tooLarge,
                "`query` has \(query.utf8.count) bytes; at most \(SessionLimits.query) are allowed.",
                remedy: "Search for less text."
            )
        }
    }

    /// Asks searchers to search again, whatever they have searched last.
    public mutating func searchAgain(_ searchers: [String]) {
        again.formUnion(searchers.filter { state.searchers[$0] != nil })
    }

    /// Lets searchers count more than before.
    ///
    /// - Throws: `JSONError` where that would be too much.
    mutating func addNeeds(_ more: SearchNeeds, of searchers: [String]) throws {
        for name in searchers where state.searchers[name] != nil {
            var all = needs[name] ?? SearchNeeds()
            all.formUnion(more)
            needs[name] = try SearchNeeds(json: all.json)
        }
    }

    /// Sets one parameter of searchers, or without a value takes it away; another answer begins on its first page.
    ///
    /// - Throws: `JSONError` where the parameters would be too many.
    public mutating func setParameter(_ name: String, _ value: JSON?, of searchers: [String]) throws {
        for searcher in searchers {
            guard let known = state.searchers[searcher], known.parameters[name] != value else { continue }
            var changed = known
            changed.parameters[name] = value
            changed.page = 0
            try changed.checkLimits(relativeTo: known)
            state.searchers[searcher] = changed
        }
    }

    mutating func change(_ searcher: String, _ change: (inout SearcherState) -> Void) {
        guard var known = state.searchers[searcher] else { return }
        change(&known)
        state.searchers[searcher] = known
    }
}

// MARK: - Filter states

extension SessionEdit {
    /// A filter state as it is now.
    ///
    /// - Throws: `SearchBusError` with `unknown-addressee` where the app has none of this name.
    public func filters(_ name: String) throws -> FilterState {
        guard let filters = state.filters[name] else {
            throw SearchBusError(.unknownAddressee, "There is no filter state `\(name)`.")
        }
        return filters
    }

    /// Changes a filter state, if it stays within its limits.
    ///
    /// - Throws: `SearchBusError` with `too-large` where it would grow beyond them; what the change throws.
    public mutating func changeFilters(_ name: String, _ change: (inout FilterState) throws -> Void) throws {
        let before = try filters(name)
        var after = before
        try change(&after)
        guard after != before else { return }
        do {
            try after.checkLimits(relativeTo: before)
        } catch {
            throw SearchBusError(
                .tooLarge,
                "filter state `\(name)`: \(error)",
                remedy: "Filter by shorter values, or remove some filters first."
            )
        }
        state.filters[name] = after
    }
}

extension SessionEdit.Editor {
    static let members = [
        Schema.Member("client", .text(maximum: 64), "The client that typed the text, by a name of its choice."),
        Schema.Member("edit", .count, "The number that the client gave the edit."),
    ]

    var json: [(String, JSON)] {
        [("client", .string(client))] + (edit.map { [("edit", JSON($0))] } ?? [])
    }
}
