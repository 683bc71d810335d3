// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import SearchModel
import Wire

/// The searchers of an app that can be asked, by name, and which process each is asked through.
struct SearcherTable: Sendable {
    /// A searcher that answers by itself: one of records or of values.
    struct Entry: Sendable, Hashable {
        /// Whom its requests are addressed to: the `multi` searcher that it is a member of, or itself.
        let unit: String
        /// The index of the app file.
        let index: String
        /// The attribute whose values it searches; `nil` for one of records.
        let attribute: String?
        /// The name of its engine.
        let backend: String
        /// What clients may ask of it.
        let reach: SearcherReach
    }

    private let entries: [String: Entry]
    private let members: [String: [String]]
    private let ownBackends: Set<String>

    init(_ app: App) {
        ownBackends = Set(app.backends.filter { $0.type == BackendType.own.name }.map(\.name))
        var (entries, members): ([String: Entry], [String: [String]]) = ([:], [:])
        for searcher in app.searchers {
            let name = searcher.name
            guard let index = searcher.index else {
                members[name] = searcher.members
                continue
            }
            entries[name] = Entry(
                unit: app.unit(of: name)?.name ?? name,
                index: index,
                attribute: searcher.attribute,
                backend: searcher.backend,
                reach: app.reach(of: name)
            )
        }
        (self.entries, self.members) = (entries, members)
    }

    /// The names of all that can be asked, in order.
    var names: [String] { entries.keys.sorted() }

    /// Whether a program of one's own searches an index.
    func hasOwnEngine(index: String) -> Bool {
        entries.values.contains { $0.index == index && ownBackends.contains($0.backend) }
    }

    /// The first searcher by which a program of one's own searches an index: for records, or for values of an attribute.
    func ownSearcher(of index: String, attribute: String?) -> (name: String, entry: Entry)? {
        entries.sorted { $0.key < $1.key }.first { _, entry in
            entry.index == index && entry.attribute == attribute && ownBackends.contains(entry.backend)
        }.map { (name: $0.key, entry: $0.value) }
    }

    /// The searcher of a name.
    ///
    /// - Throws: `SearchBusError` with `unknown-addressee`, which names those that can be asked.
    func entry(_ name: String) throws -> Entry {
        if let entry = entries[name] { return entry }
        if let members = members[name] {
            throw SearchBusError(
                .unknownAddressee,
                "`\(name)` asks several searchers at once.",
                remedy: "Ask for them in one call: {\"requests\":[…]} with \(members.joined(separator: ", "))."
            )
        }
        throw SearchBusError(
            .unknownAddressee,
            "The app has no searcher `\(name.prefix(80))`.",
            remedy: "Use one of: \(names.joined(separator: ", "))."
        )
    }
}
