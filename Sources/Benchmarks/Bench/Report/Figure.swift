// SPDX-License-Identifier: MIT

import Wire

/// One measured figure, its yardstick, and its target.
public struct Figure: Sendable, Hashable {
    public enum Unit: String, Sendable, Hashable {
        case microseconds = "µs"
        case milliseconds = "ms"
        case seconds = "s"
        case perSecond = "/s"
        case bytes = "B"
        case percent = "%"
        case count = ""
    }

    public enum Reach: Sendable, Hashable {
        case atMost(Double)
        case atLeast(Double)
        /// At most so many times the yardstick.
        case timesYardstick(Double)
        /// At least this part of the yardstick.
        case partOfYardstick(Double)
    }

    public let name: String
    public let value: Double
    public let unit: Unit
    /// The same of the yardstick, measured in the same run.
    public let yardstick: Double?
    public let reach: Reach?

    public init(_ name: String, _ value: Double, _ unit: Unit, yardstick: Double? = nil, reach: Reach? = nil) {
        self.name = name
        self.value = value
        self.unit = unit
        self.yardstick = yardstick
        self.reach = reach
    }

    /// How many times the yardstick it is.
    public var ratio: Double? {
        guard let yardstick, yardstick > 0 else { return nil }
        return value / yardstick
    }

    /// Whether the reach is met; `nil` where none is asked for, or there is nothing to compare with.
    public var isMet: Bool? {
        switch reach {
        case nil: nil
        case .atMost(let limit)?: value <= limit
        case .atLeast(let limit)?: value >= limit
        case .timesYardstick(let factor)?: ratio.map { $0 <= factor }
        case .partOfYardstick(let part)?: ratio.map { $0 >= part }
        }
    }

    public var json: JSON {
        var object = JSONObject([("name", .string(name)), ("value", .number(value)), ("unit", .string(unit.rawValue))])
        if let yardstick { object["yardstick"] = .number(yardstick) }
        if let ratio { object["ratio"] = .number(ratio) }
        switch reach {
        case nil: break
        case .atMost(let limit)?: object["atMost"] = .number(limit)
        case .atLeast(let limit)?: object["atLeast"] = .number(limit)
        case .timesYardstick(let factor)?: object["atMostTimesYardstick"] = .number(factor)
        case .partOfYardstick(let part)?: object["atLeastTimesYardstick"] = .number(part)
        }
        if let isMet { object["met"] = .bool(isMet) }
        return .object(object)
    }
}
