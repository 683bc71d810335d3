// SPDX-License-Identifier: MIT

import AppModel
import SearchModel
import Wire

/// Reads an app from the values of its file; each section has an extension.
struct AppReader {
    let environment: [String: String]
    let fileExists: (String) -> Bool
    let problems: ProblemList

    /// How long the name of a part may be: with the word for what runs it, it is the name of a process.
    static let longestName = Schema.longestPartName

    struct Entry {
        let name: String
        let fields: Fields
    }

    /// The app, or `nil` where the file does not even have its sections; problems tell whether it can be used.
    func app(_ root: SourceNode) -> App? {
        guard let fields = Fields(root, owner: "the app file", problems: problems) else { return nil }
        fields.refuseUnknown(known: App.keys)
        let name = fields.requiredText("name") ?? ""

        let backendEntries = entries(of: fields, "backends", of: "backend")
        let searcherEntries = entries(of: fields, "searchers", of: "searcher")
        let stateEntries = entries(of: fields, "filterStates", of: "filter state")
        let widgetEntries = entries(of: fields, "widgets", of: "widget")
        let sinkEntries = entries(of: fields, "sinks", of: "sink")
        refuseDuplicates(searcherEntries + stateEntries + widgetEntries + sinkEntries)
        if searcherEntries.isEmpty {
            problems.report(
                "the app has no searcher",
                at: fields.node("searchers")?.position ?? fields.position,
                remedy: "Add one: `searchers: { products: { type: hits, index: products } }`."
            )
        }

        let backends = backendEntries.isEmpty ? [BackendConfiguration.embedded] : backendEntries.compactMap(backend)
        let searchers = searchers(searcherEntries, backends: backendEntries)
        let states = stateEntries.map { filterState($0, searchers: searcherEntries) }
        var app = App(
            name: name,
            backends: backends,
            searchers: searchers,
            filterStates: states
        )
        read(fields, into: &app, except: Self.sections)
        read("console", of: fields, into: &app.console)
        read("web", of: fields, into: &app.web)
        refuseRepetition("origins", of: "web", app.origins, fields)
        checkIndexes(app.indexes, fields)
        refuseSeveralStates(app, stateEntries)
        app.widgets = widgetEntries.compactMap { widget($0, of: app, searchers: searcherEntries, states: stateEntries) }
        checkSelections(widgetEntries, of: app)
        checkAttributeMaps(of: app, stateEntries, widgetEntries)
        app.interactors = interactors(fields, of: app)
        app.sinks = sinkEntries.map { sink($0, of: app) }
        app.log = log(fields, appName: name)
        if app.servesAlgolia {
            refuseNames(App.algoliaNames, among: searcherEntries + stateEntries + widgetEntries + sinkEntries)
        }
        return app
    }

    /// What is read by functions of its own.
    private static let sections: Set = [
        "name", "console", "backends", "searchers", "filterStates", "interactors", "widgets", "sinks", "web", "log",
    ]

    private func entries(of fields: Fields, _ section: String, of kind: String) -> [Entry] {
        guard let node = fields.node(section),
            let members = Fields(node, owner: "`\(section)`", problems: problems)?.members
        else { return [] }
        return members.compactMap { member in
            if App.reservedNames.contains(member.key), kind != "backend" {
                problems.report(
                    "`\(member.key)` is the name of a part of SearchBus itself",
                    at: member.keyPosition,
                    remedy: "Choose another name."
                )
            }
            if !AppReader.isPartName(member.key) {
                problems.report(
                    "`\(member.key)` cannot be the name of a \(kind)",
                    at: member.keyPosition,
                    remedy: AppReader.nameRemedy
                )
            }
            let fields = Fields(member.value, owner: "\(kind) `\(member.key)`", problems: problems)
            return fields.map { Entry(name: member.key, fields: $0) }
        }
    }

    /// Reports parts that have the name of a component which runs beside them.
    private func refuseNames(_ names: Set<String>, among entries: [Entry]) {
        for entry in entries where names.contains(entry.name) {
            problems.report(
                "\(entry.fields.owner) has the name of a part that `algolia: true` adds",
                at: entry.fields.position,
                remedy: "Choose another name."
            )
        }
    }

    private func refuseDuplicates(_ entries: [Entry]) {
        var owners: [String: Fields] = [:]
        for entry in entries {
            guard let other = owners[entry.name] else {
                owners[entry.name] = entry.fields
                continue
            }
            problems.report(
                "\(entry.fields.owner) has the name of \(other.owner) in line \(other.position.line)",
                at: entry.fields.position,
                remedy: "Give each searcher, filter state, widget and sink a name of its own."
            )
        }
    }

    private func filterState(_ entry: Entry, searchers: [Entry]) -> App.FilterStateConfiguration {
        let fields = entry.fields
        var state = App.FilterStateConfiguration(name: entry.name)
        fields.refuseUnknown(known: App.FilterStateConfiguration.keys)
        read(fields, into: &state, except: ["attributes"])
        for name in state.searchers { check(name, "searchers", of: fields, among: searchers, kind: "searcher") }
        state.attributes = attributeMaps(fields, of: state.searchers, searchers: searchers)
        return state
    }

    /// Reports searchers with two filter states: the current filters would be ambiguous.
    private func refuseSeveralStates(_ app: App, _ entries: [Entry]) {
        for searcher in app.searchers where !searcher.isMulti {
            let states = app.filterStates(of: searcher.name)
            for entry in entries where states.dropFirst().contains(entry.name) {
                entry.fields.report(
                    "reaches `\(searcher.name)`, which `\(states[0])` reaches already",
                    "searchers",
                    remedy: "Leave `\(searcher.name)` to one filter state; groups keep its widgets apart."
                )
            }
        }
    }

    /// Reports a reference to an entry that there is not.
    func check(_ name: String, _ key: String, of fields: Fields, among entries: [Entry], kind: String) {
        let known = entries.map(\.name)
        guard !known.contains(name) else { return }
        fields.report("names an unknown \(kind) `\(name)`", key, remedy: Spelling.remedy(for: name, among: known))
    }

    static let nameRemedy = "Use 1 to \(longestName) letters, digits, `_` or `-`."

    /// Whether a text can name a part of an app: it becomes part of topics, of process names and of file names.
    static func isPartName(_ text: String) -> Bool { Name.isValid(text, longest: longestName) }
}
