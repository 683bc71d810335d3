// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws texts that others have searched.
@MainActor
public protocol QuerySuggestionsController: ItemListController where Item == QuerySuggestion {
    /// Called by the controller when a text is to be searched, perhaps within one category.
    var onClick: ((QuerySuggestion, SuggestedCategory?) -> Void)? { get set }
    /// Called by the controller when a text is to be gone on from, without being searched.
    var onFill: ((QuerySuggestion) -> Void)? { get set }
}
