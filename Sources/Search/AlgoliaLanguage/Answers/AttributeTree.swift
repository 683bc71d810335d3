// SPDX-License-Identifier: MIT

/// Attributes as a tree, as in a record: `author.name` is `name` within `author`.
struct AttributeTree: Sendable {
    private(set) var branches: [String: AttributeTree] = [:]
    /// The whole name of the attribute that ends here, if one does.
    private(set) var leaf: String?
    /// The name up to here; `nil` for the record itself.
    private(set) var name: String?

    init(_ attributes: [String]) {
        for attribute in attributes {
            let parts = attribute.split(separator: ".").map(String.init)
            // Deeper than the limit of records, and so in none.
            guard !parts.isEmpty, parts.count <= 64 else { continue }
            add(parts[...], of: attribute)
        }
    }

    private init(name: String) { self.name = name }

    private mutating func add(_ parts: ArraySlice<String>, of attribute: String) {
        guard let first = parts.first else {
            leaf = attribute
            return
        }
        let path = name.map { "\($0).\(first)" } ?? first
        branches[first, default: AttributeTree(name: path)].add(parts.dropFirst(), of: attribute)
    }

    var isEmpty: Bool { branches.isEmpty }
}
