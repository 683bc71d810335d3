// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Wire

// What the indexes of searchers call the attributes of a filter state.
extension AppReader {
    /// Reads `attributes` of a filter state: for each searcher, what its index calls an attribute, or `null`.
    func attributeMaps(_ fields: Fields, of reached: [String], searchers: [Entry]) -> [String: AttributeMap] {
        guard let node = fields.node("attributes"),
            let maps = Fields(node, owner: "`attributes` of \(fields.owner)", problems: problems)
        else { return [:] }
        let known = reached.flatMap { name in members(of: name, searchers) }
        var read: [String: AttributeMap] = [:]
        for member in maps.members {
            guard known.contains(member.key) else {
                problems.report(
                    "\(maps.owner) names `\(member.key)`, which \(fields.owner) does not reach",
                    at: member.keyPosition,
                    remedy: Spelling.remedy(for: member.key, among: known)
                )
                continue
            }
            let owner = "`attributes.\(member.key)` of \(fields.owner)"
            guard let names = Fields(member.value, owner: owner, problems: problems) else { continue }
            read[member.key] = AttributeMap(
                Dictionary(names.members.compactMap { name($0, owner) }, uniquingKeysWith: { first, _ in first })
            )
        }
        return read
    }

    private func name(_ member: SourceNode.Member, _ owner: String) -> (String, String?)? {
        if member.value.isNull { return (member.key, nil) }
        guard let name = member.value.json.string, (1...256).contains(name.utf8.count) else {
            problems.report(
                "`\(member.key)` in \(owner) is not a valid attribute name",
                at: member.value.position,
                remedy: "Write what the index calls `\(member.key)`, or `null` where it has nothing like it."
            )
            return nil
        }
        return (member.key, name)
    }

    /// A searcher, or the members of a `multi` searcher.
    private func members(of name: String, _ searchers: [Entry]) -> [String] {
        guard let fields = searchers.first(where: { $0.name == name })?.fields else { return [] }
        guard let members = fields.node("searchers")?.json.array else { return [name] }
        return members.compactMap(\.string)
    }

    /// Reports names that no widget's filters have but nearly, and widgets that would count what their index has nothing like.
    func checkAttributeMaps(of app: App, _ states: [Entry], _ widgets: [Entry]) {
        for state in app.filterStates where !state.attributes.isEmpty {
            let narrowed = app.widgets.filter { $0.configuration.filterState == state.name }
                .compactMap { $0.configuration.parameters["attribute"]?.string }
            guard let entry = states.first(where: { $0.name == state.name }) else { continue }
            for (searcher, map) in state.attributes.sorted(by: { $0.key < $1.key }) {
                checkSpelling(of: map, searcher, entry, among: narrowed)
                for widget in app.widgets where widget.configuration.filterState == state.name {
                    guard widget.configuration.searcher == searcher,
                        let fields = widgets.first(where: { $0.name == widget.name })?.fields
                    else { continue }
                    check(fields, map, searcher, of: state.name)
                }
            }
        }
    }

    private func checkSpelling(of map: AttributeMap, _ searcher: String, _ entry: Entry, among narrowed: [String]) {
        for attribute in map.attributes where !narrowed.contains(attribute) {
            guard let meant = Spelling.closest(to: attribute, among: narrowed),
                let node = entry.fields.node("attributes")
            else { continue }
            problems.report(
                "`attributes.\(searcher)` of \(entry.fields.owner) names `\(attribute)`, which no widget filters by",
                at: node.nearest([searcher, attribute]).position,
                remedy: "Did you mean `\(meant)`?"
            )
        }
    }

    private func check(_ fields: Fields, _ map: AttributeMap, _ searcher: String, of state: String) {
        guard let attribute = fields.text("attribute"), map.name(of: attribute) == nil else { return }
        fields.report(
            "is `\(attribute)`, which the index of `\(searcher)` does not have (`attributes` of `\(state)`)",
            "attribute",
            remedy: "Connect the widget to a searcher whose index has `\(attribute)`."
        )
    }
}
