// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// `query-suggestions`: texts that others have searched, to search by one choice.
public typealias QuerySuggestionsInteractor = WidgetInteractor<QuerySuggestionsView>

/// `query-suggestions` of a session and a controller, connected as long as this is held.
public typealias QuerySuggestionsConnector = WidgetConnector<QuerySuggestionsInteractor>

extension WidgetInteractor where View == QuerySuggestionsView {
    /// The suggestions as they were shown last.
    public var items: [QuerySuggestion] { view?.items ?? [] }

    /// Searches a text, perhaps within one category.
    public func select(_ suggestion: QuerySuggestion, in category: SuggestedCategory? = nil) {
        var data = JSONObject([("query", .string(suggestion.query))])
        data["category"] = category.map { .string($0.value) }
        send("select", .object(data))
    }

    /// Puts a text into the box to go on from, without searching it.
    public func fill(_ suggestion: QuerySuggestion) { send("fill", ["query": .string(suggestion.query)]) }

    /// Connects what draws the suggestions; it is not held.
    @discardableResult
    public func connectController(_ controller: some QuerySuggestionsController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.select($0, in: $1) }
        controller.onFill = { [weak self] in self?.fill($0) }
        let ending = { (controller.onClick, controller.onFill) = (nil, nil) }
        return onViewChanged.connect(controller, ending: ending) { controller, view in controller.show(view.items) }
    }
}

extension WidgetConnector where Interactor == QuerySuggestionsInteractor {
    /// Connects what draws the suggestions.
    public convenience init(session: SearchSession, widget: String, controller: some QuerySuggestionsController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
