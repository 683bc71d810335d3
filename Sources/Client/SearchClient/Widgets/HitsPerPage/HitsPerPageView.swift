// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A number of results that a page may have.
public struct PageLength: SegmentItem {
    public let label: String
    public let value: Int

    public init(label: String, value: Int) {
        self.label = label
        self.value = value
    }

    init(json: JSON) throws {
        self.init(label: try json.requiredString("label"), value: try json.requiredInt("value"))
    }

    public var choosing: JSON { ["value": JSON(value)] }
}

/// What `hits-per-page` shows.
public struct HitsPerPageView: SelectableSegmentView, Hashable {
    public let status: ViewStatus
    /// The numbers in order.
    public let items: [SelectableItem<PageLength>]
    /// How many results a page has, where it is known; it need not be one of them.
    public let selected: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        items = try json.selectable("items", each: PageLength.init(json:))
        selected = try json.integer("selected")
    }
}
