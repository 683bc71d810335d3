// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a `search-box` shows.
public struct SearchBoxView: PhasedView, Hashable {
    public let status: ViewStatus
    /// The text: what is typed, or what others have made the searcher's query.
    public let query: String
    /// What the empty box says.
    public let placeholder: String
    /// Whose edit the text is, where the sender said so.
    public let client: String?
    /// Which edit of the client's it is.
    public let edit: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        query = try json.requiredString("query")
        placeholder = try json.requiredString("placeholder")
        client = try json.optionalString("client")
        edit = try json.integer("edit")
    }
}
