// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A place on the way through a hierarchy.
public struct BreadcrumbItem: Sendable, Hashable {
    /// The whole value.
    public let value: String
    /// Its last part, as people read it.
    public let label: String

    public init(value: String, label: String) {
        self.value = value
        self.label = label
    }

    init(json: JSON) throws {
        self.init(value: try json.requiredString("value"), label: try json.requiredString("label"))
    }
}

/// What a `breadcrumb` shows.
public struct BreadcrumbView: PhasedView, Hashable {
    public let status: ViewStatus
    public let title: String
    /// The places from the root; the last is where one is.
    public let items: [BreadcrumbItem]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        title = try json.requiredString("title")
        items = try json.required("items", each: BreadcrumbItem.init(json:))
    }
}
