// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Interactors
import SearchIndex
import SearchModel

/// An app that can be started for a measurement, and what people type into it.
struct AppGround {
    let subject: Bench.Subject
    let executables: String

    var box: String? { subject.app.widgets.first { $0.configuration.type == "search-box" }?.name }

    /// The name of the list that shows what was found, by which a screen counts as up to date.
    var list: String? {
        let members = box.flatMap { subject.app.widget($0) }?.configuration.searcherMembers ?? []
        return subject.app.widgets.first {
            $0.configuration.type == "hits" && members.contains($0.configuration.searcher ?? "")
        }?.name
    }

    /// Words of the index behind the list: what people would look for.
    ///
    /// - Throws: `SearchBusError` where there is no such index.
    func vocabulary() throws -> [String] {
        guard let list, let searcher = subject.app.widget(list)?.configuration.searcher,
            let index = subject.app.searcher(searcher)?.index
        else { return [] }
        let reader = try IndexReader(directory: IndexDirectory(path: subject.indexes), name: index)
        let pages = try reader.search([SearchRequest(index: index, hitsPerPage: 1000)])
        return Self.words(in: pages.first?.hits?.hits.map(\.record) ?? [])
    }
}
