// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
import Bus
import Components
import Interactors
import Wire

/// What the gateway has to know of the app: whom intents may be addressed to, and what it tells the console.
public struct GatewayApp: Sendable, IntentRecipients {
    /// The name of the app.
    public let name: String
    /// The addressee of what concerns a session as a whole.
    public static let session = "session"
    /// The component that owns what sessions ask for.
    static let stateStore = "state"

    /// The parts of the app that an intent may be addressed to, beside the session: filter states, searchers, widgets.
    public let addressees: [String]
    /// The files of the controllers that widgets bring along, by the path at which they are served.
    public let controllers: [String: String]
    /// The components that must be heard for the app to work: the state store, searchers, widgets that the app runs itself.
    let components: [String]
    /// The processes of the app's own programs, which need not say how they are.
    let ownPrograms: Set<String>
    /// The searchers that can be asked without a session.
    let searchers: SearcherTable
    /// Whether the app serves Algolia's interface.
    let servesAlgolia: Bool
    /// The origins, beside the console's own, whose pages may ask.
    let origins: Set<String>
    /// Whether it is counted what people search for.
    let countsInsights: Bool
    /// Into how many shards the sessions are divided, where machines share the log; `nil` where it is one machine's.
    let shardCount: Int?
    /// The indexes that engines elsewhere hold.
    let remoteIndexes: Set<String>
    /// Reads the links that sessions begin with; `nil` leaves that to the state store alone.
    public var links: LinkReader?
    /// What stands for the description: another one when the app has changed for the console.
    let revision: String
    /// The description as `GET /api/app` gives it, but for the epoch.
    let description: JSONObject
    private let addresseeSet: Set<String>
    /// The types of the widgets that come with SearchBus, by the widget's name.
    private let widgetTypes: [String: any Interactor.Type]

    /// Whether an intent may be addressed to this name.
    public func hasAddressee(_ name: String) -> Bool { addresseeSet.contains(name) }

    /// Checks an intent to a widget against what the widget's type declares; a widget of one's own checks for itself.
    ///
    /// - Throws: `SearchBusError` with `invalid-intent`, which says what would be right.
    public func check(_ intent: Intent, to addressee: String) throws {
        try widgetTypes[addressee]?.check(intent)
    }
}

extension GatewayApp: JSONConvertible {
    /// Reads the JSON form of an app.
    ///
    /// - Throws: `JSONError` that names what is missing or wrong.
    public init(json: JSON) throws {
        let searchers = try json.list("searchers")
        let filterStates = try json.list("filterStates")
        let widgets = try json.list("widgets")
        addressees = try (filterStates + searchers + widgets).map { try $0.requiredString("name") }
        if let wrong = addressees.first(where: { !Name.isValid($0) }) {
            throw JSONError("`\(wrong.prefix(80))` is not a valid name")
        }
        addresseeSet = Set(addressees + [Self.session])
        guard addresseeSet.count == addressees.count + 1 else {
            throw JSONError("two parts of the app have the same name, or one is called `\(Self.session)`")
        }
        name = try json.requiredString("name")
        self.searchers = try SearcherTable(json)
        widgetTypes = Dictionary(
            try widgets.filter { $0["run"] == nil && $0["external"]?.bool != true }.compactMap { widget in
                let type = InteractorRegistry.type(named: try widget.requiredString("type"))
                return try type.map { (try widget.requiredString("name"), $0) }
            },
            uniquingKeysWith: { first, _ in first }
        )
        let paths = try Self.controllers(of: widgets)
        controllers = Dictionary(paths.values.map { ($0.path, $0.file) }, uniquingKeysWith: { first, _ in first })
        let members = Set(try searchers.flatMap { try $0.strings("searchers") })
        let units = try searchers.map { try $0.requiredString("name") }.filter { !members.contains($0) }
        let own = widgets.filter { $0["run"] != nil }
        let hosted = widgets.filter { $0["run"] == nil && $0["external"]?.bool != true }
        servesAlgolia = json["algolia"]?.bool ?? false
        origins = Set(try json["web"]?.strings("origins") ?? [])
        countsInsights = json["insights"]?.bool ?? true
        shardCount = json["log"]?["shards"]?.int
        let remote = Set(
            (json["backends"]?.array ?? []).filter { $0["type"]?.string != "embedded" }.compactMap {
                $0["name"]?.string
            }
        )
        remoteIndexes = Set(
            searchers.filter { remote.contains($0["backend"]?.string ?? "") }.compactMap { $0["index"]?.string }
        )
        let service = servesAlgolia ? [AlgoliaQuestion.component, "indexer"] : []
        components = [Self.stateStore] + units + service + (try hosted.map { try $0.requiredString("name") })
        ownPrograms = Set(try own.map { "custom-\(try $0.requiredString("name"))" })
        var description = JSONObject([
            ("name", .string(name)),
            ("console", json["console"] ?? ["title": .string(name)]),
            ("searchers", .array(searchers.map { $0.only(["name", "type", "index", "attribute", "searchers"]) })),
            ("filterStates", .array(filterStates.map { $0.only(["name", "searchers", "attributes"]) })),
            ("widgets", .array(try widgets.map { try Self.describe($0, paths) })),
        ])
        if let interactors = json["interactors"] { description["interactors"] = interactors }
        revision = Fingerprint.of(JSON.object(description).bytes)
        description["revision"] = .string(revision)
        self.description = description
    }

    /// The description as the console gets it, without the epoch.
    public var json: JSON { .object(description) }

    /// The controllers' files, and where each is served, by widget.
    ///
    /// Widgets of one type mostly share a file, which then has one address.
    private static func controllers(of widgets: [JSON]) throws -> [String: (path: String, file: String)] {
        var files: [String: String] = [:]
        var found: [String: (path: String, file: String)] = [:]
        for widget in widgets {
            guard let file = widget.controllerFile else { continue }
            let (name, type) = (try widget.requiredString("name"), try widget.requiredString("type"))
            guard Name.isValid(type) else { throw JSONError("`\(type.prefix(80))` is not a widget type") }
            let shared = "/controllers/\(type).js"
            let path = files[shared, default: file] == file ? shared : "/controllers/\(type).\(name).js"
            files[path] = file
            found[name] = (path, file)
        }
        return found
    }

    private static func describe(_ widget: JSON, _ controllers: [String: (path: String, file: String)]) throws -> JSON {
        var members = widget.only(["name", "type", "searcher", "filterState", "parameters", "title", "place"]).object
        let path = controllers[try widget.requiredString("name")]?.path ?? widget["controller"]?.string
        if let path { members?["controller"] = .string(path) }
        return .object(members ?? JSONObject())
    }
}

extension JSON {
    /// The file of the controller that a widget brings along; an address of the console's own is none.
    fileprivate var controllerFile: String? {
        if let file = self["controllerFile"]?.string { return file }
        guard let controller = self["controller"]?.string, !controller.hasPrefix("/") else { return nil }
        return controller
    }

    /// The object with these members only: others may tell how the app is run.
    fileprivate func only(_ keys: [String]) -> JSON {
        .object(JSONObject(keys.compactMap { key in self[key].map { (key, $0) } }))
    }
}
