// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a `number-range` shows.
public struct NumberRangeView: PhasedView, Hashable {
    /// A selection; an end that is `nil` is open.
    public struct Selection: Sendable, Hashable {
        public let low: Double?
        public let high: Double?

        public init(low: Double?, high: Double?) {
            self.low = low
            self.high = high
        }

        /// The selection with its open ends at the bounds; `nil` where an end is open and there are no bounds.
        public func closed(in bounds: ClosedRange<Double>?) -> ClosedRange<Double>? {
            guard let low = low ?? bounds.map({ min($0.lowerBound, high ?? $0.lowerBound) }),
                let high = high ?? bounds.map({ max($0.upperBound, low) }), low <= high
            else { return nil }
            return low...high
        }

        /// The JSON form in intents.
        public var json: JSON { [low.map { .number($0) } ?? .null, high.map { .number($0) } ?? .null] }
    }

    public let status: ViewStatus
    public let attribute: String
    public let title: String
    /// How many decimals are shown.
    public let precision: Int
    /// The lowest and highest number of the results, computed without the widget's own filter.
    public let bounds: ClosedRange<Double>?
    /// What is selected.
    public let range: Selection?
    /// Whether the selection reaches outside of the bounds.
    public let outside: Bool
    /// Why there are no bounds.
    public let warning: SearchBusError?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = json["title"]?.string ?? attribute
        precision = try json.integer("precision") ?? 0
        let bounds = try Self.ends("bounds", in: json)
        if let low = bounds?.low, let high = bounds?.high {
            guard low <= high else { throw JSONError("`bounds` are not in order") }
            self.bounds = low...high
        } else {
            self.bounds = nil
        }
        range = try Self.ends("range", in: json)
        outside = try json.truth("outside") ?? false
        warning = try json.warning()
    }

    private static func ends(_ name: String, in json: JSON) throws -> Selection? {
        guard let value = json[name], !value.isNull else { return nil }
        guard let ends = value.array, ends.count == 2, ends.allSatisfy({ $0.isNull || $0.double != nil }) else {
            throw JSONError("`\(name)` is not two numbers")
        }
        return Selection(low: ends[0].double, high: ends[1].double)
    }
}
