// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A hierarchy of facet values and where its path is kept: what a menu of it and its breadcrumb have in common.
///
/// Each level is an attribute whose values hold those above: `Clothing`, `Clothing > Women`. Texts only; other values are not
/// part of it.
struct Hierarchy: Sendable, Hashable {
    let filterState: String
    let group: FilterGroup.ID
    /// The attributes of the levels, from the root.
    let attributes: [String]
    let separator: String
    /// The place that counts as the root; empty for the whole.
    let root: [Filter]

    static let parameters = [
        Parameter(
            "attributes",
            .list(.attribute, maximum: 16),
            isRequired: true,
            "The attributes of the levels, from the root."
        ),
        Parameter(
            "separator",
            .text(maximum: 16),
            default: .string(HierarchyPath.defaultSeparator),
            "The text between two levels of a value, with its spaces."
        ),
        Parameter("rootPath", .text(maximum: 1_000), "The value whose part of the hierarchy is shown."),
        Parameter("group", .text(maximum: 256), "The name of the filter group; without it, the first attribute."),
    ]

    init(_ widget: WidgetConfiguration, _ values: ParameterValues) throws {
        filterState = try widget.requiredFilterState()
        attributes = values.strings("attributes") ?? []
        separator = values.text("separator")
        guard let first = attributes.first else { throw ParameterError("attributes", "is empty") }
        guard Set(attributes).count == attributes.count else { throw ParameterError("attributes", "has one twice") }
        guard !separator.isEmpty else { throw ParameterError("separator", "is empty") }
        group = FilterGroup.ID(kind: .hierarchical, name: values.string("group") ?? first)
        root = HierarchyPath(values.string("rootPath") ?? "", separator: separator).filters(on: attributes)
        guard root.count < attributes.count else { throw ParameterError("rootPath", "is as deep as the hierarchy") }
    }

    /// The filters that lead to a value, from the root; a value deeper than the hierarchy is cut.
    ///
    /// - Throws: `JSONError` for a value outside of the part that is shown.
    func path(to value: String) throws -> [Filter] {
        let path = HierarchyPath(value, separator: separator).filters(on: attributes)
        guard path.count > root.count, Array(path.prefix(root.count)) == root else {
            throw JSONError("`\(value.prefix(64))` is not within the hierarchy that is shown")
        }
        return path
    }

    /// The values of the path in a filter state, from the root of the hierarchy; those that others put there in another
    /// shape end it.
    func path(in state: FilterState) -> [String] {
        zip(attributes, state.filters(in: group))
            .prefix { $0 == $1.attribute && $1.facetValue?.string != nil }
            .compactMap { $1.facetValue?.string }
    }

    /// Goes to a path, where it is chosen already one level up if that is asked for; the root is not a path.
    func go(to path: [Filter], orUp goesUp: Bool, _ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { state in
            state.setAttributes(attributes, of: group)
            if goesUp { state.togglePath(path, in: group) } else { state.setPath(path, in: group) }
            if state.filters(in: group).count <= root.count { state.setPath([], in: group) }
        }
    }

    func clear(_ session: inout SessionEdit) throws {
        try session.changeFilters(filterState) { $0.setPath([], in: group) }
    }

    /// The last part of a value.
    func label(_ value: String) -> String {
        guard let last = value.ranges(of: separator).last else { return value.shownValue }
        return String(value[last.upperBound...]).shownValue
    }

    /// The names under which links have the path, one a level.
    var permalinkKeys: [PermalinkScheme.Key] {
        attributes.map { PermalinkScheme.Key(name: $0, filterState: filterState, group: group, attribute: $0) }
    }
}
