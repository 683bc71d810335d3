// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Foundation
import Wire

@testable import Insights

/// A log that a test writes event by event, at times of its own.
struct MadeLog {
    /// 2026-11-21T10:00:00Z.
    static let start: Int64 = 1_795_255_200_000_000

    private(set) var events: [Event] = []
    private var sequence: UInt64 = 0
    private var requests: [String: Int] = [:]
    /// The time of the next event, in microseconds.
    var now = MadeLog.start

    /// Lets time pass.
    mutating func wait(seconds: Double) { now += Int64(seconds * 1_000_000) }

    mutating func add(
        _ kind: Topic.Kind,
        _ component: String,
        _ session: String,
        type: String,
        _ data: JSON,
        id: String? = nil,
        source: String = "/test",
        cause: String? = nil
    ) throws {
        sequence += 1
        let draft = EventDraft(
            topic: try Topic(kind, component, session: session),
            id: id ?? "event-\(sequence)",
            source: source,
            type: type,
            time: Timestamp(microseconds: now).description,
            correlationID: cause,
            data: data.bytes
        )
        events.append(try Event.made(draft, at: sequence))
    }

    /// Types a text: an intent, the request that follows, and after 5 ms the answer.
    mutating func type(
        _ query: String,
        in session: String,
        found: Int? = 3,
        page: Int = 0,
        brands: [String] = []
    ) throws {
        try add(.intent, "box", session, type: "searchbus.intent.set-query", ["query": .string(query)])
        let cause = "event-\(sequence)"
        try request(query, in: session, page: page, brands: brands, cause: cause)
        guard let found else { return }
        now += 5_000
        try answer(cause, in: session, query: query, found: found)
    }

    /// Asks for something, by an intent with an id.
    mutating func ask(_ id: String, in session: String) throws {
        try add(.intent, "box", session, type: "searchbus.intent.set-query", ["query": .string(id)], id: id)
    }

    /// A turn of the state store: the outcomes of some intents, and the request if one was applied.
    mutating func turn(_ outcomes: [(intent: String, result: String)], in session: String) throws {
        for (intent, result) in outcomes {
            try add(
                .outcome,
                "box",
                session,
                type: "searchbus.outcome.\(result)",
                ["intent": .string(intent), "result": .string(result)],
                source: "/state",
                cause: intent
            )
        }
        guard let last = outcomes.last(where: { $0.result == "applied" })?.intent else { return }
        try request(last, in: session, source: "/state", cause: last)
    }

    /// The results of the last request.
    mutating func answer(_ cause: String, in session: String, query: String = "", found: Int = 3) throws {
        let results: JSON = [
            "query": .string(query), "nbHits": JSON(found), "hits": [["objectID": "p1", "record": ["a": 1]]],
            "searcher": "products", "request": JSON(requests[session, default: 0]),
        ]
        try add(.results, "products", session, type: "searchbus.results.hits", results, cause: cause)
    }

    private mutating func request(
        _ query: String,
        in session: String,
        page: Int = 0,
        brands: [String] = [],
        source: String = "/test",
        cause: String
    ) throws {
        let number = requests[session, default: 0] + 1
        requests[session] = number
        let filters = JSON.array(
            brands.map { ["type": "facet", "attribute": "brand", "value": .string($0)] }
        )
        let groups: JSON =
            brands.isEmpty ? .array([]) : .array([["kind": "or", "name": "brand", "filters": filters]])
        let member: JSON = [
            "number": JSON(number), "search": true, "query": .string(query), "index": "products", "page": JSON(page),
            "parameters": [:], "filters": ["groups": groups],
        ]
        try add(
            .request,
            "products",
            session,
            type: "searchbus.request.changed",
            ["searcher": "products", "number": JSON(number), "members": ["products": member]],
            source: source,
            cause: cause
        )
    }

    /// Opens a result.
    mutating func click(_ position: Int, in session: String, query: String? = nil) throws {
        var data = JSONObject([("objectID", "p1"), ("position", JSON(position))])
        if let query { data["query"] = .string(query) }
        try add(.intent, "products", session, type: "searchbus.intent.report-click", .object(data))
    }

    /// Sees results.
    mutating func view(_ objectIDs: [String], in session: String, query: String) throws {
        let data: JSON = ["objectIDs": .array(objectIDs.map { .string($0) }), "query": .string(query)]
        try add(.intent, "products", session, type: "searchbus.intent.report-view", data)
    }

    /// Buys.
    mutating func convert(in session: String) throws {
        try add(.intent, "products", session, type: "searchbus.intent.report-conversion", ["objectID": "p1"])
    }

    /// Folds everything, and lets the given time pass.
    func folded(after seconds: Double = 60) -> InsightsFold {
        var fold = InsightsFold(InsightsRules(members: ["products": ["products"]]))
        let end = now + Int64(seconds * 1_000_000)
        for event in events { fold.fold(event, now: end) }
        fold.pass(to: end)
        return fold
    }

    /// What was counted of each text.
    func counts() -> [String: InsightsChanges.QueryCounts] {
        var fold = folded()
        return Dictionary(
            fold.takeChanges().queries.map { ($0.key.query, $0.value) },
            uniquingKeysWith: { left, right in
                var sum = left
                sum += right
                return sum
            }
        )
    }
}
