// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A category in which a suggested text can be searched.
public struct SuggestedCategory: Sendable, Hashable {
    public let value: String
    /// How many results it has, where that is known.
    public let count: Int?

    init(json: JSON) throws {
        value = try json.requiredString("value")
        count = try json.integer("count")
    }
}

/// A text that others have searched.
public struct QuerySuggestion: Sendable, Hashable {
    public let objectID: String
    /// The text.
    public let query: String
    /// How often it was searched.
    public let popularity: Int
    /// The text with what is not typed yet marked.
    public let highlighted: Highlight
    /// The categories in which it can be searched.
    public let categories: [SuggestedCategory]

    init(json: JSON) throws {
        objectID = try json.requiredString("objectID")
        query = try json.requiredString("query")
        popularity = try json.requiredInt("popularity")
        highlighted = try json.requiredHighlight("highlighted")
        categories = try json.required("categories", each: SuggestedCategory.init(json:))
    }
}

/// What `query-suggestions` show.
public struct QuerySuggestionsView: PhasedView, Hashable {
    public let status: ViewStatus
    /// The text that suggestions were searched for.
    public let query: String
    /// The suggestions in order.
    public let items: [QuerySuggestion]

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        query = try json.requiredString("query")
        items = try json.required("items", each: QuerySuggestion.init(json:))
    }
}
