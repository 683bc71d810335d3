// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A request to a searcher.
public enum SearchIntent: Sendable, Hashable {
    /// Search this text, from the first page.
    case setQuery(String, by: SessionEdit.Editor? = nil)
    /// Answer with another page of the list that the answer to the given request began or continued.
    case loadPage(Int, of: Int)
    /// Search another index; without one, the app file's.
    case setIndex(String?)
    /// Let a page have so many records; without a number, as many as the app file says.
    case setHitsPerPage(Int?)
    /// Hand these parameters to the engine.
    case setParameters(JSONObject)
    /// Pass this parameter to the engine beside the others; without a value, remove it.
    case setParameter(String, JSON?)
    /// Count these too, for a widget of one's own.
    case addNeeds(SearchNeeds)
    case search
    /// Know that a result was opened, or led to something.
    case report(HitReport)

    /// The request as it travels.
    public var intent: Intent {
        switch self {
        case .setQuery(let query, let editor):
            var data = JSONObject([("query", .string(query))])
            if let editor {
                data["client"] = .string(editor.client)
                if let edit = editor.edit { data["edit"] = JSON(edit) }
            }
            return Intent(type: "set-query", data: .object(data))
        case .loadPage(let page, let request):
            return Intent(type: "load-page", data: ["page": JSON(page), "request": JSON(request)])
        case .setIndex(let index): return Intent(type: "set-index", data: ["index": JSON(index)])
        case .setHitsPerPage(let number):
            return Intent(type: "set-hits-per-page", data: ["hitsPerPage": JSON(number)])
        case .setParameters(let parameters):
            return Intent(type: "set-parameters", data: ["parameters": .object(parameters)])
        case .setParameter(let name, let value):
            return Intent(type: "set-parameter", data: ["name": .string(name), "value": value ?? .null])
        case .addNeeds(let needs): return Intent(type: "add-needs", data: needs.json)
        case .search: return Intent(type: "search")
        case .report(let report): return report.intent
        }
    }

    /// Reads a request.
    ///
    /// A `load-page` may omit the request that it continues; 0 stands for that.
    ///
    /// - Throws: `JSONError` for an unknown intent, and for data that makes no sense.
    public init(_ intent: Intent) throws {
        let data = intent.data
        switch intent.type {
        case "set-query":
            self = .setQuery(try data.requiredString("query"), by: try SessionEdit.Editor(in: data))
        case "load-page":
            let page = try data.requiredInt("page")
            guard (0...1_000_000).contains(page) else { throw JSONError("`page` is not within 0 and 1000000") }
            self = .loadPage(page, of: data["request"]?.int ?? 0)
        case "set-index":
            let index = try data.optional("index") { try $0.requiredString("index") }
            guard index?.isEmpty != true, index?.utf8.count ?? 0 <= 128, index?.contains("/") != true else {
                throw JSONError("`index` is not a valid index name")
            }
            self = .setIndex(index)
        case "set-hits-per-page":
            let number = try data.optional("hitsPerPage") { try $0.requiredInt("hitsPerPage") }
            let range = SessionLimits.hitsPerPage
            guard number.map(range.contains) ?? true else {
                throw JSONError("`hitsPerPage` is not within \(range.lowerBound) and \(range.upperBound)")
            }
            self = .setHitsPerPage(number)
        case "set-parameters":
            guard let parameters = try data.required("parameters").object else {
                throw JSONError("`parameters` is not an object")
            }
            self = .setParameters(parameters)
        case "set-parameter":
            let name = try data.requiredString("name")
            guard (1...256).contains(name.utf8.count) else { throw JSONError("`name` has not 1 to 256 bytes") }
            self = .setParameter(name, data["value"].flatMap { $0.isNull ? nil : $0 })
        case "add-needs":
            self = .addNeeds(try SearchNeeds(json: data))
        case "search":
            self = .search
        case let type where HitReport.Kind(rawValue: type) != nil:
            self = .report(try HitReport(intent))
        default:
            throw SearchBusError(
                .invalidIntent,
                "a searcher does not understand `\(intent.type)`",
                remedy:
                    "Send one of: set-query, load-page, set-index, set-hits-per-page, set-parameters, set-parameter, "
                    + "add-needs, search, report-click, report-conversion, report-view."
            )
        }
    }

    /// Carries the request out.
    ///
    /// - Parameters:
    ///   - session: What the session asks for.
    ///   - searchers: Whom the request is for: one searcher, or the members of a `multi` searcher.
    ///   - requests: The last request of each searcher, to distinguish a page of the current list from one of an earlier list.
    /// - Throws: `SearchBusError` for a request that makes no sense.
    public func change(_ session: inout SessionEdit, of searchers: [String], requests: [String: Int]) throws {
        switch self {
        case .setQuery(let query, let editor):
            try session.setQuery(query, of: searchers, by: editor)
        case .loadPage(let page, let base):
            guard searchers.count == 1, let name = searchers.first else {
                throw SearchBusError(
                    .invalidIntent,
                    "a page is loaded by one searcher",
                    remedy: "Address one member of the multi searcher."
                )
            }
            // A page of a list that is about to be replaced, or has been, is not needed.
            guard base == 0 || base == requests[name] else { return }
            session.change(name) { $0.page = page }
            session.searchAgain([name])
        case .setIndex(let index):
            for name in searchers { session.change(name) { ($0.index, $0.page) = (index, 0) } }
        case .setHitsPerPage(let number):
            for name in searchers { session.change(name) { ($0.hitsPerPage, $0.page) = (number, 0) } }
        case .setParameters(let parameters):
            try SearcherState(parameters: parameters).checkLimits(relativeTo: SearcherState())
            for name in searchers { session.change(name) { ($0.parameters, $0.page) = (parameters, 0) } }
        case .setParameter(let name, let value):
            try session.setParameter(name, value, of: searchers)
        case .addNeeds(let needs):
            try session.addNeeds(needs, of: searchers)
        case .search:
            session.searchAgain(searchers)
        case .report:
            // It is for those who read the log: nothing of what is asked for changes.
            break
        }
    }
}

extension SessionEdit.Editor {
    /// The client that typed a text, from an intent's `client` and `edit`; `nil` if it has none.
    ///
    /// - Throws: `JSONError` for a client that is not a text or too long, and an edit that is not a number.
    init?(in data: JSON) throws {
        guard let client = try data.optional("client", { try $0.requiredString("client") }) else { return nil }
        guard client.utf8.count <= 64 else { throw JSONError("`client` is longer than 64 bytes") }
        self.init(client: client, edit: try data.optional("edit") { try $0.requiredInt("edit") })
    }
}

/// A user's action on a result, or the results that a user has seen.
public struct HitReport: Sendable, Hashable {
    /// What was done; the type of the intent.
    public enum Kind: String, Sendable, Hashable {
        /// It was opened.
        case click = "report-click"
        /// It led to what it was for: a purchase, an order, a download.
        case conversion = "report-conversion"
        /// They were on the screen.
        case view = "report-view"
    }

    /// How many records one report may name.
    static let recordLimit = 20

    public let kind: Kind
    /// The records; one, unless they were seen together.
    public let objectIDs: [String]
    /// Where it stood among all results, the first being 1, where that is known.
    public let position: Int?
    /// The text whose result it was; without it, the text that is searched for now.
    public let query: String?

    /// Reads an intent of one of these kinds.
    ///
    /// - Throws: `JSONError` for data that makes no sense.
    init(_ intent: Intent) throws {
        guard let kind = Kind(rawValue: intent.type) else { throw JSONError("`\(intent.type)` is not a report") }
        self.kind = kind
        if kind == .view {
            objectIDs = try intent.data.strings("objectIDs")
            guard (1...Self.recordLimit).contains(objectIDs.count) else {
                throw JSONError("`objectIDs` has not 1 to \(Self.recordLimit) IDs")
            }
        } else {
            objectIDs = [try intent.data.requiredString("objectID")]
        }
        guard objectIDs.allSatisfy({ (1...512).contains($0.utf8.count) }) else {
            throw JSONError("An object ID has not 1 to 512 bytes")
        }
        position = try intent.data.optional("position") { try $0.requiredInt("position") }
        guard position.map((1...1_000_000).contains) ?? true else {
            throw JSONError("`position` is not within 1 and 1000000")
        }
        query = try intent.data.optional("query") { try $0.requiredString("query") }
    }

    /// The report as it travels.
    var intent: Intent {
        let identifiers = objectIDs.map(JSON.string)
        var data = JSONObject(kind == .view ? [("objectIDs", .array(identifiers))] : [("objectID", identifiers[0])])
        if let position { data["position"] = JSON(position) }
        if let query { data["query"] = .string(query) }
        return Intent(type: kind.rawValue, data: .object(data))
    }
}
