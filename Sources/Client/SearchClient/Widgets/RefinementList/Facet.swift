// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Whether a facet value is wanted, not wanted, or of no matter, in a list where values can be excluded.
public enum FacetState: String, Sendable, Hashable, CaseIterable {
    case none
    case include
    case exclude
}

/// A value of a facet, with how many records have it.
public struct Facet: Sendable, Hashable {
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

    init(json: JSON) throws {
        self.init(
            value: try json.requiredString("label"),
            json: try json.requiredValue("value"),
            count: try json.requiredInt("count"),
            highlighted: json["highlighted"] == nil ? nil : try json.requiredHighlight("highlighted"),
            state: try json.optionalWord("state")
        )
    }
}
