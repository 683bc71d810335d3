// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A named filter of which one at a time holds.
public struct FilterSegment: SegmentItem {
    public let label: String
    /// The key in the app file.
    public let key: String

    public init(label: String, key: String) {
        self.label = label
        self.key = key
    }

    init(json: JSON) throws {
        self.init(label: try json.requiredString("label"), key: try json.requiredString("key"))
    }

    public var choosing: JSON { ["key": .string(key)] }
}

/// What `segmented` shows.
public struct SegmentedView: SelectableSegmentView, Hashable {
    public static let choosingNothing: JSON? = ["key": .null]

    public let status: ViewStatus
    public let title: String
    /// The segments in order.
    public let items: [SelectableItem<FilterSegment>]
    /// The key of the segment chosen.
    public let selected: String?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.requiredString("title")
        items = try json.selectable("items", each: FilterSegment.init(json:))
        selected = try json.nullableString("selected")
    }
}
