// SPDX-License-Identifier: MIT

import Bus
import SearchModel
import Wire

/// How the searches of one call are asked, and which of them have their answers.
///
/// A pure value. Searchers that are asked through one process are asked in one request; a searcher that is to answer several
/// searches of the call is asked for each in a session of its own, so that none overtakes another.
struct OneOffPlan: Sendable {
    /// What came of one search: the data of its `results/` event, or why there is none.
    typealias Answer = Result<[UInt8], SearchBusError>

    /// The maximum size of all answers of a call, in bytes.
    static let maxAnswerBytes = 8 << 20

    /// Where one search's answer comes.
    private struct Key: Hashable {
        let session: String
        let searcher: String
    }

    /// The requests to append, each with its session.
    let requests: [(session: String, request: UnitRequest)]
    private let number: Int
    private let places: [Key: Int]
    private(set) var answers: [Answer?]
    private var answerBytes = 0

    /// How many sessions the searches take.
    static func sessionCount(of searches: [OneOffSearch]) -> Int {
        Dictionary(grouping: searches, by: \.searcher).values.map(\.count).max() ?? 0
    }

    /// - Parameters:
    ///   - searches: The searches.
    ///   - sessions: As many sessions as they take.
    ///   - number: The number of the requests, above that of any earlier request in these sessions.
    init(_ searches: [OneOffSearch], in sessions: [String], number: Int) {
        var taken: [String: Int] = [:]
        var places: [Key: Int] = [:]
        var requests: [[String]: UnitRequest] = [:]
        for (place, search) in searches.enumerated() {
            let session = sessions[taken[search.searcher, default: 0]]
            taken[search.searcher, default: 0] += 1
            places[Key(session: session, searcher: search.searcher)] = place
            var member = search.request
            (member.number, member.since) = (number, number)
            let request = UnitRequest(searcher: search.unit, number: number, members: [:])
            requests[[session, search.unit], default: request].members[search.searcher] = member
        }
        self.requests = requests.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key[0], $0.value) }
        (self.places, self.number) = (places, number)
        answers = Array(repeating: nil, count: searches.count)
    }

    /// Whether every search has its answer.
    var isComplete: Bool { answers.allSatisfy { $0 != nil } }

    /// The topics of the answers.
    var topics: [TopicPrefix] {
        get throws {
            try places.keys.flatMap { key in
                try [Topic.Kind.results, .search].map { kind in
                    try TopicPrefix(parsing: "\(kind.rawValue)/\(key.searcher)/\(key.session)/")
                }
            }
        }
    }

    /// Takes in an event, if it is the answer to one of the searches.
    mutating func note(_ event: Event) {
        guard let session = event.topic.session,
            let place = places[Key(session: session, searcher: event.topic.component)], answers[place] == nil
        else { return }
        let isResults = event.topic.kind == .results
        guard isResults || ["failed", "superseded"].contains(event.typeSuffix),
            let data = try? JSON(
                parsing: event.dataBytes,
                limits: JSONLimits(depth: 512, values: .max),
                emptying: ["hits", "facets", "facetHits"]
            ),
            data["request"]?.int == number
        else { return }
        guard isResults else {
            answers[place] = .failure(Self.failure(data))
            return
        }
        answerBytes += event.dataBytes.count
        answers[place] = answerBytes <= Self.maxAnswerBytes ? .success(Array(event.dataBytes)) : .failure(Self.tooLarge)
    }

    private static let tooLarge = SearchBusError(
        .tooLarge,
        "The results of all searches of the call are larger than \(maxAnswerBytes >> 20) MiB.",
        remedy:
            "Ask for fewer searches at once, fewer hits (`hitsPerPage`) or fewer attributes (`attributesToRetrieve`)."
    )

    private static func failure(_ data: JSON) -> SearchBusError {
        let code = data["code"]?.string.flatMap(ErrorCode.init) ?? .backendFailed
        let message = data["message"]?.string ?? "The search was not made."
        guard let remedy = data["remedy"]?.string else { return SearchBusError(code, message) }
        return SearchBusError(code, message, remedy: remedy)
    }
}
