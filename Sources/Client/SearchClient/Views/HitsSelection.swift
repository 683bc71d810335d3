// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How records of a list can be selected.
public struct HitsSelection: ViewObject, Hashable {
    /// Whether several can be at a time.
    public let isMultiple: Bool
    /// The attributes whose values are sent with a selected record.
    public let attributes: [String]

    public init(json: JSON) throws {
        isMultiple = json["mode"] == "multiple"
        attributes = try json.strings("attributes")
    }
}
