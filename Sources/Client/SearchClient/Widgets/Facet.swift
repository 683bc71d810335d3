// SPDX-License-Identifier: MIT

import Wire

/// A value of a facet, with how many records have it.
public struct Facet: ViewObject, Hashable {
    /// The value as displayed.
    public let value: String
    /// The value itself: a text, a number or a Boolean.
    public let json: JSON
    public let count: Int
    /// The value with the matches of a search for values.
    public let highlighted: Highlight?
    /// The state of the value, if values can be excluded as well.
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
