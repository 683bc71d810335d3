// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The suggestions of one searcher.
public struct AutocompleteSection: ViewObject, Hashable {
    /// Its records or values, and how far its search has got.
    public let results: ResultSection
    /// What choosing one of them does.
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

/// Something that a box suggests.
public enum AutocompleteEntry: Sendable, Hashable {
    case hit(Hit<AnyRecord>, section: AutocompleteSection)
    case value(Facet, section: AutocompleteSection)
    /// What was searched before.
    case recent(String)
}

/// Draws a box that people type in, with what it suggests.
@MainActor
public protocol AutocompleteController: SearchBoxController, Reloadable {
    /// Called by the controller when an entry is chosen.
    var onChoose: ((AutocompleteEntry) -> Void)? { get set }
    /// Called by the controller when what was searched before is to be forgotten.
    var onRemoveRecent: ((String) -> Void)? { get set }
    /// Called by the controller when all that was searched before is to be forgotten.
    var onClearRecent: (() -> Void)? { get set }
    /// Shows the sections that are listed; `reload` follows.
    func setSections(_ sections: [AutocompleteSection])
    /// Shows what was searched before, the newest first; `reload` follows.
    func setRecent(_ recent: [String])
}

/// An `autocomplete`: a box to type in, with suggestions of several searchers and what was searched before.
@MainActor
public final class AutocompleteInteractor: QueryInteractor<AutocompleteView> {
    /// Tells the address of an entry that was chosen to be opened.
    public let onRedirect = Observer<String>()

    /// The sections that are listed.
    public var sections: [AutocompleteSection] { view?.sections.filter(\.results.listed) ?? [] }

    /// What was searched before, the newest first.
    public var recent: [String] { view?.recent ?? [] }

    /// Does what choosing an entry does: searches its text, filters by its value, or tells its address.
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

    /// Forgets what was searched before.
    public func remove(recent query: String) { send(.removeRecent(query: query)) }

    /// Forgets all that was searched before.
    public func clearRecent() { send(.clearRecent()) }

    /// Connects what draws the box and its suggestions; it is not held.
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

/// An `autocomplete` of a session and a controller, connected as long as this is held.
public typealias AutocompleteConnector = WidgetConnector<AutocompleteInteractor>
