// SPDX-License-Identifier: MIT

import Wire

/// How the filters of one filter state are sent to a searcher whose index has other names for its attributes.
///
/// There is one filter state: a selection has the filter state's names. Each of its searchers gets the same
/// selection with the names of its index, without attributes that its index lacks.
public struct AttributeMap: Sendable, Hashable {
    /// The name in the index of each attribute that is called otherwise there; `nil` for one that is left out.
    private let names: [String: String?]

    /// Makes a map; attributes that it does not name keep their names.
    public init(_ names: [String: String?] = [:]) {
        self.names = names
    }

    /// Whether every filter stays what it is.
    public var isEmpty: Bool { names.isEmpty }

    /// The attributes that are called otherwise or left out, in alphabetical order.
    public var attributes: [String] { names.keys.sorted() }

    /// What the index calls an attribute; `nil` where filters on it are left out.
    public func name(of attribute: String) -> String? { names[attribute] ?? attribute }

    /// The name among filters of what the index calls so; the index's own where no filter's attribute is called so there.
    public func attribute(named name: String) -> String { attributes.first { names[$0] == name } ?? name }

    public func only(_ attribute: String) -> AttributeMap { AttributeMap(names.filter { $0.key == attribute }) }

    /// The filters for a searcher of the index.
    ///
    /// A path in a hierarchy ends above a level that is left out.
    public func mapped(_ filters: FilterState) -> FilterState {
        guard !isEmpty else { return filters }
        return FilterState(groups: filters.groups.map(mapped))
    }

    private func mapped(_ group: FilterGroup) -> FilterGroup {
        let levels = group.attributes.map(name).prefix { $0 != nil }.compactMap(\.self)
        let filters = group.filters.map(mapped)
        let kept = group.id.kind == .hierarchical ? Array(filters.prefix { $0 != nil }) : filters
        return FilterGroup(id: group.id, filters: kept.compactMap(\.self), attributes: levels)
    }

    private func mapped(_ filter: Filter) -> Filter? {
        guard let name = name(of: filter.attribute) else { return nil }
        return name == filter.attribute ? filter : filter.on(name)
    }
}

extension AttributeMap: JSONConvertible {
    public init(json: JSON) throws {
        guard let members = json.object?.members else { throw JSONError("the attributes are not an object") }
        var names: [String: String?] = [:]
        for member in members {
            guard member.value.isNull || member.value.string != nil else {
                throw JSONError("`\(member.key)` is neither a text nor null")
            }
            names.updateValue(member.value.string, forKey: member.key)
        }
        self.init(names)
    }

    public var json: JSON {
        .object(JSONObject(attributes.map { ($0, name(of: $0).map(JSON.string) ?? .null) }))
    }
}

extension AttributeMap: RecordValue {
    public static var recordSchema: Schema { .map(.nullable(.text)) }
}
