// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A stretch of numbers with a button of its own; an end that is `nil` is open.
struct Step: Sendable, Hashable {
    let lower: Double?
    let upper: Double?

    /// The steps below, between and above some numbers; `nil` for anything but 1 to 20 rising numbers.
    static func steps(between json: JSON) -> [Step]? {
        guard let values = json.array, (1...20).contains(values.count) else { return nil }
        let numbers = values.compactMap(\.double)
        guard numbers.count == values.count, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return nil
        }
        let ends = [nil] + numbers.map(Optional.some) + [nil]
        return zip(ends, ends.dropFirst()).map(Step.init)
    }

    /// The text of the button.
    var label: String {
        switch (lower, upper) {
        case (let lower?, let upper?): "\(Self.text(lower)) to \(Self.text(upper))"
        case (let lower?, nil): "from \(Self.text(lower))"
        case (nil, let upper?): "up to \(Self.text(upper))"
        case (nil, nil): "all"
        }
    }

    /// The filter that keeps the records within the step, its ends included.
    func filter(on attribute: String) -> Filter {
        switch (lower, upper) {
        case (let lower?, let upper?): .range(attribute, lower...upper)
        case (let lower?, nil): .comparison(attribute, .greaterOrEqual, lower)
        case (nil, let upper): .comparison(attribute, .lessOrEqual, upper ?? .greatestFiniteMagnitude)
        }
    }

    private static func text(_ number: Double) -> String { JSON.number(number).text }
}
