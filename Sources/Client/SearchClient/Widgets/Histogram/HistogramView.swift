// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How many results have numbers between two.
public struct HistogramBar: Sendable, Hashable {
    /// The lowest and the highest number.
    public let from: Double
    public let to: Double
    /// How many there are, where that is known.
    public let count: Int?
    /// Whether the selection reaches into it.
    public let inside: Bool

    init(json: JSON) throws {
        from = try json.requiredDouble("from")
        to = try json.requiredDouble("to")
        count = try json.nullableInteger("count")
        inside = try json.requiredTruth("inside")
    }
}

/// What a `histogram` shows.
public struct HistogramView: RangeView, Hashable {
    public let status: ViewStatus
    public let attribute: String
    public let title: String
    public let bounds: ClosedRange<Double>?
    public let resultBounds: ClosedRange<Double>?
    public let range: RangeSelection?
    /// Whether the selection reaches outside of the bounds.
    public let outside: Bool
    /// The bars in order.
    public let bars: [HistogramBar]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        bounds = try json.bounds("bounds")
        resultBounds = try json.optionalBounds("resultBounds")
        range = try json.selection("range")
        outside = try json.requiredTruth("outside")
        bars = try json.required("bars", each: HistogramBar.init(json:))
    }
}
