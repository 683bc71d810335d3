// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a `number` shows.
public struct NumberView: PhasedView, Hashable {
    /// How a number is to be drawn.
    public enum Control: String, Sendable, Hashable, CaseIterable {
        case slider
        case stepper
        /// The number is a count of seconds since 1970.
        case date
    }

    public let status: ViewStatus
    public let attribute: String
    public let title: String
    public let control: Control
    /// How numbers are compared, such as `>=`.
    public let comparison: String
    public let value: Double?
    /// The lowest and highest number there is.
    public let bounds: ClosedRange<Double>?
    /// How much a step is.
    public let step: Double
    /// Whether the number is outside of the bounds.
    public let outside: Bool

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = try json.requiredString("title")
        control = try json.requiredWord("control")
        comparison = try json.requiredString("comparison")
        value = try json.nullableDouble("value")
        bounds = try json.bounds("bounds")
        step = try json.requiredDouble("step")
        outside = try json.requiredTruth("outside")
    }
}
