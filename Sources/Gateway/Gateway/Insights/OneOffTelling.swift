// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
import Insights
import SearchModel
import Wire

/// The published form of the searches of one call without a session, if clicks on their results are counted.
///
/// A pure value. One text for several searchers is one search, as in a screen of several lists.
struct OneOffTelling: Sendable {
    /// The searches to tell, each once.
    let told: [SearchOrigins.Told]
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
        told = groups.enumerated().map { place, group in
            let wanted = group.members.filter { searches[$0].wantsIdentifier }
            for member in wanted where (try? answers[member].get()) != nil { places[member] = place }
            let found = group.members.compactMap { member in
                (try? answers[member].get()).flatMap { SearchOrigins.summary(of: $0).found }
            }
            return SearchOrigins.Told(
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

    /// An answer with the identifier of its search.
    ///
    /// - Parameters:
    ///   - answer: The data of the `results/` event.
    ///   - number: The number of the search in the call.
    ///   - identifiers: The identifiers of the published searches.
    /// - Returns: The answer, with a `queryID` if one was requested.
    func identified(_ answer: [UInt8], _ number: Int, _ identifiers: [QueryIdentifier]) -> [UInt8] {
        guard let place = places[number], identifiers.indices.contains(place) else { return answer }
        let text = identifiers[place].text
        if SearchOrigins.summary(of: answer).hasIdentifier {
            // That of an engine elsewhere, which counts for itself.
            let limits = JSONLimits(depth: 512, values: .max)
            guard var members = (try? JSON(parsing: answer, limits: limits))?.object else { return answer }
            members["queryID"] = .string(text)
            return JSON.object(members).bytes
        }
        return Self.spliced(answer, text)
    }

    /// A JSON object with a `queryID` before its first member.
    static func spliced(_ answer: [UInt8], _ identifier: String) -> [UInt8] {
        guard answer.first == UInt8(ascii: "{"), answer.count > 2 else { return answer }
        return Array(#"{"queryID":"\#(identifier)","#.utf8) + answer.dropFirst()
    }
}
