// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What is submitted and chosen, and the recent searches.
extension AutocompleteInteractor {
    func answer(_ intent: Intent, _ state: inout State) throws -> Effects {
        let data = intent.data
        switch intent.type {
        case "submit":
            let given = try data.optional("query") { try $0.requiredString("query") }
            return try search(given ?? state.query, by: try SessionEdit.Editor(in: data), &state)
        case "choose": return try choose(data, &state)
        case "remove-recent":
            return state.recent.forget(try data.requiredString("query")) ? .applied : .unchanged
        case "clear-recent": return state.recent.clear() ? .applied : .unchanged
        default: return .unknown(intent, to: Self.self)
        }
    }

    /// Makes a text that of the box and of the target, which searches it, whatever it searched last; and remembers it.
    private func search(_ query: String, by editor: SessionEdit.Editor?, _ state: inout State) throws -> Effects {
        try SessionEdit.check(query)
        state.recent.remember(query, atMost: recentLimit)
        var effects = Effects.asks(searcher, SearchIntent.setQuery(query, by: editor).intent)
        for target in targets {
            effects.intents.append((target, SearchIntent.setQuery(query).intent))
            effects.intents.append((target, SearchIntent.search.intent))
        }
        return effects
    }

    private func choose(_ data: JSON, _ state: inout State) throws -> Effects {
        let name = try data.requiredString("section")
        guard let choice = choices[name] else {
            throw SearchBusError(
                .invalidIntent,
                "there is no section `\(name)`",
                remedy: "Send one of: \(sections.map(\.searcher).joined(separator: ", "))."
            )
        }
        let editor = try SessionEdit.Editor(in: data)
        switch choice {
        case .query(let attribute):
            let given = try data.optional("query") { try $0.requiredString("query") }
            let text = given ?? data["value"].flatMap(FacetValue.init(scalar:))?.label
            let found = try text ?? value(attribute, of: data, in: name, state).label
            return try search(found, by: editor, &state)
        case .filter(let filterState, let group, let attribute):
            let value =
                try data["value"].flatMap(FacetValue.init(scalar:)) ?? value(attribute, of: data, in: name, state)
            let filter = FilterIntent.change(adding: [.facet(attribute, value)], removing: [], in: group)
            // What was typed was to find the value; it is not to be searched besides.
            var effects = Effects.asks(filterState, filter.intent)
            effects.intents.append((searcher, SearchIntent.setQuery("", by: editor).intent))
            return effects
        case .url:
            state.recent.remember(state.query, atMost: recentLimit)
            return .applied
        }
    }

    /// The value that a record of a section has for an attribute.
    ///
    /// - Throws: `SearchBusError` for a record that the section does not show, and one without such a value.
    private func value(_ attribute: String?, of data: JSON, in section: String, _ state: State) throws -> FacetValue {
        let objectID = try data.requiredString("objectID")
        guard let hit = state.contents[section]?.hits.first(where: { $0["objectID"]?.string == objectID }) else {
            throw SearchBusError(
                .invalidIntent,
                "the section `\(section)` shows no record `\(objectID)`",
                remedy: "Send one that the view has, or a text as `query`."
            )
        }
        let record = hit["record"]
        let path = attribute?.split(separator: ".").map(String.init) ?? []
        let found = attribute.flatMap { record?[$0] } ?? path.reduce(record) { $0?[$1] }
        guard let value = found.flatMap(FacetValue.init(scalar:)) else {
            throw SearchBusError(
                .invalidIntent,
                "the record has no text \(attribute.map { "`\($0)`" } ?? "that names it")",
                remedy: "Name another attribute as `choose` of the section, or give its template a `title`."
            )
        }
        return value
    }
}
