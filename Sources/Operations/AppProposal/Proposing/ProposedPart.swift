// SPDX-License-Identifier: MIT

import Wire

/// A searcher, a filter state or a widget of a proposed app.
struct ProposedPart: Sendable {
    let name: String
    /// Its members in the order in which they are written.
    let members: JSONObject
    /// Why it is there; written above it.
    let comment: String?

    init(_ name: String, _ members: [(String, JSON?)], comment: String? = nil) {
        self.name = name
        self.members = JSONObject(members.compactMap { key, value in value.map { (key, $0) } })
        self.comment = comment
    }
}
