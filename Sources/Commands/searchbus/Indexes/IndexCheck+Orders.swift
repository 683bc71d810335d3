// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppFile
import AppModel
import Interactors
import SearchIndex
import Wire

extension IndexCheck {
    /// The orders that widgets offer for a searcher, of which there is neither an index nor a replica: who chooses one finds nothing.
    func orderWarnings(of searcher: Searcher, _ index: IndexSummary) -> [AppFileProblem] {
        let replicas = index.settings.relevance.replicas.map(\.name)
        let names = indexes.map(\.name) + replicas
        return app.widgets.flatMap { widget -> [AppFileProblem] in
            guard widget.configuration.type == SortByInteractor.type, widget.configuration.searcher == searcher.name
            else {
                return []
            }
            let items = widget.configuration.parameters["items"]?.array ?? []
            return items.enumerated().compactMap { number, item in
                guard let name = item["index"]?.string, !names.contains(name), directory.index(ofReplica: name) == nil,
                    // What searchers search is checked there.
                    !app.searchers.contains(where: { $0.index == name })
                else { return nil }
                let meant =
                    Spelling.closest(to: name, among: names).map { "Did you mean `\($0)`? Otherwise name" } ?? "Name"
                return AppFileProblem(
                    line: places.line(of: ["widgets", widget.name, "items", "\(number)", "index"]),
                    message: "`items` of widget `\(widget.name)` names the index `\(name)`, "
                        + "and there is neither such an index nor such a replica of `\(index.name)`",
                    remedy:
                        "\(meant) it in `replicas` of the settings of `\(index.name)`: searchbus index settings \(index.name)."
                )
            }
        }
    }
}
