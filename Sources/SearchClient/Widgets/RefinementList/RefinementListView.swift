// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A value of a facet, with how many records have it.
public struct Facet: Sendable, Hashable {
    /// The value as people read it.
    public let value: String
    /// The value itself: a text, a number or a truth value.
    public let json: JSON
    public let count: Int
    /// The value with what matched a search for values.
    public let highlighted: Highlight?

    public init(value: String, json: JSON? = nil, count: Int, highlighted: Highlight? = nil) {
        self.value = value
        self.json = json ?? .string(value)
        self.count = count
        self.highlighted = highlighted
    }

    init(json: JSON) throws {
        let value = try json.required("value")
        self.init(
            value: json["label"]?.string ?? value.string ?? value.text,
            json: value,
            count: try json.integer("count") ?? 0,
            highlighted: json["highlighted"].flatMap { Highlight(json: $0) }
        )
    }
}

/// Something in a list that can be selected, and whether it is.
public struct SelectableItem<Item: Sendable & Hashable>: Sendable, Hashable {
    public let item: Item
    public let isSelected: Bool

    public init(item: Item, isSelected: Bool) {
        self.item = item
        self.isSelected = isSelected
    }
}

/// What a `refinement-list` shows.
public struct RefinementListView: PhasedView, Hashable {
    public let status: ViewStatus
    public let attribute: String
    public let title: String
    /// `or` or `and`.
    public let `operator`: String
    /// The values in order, the selected ones too.
    public let items: [SelectableItem<Facet>]
    public let selectedCount: Int
    /// Whether more values can be asked for, and whether they were.
    public let canShowMore: Bool
    public let showingMore: Bool
    /// On a `facets` searcher, the text searched.
    public let query: String?
    /// Why not all of it could be counted.
    public let warning: SearchBusError?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        attribute = try json.requiredString("attribute")
        title = json["title"]?.string ?? attribute
        `operator` = json["operator"]?.string ?? "or"
        items = try json.list("items").map { item in
            SelectableItem(item: try Facet(json: item), isSelected: try item.truth("selected") ?? false)
        }
        selectedCount = try json.integer("selectedCount") ?? 0
        canShowMore = try json.truth("canShowMore") ?? false
        showingMore = try json.truth("showingMore") ?? false
        query = json["query"]?.string
        warning = try json.warning()
    }
}
