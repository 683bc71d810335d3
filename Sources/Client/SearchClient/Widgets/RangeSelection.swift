// SPDX-License-Identifier: MIT

import Wire

/// A selection of numbers between two ends; an end that is `nil` is open.
public struct RangeSelection: ViewValue, IntentValue, Hashable {
    public let low: Double?
    public let high: Double?

    public init(low: Double?, high: Double?) {
        self.low = low
        self.high = high
    }

    public static func read(_ json: JSON, named name: String) throws -> RangeSelection {
        guard let ends = json.array, ends.count == 2, ends.allSatisfy({ $0.isNull || $0.double != nil }) else {
            throw JSONError("`\(name)` is not two numbers")
        }
        let selection = RangeSelection(low: ends[0].double, high: ends[1].double)
        if let low = selection.low, let high = selection.high, low > high {
            throw JSONError("`\(name)` is not in order")
        }
        return selection
    }

    /// The selection with its open ends at the bounds; `nil` if an end is open and there are no bounds.
    public func closed(in bounds: ClosedRange<Double>?) -> ClosedRange<Double>? {
        guard let low = low ?? bounds.map({ min($0.lowerBound, high ?? $0.lowerBound) }),
            let high = high ?? bounds.map({ max($0.upperBound, low) }), low <= high
        else { return nil }
        return low...high
    }

    /// The selection for a range that the user chose: clamped to the bounds, open where it reaches them, `nil` for
    /// the whole range.
    static func ends(of range: ClosedRange<Double>?, in bounds: ClosedRange<Double>?) -> RangeSelection? {
        guard let range else { return nil }
        guard let bounds else { return RangeSelection(low: range.lowerBound, high: range.upperBound) }
        let clamped = range.clamped(to: bounds)
        let low = clamped.lowerBound > bounds.lowerBound ? clamped.lowerBound : nil
        let high = clamped.upperBound < bounds.upperBound ? clamped.upperBound : nil
        return low == nil && high == nil ? nil : RangeSelection(low: low, high: high)
    }

    /// The JSON form in intents.
    public var json: JSON { intentValue }

    public var intentValue: JSON { [low.map { .number($0) } ?? .null, high.map { .number($0) } ?? .null] }
}
