// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Whether results that match little are left out of an index that is sorted by something else than relevance.
public struct RelevantSortInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        /// How strict the session asks the engine to be.
        var wanted: Int?
        /// How strict the engine was; `nil` where it does not say, as for an index that is not sorted so.
        var applied: Int?
        var nbHits = 0
        var nbSortedHits: Int?

        /// How strict the results are or will be; `nil` where that cannot be chosen.
        var strictness: Int? { applied.map { wanted ?? $0 } }
    }

    public static let type = "relevant-sort"
    public static let summary = "Whether results that match little are left out where they are sorted."
    public static let intents = [
        IntentDeclaration("toggle", "Shows all results, or only the relevant ones again.")
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member(
            "priority",
            .choice(
                ["relevancy", "hits-count"],
                "RelevantSortPriority",
                "Which results are shown where they are sorted.",
                words: ["relevancy": "The relevant ones alone.", "hits-count": "All of them."]
            ),
            "Whether relevant results alone are shown or all; missing where that cannot be chosen."
        ),
        Schema.Member("enabled", .boolean, isRequired: true, "Whether it can be toggled."),
        Schema.Member("nbHits", .count, isRequired: true, "How many results there are."),
        Schema.Member("nbSortedHits", .count, "How many of them are relevant."),
    ]
    public static let connections: WidgetConnections = .searcher
    public static let asks: WidgetConnections = .searcher
    public static let parts: ResponseParts = []

    private static let parameter = "relevancyStrictness"

    private let searcher: String

    public init(_ widget: WidgetConfiguration) throws {
        _ = try ParameterValues(widget, Self.parameters)
        searcher = try widget.requiredSearcher()
    }

    /// Only an answer tells whether there is anything to turn around.
    public var ownIntents: Set<String> { ["toggle"] }

    public var initialState: State { State() }

    public var showsRequests: Bool { true }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        switch input {
        case .intent:
            guard let strictness = state.strictness else { return .unchanged }
            return .asks(searcher, SearchIntent.setParameter(Self.parameter, strictness > 0 ? 0 : 100).intent)
        case .request(_, let request):
            state.wanted = request.parameters[Self.parameter]?.int
        default:
            break
        }
        switch state.search.take(input) {
        case .answer(let response, _, _):
            let remarks = response.hits?.remarks ?? .init()
            state.nbSortedHits = remarks.sortedCount
            // An engine that counts what it sorted was strict, even where it does not say how much.
            state.applied = remarks.relevancyStrictness ?? remarks.sortedCount.flatMap { $0 > 0 ? 100 : nil }
            state.nbHits = max(response.hits?.totalCount ?? 0, 0)
        case .cleared:
            (state.applied, state.nbHits, state.nbSortedHits) = (nil, 0, nil)
        case nil:
            break
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        var members: [(String, JSON)] = []
        if let strictness = state.strictness {
            members.append(("priority", strictness > 0 ? "relevancy" : "hits-count"))
        }
        members += [("enabled", .bool(state.strictness != nil)), ("nbHits", JSON(state.nbHits))]
        if let count = state.nbSortedHits { members.append(("nbSortedHits", JSON(count))) }
        return state.search.view(members)
    }
}
