// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// One of the attributes by which an engine is asked to order records: `price:asc`.
public struct SortKey: Sendable, Hashable {
    public let attribute: String
    /// Whether the greatest value comes first.
    public let isDescending: Bool

    public init(_ attribute: String, isDescending: Bool = false) {
        self.attribute = attribute
        self.isDescending = isDescending
    }

    /// Reads `price:asc` or `price:desc`.
    ///
    /// - Throws: `JSONError` for a text of another form.
    public init(text: String) throws {
        let end = text.lastIndex(of: ":") ?? text.startIndex
        let attribute = String(text[..<end])
        let isDescending = text.hasSuffix(":desc")
        guard (1...256).contains(attribute.utf8.count), isDescending || text.hasSuffix(":asc") else {
            throw JSONError("`\(text.prefix(64))` is not of the form ATTRIBUTE:asc or ATTRIBUTE:desc")
        }
        self.init(attribute, isDescending: isDescending)
    }

    /// The key as it is read again.
    public var text: String { "\(attribute):\(isDescending ? "desc" : "asc")" }
}
