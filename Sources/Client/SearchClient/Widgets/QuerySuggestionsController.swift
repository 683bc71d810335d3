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

extension WidgetInteractor where View == QuerySuggestionsView {
    /// The suggestions as they were shown last.
    public var items: [QuerySuggestion] { view?.items ?? [] }

    /// Searches a text, perhaps within one category.
    public func select(_ suggestion: QuerySuggestion, in category: SuggestedCategory? = nil) {
        send(.select(query: suggestion.query, category: category?.value))
    }

    /// Puts a text into the box to go on from, without searching it.
    public func fill(_ suggestion: QuerySuggestion) { send(.fill(query: suggestion.query)) }

    /// Connects what draws the suggestions; it is not held.
    @discardableResult
    public func connectController(_ controller: some QuerySuggestionsController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.select($0, in: $1) }
        controller.onFill = { [weak self] in self?.fill($0) }
        let ending = { (controller.onClick, controller.onFill) = (nil, nil) }
        return onViewChanged.connect(controller, ending: ending) { controller, view in controller.show(view.items) }
    }
}
