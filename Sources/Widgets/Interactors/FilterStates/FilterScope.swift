// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Some of the filters of a filter state, named by their groups and attributes; without any name, all of them.
public struct FilterScope: Sendable, Hashable {
    /// A group, or what it holds of one type.
    public struct Group: Sendable, Hashable {
        public let id: FilterGroup.ID
        /// The type of filters that is meant; `nil` for all.
        public let type: FilterType?

        public init(_ id: FilterGroup.ID, type: FilterType? = nil) {
            self.id = id
            self.type = type
        }

        func contains(_ filter: Filter, in group: FilterGroup.ID) -> Bool {
            id == group && (type == nil || type == filter.type)
        }
    }

    /// The groups named; `nil` where none is asked about.
    public var groups: [Group]?
    /// The attributes named; `nil` where none is asked about.
    public var attributes: [String]?
    /// Whether it is the other filters that are meant.
    public var isExcept: Bool

    public static let everything = FilterScope()

    public init(groups: [Group]? = nil, attributes: [String]? = nil, isExcept: Bool = false) {
        self.groups = groups
        self.attributes = attributes
        self.isExcept = isExcept
    }

    /// Whether a filter in a group is meant: it is if its group or its attribute is named.
    public func contains(_ filter: Filter, in group: FilterGroup.ID) -> Bool {
        guard groups != nil || attributes != nil else { return true }
        let isNamed =
            groups?.contains { $0.contains(filter, in: group) } == true
            || attributes?.contains(filter.attribute) == true
        return isNamed != isExcept
    }

    /// The filters of a filter state that are meant, in its order.
    public func filters(of state: FilterState) -> [(group: FilterGroup.ID, filter: Filter)] {
        state.groups.flatMap { group in
            group.filters.filter { contains($0, in: group.id) }.map { (group.id, $0) }
        }
    }

    /// A filter state without the filters that are meant; the levels of hierarchies stay.
    public func cleared(_ state: FilterState) -> FilterState {
        var state = state
        state.keep { group, filter in !contains(filter, in: group) }
        return state
    }
}

extension FilterScope.Group: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            try FilterGroup.ID(json: json),
            type: try json.optional("type") { try FilterType(json: $0.required("type")) }
        )
    }

    public var json: JSON {
        var object = JSONObject([("kind", .string(id.kind.rawValue)), ("name", .string(id.name))])
        if let type { object["type"] = type.json }
        return .object(object)
    }
}

extension FilterScope: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            groups: try json.optional("groups") { try $0.list("groups").map(Group.init(json:)) },
            attributes: try json.optional("attributes") { try $0.strings("attributes") },
            isExcept: try json.optional("except") { try $0.requiredBool("except") } ?? false
        )
    }

    public var json: JSON {
        var object = JSONObject()
        if let groups { object["groups"] = .array(groups.map(\.json)) }
        if let attributes { object["attributes"] = JSON(attributes) }
        if isExcept { object["except"] = true }
        return .object(object)
    }
}

extension FilterScope {
    /// The parameters that say which filters a widget is about.
    static let parameters = [
        Parameter(
            "attributes",
            .list(.attribute, maximum: 1_000),
            "The attributes whose filters the widget is about; without it, all."
        ),
        Parameter(
            "groups",
            .list(.groupOfType, maximum: 1_000),
            "The groups that the widget is about, each with `kind` and `name`, and perhaps `type`; without it, all."
        ),
        Parameter("except", .boolean, default: false, "Whether the widget shows all filters except those."),
    ]

    init(_ widget: WidgetConfiguration) throws {
        _ = try ParameterValues(widget, FilterScope.parameters)
        do {
            try self.init(json: widget.parameters)
        } catch {
            throw ParameterError("groups", "is not a list of groups: \(error)")
        }
    }
}
