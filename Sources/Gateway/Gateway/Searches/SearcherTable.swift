// SPDX-License-Identifier: MIT

import AppModel
import SearchModel
import Wire

/// The searchers of an app that can be asked, by name: those of records and those of values.
struct SearcherTable: Sendable {
    private let app: App
    private let reaches: [String: SearcherReach]

    init(_ app: App) {
        self.app = app
        let reaches = app.searchers.map { ($0.name, app.reach(of: $0.name)) }
        self.reaches = Dictionary(reaches, uniquingKeysWith: { first, _ in first })
    }

    /// The names of all that can be asked, in order.
    var names: [String] { app.searchers.filter { $0.index != nil }.map(\.name).sorted() }

    /// The searchers by which programs of one's own search an index, in the order of their names.
    func own(of index: String) -> [Searcher] {
        app.searchers.filter { $0.index == index && app.backend($0.backend)?.type == BackendType.own.name }
            .sorted { $0.name < $1.name }
    }

    /// Whom a searcher's requests are addressed to: the `multi` searcher that it is a member of, or itself.
    func unit(of searcher: Searcher) -> String { app.unit(of: searcher.name)?.name ?? searcher.name }

    /// What clients may ask of a searcher.
    func reach(of searcher: Searcher) -> SearcherReach {
        reaches[searcher.name] ?? app.reach(of: searcher.name)
    }

    /// The searcher of a name, and its index in the app file.
    ///
    /// - Throws: `SearchBusError` with `unknown-addressee`, which names those that can be asked.
    func entry(_ name: String) throws -> (searcher: Searcher, index: String) {
        guard let searcher = app.searcher(name) else {
            throw SearchBusError(
                .unknownAddressee,
                "The app has no searcher `\(name.prefix(80))`.",
                remedy: "Use one of: \(names.joined(separator: ", "))."
            )
        }
        guard let index = searcher.index else {
            throw SearchBusError(
                .unknownAddressee,
                "`\(name)` asks several searchers at once.",
                remedy:
                    "Ask for them in one call: {\"requests\":[…]} with \(searcher.members.joined(separator: ", "))."
            )
        }
        return (searcher, index)
    }
}
