// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Wire

/// A reported click, conversion or view.
struct Report {
    enum Kind: String {
        case click
        case conversion
        case view
    }

    /// A filter that was seen.
    struct Filter {
        let attribute: String
        let value: String
    }

    /// How many records or filters one report may name.
    private static let recordLimit = 20

    let kind: Kind
    /// How many records it is about.
    let count: Int
    /// The filters that it is about, where it is about no records; of views alone.
    let filters: [Filter]
    /// Where they stood among the results, the first being 1.
    let positions: [Int]
    /// The search text, if reported.
    let query: String?
    /// What was searched.
    let searcher: String
    /// The question of Algolia's interface, 0 if there is none or it was not reported.
    let place: UInt64
    let member: Int
    /// Whether its search was counted when it was made, so that it need not be remembered.
    let isCounted: Bool

    /// Reads an intent to a searcher; `nil` for one that is about something else.
    ///
    /// - Throws: `JSONError` for one that makes no sense.
    init?(_ event: Event, _ suffix: Substring, _ rules: InsightsRules) throws {
        switch suffix {
        case "report-click": kind = .click
        case "report-conversion": kind = .conversion
        case "report-view": kind = .view
        default: return nil
        }
        let data = try event.data()
        count = min(max(1, data["objectIDs"]?.array?.count ?? 1), Self.recordLimit)
        filters = []
        positions = data["position"]?.int.map { [$0] }?.filter { $0 > 0 } ?? []
        query = data["query"]?.string.map(rules.normalised)
        searcher = event.topic.component
        (place, member, isCounted) = (0, 0, false)
    }

    /// The reports of an event of Algolia's interface.
    ///
    /// - Throws: `JSONError` for one that makes no sense.
    static func list(in data: JSON, _ rules: InsightsRules) throws -> [Report] {
        try data.list("events").prefix(1_000).compactMap { try Report($0, rules) }
    }

    private init?(_ json: JSON, _ rules: InsightsRules) throws {
        guard let kind = Kind(rawValue: try json.requiredString("kind")) else { return nil }
        self.kind = kind
        count = min(max(1, json["objectIDs"]?.array?.count ?? 1), Self.recordLimit)
        filters =
            kind == .view
            ? (json["filters"]?.array ?? []).prefix(Self.recordLimit).compactMap { $0.string.map { Filter($0, rules) } }
            : []
        positions = (json["positions"]?.array ?? []).prefix(Self.recordLimit).compactMap(\.int).filter { $0 > 0 }
        query = json["query"]?.string.map(rules.normalised)
        searcher = rules.cut(json["searcher"]?.string ?? QuestionSearches.prefix + (json["index"]?.string ?? ""))
        place = UInt64(max(0, json["question"]?.int ?? 0))
        member = json["member"]?.int ?? 0
        isCounted = json["counted"]?.bool ?? false
    }
}

extension Report.Filter {
    /// Reads a filter of Algolia's events: an attribute, a colon and a value, in which `%` escapes may stand.
    fileprivate init(_ text: String, _ rules: InsightsRules) {
        let text = text.removingPercentEncoding ?? text
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        attribute = rules.cut(String(parts[0]))
        value = rules.cut(parts.count > 1 ? String(parts[1]) : "")
    }
}
