// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Components
import Interactors
import SearchModel
import Wire

/// The app as the gateway needs it: whom intents may be addressed to, and what the console is sent.
public struct GatewayApp: Sendable, IntentRecipients {
    /// The addressee of what concerns a session as a whole.
    public static let session = "session"

    private let model: App
    /// The parts of the app that an intent may be addressed to, beside the session: filter states, searchers, widgets.
    public let addressees: [String]
    /// The files of the controllers that widgets bring along, by the path at which they are served.
    public let controllers: [String: String]
    /// The components that must report for the app to work: the state store, searchers, widgets that the app runs itself.
    let components: [String]
    /// The processes of the app's own programs, which need not say how they are.
    let ownPrograms: Set<String>
    /// The searchers that can be asked without a session.
    let searchers: SearcherTable
    /// The indexes that engines elsewhere hold.
    let remoteIndexes: Set<String>
    /// Reads the links that sessions begin with.
    let links: LinkReader
    /// What stands for the description: another one when the app has changed for the console.
    let revision: String
    /// The description as `GET /api/app` gives it, but for the epoch.
    let description: JSONObject
    private let addresseeSet: Set<String>
    /// The types of the widgets that come with SearchBus, by the widget's name.
    private let widgetTypes: [String: any Interactor.Type]

    /// - Throws: `JSONError` for names that cannot be in topics or addresses, `ParameterError` for a widget's parameters.
    public init(_ app: App) throws {
        model = app
        addressees = app.filterStates.map(\.name) + app.searchers.map(\.name) + app.widgets.map(\.name)
        if let wrong = addressees.first(where: { !Name.isValid($0) }) {
            throw JSONError("`\(wrong.prefix(80))` is not a valid name")
        }
        addresseeSet = Set(addressees + [Self.session])
        guard addresseeSet.count == addressees.count + 1 else {
            throw JSONError("two parts of the app have the same name, or one is called `\(Self.session)`")
        }
        searchers = SearcherTable(app)
        links = try LinkReader(app)
        let hosted = app.widgets.filter(\.isBuiltIn)
        widgetTypes = Dictionary(
            hosted.compactMap { widget in
                InteractorRegistry.type(named: widget.configuration.type).map { (widget.name, $0) }
            },
            uniquingKeysWith: { first, _ in first }
        )
        let service = app.servesAlgolia ? [WorkerKind.questions, .indexer].map(\.component) : []
        components = [WorkerKind.state.name] + app.searcherUnits.map(\.name) + service + hosted.map(\.name)
        ownPrograms = Set(app.widgets.filter { $0.run != nil }.map { WorkerKind.ownWidget.process($0.name) })
        let remote = Set(app.backends.filter { $0.type != BackendConfiguration.embedded.type }.map(\.name))
        remoteIndexes = Set(app.searchers.filter { remote.contains($0.backend) }.compactMap(\.index))
        let paths = try Self.controllers(of: app.widgets)
        controllers = Dictionary(paths.values.map { ($0.path, $0.file) }, uniquingKeysWith: { first, _ in first })
        var description = JSONObject([
            ("name", .string(app.name)), ("console", app.console.json),
            ("searchers", .array(app.searchers.map { $0.only(["name", "type", "index", "attribute", "searchers"]) })),
            ("filterStates", .array(app.filterStates.map { $0.only(["name", "searchers", "attributes"]) })),
            ("widgets", .array(app.widgets.map { Self.describe($0, paths[$0.name]?.path) })),
            ("interactors", app.interactors.recordJSON ?? .null),
        ])
        revision = Fingerprint.of(JSON.object(description).bytes)
        description["revision"] = .string(revision)
        self.description = description
    }

    /// The name of the app.
    public var name: String { model.name }

    /// The components that have a view in each session: the widgets, and the session itself.
    var viewNames: [String] { model.widgets.map(\.name) + [Self.session] }

    /// The types of the app's widgets.
    var typesOfWidgets: Set<String> { Set(model.widgets.map(\.configuration.type)) }
    /// Whether the app serves Algolia's interface.
    var servesAlgolia: Bool { model.servesAlgolia }

    /// Whether it is counted what people search for.
    var countsInsights: Bool { model.countsInsights }

    /// The origins, beside the console's own, whose pages may ask.
    var origins: Set<String> { Set(model.origins.map(\.description)) }

    /// Into how many shards the sessions are divided, where machines share the log; `nil` where it is one machine's.
    var shardCount: Int? { model.log.isShared ? model.log.shards : nil }

    /// Whether an intent may be addressed to this name.
    public func hasAddressee(_ name: String) -> Bool { addresseeSet.contains(name) }

    /// Checks an intent to a widget against what the widget's type declares; a widget of one's own checks for itself.
    ///
    /// - Throws: `SearchBusError` with `invalid-intent`, which says what would be right.
    public func check(_ intent: Intent, to addressee: String) throws {
        try widgetTypes[addressee]?.check(intent)
    }

    /// The controllers' files, and where each is served, by widget.
    ///
    /// Widgets of one type mostly share a file, which then has one address.
    private static func controllers(of widgets: [App.Widget]) throws -> [String: (path: String, file: String)] {
        var files: [String: String] = [:]
        var found: [String: (path: String, file: String)] = [:]
        for widget in widgets {
            guard let file = widget.controllerFile ?? widget.controller else { continue }
            let type = widget.configuration.type
            guard Name.isValid(type) else { throw JSONError("`\(type.prefix(80))` is not a widget type") }
            let shared = "/controllers/\(type).js"
            let path = files[shared, default: file] == file ? shared : "/controllers/\(type).\(widget.name).js"
            files[path] = file
            found[widget.name] = (path, file)
        }
        return found
    }

    private static func describe(_ widget: App.Widget, _ controller: String?) -> JSON {
        var widget = widget
        widget.controller = controller
        return widget.only(["name", "type", "searcher", "filterState", "parameters", "title", "place", "controller"])
    }
}

extension JSONRecord {
    /// The object with these members only: others may tell how the app is run.
    fileprivate func only(_ names: [String]) -> JSON {
        let members = members
        return .object(JSONObject(names.compactMap { name in members[name].map { (name, $0) } }))
    }
}
