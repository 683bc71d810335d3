// SPDX-License-Identifier: MIT

/// Draws texts that others have searched.
@MainActor
public protocol QuerySuggestionsController: ItemListController where Item == QuerySuggestion {
    /// Called by the controller to search for a text, optionally within one category.
    var onClick: ((QuerySuggestion, SuggestedCategory?) -> Void)? { get set }
    /// Called by the controller to put a text into the box without searching for it.
    var onFill: ((QuerySuggestion) -> Void)? { get set }
}

extension WidgetInteractor where View == QuerySuggestionsView {
    /// The suggestions of the last view.
    public var items: [QuerySuggestion] { view?.items ?? [] }

    /// Searches for a text, optionally within one category.
    public func select(_ suggestion: QuerySuggestion, in category: SuggestedCategory? = nil) {
        send(.select(query: suggestion.query, category: category?.value))
    }

    /// Puts a text into the box without searching for it.
    public func fill(_ suggestion: QuerySuggestion) { send(.fill(query: suggestion.query)) }

    /// Connects a controller that draws the suggestions; it is not retained.
    @discardableResult
    public func connectController(_ controller: some QuerySuggestionsController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.select($0, in: $1) }
        controller.onFill = { [weak self] in self?.fill($0) }
        let ending = { (controller.onClick, controller.onFill) = (nil, nil) }
        return onViewChanged.connect(controller, ending: ending) { controller, view in controller.show(view.items) }
    }
}
