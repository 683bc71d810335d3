// SPDX-License-Identifier: MIT

import Wire

/// Which facets to show and in which order, by an engine's rules or an app file.
public struct FacetOrdering: Sendable, Hashable {
    /// How the values that are not named stand.
    public enum Rest: String, Sendable, Hashable, CaseIterable {
        /// The commonest first.
        case count
        case alpha
        case hidden
    }

    /// The order of one attribute's values.
    public struct Rule: Sendable, Hashable {
        /// The values that come first.
        public var order: [String]
        /// The values that are not shown.
        public var hide: [String]
        public var rest: Rest

        public init(order: [String] = [], hide: [String] = [], rest: Rest = .count) {
            self.order = order
            self.hide = hide
            self.rest = rest
        }
    }

    /// The attributes that are shown, in order.
    public var attributes: [String]
    /// The rules of attributes that have one.
    public var rules: [String: Rule]

    public init(attributes: [String], rules: [String: Rule] = [:]) {
        var known: Set<String> = []
        self.attributes = attributes.filter { known.insert($0).inserted }
        self.rules = rules
    }
}

extension FacetOrdering {
    /// Reads `{"facets": {"order": […]}, "values": {ATTRIBUTE: {"order", "hide", "sortRemainingBy"}}}`, what there is of it;
    /// `nil` for what does not say which facets are shown.
    init?(engine json: JSON) {
        guard let order = json["facets"]?["order"]?.array else { return nil }
        var rules: [String: Rule] = [:]
        for member in json["values"]?.object?.members ?? [] {
            rules[member.key] = Rule(
                order: (member.value["order"]?.array ?? []).compactMap(\.string),
                hide: (member.value["hide"]?.array ?? []).compactMap(\.string),
                rest: member.value["sortRemainingBy"]?.string.flatMap(Rest.init) ?? .count
            )
        }
        self.init(attributes: order.compactMap(\.string), rules: rules)
    }

    /// The same as JSON, the rules by the names of their attributes.
    var json: JSON {
        let rules = rules.sorted { $0.key < $1.key }.map { name, rule in
            var object = JSONObject([("sortRemainingBy", .string(rule.rest.rawValue))])
            if !rule.order.isEmpty { object["order"] = JSON(rule.order) }
            if !rule.hide.isEmpty { object["hide"] = JSON(rule.hide) }
            return (name, JSON.object(object))
        }
        var object = JSONObject([("facets", ["order": JSON(attributes)])])
        if !rules.isEmpty { object["values"] = .object(JSONObject(rules)) }
        return .object(object)
    }
}
