// SPDX-License-Identifier: MIT

import Wire

/// One action of a user, as reported to Algolia's Insights interface.
public struct AlgoliaEvent: Sendable, Hashable {
    /// The kind of action.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case click, conversion, view
    }

    /// The maximum number of events in one call.
    public static let limit = 1_000
    /// The maximum number of records or filters in one event.
    public static let nameLimit = 20

    /// The action.
    public let kind: Kind
    /// The page's name for it.
    public let name: String
    public let index: String
    /// The user.
    public let userToken: String
    /// The records of the action; empty for an action with filters.
    public let objectIDs: [String]
    /// The filters of the action, as `ATTRIBUTE:VALUE`; empty for an action with records.
    public let filters: [String]
    /// The positions of the records in the results, from 1; of clicks after a search.
    public let positions: [Int]
    /// The search that it came from, if given.
    public let queryID: QueryIdentifier?

    /// Reads the events of a call.
    ///
    /// - Throws: `AlgoliaError` with status 422 that names the invalid event; no event counts then.
    public static func list(in body: JSONObject) throws(AlgoliaError) -> [AlgoliaEvent] {
        guard let events = body["events"]?.array else { throw AlgoliaError("events: a list is expected", status: 422) }
        guard events.count <= limit else { throw AlgoliaError("events: more than \(limit)", status: 422) }
        var read: [AlgoliaEvent] = []
        for (place, event) in events.enumerated() { read.append(try AlgoliaEvent(event, at: place)) }
        return read
    }

    private init(_ json: JSON, at place: Int) throws(AlgoliaError) {
        func wrong(_ message: String) -> AlgoliaError { AlgoliaError("events[\(place)].\(message)", status: 422) }
        func text(_ name: String, _ longest: Int) throws(AlgoliaError) -> String {
            guard let text = json[name]?.string, (1...longest).contains(text.utf8.count) else {
                throw wrong("\(name): a text of 1 to \(longest) bytes is expected")
            }
            return text
        }
        guard let kind = json["eventType"]?.string.flatMap(Kind.init) else {
            throw wrong("eventType: `click`, `conversion` or `view` is expected")
        }
        self.kind = kind
        name = try text("eventName", 64)
        index = try text("index", 256)
        userToken = try text("userToken", 129)
        let records = json["objectIDs"]?.array
        let filters = json["filters"]?.array
        guard (records == nil) != (filters == nil) else {
            throw wrong("objectIDs: either this or `filters` is expected")
        }
        let names = (records ?? filters ?? []).compactMap(\.string)
        guard (1...Self.nameLimit).contains(names.count), names.count == (records ?? filters)?.count,
            names.allSatisfy({ (1...512).contains($0.utf8.count) })
        else { throw wrong("\(records == nil ? "filters" : "objectIDs"): 1 to \(Self.nameLimit) texts are expected") }
        objectIDs = records == nil ? [] : names
        self.filters = records == nil ? names : []
        switch json["queryID"]?.string {
        case nil: queryID = nil
        case let text?:
            guard let identifier = QueryIdentifier(text) else {
                throw wrong("queryID: 32 hexadecimal digits are expected, as an answer had them")
            }
            queryID = identifier
        }
        let places = (json["positions"]?.array ?? []).compactMap(\.int)
        guard places.count == json["positions"]?.array?.count ?? 0, places.allSatisfy({ (1...1_000_000).contains($0) }),
            places.isEmpty || places.count == names.count
        else { throw wrong("positions: a number from 1 for each of objectIDs is expected") }
        if kind == .click, queryID != nil, records != nil, places.isEmpty {
            throw wrong("positions: missing; a click after a search says where the record stood")
        }
        positions = places
    }
}
