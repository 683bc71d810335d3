// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
