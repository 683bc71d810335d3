// SPDX-License-Identifier: MIT

import Wire

/// What the numbers come to that matching records have in an attribute.
///
/// A number that a record has twice counts once.
public struct NumberSum: Sendable, Hashable {
    /// All of them together.
    public let sum: Double
    public let average: Double

    public init(sum: Double, average: Double) {
        (self.sum, self.average) = (sum, average)
    }

    /// Adds up numbers of which each is there so many times; `nil` where there are none.
    ///
    /// What rounding loses is carried on, so that the order of the numbers makes no difference that anybody sees.
    public init?(_ numbers: some Sequence<(number: Double, count: Int)>) {
        var (sum, lost, count) = (0.0, 0.0, 0)
        for part in numbers where part.count > 0 {
            let term = part.number * Double(part.count)
            let next = sum + term
            lost += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
            sum = next
            count += part.count
        }
        let total = sum + lost
        guard count > 0, total.isFinite else { return nil }
        self.init(sum: total, average: total / Double(count))
    }
}

extension NumberSum: JSONConvertible {
    public init(json: JSON) throws {
        guard let sum = json["sum"]?.double, let average = json["avg"]?.double else {
            throw JSONError("a sum has no `sum` or no `avg`")
        }
        self.init(sum: sum, average: average)
    }

    public var json: JSON { ["sum": .number(sum), "avg": .number(average)] }
}
