// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// What the numbers of a `date-range` count since 1970.
public enum DateUnit: String, Sendable, Hashable, CaseIterable {
    case seconds
    case milliseconds

    private var perSecond: Double { self == .seconds ? 1 : 1_000 }

    /// The date that a number stands for.
    public func date(of number: Double) -> Date { Date(timeIntervalSince1970: number / perSecond) }

    /// The number that stands for a date.
    public func number(of date: Date) -> Double { date.timeIntervalSince1970 * perSecond }
}

/// A period of time to choose, such as the last 7 days.
public struct DatePreset: Sendable, Hashable {
    /// The period as people read it.
    public let label: String
    /// The period as it stays in force from day to day, such as `last 7 days`.
    public let period: String

    public init(label: String, period: String) {
        self.label = label
        self.period = period
    }

    init(json: JSON) throws {
        self.init(label: try json.requiredString("label"), period: try json.requiredString("period"))
    }
}

/// What a `date-range` shows.
public struct DateRangeView: RangeView, SelectableListView, Hashable {
    public let status: ViewStatus
    public let attribute: String
    public let title: String
    public let unit: DateUnit
    public let bounds: ClosedRange<Double>?
    public var resultBounds: ClosedRange<Double>? { bounds }
    public let range: RangeSelection?
    /// Whether the range reaches outside of the bounds.
    public let outside: Bool
    /// The period selected, listed or not.
    public let period: String?
    /// The periods to choose from.
    public let items: [SelectableItem<DatePreset>]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        unit = try json.requiredWord("unit")
        bounds = try json.bounds("bounds")
        range = try json.selection("range")
        outside = try json.requiredTruth("outside")
        period = try json.nullableString("period")
        items = try json.selectable("presets", each: DatePreset.init(json:))
    }

    /// The period, or none where it is the one selected.
    public func selecting(_ item: DatePreset) -> JSON { ["period": JSON(item.period == period ? nil : item.period)] }
}
