// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What is remembered of a session while it goes on: what is not counted yet, and what clicks may still belong to.
public struct OpenSession: Sendable, Hashable {
    /// An intent whose answer is not there yet.
    struct Asked: Sendable, Hashable {
        var id: String
        var at: Int64
    }

    /// A search that was counted, or may be.
    struct Search: Sendable, Hashable {
        /// The searchers that were asked for it together; the first one is told.
        var searchers: [String]
        var query: String
        /// What it began with: searchers that were asked by the same cause search for the same.
        var cause: String
        /// When the text was there.
        var since: Int64
        /// The place of the question of Algolia's interface; 0 for a session's own.
        var place: UInt64 = 0
        /// Which of the question's searches.
        var member = 0
        var isTracked = true
        /// The number of each searcher's request with which the text came: earlier answers are not its own.
        var first: [String: Int] = [:]
        /// The results of each searcher that has answered.
        var found: [String: Int] = [:]
        /// The filters, each as a digest.
        var filters: [UInt64] = []
        /// The index and the like, as a digest.
        var shape: UInt64 = 0
        /// The day on which it was counted, if it was.
        var day: Int64?
        /// Whether it is counted how it was answered.
        var isJudged = false
        var isClicked = false
        var isConverted = false
        /// Whether a click told of it before its request was on the log.
        var isAhead = false
    }

    /// When something happened last.
    var touched: Int64
    /// The last hour and day in which it was counted.
    var hour: Int64 = -1
    var day: Int64 = -1
    var asked: [Asked] = []
    /// What is searched for now.
    var current: [Search] = []
    /// What was searched for before, and counted, the newest last.
    var recent: [Search] = []

    init(touched: Int64) {
        self.touched = touched
    }

    /// Whether something may have been searched for that is not counted yet.
    var isUndecided: Bool { current.contains { $0.day == nil && !$0.query.isEmpty } }
}

extension OpenSession: JSONConvertible {
    /// Reads what `json` wrote.
    ///
    /// - Throws: `JSONError`.
    public init(json: JSON) throws {
        touched = Int64(try json.requiredInt("touched"))
        hour = Int64(try json.requiredInt("hour"))
        day = Int64(try json.requiredInt("day"))
        asked = try json.list("asked").map {
            Asked(id: try $0.requiredString("id"), at: Int64(try $0.requiredInt("at")))
        }
        current = try json.list("current").map(Search.init(json:))
        recent = try json.list("recent").map(Search.init(json:))
    }

    /// The session as it is kept.
    public var json: JSON {
        [
            "touched": JSON(Int(touched)), "hour": JSON(Int(hour)), "day": JSON(Int(day)),
            "asked": .array(asked.map { ["id": .string($0.id), "at": JSON(Int($0.at))] }),
            "current": .array(current.map(\.json)), "recent": .array(recent.map(\.json)),
        ]
    }
}

extension OpenSession.Search {
    init(json: JSON) throws {
        self.init(
            searchers: try json.strings("searchers"),
            query: try json.requiredString("query"),
            cause: try json.requiredString("cause"),
            since: Int64(try json.requiredInt("since")),
            place: UInt64(max(0, json["place"]?.int ?? 0)),
            member: json["member"]?.int ?? 0,
            isTracked: json["tracked"]?.bool ?? true,
            first: Self.numbers(json["first"]),
            found: Self.numbers(json["found"]),
            filters: (json["filters"]?.array ?? []).compactMap { $0.int.map { UInt64(bitPattern: Int64($0)) } },
            shape: UInt64(bitPattern: Int64(json["shape"]?.int ?? 0)),
            day: json["day"]?.int.map(Int64.init),
            isJudged: json["judged"]?.bool ?? false,
            isClicked: json["clicked"]?.bool ?? false,
            isConverted: json["converted"]?.bool ?? false,
            isAhead: json["ahead"]?.bool ?? false
        )
    }

    var json: JSON {
        var object = JSONObject([
            ("searchers", JSON(searchers)), ("query", .string(query)), ("cause", .string(cause)),
            ("since", JSON(Int(since))),
        ])
        if place > 0 { object["place"] = JSON(Int(clamping: place)) }
        if member > 0 { object["member"] = JSON(member) }
        if !isTracked { object["tracked"] = false }
        if !first.isEmpty { object["first"] = Self.json(first) }
        if !found.isEmpty { object["found"] = Self.json(found) }
        if !filters.isEmpty { object["filters"] = .array(filters.map { JSON(Int(Int64(bitPattern: $0))) }) }
        if shape != 0 { object["shape"] = JSON(Int(Int64(bitPattern: shape))) }
        if let day { object["day"] = JSON(Int(day)) }
        if isJudged { object["judged"] = true }
        if isClicked { object["clicked"] = true }
        if isConverted { object["converted"] = true }
        if isAhead { object["ahead"] = true }
        return .object(object)
    }

    private static func numbers(_ json: JSON?) -> [String: Int] {
        Dictionary(
            (json?.object?.members ?? []).compactMap { member in member.value.int.map { (member.key, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func json(_ numbers: [String: Int]) -> JSON {
        .object(JSONObject(numbers.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) }))
    }
}
