// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppFile
import AppModel
import Interactors
import SearchIndex
import SearchModel
import Wire

extension IndexCheck {
    /// Attributes that a searcher's index lacks, though widgets of other searchers filter it by them: a user who selects a
    /// value there finds nothing here.
    func filterWarnings(of searcher: Searcher, _ index: IndexSummary) -> [AppFileProblem] {
        guard let name = app.filterStates(of: searcher.name).first else { return [] }
        let map = app.attributeMap(of: searcher.name)
        let usable = (index.settings.attributesForFaceting ?? []) + (index.settings.numericAttributes ?? [])
        var known: Set<String> = []
        return app.widgets.compactMap { widget in
            // What is odd about a widget's own searcher is said of the widget.
            guard widget.configuration.filterState == name,
                widget.configuration.searcher.flatMap(app.searcher)?.index != searcher.index,
                let attribute = widget.configuration.parameters["attribute"]?.string,
                let wanted = map.name(of: attribute), !usable.contains(wanted), known.insert(attribute).inserted
            else { return nil }
            let isMapped = wanted != attribute
            let meant = Spelling.closest(to: wanted, among: usable)
            return AppFileProblem(
                line: places.line(of: ["filterStates", name, "attributes", searcher.name, attribute]),
                message: isMapped
                    ? "`attributes.\(searcher.name)` of filter state `\(name)` names `\(wanted)`, "
                        + "by which the index `\(index.name)` cannot be filtered"
                    : "filter state `\(name)` filters `\(searcher.name)` by `\(attribute)`, "
                        + "by which its index `\(index.name)` cannot be filtered",
                remedy: isMapped && meant != nil
                    ? "Did you mean `\(meant ?? "")`?"
                    : "Write `attributes: { \(searcher.name): { \(attribute): NAME } }` with its name in the index, or `null`."
            )
        }
    }
}
