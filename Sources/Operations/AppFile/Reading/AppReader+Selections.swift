// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Interactors
import Wire

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
