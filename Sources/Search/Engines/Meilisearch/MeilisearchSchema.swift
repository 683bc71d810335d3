// SPDX-License-Identifier: MIT

import Backends
import Wire

/// Reads the attributes of an index from its settings.
enum MeilisearchSchema {
    /// An element of `filterableAttributes`: a name or, from version 1.14 on, patterns with what they may be asked.
    private struct Filterable {
        let patterns: [String]
        /// Whether numbers are compared; equality is always asked for.
        let isComparable: Bool

        init(_ element: JSON) {
            if let name = element.string {
                (patterns, isComparable) = ([name], true)
                return
            }
            patterns = (element["attributePatterns"]?.array ?? []).compactMap(\.string)
            isComparable = element["features"]?["filter"]?["comparison"]?.bool ?? false
        }
    }

    static func shape(of settings: JSON, primaryKey: String?) throws -> IndexShape {
        guard settings["filterableAttributes"] != nil else { throw JSONError("`filterableAttributes` is missing") }
        let filterable = try settings.list("filterableAttributes").map(Filterable.init)
        let patterns = filterable.flatMap(\.patterns)
        let listed = try settings.strings("sortableAttributes") + settings.strings("searchableAttributes")
        var names: [String] = []
        for name in patterns + listed where name != "*" && !names.contains(name) { names.append(name) }
        let attributes = names.map { name in
            // Of several that fit the first one counts.
            let rule = filterable.first { $0.patterns.contains(name) }
            return IndexShape.Attribute(
                name,
                type: "",
                isCountable: rule != nil,
                isComparable: rule?.isComparable ?? false
            )
        }
        return IndexShape(
            attributes: attributes,
            isComplete: !patterns.contains { $0.contains("*") },
            primaryKey: primaryKey
        )
    }
}
