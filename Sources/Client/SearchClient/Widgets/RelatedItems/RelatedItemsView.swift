// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What makes two records alike: that they share a value of an attribute, and how much that is worth.
public struct MatchingPattern: Sendable, Hashable {
    public let attribute: String
    /// What sharing a value is worth; `nil` where the app file does not say, which is 1.
    public let score: Int?

    init(json: JSON) throws {
        attribute = try json.requiredString("attribute")
        score = try json.integer("score")
    }

    /// The values that a record has for the attribute, which may be nested: one, or a list of them; `nil` for none.
    func values(in record: JSON) -> JSON? {
        let isValue = { (json: JSON) in json.string != nil || json.double != nil || json.bool != nil }
        guard let found = record.attribute(attribute) else { return nil }
        if isValue(found) { return found }
        let values = (found.array ?? []).filter(isValue)
        return values.isEmpty ? nil : .array(Array(values.prefix(Self.mostValues)))
    }

    /// How many values of one attribute the widget takes.
    private static let mostValues = 100
}

/// What `related-items` show: records like the one that somebody looks at.
public struct RelatedItemsView<Record: Decodable & Sendable>: PhasedView {
    public let status: ViewStatus
    public let title: String
    /// The record that is looked at; `nil` for none.
    public let objectID: String?
    /// What makes two records alike.
    public let patterns: [MatchingPattern]
    /// The records, those most like it first.
    public let hits: [Hit<Record>]
    /// How the app file says that a record is drawn.
    public let template: JSON

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.requiredString("title")
        objectID = try json.nullableString("objectID")
        patterns = try json.required("patterns", each: MatchingPattern.init(json:))
        hits = try json.required("hits", each: Hit<Record>.init(json:))
        template = try json.requiredObject("template")
    }
}

extension RelatedItemsView: Equatable where Record: Equatable {}
extension RelatedItemsView: Hashable where Record: Hashable {}
