// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A rating to choose as the least.
public struct Rating: Sendable, Hashable {
    /// The least rating.
    public let value: Int
    /// How many results have it, where that is known.
    public let count: Int?

    public init(value: Int, count: Int?) {
        self.value = value
        self.count = count
    }

    init(json: JSON) throws {
        self.init(value: try json.requiredInt("value"), count: try json.nullableInteger("count"))
    }
}

/// How much of a star is drawn.
public enum RatingPoint: String, Sendable, Hashable, CaseIterable {
    case full
    /// Half a star or more.
    case partial
    case empty
}

/// What a `rating-menu` shows.
public struct RatingMenuView: SelectableListView, Hashable {
    public let status: ViewStatus
    public let attribute: String
    public let title: String
    /// The best rating.
    public let max: Int
    /// The least rating that is asked for.
    public let selected: Double?
    /// The least and the best.
    public let range: ClosedRange<Double>?
    /// The stars of the least rating.
    public let points: [RatingPoint]
    /// The ratings, the best first.
    public let items: [SelectableItem<Rating>]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        max = try json.requiredInt("max")
        selected = try json.nullableDouble("selected")
        range = try json.bounds("range")
        points = try json.requiredWords("points")
        items = try json.selectable("items", each: Rating.init(json:))
    }

    /// The rating, or none where it is the one selected.
    public func selecting(_ item: Rating) -> JSON {
        ["value": selected == Double(item.value) ? .null : JSON(item.value)]
    }
}
