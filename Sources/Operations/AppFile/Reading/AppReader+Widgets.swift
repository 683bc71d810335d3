// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Wire

extension AppReader {
    /// The keys about the program of a type of one's own.
    private static let programKeys = ["run", "external", "environment"]
    private static let common = App.Widget.keys

    func widget(_ entry: Entry, of app: App, searchers: [Entry], states: [Entry]) -> App.Widget? {
        let fields = entry.fields
        guard let type = fields.requiredText("type") else { return nil }
        let known = InteractorRegistry.type(named: type)
        var widget = App.Widget(WidgetConfiguration(name: entry.name, type: type), place: known?.place ?? .main)
        read(fields, into: &widget, except: ["type"])
        if let name = widget.configuration.searcher {
            check(name, "searcher", of: fields, among: searchers, kind: "searcher")
            widget.configuration.searcherMembers = app.searcher(name).map { app.members(of: $0).map(\.name) } ?? [name]
            widget.configuration.searcherUnit = app.unit(of: name)?.name ?? name
        }
        if let name = widget.configuration.filterState {
            check(name, "filterState", of: fields, among: states, kind: "filter state")
        }
        checkController(widget.controller, fields)
        let parameters = fields.members.filter { !AppReader.common.contains($0.key) && !$0.value.isNull }
        let json = JSON.object(JSONObject(parameters.map { ($0.key, $0.value.json) }))
        widget.configuration.parameters = json
        let named = known.map { Schema.object($0.parameters).parts(in: json) } ?? []
        widget.configuration.links = named.compactMap { link(to: $0, app) }
        let heard = widget.configuration.heardSearchers.filter { app.searcher($0) != nil }
        widget.configuration.attributes = attributes(
            of: heard,
            widget.configuration.filterState,
            json["attribute"]?.string,
            app
        )
        let before = problems.problems.count
        for part in named { check(part, of: widget, fields, app, searchers: searchers, states: states) }
        if let known {
            check(widget, known, fields, app, since: before)
        } else {
            checkCustom(widget, fields)
        }
        return widget
    }

    /// What the indexes of searchers call what a widget filters by, by searcher.
    private func attributes(
        of searchers: [String],
        _ filterState: String?,
        _ attribute: String?,
        _ app: App
    ) -> [String: AttributeMap] {
        let maps = searchers.filter { app.filterStates(of: $0).first == filterState }.map { name in
            // A widget about one attribute may name it as its index does: nothing else is called so then.
            (name, attribute.map { app.attributeMap(of: name).only($0) } ?? app.attributeMap(of: name))
        }
        return Dictionary(maps.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
    }

    private func checkController(_ path: String?, _ fields: Fields) {
        guard let path else { return }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if !path.hasSuffix(".js") || !parts.allSatisfy({ !$0.isEmpty && $0 != ".." && $0 != "." }) {
            fields.report(
                "is `\(path)`",
                "controller",
                remedy: "Write the path of a .js file, relative to the app file and without `..`."
            )
        } else if !fileExists(path) {
            fields.report("is `\(path)`, which does not exist", "controller", remedy: "Correct the path.")
        }
    }
}

// MARK: - Types that come with SearchBus

extension AppReader {
    private func check(
        _ widget: App.Widget,
        _ type: any Interactor.Type,
        _ fields: Fields,
        _ app: App,
        since before: Int
    ) {
        for key in AppReader.programKeys where fields.node(key) != nil {
            fields.report("is not allowed: `\(type.type)` is a built-in type", key, remedy: "Leave it out.")
        }
        let known = type.parameters
        fields.refuseUnknown(known: known.map(\.name) + AppReader.common)
        for parameter in known { check(parameter, of: fields) }
        checkConnections(widget, type, fields, app)
        // The widget's own check says more, but only about parameters that are of the right kind.
        guard problems.problems.count == before, !hasUnknownEntry(fields, known) else { return }
        do {
            _ = try type.init(widget.configuration)
        } catch let error as ParameterError {
            let parameter = known.first { $0.name == error.parameter }
            fields.report(error.message, error.parameter, remedy: remedy(for: parameter, of: widget, app))
        } catch {
            problems.report("\(fields.owner): \(error)", at: fields.position, remedy: "Correct it.")
        }
    }

    private func hasUnknownEntry(_ fields: Fields, _ known: [Parameter]) -> Bool {
        fields.members.contains { member in
            !AppReader.common.contains(member.key) && !known.contains { $0.name == member.key }
        }
    }

    private func checkConnections(_ widget: App.Widget, _ type: any Interactor.Type, _ fields: Fields, _ app: App) {
        for (connection, key) in [(WidgetConnections.searcher, "searcher"), (.filterState, "filterState")] {
            let isNeeded = type.connections.contains(connection)
            if isNeeded, fields.node(key) == nil {
                problems.report(
                    "\(fields.owner) has no `\(key)`",
                    at: fields.position,
                    remedy: "Add `\(key): NAME`; a `\(type.type)` widget needs one."
                )
            } else if !isNeeded, fields.node(key) != nil {
                fields.report("is not allowed: a `\(type.type)` widget has none", key, remedy: "Leave it out.")
            }
        }
        guard let searcher = widget.configuration.searcher.flatMap(app.searcher) else { return }
        if searcher.isMulti, !type.connections.contains(.multiSearcher) {
            fields.report(
                "is the `multi` searcher `\(searcher.name)`",
                "searcher",
                remedy: "Name one of its members: \(searcher.members.joined(separator: ", "))."
            )
        }
        if let attribute = searcher.attribute {
            checkFacets(searcher.name, attribute, type, fields, app)
        } else if let state = widget.configuration.filterState, app.filterStates.contains(where: { $0.name == state }),
            !app.filterStates(of: searcher.name).contains(state)
        {
            fields.report(
                "is `\(state)`, which does not reach `\(searcher.name)`: selecting would change nothing",
                "filterState",
                remedy: "Add `\(searcher.name)` to the `searchers` of `\(state)`."
            )
        }
    }

    private func checkFacets(
        _ searcher: String,
        _ attribute: String,
        _ type: any Interactor.Type,
        _ fields: Fields,
        _ app: App
    ) {
        let map = app.attributeMap(of: searcher)
        if !type.connections.contains(.facetsSearcher) {
            fields.report(
                "is the `facets` searcher `\(searcher)`",
                "searcher",
                remedy: "Name a searcher of type `hits`."
            )
        } else if let own = fields.text("attribute"), let name = map.name(of: own), name != attribute {
            fields.report(
                "is `\(own)`, but `\(searcher)` searches the values of `\(attribute)`",
                "attribute",
                remedy: "Write `attribute: \(map.attribute(named: attribute))`, or name another searcher."
            )
        }
    }
}

// MARK: - Types of one's own

extension AppReader {
    private func checkCustom(_ widget: App.Widget, _ fields: Fields) {
        let type = widget.configuration.type
        guard Name.isValid(type) else {
            fields.report("is `\(type)`", "type", remedy: "Use 1 to 64 letters, digits, `_` or `-`.")
            return
        }
        if fields.node("run") == nil, !widget.isExternal {
            let known = InteractorRegistry.types.map { $0.type }
            let remedy = Spelling.closest(to: type, among: known).map { "Did you mean `\($0)`?" }
            fields.report(
                "is `\(type)`, which does not come with SearchBus",
                "type",
                remedy: remedy
                    ?? "Add `run: [PROGRAM, ARGUMENTS…]`, or `external: true` if SearchBus does not start it."
            )
        }
        if let run = widget.run, run.first?.isEmpty ?? true {
            fields.report("names no program", "run", remedy: "Write `run: [PROGRAM, ARGUMENTS…]`.")
        }
        if widget.run == nil, fields.node("environment") != nil {
            fields.report("has no effect without `run`", "environment", remedy: "Leave it out.")
        }
        if let name = widget.environment.first(where: { !EnvironmentText.isVariable($0) }) {
            fields.report(
                "names `\(name)`",
                "environment",
                remedy: "Write names of variables, not values: letters, digits and `_`, the first no digit."
            )
        }
        if widget.run != nil, widget.isExternal {
            fields.report("contradicts `run`", "external", remedy: "Keep one of them.")
        }
    }
}
