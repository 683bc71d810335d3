// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Searches that are kept under names in a session: the filters of its filter state and what its searcher searches.
public struct SavedSearchesInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var filters: JSON?
        var searchers: [String: JSON] = [:]
        var saved: [SavedSearch] = []
    }

    struct SavedSearch: Sendable, Hashable {
        var name: String
        /// What a session asks for, as `restore` takes it.
        let state: JSON
    }

    public static let type = "saved-searches"
    public static let summary = "Searches that are kept under names in a session."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration("save", "Saves the current search under a name.", data: [nameMember]),
        IntentDeclaration("apply", "Applies a saved search.", data: [nameMember]),
        IntentDeclaration(
            "rename",
            "Renames a saved search.",
            data: [nameMember, Schema.Member("to", .text(maximum: 256), isRequired: true, "The new name.")]
        ),
        IntentDeclaration("delete", "Deletes a saved search.", data: [nameMember]),
    ]
    public static let viewMembers: [Schema.Member]? = [
        .list(
            "items",
            of: "SavedSearch",
            "A search that is kept under a name.",
            itemMembers,
            "The names, the oldest first."
        ),
        Schema.Member("canSave", .boolean, isRequired: true, "Whether another one can be saved."),
        Schema.Member("maximum", .count, isRequired: true, "How many can be kept."),
    ]
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .multiSearcher, .filterState]
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter("maximum", .integer(1...100), default: 20, "How many searches can be kept.")
    ]

    /// How many bytes all searches may take together.
    static let limit = 65_536

    private static let nameMember =
        Schema.Member("name", .text(maximum: 256), isRequired: true, "The name, 1 to 256 bytes.")
    private static let itemMembers = [
        Schema.Member("name", .text, isRequired: true, "The name."),
        Schema.Member(
            "current",
            .boolean,
            isRequired: true,
            property: "isCurrent",
            "Whether it is what is searched now."
        ),
    ]

    private let filterState: String
    private let members: [String]
    private let maximum: Int

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        filterState = try widget.requiredFilterState()
        members = widget.searcherMembers
        maximum = values.integer("maximum")
    }

    public var ownIntents: Set<String> { Set(Self.intents.map(\.name)) }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent(let intent):
            return .answering { try answer(intent, &state) }
        case .filters(let filters):
            state.filters = filters.json
        case .request(let searcher, let request) where members.contains(searcher):
            state.searchers[searcher] = [
                "query": .string(request.query), "index": request.isIndexChosen ? .string(request.index) : .null,
                "hitsPerPage": JSON(request.hitsPerPage), "parameters": .object(request.parameters),
            ]
        default:
            break
        }
        _ = state.search.take(input)
        return .none
    }

    private func current(_ state: State) -> JSON {
        let searchers = state.searchers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        var object = JSONObject([("searchers", .object(JSONObject(searchers)))])
        if let filters = state.filters { object["filters"] = .object(JSONObject([(filterState, filters)])) }
        return .object(object)
    }

    public func save(_ state: State) -> JSON? {
        guard !state.saved.isEmpty else { return nil }
        return .array(state.saved.map { ["name": .string($0.name), "state": $0.state] })
    }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        state.saved = (saved?.array ?? []).prefix(maximum).compactMap { entry in
            guard let name = entry["name"]?.string, let search = entry["state"], search.object != nil else {
                return nil
            }
            return SavedSearch(name: name, state: search)
        }
    }

    public func view(_ state: State) -> JSON {
        let now = current(state).text
        let items = state.saved.map { item -> JSON in
            ["name": .string(item.name), "current": .bool(item.state.text == now)]
        }
        return state.search.view([
            ("items", .array(items)), ("canSave", .bool(state.saved.count < maximum)), ("maximum", JSON(maximum)),
        ])
    }
}

// MARK: - Intents

extension SavedSearchesInteractor {
    private func answer(_ intent: Intent, _ state: inout State) throws -> Effects {
        let name = try intent.data.requiredString("name")
        let place = state.saved.firstIndex { $0.name == name }
        if intent.type == "save" { return try keep(name, at: place, &state) }
        guard let place else {
            throw SearchBusError(
                .invalidIntent,
                "nothing is kept under this name",
                remedy: "Send one of the names in the view."
            )
        }
        switch intent.type {
        case "apply":
            return .asks("session", Intent(type: "restore", data: ["state": state.saved[place].state]))
        case "rename":
            let other = try Self.checked(try intent.data.requiredString("to"), "to")
            guard other != name else { return .unchanged }
            guard !state.saved.contains(where: { $0.name == other }) else {
                throw SearchBusError(.invalidIntent, "the name is used already", remedy: "Delete the other one first.")
            }
            state.saved[place].name = other
            return .applied
        case "delete":
            state.saved.remove(at: place)
            return .applied
        default:
            return .unknown(intent, to: Self.self)
        }
    }

    /// Keeps what is searched now; under a name that is taken, in the other's place.
    private func keep(_ name: String, at place: Int?, _ state: inout State) throws -> Effects {
        var saved = state.saved
        let search = SavedSearch(name: try Self.checked(name, "name"), state: current(state))
        if let place { saved[place] = search } else { saved.append(search) }
        guard saved != state.saved else { return .unchanged }
        guard saved.count <= maximum else {
            throw SearchBusError(.tooLarge, "At most \(maximum) searches can be saved.", remedy: "Delete one first.")
        }
        let size = saved.reduce(0) { $0 + $1.name.utf8.count + $1.state.bytes.count }
        guard size <= Self.limit else {
            throw SearchBusError(
                .tooLarge,
                "The searches would have \(size) bytes; at most \(Self.limit) are allowed.",
                remedy: "Delete one first."
            )
        }
        state.saved = saved
        return .applied
    }

    private static func checked(_ name: String, _ member: String) throws -> String {
        guard (1...256).contains(name.utf8.count) else { throw JSONError("`\(member)` has not 1 to 256 bytes") }
        return name
    }
}
