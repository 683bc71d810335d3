// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension FilterIntent {
    static let names = [
        "toggle-filter", "toggle-filters", "add-filters", "change-filters", "set-filters", "set-groups",
        "remove-filter",
        "remove-filters", "remove-attribute", "clear", "set-path", "toggle-path",
    ]

    /// The request as it travels.
    public var intent: Intent {
        switch self {
        case .toggle(let filters, let group) where filters.count == 1:
            Intent(type: "toggle-filter", data: ["group": group.json, "filter": filters[0].json])
        case .toggle(let filters, let group):
            Intent(type: "toggle-filters", data: ["group": group.json, "filters": list(filters)])
        case .change(let added, let removed, let group):
            Intent(
                type: "change-filters",
                data: ["group": group.json, "add": list(added), "remove": list(removed)]
            )
        case .set(let filters, let attribute, let group):
            Intent(
                type: "set-filters",
                data: ["group": group.json, "attribute": .string(attribute), "filters": list(filters)]
            )
        case .replace(let state): Intent(type: "set-groups", data: state.json)
        case .remove(let filters, let group) where filters.count == 1:
            Intent(type: "remove-filter", data: data([("filter", filters[0].json), ("group", group?.json)]))
        case .remove(let filters, let group):
            Intent(type: "remove-filters", data: data([("filters", list(filters)), ("group", group?.json)]))
        case .removeAttribute(let attribute, let type, let group):
            Intent(
                type: "remove-attribute",
                data: data([
                    ("attribute", .string(attribute)), ("type", (type?.rawValue).map(JSON.string)),
                    ("group", group?.json),
                ])
            )
        case .clear(let scope): Intent(type: "clear", data: scope.json)
        case .setPath(let path, let levels, let group):
            Intent(
                type: "set-path",
                data: data([("group", group.json), ("attributes", levels.map { JSON($0) })] + members(of: path))
            )
        case .togglePath(let path, let group):
            Intent(type: "toggle-path", data: data([("group", group.json)] + members(of: path)))
        }
    }

    private func list(_ filters: [Filter]) -> JSON { .array(filters.map(\.json)) }

    private func data(_ members: [(String, JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
    }

    private func members(of path: Path?) -> [(String, JSON?)] {
        switch path {
        case nil: []
        case .filters(let filters): [("path", list(filters))]
        case .value(let path):
            [
                ("value", .string(path.value)),
                ("separator", path.separator == HierarchyPath.defaultSeparator ? nil : .string(path.separator)),
            ]
        }
    }
}

extension FilterIntent {
    /// Reads a request.
    ///
    /// - Throws: `JSONError` for an unknown intent, and for data that makes no sense.
    public init(_ intent: Intent) throws {
        let data = intent.data
        func group() throws -> FilterGroup.ID { try FilterGroup.ID(json: data.required("group")) }
        func optionalGroup() throws -> FilterGroup.ID? { try data.optional("group") { _ in try group() } }
        func filter() throws -> Filter { try Filter(json: data.required("filter")) }
        func filters(_ key: String) throws -> [Filter] { try data.list(key).map(Filter.init(json:)) }

        switch intent.type {
        case "toggle-filter": self = .toggle([try filter()], in: try group())
        case "toggle-filters": self = .toggle(try filters("filters"), in: try group())
        case "add-filters": self = .change(adding: try filters("filters"), removing: [], in: try group())
        case "change-filters":
            self = .change(adding: try filters("add"), removing: try filters("remove"), in: try group())
        case "set-filters":
            let attribute = try data.requiredString("attribute")
            let filters = try filters("filters")
            guard filters.allSatisfy({ $0.attribute == attribute }) else {
                throw JSONError("`filters` holds a filter on another attribute than `\(attribute)`")
            }
            self = .set(filters, attribute: attribute, in: try group())
        case "set-groups":
            guard data["groups"] != nil else { throw JSONError("`groups` is missing") }
            self = .replace(try FilterState(json: data))
        case "remove-filter": self = .remove([try filter()], from: try optionalGroup())
        case "remove-filters": self = .remove(try filters("filters"), from: try optionalGroup())
        case "remove-attribute":
            self = .removeAttribute(
                try data.requiredString("attribute"),
                type: try data.optional("type") { try FilterType(json: $0.required("type")) },
                from: try optionalGroup()
            )
        case "clear": self = .clear(try FilterScope(json: data))
        case "set-path":
            let group = try FilterIntent.hierarchy(in: data)
            let levels = try data.optional("attributes") { try $0.strings("attributes") }
            try group.check(levels: levels ?? [])
            let path = try FilterIntent.path(in: data)
            guard path != nil || levels != nil else {
                throw JSONError("`set-path` needs `path`, `value` or `attributes`")
            }
            self = .setPath(path, levels: levels, in: group)
        case "toggle-path":
            guard let path = try FilterIntent.path(in: data) else { throw JSONError("`path` and `value` are missing") }
            self = .togglePath(path, in: try FilterIntent.hierarchy(in: data))
        default:
            throw SearchBusError(
                .invalidIntent,
                "a filter state does not understand `\(intent.type)`",
                remedy: "Send one of: \(FilterIntent.names.joined(separator: ", "))."
            )
        }
    }

    private static func hierarchy(in data: JSON) throws -> FilterGroup.ID {
        let group = try FilterGroup.ID(json: data.required("group"))
        guard group.kind == .hierarchical else { throw JSONError("only a hierarchical group has a path") }
        return group
    }

    private static func path(in data: JSON) throws -> Path? {
        if data["path"] != nil { return .filters(try data.list("path").map(Filter.init(json:))) }
        guard data["value"] != nil else { return nil }
        let separator = try data.optional("separator") { try $0.requiredString("separator") }
        let value = try data.requiredString("value")
        guard separator != "" else { throw JSONError("`separator` is empty") }
        return .value(HierarchyPath(value, separator: separator ?? HierarchyPath.defaultSeparator))
    }
}
