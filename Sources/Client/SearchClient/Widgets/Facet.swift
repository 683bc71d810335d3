// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A value of a facet, with how many records have it.
public struct Facet: ViewObject, Hashable {
    /// The value as people read it.
    public let value: String
    /// The value itself: a text, a number or a truth value.
    public let json: JSON
    public let count: Int
    /// The value with what matched a search for values.
    public let highlighted: Highlight?
    /// What holds of the value, where it can be excluded as well.
    public let state: FacetState?

    public init(
        value: String,
        json: JSON? = nil,
        count: Int,
        highlighted: Highlight? = nil,
        state: FacetState? = nil
    ) {
        self.value = value
        self.json = json ?? .string(value)
        self.count = count
        self.highlighted = highlighted
        self.state = state
    }

    public init(json: JSON) throws {
        value = try json.member("label")
        self.json = try json.member("value", as: .value)
        count = try json.member("count")
        highlighted = try json.optionalMember("highlighted")
        state = try json.optionalMember("state")
    }
}
