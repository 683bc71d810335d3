// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a `number-range` shows.
public struct NumberRangeView: RangeView, Hashable {
    public typealias Selection = RangeSelection

    public let status: ViewStatus
    public let attribute: String
    public let title: String
    /// How many decimals a step has.
    public let precision: Int
    public let bounds: ClosedRange<Double>?
    public let resultBounds: ClosedRange<Double>?
    public let range: RangeSelection?
    /// Whether the selection reaches outside of the bounds.
    public let outside: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        precision = try json.requiredInt("precision")
        bounds = try json.bounds("bounds")
        resultBounds = try json.optionalBounds("resultBounds")
        range = try json.selection("range")
        outside = try json.requiredTruth("outside")
    }
}
