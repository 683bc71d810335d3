// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Wire

extension AppReader {
    func sink(_ entry: Entry, of app: App) -> Sink {
        let fields = entry.fields
        var sink = Sink(name: entry.name, url: fields.requiredText("url") ?? "", topics: [])
        fields.refuseUnknown(known: Sink.keys)
        read(fields, into: &sink, except: ["url"])
        for member in fields.members { checkSecrets(member, of: fields) }
        let address = sink.url.lowercased()
        if !sink.url.isEmpty, !["https://", "http://", "${"].contains(where: address.hasPrefix) {
            fields.report(
                "does not begin with https:// or http://",
                "url",
                remedy: "Write the whole address: https://example.com/searchbus."
            )
        }
        if sink.topics.isEmpty, fields.node("topics")?.json.array ?? [] == [] {
            problems.report(
                "\(fields.owner) has no `topics`",
                at: fields.position,
                remedy: "Name what it gets: `topics: [results/products/]`."
            )
        }
        for (index, topic) in sink.topics.enumerated() { check(topic, index, fields, app) }
        return sink
    }

    /// Reports a topic under which no event would ever come.
    private func check(_ topic: String, _ index: Int, _ fields: Fields, _ app: App) {
        func report(_ message: String, _ remedy: String) {
            problems.report(
                "`topics` of \(fields.owner) names `\(topic.prefix(100))`, \(message)",
                at: fields.node("topics")?.nearest(["\(index)"]).position ?? fields.position,
                remedy: remedy
            )
        }
        let parts = topic.split(separator: "/", omittingEmptySubsequences: false)
        let kinds = Topic.Kind.allCases.filter { $0.isStored && $0 != .sink }
        guard let prefix = try? TopicPrefix(parsing: topic), let kind = kinds.first(where: { $0.rawValue == parts[0] })
        else {
            let names = kinds.map(\.rawValue)
            return report(
                "which is not the start of topics that the log keeps",
                Spelling.remedy(for: String(parts[0]), among: names)
            )
        }
        guard kind.hasSession, prefix.depth > 1 else { return }
        let known =
            app.searchers.map(\.name) + app.filterStates.map(\.name) + app.widgets.map(\.name) + ["session"]
            + (app.servesAlgolia ? App.algoliaNames.sorted() : [])
        let name = parts[1].prefix { $0 != "." }
        guard !known.contains(String(name)) else { return }
        report("and the app has no part `\(name)`", Spelling.remedy(for: String(name), among: known))
    }
}
