// SPDX-License-Identifier: MIT

import AppModel
import Wire

extension AppReader {
    private static let layoutRemedy =
        "Write `each`, `together`, or `groups:` with a list of widgets for each name: { groups: { screen: [hits, stats] } }."

    func interactors(_ fields: Fields, of app: App) -> InteractorLayout {
        guard let node = fields.node("interactors") else { return .each }
        var app = app
        app.interactors = layout(node, of: app)
        for worker in app.interactorWorkers where worker.widgets.count > InteractorLayout.maximumWidgets {
            problems.report(
                "the process `\(worker.name)` would run \(worker.widgets.count) widgets",
                at: node.position,
                remedy: "At most \(InteractorLayout.maximumWidgets) can share one: make several `groups`."
            )
        }
        return app.interactors
    }

    private func layout(_ node: SourceNode, of app: App) -> InteractorLayout {
        guard case .scalar(let value) = node.content else { return groups(node, of: app) }
        guard let word = value.string, let layout = InteractorLayout(word: word) else {
            let shown = value.string ?? value.text
            let meant = Spelling.closest(to: shown, among: InteractorLayout.words + ["groups"])
            problems.report(
                "`interactors` is `\(shown)`",
                at: node.position,
                remedy: meant.flatMap { InteractorLayout.words.contains($0) ? "Did you mean `\($0)`?" : nil }
                    ?? AppReader.layoutRemedy
            )
            return .each
        }
        return layout
    }

    private func groups(_ node: SourceNode, of app: App) -> InteractorLayout {
        guard case .mapping = node.content,
            let fields = Fields(node, owner: "`interactors`", problems: problems)
        else {
            problems.report("`interactors` is a list", at: node.position, remedy: AppReader.layoutRemedy)
            return .each
        }
        fields.refuseUnknown(known: ["groups"])
        guard let groups = fields.node("groups") else {
            problems.report("`interactors` has no `groups`", at: node.position, remedy: AppReader.layoutRemedy)
            return .each
        }
        guard let members = Fields(groups, owner: "`groups` of `interactors`", problems: problems)?.members else {
            return .each
        }
        var homes: [String: String] = [:]
        return .groups(members.map { group($0, of: app, &homes) })
    }

    private func group(
        _ member: SourceNode.Member,
        of app: App,
        _ homes: inout [String: String]
    ) -> InteractorLayout.Group {
        var group = InteractorLayout.Group(name: member.key, widgets: [])
        if !AppReader.isPartName(member.key) {
            problems.report(
                "`\(member.key)` cannot be the name of a group of widgets",
                at: member.keyPosition,
                remedy: AppReader.nameRemedy
            )
        }
        guard case .list(let elements) = member.value.content, !elements.isEmpty else {
            problems.report(
                "the group `\(member.key)` lists no widgets",
                at: member.value.isNull ? member.keyPosition : member.value.position,
                remedy: "Write `\(member.key): [one, two]`."
            )
            return group
        }
        for element in elements {
            guard let name = element.json.string else {
                problems.report(
                    "the group `\(member.key)` contains an invalid name",
                    at: element.position,
                    remedy: "List the names of widgets."
                )
                continue
            }
            if isMember(name, of: member.key, at: element.position, app, &homes) { group.widgets.append(name) }
        }
        return group
    }

    /// Whether a widget may be in a group; reports why where it may not.
    private func isMember(
        _ name: String,
        of group: String,
        at position: SourceNode.Position,
        _ app: App,
        _ homes: inout [String: String]
    ) -> Bool {
        guard let widget = app.widget(name) else {
            problems.reportUnknown(
                "the group `\(group)` names an unknown widget `\(name)`",
                name,
                at: position,
                known: app.widgets.filter(\.isBuiltIn).map(\.name)
            )
            return false
        }
        guard widget.isBuiltIn else {
            problems.report(
                "the group `\(group)` holds `\(name)`, whose type does not come with SearchBus",
                at: position,
                remedy: "Leave it out: a program of your own is always a process of its own."
            )
            return false
        }
        if let home = homes.updateValue(group, forKey: name) {
            problems.report(
                home == group
                    ? "the group `\(group)` holds `\(name)` twice"
                    : "the group `\(group)` holds `\(name)`, which is in `\(home)` already",
                at: position,
                remedy: "A widget is in one group, once."
            )
            return false
        }
        return true
    }
}
