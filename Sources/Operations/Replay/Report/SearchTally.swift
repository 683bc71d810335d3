// SPDX-License-Identifier: MIT

import Wire

/// How many searches something is true of.
public struct SearchTally: Sendable, Hashable {
    /// How many different ones.
    public private(set) var searches = 0
    /// How often these were asked for together.
    public private(set) var asked = 0

    public init() {}

    /// Counts a search that was asked for so often.
    public mutating func add(_ count: Int) {
        searches += 1
        asked += count
    }

    public var json: JSON { ["searches": JSON(searches), "asked": JSON(asked)] }
}
