// SPDX-License-Identifier: MIT

import Wire

/// The suggestions of one searcher.
public struct AutocompleteSection: ViewObject, Hashable {
    /// Its records or values, and the phase of its search.
    public let results: ResultSection
    /// The effect of choosing one of them.
    public let choice: SuggestionChoice

    public init(json: JSON) throws {
        results = try ResultSection(json: json)
        choice = try json.member("choose")
    }
}

extension AutocompleteView: QueryView {
    public var typedText: String { query }
    public static var typing: TypingIntents { .box }
}

/// An entry that a box suggests.
public enum AutocompleteEntry: Sendable, Hashable {
    case hit(Hit<AnyRecord>, section: AutocompleteSection)
    case value(Facet, section: AutocompleteSection)
    /// A recent search.
    case recent(String)
}

/// Draws a text box with suggestions.
@MainActor
public protocol AutocompleteController: SearchBoxController, Reloadable {
    /// Called by the controller when an entry is chosen.
    var onChoose: ((AutocompleteEntry) -> Void)? { get set }
    /// Called by the controller to remove a recent search.
    var onRemoveRecent: ((String) -> Void)? { get set }
    /// Called by the controller to remove all recent searches.
    var onClearRecent: (() -> Void)? { get set }
    /// Shows the sections that are listed; `reload` follows.
    func setSections(_ sections: [AutocompleteSection])
    /// Shows the recent searches, the newest first; `reload` follows.
    func setRecent(_ recent: [String])
}

/// An `autocomplete`: a text box with suggestions of several searchers and recent searches.
@MainActor
public final class AutocompleteInteractor: QueryInteractor<AutocompleteView> {
    /// Publishes the address of a chosen entry that must be opened.
    public let onRedirect = Observer<String>()

    /// The sections that are listed.
    public var sections: [AutocompleteSection] { view?.sections.filter(\.results.listed) ?? [] }

    /// The recent searches, the newest first.
    public var recent: [String] { view?.recent ?? [] }

    /// Applies a chosen entry: searches its text, filters by its value, or publishes its address.
    public func choose(_ entry: AutocompleteEntry) {
        switch entry {
        case .hit(let hit, let section): choose(hit, in: section)
        case .value(let facet, let section):
            send(.choose(section: section.results.searcher, value: facet.json))
        case .recent(let query): submit(query)
        }
    }

    private func choose(_ hit: Hit<AnyRecord>, in section: AutocompleteSection) {
        let text = section.choice.attribute.flatMap { hit.record.json.attribute($0)?.string }
        let query = section.choice.does == .query ? text : nil
        send(.choose(section: section.results.searcher, objectID: hit.objectID, query: query))
        if section.choice.does == .url, let text { onRedirect.fire(text) }
    }

    /// Removes a recent search.
    public func remove(recent query: String) { send(.removeRecent(query: query)) }

    /// Removes all recent searches.
    public func clearRecent() { send(.clearRecent()) }

    /// Connects a controller that draws the box and its suggestions; it is not retained.
    @discardableResult
    public func connectController(_ controller: some AutocompleteController) -> ControllerConnection {
        let box = super.connectController(controller)
        controller.onChoose = { [weak self] in self?.choose($0) }
        controller.onRemoveRecent = { [weak self] in self?.remove(recent: $0) }
        controller.onClearRecent = { [weak self] in self?.clearRecent() }
        let ending = {
            box.disconnect()
            (controller.onChoose, controller.onRemoveRecent, controller.onClearRecent) = (nil, nil, nil)
        }
        return onViewChanged.connect(controller, ending: ending) { [weak self] controller, view in
            controller.setSections(self?.sections ?? [])
            controller.setRecent(view.recent)
            controller.reload()
        }
    }
}

/// An `autocomplete` of a session and a controller, connected while this is retained.
public typealias AutocompleteConnector = WidgetConnector<AutocompleteInteractor>
