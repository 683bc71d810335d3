// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// A request to a filter state.
public enum FilterIntent: Sendable, Hashable {
    /// Remove the filter if the group holds it, add it otherwise.
    case toggle(Filter, in: FilterGroup.ID)
    /// Add some filters to a group and remove others, in one step.
    case change(adding: [Filter], removing: [Filter], in: FilterGroup.ID)
    /// Replace what the group holds on the attribute; filters on other attributes stay.
    case set([Filter], attribute: String, in: FilterGroup.ID)
    /// Remove the filter from a group; without one, from all of them.
    case remove(Filter, from: FilterGroup.ID?)
    /// Remove every filter in the scope.
    case clear(FilterScope)

    /// The request as it travels.
    public var intent: Intent {
        switch self {
        case .toggle(let filter, let group):
            Intent(type: "toggle-filter", data: ["group": group.json, "filter": filter.json])
        case .change(let added, let removed, let group):
            Intent(
                type: "change-filters",
                data: [
                    "group": group.json, "add": .array(added.map(\.json)), "remove": .array(removed.map(\.json)),
                ]
            )
        case .set(let filters, let attribute, let group):
            Intent(
                type: "set-filters",
                data: [
                    "group": group.json, "attribute": .string(attribute), "filters": .array(filters.map(\.json)),
                ]
            )
        case .remove(let filter, let group):
            Intent(type: "remove-filter", data: FilterIntent.data(filter, group))
        case .clear(let scope):
            Intent(type: "clear", data: scope.json)
        }
    }

    private static func data(_ filter: Filter, _ group: FilterGroup.ID?) -> JSON {
        var data = JSONObject([("filter", filter.json)])
        if let group { data["group"] = group.json }
        return .object(data)
    }

    /// Reads a request.
    ///
    /// - Throws: `JSONError` for an unknown intent, and for data that makes no sense.
    public init(_ intent: Intent) throws {
        let data = intent.data
        func group() throws -> FilterGroup.ID { try FilterGroup.ID(json: data.required("group")) }
        func filter() throws -> Filter { try Filter(json: data.required("filter")) }
        func filters(_ key: String) throws -> [Filter] { try data.list(key).map(Filter.init(json:)) }

        switch intent.type {
        case "toggle-filter":
            self = .toggle(try filter(), in: try group())
        case "change-filters":
            self = .change(adding: try filters("add"), removing: try filters("remove"), in: try group())
        case "set-filters":
            let attribute = try data.requiredString("attribute")
            let filters = try filters("filters")
            guard filters.allSatisfy({ $0.attribute == attribute }) else {
                throw JSONError("`filters` holds a filter on another attribute than `\(attribute)`")
            }
            self = .set(filters, attribute: attribute, in: try group())
        case "remove-filter":
            self = .remove(try filter(), from: try data.optional("group") { _ in try group() })
        case "clear":
            self = .clear(try FilterScope(json: data))
        default:
            throw SearchBusError(
                .invalidIntent,
                "a filter state does not understand `\(intent.type)`",
                remedy: "Send one of: toggle-filter, change-filters, set-filters, remove-filter, clear."
            )
        }
    }
}

extension FilterIntent {
    /// Carries the request out.
    ///
    /// - Throws: `SearchBusError` where the filter state would grow beyond its limits; `JSONError` for filters that the group
    ///   cannot hold.
    public func change(_ session: inout SessionEdit, of filterState: String) throws {
        try session.changeFilters(filterState, apply)
    }

    /// Carries the request out on a filter state.
    ///
    /// - Throws: As `change` does, but for the size.
    public func apply(to state: inout FilterState) throws {
        switch self {
        case .toggle(let filter, let group):
            try check([filter], for: group)
            state.toggle(filter, in: group)
        case .change(let added, let removed, let group):
            try check(added, for: group)
            try check(removed, for: group)
            for filter in removed { state.remove(filter, from: group) }
            for filter in added { state.add(filter, to: group) }
        case .set(let filters, let attribute, let group):
            try check(filters, for: group)
            state.set(filters, attribute: attribute, in: group)
        case .remove(let filter, let group):
            for id in group.map({ [$0] }) ?? state.groups.map(\.id) { state.remove(filter, from: id) }
        case .clear(let scope):
            state = scope.cleared(state)
        }
    }

    private func check(_ filters: [Filter], for group: FilterGroup.ID) throws {
        // Counted before anything is added: adding compares with what is there, and that must stay cheap.
        guard filters.count <= SessionLimits.filters else {
            throw JSONError("the intent holds \(filters.count) filters; \(SessionLimits.filters) are the most")
        }
        guard group.kind != .hierarchical || filters.allSatisfy({ $0.facetValue != nil }) else {
            throw JSONError("a hierarchical group holds facet filters only")
        }
    }
}
