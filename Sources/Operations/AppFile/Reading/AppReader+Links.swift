// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Wire

/// The parts of the app that a widget's parameters name, as its type declares them.
extension AppReader {
    /// What a name in the parameters connects the widget to; `nil` for a name that nothing has.
    func link(to named: Schema.NamedPart, _ app: App) -> WidgetLink? {
        let searcher = named.part.kind == .searcher ? app.searcher(named.name) : nil
        guard searcher != nil || app.filterStates.contains(where: { $0.name == named.name }) else { return nil }
        return WidgetLink(
            parameter: named.path.joined(separator: "."),
            kind: named.part.kind,
            role: named.part.role,
            name: named.name,
            members: searcher.map { app.members(of: $0).map(\.name) } ?? [],
            unit: searcher.flatMap { app.unit(of: $0.name)?.name }
        )
    }

    /// Reports a name that nothing has, and a searcher that is not of the kind that the parameter wants.
    func check(
        _ named: Schema.NamedPart,
        of widget: App.Widget,
        _ fields: Fields,
        _ app: App,
        searchers: [Entry],
        states: [Entry]
    ) {
        let known = (named.part.kind == .searcher ? searchers : states).map(\.name)
        guard known.contains(named.name) else {
            return report(
                named,
                "names an unknown \(named.part.kind.rawValue) `\(named.name)`",
                fields,
                remedy: Spelling.remedy(for: named.name, among: known)
            )
        }
        guard named.part.kind == .searcher, let searcher = app.searcher(named.name) else { return }
        guard named.part.types.isEmpty || named.part.types.contains(searcher.type) else {
            return report(
                named,
                "is the `\(searcher.type)` searcher `\(searcher.name)`",
                fields,
                remedy: addition(for: named.part, of: widget, app)
            )
        }
        if let attribute = named.part.attribute { check(named, searcher, about: attribute, of: widget, fields, app) }
    }

    /// Reports a searcher of values that is of no use to its widget: one of another attribute, one that others have search
    /// something, and one that the widget's filters do not narrow.
    private func check(
        _ named: Schema.NamedPart,
        _ searcher: Searcher,
        about attribute: String,
        of widget: App.Widget,
        _ fields: Fields,
        _ app: App
    ) {
        let own = widget.configuration.parameters[attribute]?.string.flatMap(app.attributeMap(of: searcher.name).name)
        if let own, let other = searcher.attribute, own != other {
            let message = "is `\(searcher.name)`, which searches the values of `\(other)`, not of `\(own)`"
            return report(named, message, fields, remedy: addition(for: named.part, of: widget, app))
        }
        if let unit = app.unit(of: searcher.name), unit.name != searcher.name {
            let message =
                "is `\(searcher.name)`, a member of `\(unit.name)`: what is searched there would be searched here"
            return report(named, message, fields, remedy: addition(for: named.part, of: widget, app))
        }
        if let state = widget.configuration.filterState, app.filterStates.contains(where: { $0.name == state }),
            !app.filterStates(of: searcher.name).contains(state)
        {
            report(
                named,
                "is `\(searcher.name)`, which `\(state)` does not filter: it would count records that are filtered out",
                fields,
                remedy: "Add `\(searcher.name)` to the `searchers` of `\(state)`."
            )
        }
    }

    /// What to do about a parameter that a widget's own check refuses: where it names a searcher, which one would do.
    func remedy(for parameter: Parameter?, of widget: App.Widget, _ app: App) -> String {
        guard case .part(let part)? = parameter?.schema else { return parameter?.summary ?? "Correct it." }
        return addition(for: part, of: widget, app)
    }

    /// The searcher that would do, as the app file writes it.
    private func addition(for part: Schema.Part, of widget: App.Widget, _ app: App) -> String {
        let type = part.types.first ?? "hits"
        let index = widget.configuration.searcher.flatMap(app.searcher)?.index ?? "INDEX"
        let map = widget.configuration.searcher.map(app.attributeMap) ?? AttributeMap()
        let attribute = part.attribute.map { name in
            let own = widget.configuration.parameters[name]?.string.flatMap(map.name)
            return ", attribute: \(own ?? "ATTRIBUTE"), searchWhen: non-empty"
        }
        return "Add a searcher `NAME: { type: \(type), index: \(index)\(attribute ?? "") }`, and name it here."
    }

    private func report(_ named: Schema.NamedPart, _ message: String, _ fields: Fields, remedy: String) {
        guard let first = named.path.first, let node = fields.node(first) else { return }
        problems.report(
            "`\(named.path.joined(separator: "."))` of \(fields.owner) \(message)",
            at: node.nearest(Array(named.path.dropFirst())).position,
            remedy: remedy
        )
    }
}

extension AppReader {
    /// Checks that what lists of hits show their selected records to is a widget that understands `show`.
    func checkSelections(_ entries: [Entry], of app: App) {
        let names = entries.map(\.name)
        for entry in entries where entry.fields.node("type")?.json == .string(HitsInteractor.type) {
            guard let node = entry.fields.node("selection"), let to = node.json["to"]?.string else { continue }
            guard names.contains(to) else {
                report("names an unknown widget `\(to)`", node, entry, Spelling.remedy(for: to, among: names))
                continue
            }
            let type = app.widgets.first { $0.configuration.name == to }?.configuration.type ?? ""
            guard let known = InteractorRegistry.type(named: type),
                !known.intents.contains(where: { $0.name == "show" })
            else { continue }
            report(
                "names `\(to)`, a `\(type)` widget, which shows no single record",
                node,
                entry,
                "Name a widget that understands `show`, or leave `to` out."
            )
        }
    }

    private func report(_ message: String, _ node: SourceNode, _ entry: Entry, _ remedy: String) {
        problems.report(
            "`selection.to` of \(entry.fields.owner) \(message)",
            at: node.nearest(["to"]).position,
            remedy: remedy
        )
    }
}
