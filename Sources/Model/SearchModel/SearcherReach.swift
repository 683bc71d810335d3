// SPDX-License-Identifier: MIT

import Wire

/// What clients may ask of a searcher beyond what the app file says: other indexes, and other counts.
///
/// Keys of sessions are public where a page holds them, so a client reaches what the app names and nothing else of the data
/// directory.
public struct SearcherReach: Sendable, Hashable {
    public let indexes: Set<String>
    /// The attributes whose values it may count, with those within them; `nil` for all.
    public let counted: Set<String>?

    public init(indexes: Set<String>, counted: Set<String>? = nil) {
        (self.indexes, self.counted) = (indexes, counted)
    }

    /// Checks that a searcher may search an index.
    ///
    /// - Throws: `SearchBusError` with `unknown-index`, whether there is such an index or not.
    public func check(index: String, of searcher: String) throws {
        guard !indexes.contains(index) else { return }
        throw SearchBusError(
            .unknownIndex,
            "`\(searcher)` cannot search the index `\(index.prefix(80))`: the app file does not name it.",
            remedy: "Add it to `indexes:` of the app file, if clients may search it."
        )
    }

    /// Checks that a searcher may count attributes.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument` that names the first one which it may not.
    public func check(counted attributes: some Sequence<String>, of searcher: String) throws {
        guard let counted else { return }
        let hidden = attributes.sorted().first { attribute in
            !counted.contains { attribute == $0 || attribute.hasPrefix($0 + ".") }
        }
        guard let hidden else { return }
        throw SearchBusError(
            .invalidArgument,
            "`\(searcher)` does not count `\(hidden.prefix(80))`, which its results leave out (`attributesToRetrieve`).",
            remedy: "Name it under `facets` or `stats` of the searcher in the app file, if clients may see its values."
        )
    }
}

extension SearcherReach: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            indexes: Set(try json.strings("indexes")),
            counted: json["counted"] == nil ? nil : Set(try json.strings("counted"))
        )
    }

    public var json: JSON {
        var members = JSONObject([("indexes", JSON(indexes.sorted()))])
        if let counted { members["counted"] = JSON(counted.sorted()) }
        return .object(members)
    }
}
