// SPDX-License-Identifier: MIT

/// A place in a hierarchy as one text, such as `Clothing > Women > Bags`.
///
/// The value of each level holds those above it: the filters of that place are `Clothing`, `Clothing > Women` and the whole.
public struct HierarchyPath: Sendable, Hashable {
    /// The separator of two levels by default.
    public static let defaultSeparator = " > "

    public let value: String
    public let separator: String

    public init(_ value: String, separator: String = HierarchyPath.defaultSeparator) {
        self.value = value
        self.separator = separator
    }

    /// The filters of the path, from the root; a path that is deeper than its levels is cut.
    public func filters(on levels: [String]) -> [Filter] {
        guard !value.isEmpty else { return [] }
        let parts = separator.isEmpty ? [value] : value.components(of: separator)
        return zip(levels, parts.indices).map { level, last in
            .facet(level, .text(parts[...last].joined(separator: separator)))
        }
    }
}

extension String {
    /// The parts of the text between separators; an empty one is a part, too.
    fileprivate func components(of separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
