// SPDX-License-Identifier: MIT
// Part of SearchBus.

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

    /// The maximum number of topics in a request to the broker.
    private static let topicLimit = 64
    /// The maximum size of all answers of a call, in bytes.
    static let maxAnswerBytes = 8 << 20

    /// Where one search's answer comes.
    private struct Key: Hashable {
        let session: Int
        let searcher: String
    }

    /// How many sessions it takes.
    let sessionCount: Int
    private let searches: [OneOffSearch]
    private let sessionOf: [Int]
    private let searchAt: [Key: Int]
    private var numbers: [String: Int] = [:]
    private var sessions: [String: Int] = [:]
    private(set) var answers: [Answer?]
    private var answerBytes = 0

    init(_ searches: [OneOffSearch]) {
        var counts: [String: Int] = [:]
        let sessionOf = searches.map { search in
            defer { counts[search.searcher, default: 0] += 1 }
            return counts[search.searcher, default: 0]
        }
        self.searches = searches
        self.sessionOf = sessionOf
        searchAt = Dictionary(
            searches.indices.map { (Key(session: sessionOf[$0], searcher: searches[$0].searcher), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        sessionCount = (sessionOf.max() ?? -1) + 1
        answers = Array(repeating: nil, count: searches.count)
    }

    /// Whether every search has its answer.
    var isComplete: Bool { answers.allSatisfy { $0 != nil } }

    /// Says which sessions are taken.
    ///
    /// - Parameter sessions: As many as it takes, each with the number that the next request in it has.
    /// - Returns: The requests, each with its session.
    mutating func begin(in sessions: [(name: String, number: Int)]) -> [(session: String, request: UnitRequest)] {
        for (place, session) in sessions.enumerated() {
            self.sessions[session.name] = place
            numbers[session.name] = session.number
        }
        return sessions.enumerated().flatMap { place, session in
            let own = searches.indices.filter { sessionOf[$0] == place }.map { searches[$0] }
            return Dictionary(grouping: own, by: \.unit).sorted { $0.key < $1.key }.map { unit, searches in
                let members = searches.map { search in
                    var request = search.request
                    (request.number, request.since) = (session.number, session.number)
                    return (search.searcher, request)
                }
                let request = UnitRequest(
                    searcher: unit,
                    number: session.number,
                    members: Dictionary(members, uniquingKeysWith: { first, _ in first })
                )
                return (session.name, request)
            }
        }
    }

    /// Where the answers come: their topics or, where these are too many for one subscription, the channels or kinds of them.
    var topics: [TopicPrefix] {
        get throws {
            let kinds = [Topic.Kind.results, .search]
            let topics = try sessions.keys.sorted().flatMap { session in
                try searches.indices.filter { sessionOf[$0] == sessions[session] }.flatMap { place in
                    try kinds.map { kind in
                        try TopicPrefix(parsing: "\(kind.rawValue)/\(searches[place].searcher)/\(session)/")
                    }
                }
            }
            guard topics.count > Self.topicLimit else { return topics }
            let channels = Set(searches.map(\.searcher)).sorted().flatMap { name in
                kinds.map { TopicPrefix($0, name) }
            }
            return channels.count > Self.topicLimit ? kinds.map { TopicPrefix($0) } : channels
        }
    }

    /// Takes in an event, if it is the answer to one of the searches.
    mutating func note(_ event: Event) {
        guard let name = event.topic.session, let session = sessions[name],
            let place = searchAt[Key(session: session, searcher: event.topic.component)], answers[place] == nil
        else { return }
        let isResults = event.topic.kind == .results
        guard isResults || ["failed", "superseded"].contains(event.typeSuffix),
            let data = try? JSON(
                parsing: event.dataBytes,
                limits: JSONLimits(depth: 512, values: .max),
                emptying: ["hits", "facets", "facetHits"]
            ),
            data["request"]?.int == numbers[name]
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
