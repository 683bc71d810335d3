// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Interactors
import SearchIndex
import SearchModel
import Wire

extension IndexCheck {
    /// What templates show of a searcher's records and no record has: a hit would lack it without a word.
    func templateWarnings(of searcher: Searcher, _ index: IndexSummary) -> [AppFileProblem] {
        guard let description = try? directory.describe(index: index.name), description.isComplete,
            description.recordCount > 0
        else { return [] }
        let known = description.attributes.map(\.name)
        return app.widgets.flatMap { widget in
            Self.shown(by: widget, of: searcher.name).compactMap { place, attribute in
                guard !known.contains(attribute), !known.contains(where: { $0.hasPrefix("\(attribute).") }) else {
                    return nil
                }
                return AppFileProblem(
                    line: places.line(of: ["widgets", widget.name] + place),
                    message: "`\(place.joined(separator: "."))` of widget `\(widget.name)` names `\(attribute)`, "
                        + "which no record of `\(index.name)` has",
                    remedy: Spelling.closest(to: attribute, among: known).map { "Did you mean `\($0)`?" }
                        ?? "`searchbus index show \(index.name)` lists its attributes."
                )
            }
        }
    }

    /// The attributes in the templates of a widget, and where in its entry they are.
    private static func shown(by widget: App.Widget, of searcher: String) -> [(place: [String], attribute: String)] {
        let parameters = widget.configuration.parameters
        var found = widget.configuration.searcher == searcher ? shown(by: parameters["template"], []) : []
        for (number, section) in (parameters["sections"]?.array ?? []).enumerated()
        where section["searcher"]?.string == searcher {
            found += shown(by: section["template"], ["sections", "\(number)"])
        }
        return found
    }

    private static func shown(by template: JSON?, _ place: [String]) -> [(place: [String], attribute: String)] {
        guard let members = template?.object else { return [] }
        let place = place + ["template"]
        return members.members.flatMap { member -> [(place: [String], attribute: String)] in
            let (name, value) = (member.key, member.value)
            // All other texts in a template are attributes.
            if name != "layout", let attribute = value.string { return [(place + [name], attribute)] }
            return (value.array ?? []).enumerated().compactMap { number, entry in
                entry["attribute"]?.string.map { (place + [name, "\(number)", "attribute"], $0) }
            }
        }
    }
}

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
