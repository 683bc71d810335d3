// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How records of a list can be selected.
public struct HitsSelection: Sendable, Hashable {
    /// Whether several can be at a time.
    public let isMultiple: Bool
    /// The attributes whose values are sent with a record that is selected.
    public let attributes: [String]

    init(json: JSON) throws {
        isMultiple = json["mode"] == "multiple"
        attributes = try json.strings("attributes")
    }
}
