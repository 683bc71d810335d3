// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Insights
import SearchModel
import Wire

/// The published form of the searches of one call without a session, if clicks on their results are counted.
///
/// A pure value. One text for several searchers is one search, as in a screen of several lists.
struct OneOffReport: Sendable {
    /// The searches, each once.
    let searches: [SearchOrigins.Report]
    /// Which of them each search of the call is; `nil` for one that failed, or whose clicks are not counted.
    private let places: [Int?]

    /// Takes the searches of a call with their answers.
    ///
    /// - Parameters:
    ///   - searches: The searches.
    ///   - answers: The answers, in the same order.
    ///   - isOfRecords: Whether a searcher finds records, and no values.
    init(_ searches: [OneOffSearch], _ answers: [OneOffPlan.Answer], isOfRecords: (String) -> Bool) {
        let rules = InsightsRules(members: [:])
        var groups: [(query: String, members: [Int])] = []
        for (number, search) in searches.enumerated() where isOfRecords(search.searcher) {
            let query = rules.normalised(search.request.query)
            // A searcher that is asked twice is asked for two things, such as two pages.
            let known = groups.firstIndex { group in
                group.query == query && !group.members.contains { searches[$0].searcher == search.searcher }
            }
            if let known { groups[known].members.append(number) } else { groups.append((query, [number])) }
        }
        var places = [Int?](repeating: nil, count: searches.count)
        self.searches = groups.enumerated().map { place, group in
            let wanted = group.members.filter { searches[$0].wantsIdentifier }
            for member in wanted where (try? answers[member].get()) != nil { places[member] = place }
            let found = group.members.compactMap { SearchOrigins.found(in: answers[$0]) }
            return SearchOrigins.Report(
                question: Self.question(searches[group.members[0]], isTracked: !wanted.isEmpty),
                found: found.isEmpty ? nil : found.reduce(0, +)
            )
        }
        self.places = places
    }

    private static func question(_ search: OneOffSearch, isTracked: Bool) -> JSON {
        let request = search.request
        let isFiltered = !request.filters.groups.isEmpty || !request.baseFilters.groups.isEmpty
        return [
            "kind": "hits", "index": .string(request.index), "searcher": .string(search.unit),
            "filtered": .bool(isFiltered),
            "parameters": ["query": .string(request.query), "clickAnalytics": .bool(isTracked)],
        ]
    }

    /// The answers of the call, with the identifiers of the published searches as `queryID` where one was requested.
    func identified(_ answers: [OneOffPlan.Answer], _ identifiers: [QueryIdentifier]) -> [OneOffPlan.Answer] {
        zip(answers, places).map { answer, place in
            guard let place, identifiers.indices.contains(place) else { return answer }
            return answer.map { SearchOrigins.identified($0, identifiers[place]) }
        }
    }
}
