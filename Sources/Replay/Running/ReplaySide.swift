// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Backends
import SearchModel
import Searchers
import Wire

/// One of the two sides that are compared: an app and its engines, asked as its searchers ask them.
public struct ReplaySide: Sendable {
    /// What came of a search, and after how many milliseconds.
    struct Answer: Sendable {
        let result: Result<AnswerDigest, SearchBusError>
        let milliseconds: Double
    }

    /// How many searches an engine in another program is asked at the same time.
    static let mostConcurrent = 8

    /// What an engine is asked for a search.
    private struct Question: Sendable {
        let request: SearchRequest
        let service: any SearchService
    }

    private let units: [String: SearcherUnit]
    private let services: [String: any SearchService]
    /// The indexes that are searched in the place of others.
    private let indexes: [String: String]
    /// The moment at which times in words are resolved, the same for both sides.
    private let now: Double

    /// Takes an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - indexes: Indexes to search in the place of others, by the name of these.
    ///   - now: The wall clock, in seconds since 1970 began, by which filters on times in words are resolved.
    ///   - makeService: Makes the engine of a backend that is asked; is not asked for one that only answers on the bus.
    /// - Throws: What the closure throws.
    public init(
        _ app: App,
        replacing indexes: [String: String] = [:],
        now: Double,
        makeService: (BackendConfiguration) throws -> any SearchService
    ) throws {
        let searchers = app.searchers.filter { !$0.isMulti }
        units = Dictionary(
            searchers.map { ($0.name, SearcherUnit($0, of: app)) },
            uniquingKeysWith: { first, _ in first }
        )
        var services: [String: any SearchService] = [:]
        for name in Set(searchers.map(\.backend)) {
            let backend = app.backend(name) ?? .embedded
            guard BackendType(named: backend.type)?.place != .own else { continue }
            services[name] = try makeService(backend)
        }
        (self.services, self.indexes, self.now) = (services, indexes, now)
    }

    /// Does ahead of time what the first searches would have to wait for.
    func prepare() async {
        for (name, unit) in units {
            guard let member = unit.member(name), let service = services[member.backend] else { continue }
            var template = member.template.resolved(at: now)
            template.index = indexes[template.index] ?? template.index
            await service.prepare(for: [template])
        }
    }

    /// What an engine is asked.
    ///
    /// - Throws: `SearchBusError` for a search that this side cannot make.
    private func question(_ search: LoggedSearch) throws(SearchBusError) -> Question {
        var asked = search.request
        guard let unit = units[search.searcher], let member = unit.member(search.searcher) else {
            throw SearchBusError(
                .unknownAddressee,
                "The app has no searcher `\(search.searcher)`.",
                remedy: "Give the searchers of both apps the same names."
            )
        }
        if asked.index.isEmpty { asked.index = member.template.index }
        asked.index = indexes[asked.index] ?? asked.index
        guard let service = services[member.backend], let request = unit.request(of: member.name, for: asked) else {
            throw SearchBusError(
                .invalidArgument,
                "The backend `\(member.backend)` of the searcher `\(search.searcher)` only answers on the bus.",
                remedy: "Compare engines that SearchBus asks by itself; docs/engines.md lists them."
            )
        }
        return Question(request: request.resolved(at: now), service: service)
    }

    /// Answers searches, in their order.
    func answers(_ searches: some Collection<LoggedSearch>) async -> [Answer] {
        var answers = [Answer?](repeating: nil, count: searches.count)
        var waiting: [(place: Int, question: Question)] = []
        for (place, search) in searches.enumerated() {
            do throws(SearchBusError) {
                let question = try question(search)
                if question.service.isImmediate {
                    answers[place] = Self.answerNow(question)
                } else {
                    waiting.append((place, question))
                }
            } catch {
                answers[place] = Answer(result: .failure(error), milliseconds: 0)
            }
        }
        for (place, answer) in await Self.answers(waiting) { answers[place] = answer }
        return answers.map { $0 ?? Answer(result: .failure(.searchCancelled), milliseconds: 0) }
    }

    /// Asks engines in other programs, a few searches at a time.
    private static func answers(_ questions: [(place: Int, question: Question)]) async -> [(Int, Answer)] {
        await withTaskGroup(of: (Int, Answer).self) { group in
            var answers: [(Int, Answer)] = []
            for (number, asked) in questions.enumerated() {
                if number >= mostConcurrent, let answer = await group.next() { answers.append(answer) }
                group.addTask {
                    let began = ContinuousClock.now
                    let results = await asked.question.service.search([asked.question.request])
                    return (asked.place, answer(results, since: began))
                }
            }
            for await answer in group { answers.append(answer) }
            return answers
        }
    }

    private static func answerNow(_ question: Question) -> Answer {
        let began = ContinuousClock.now
        return answer(question.service.searchNow([question.request]) ?? [], since: began)
    }

    private static func answer(_ results: [SearchResult], since began: ContinuousClock.Instant) -> Answer {
        let milliseconds = (ContinuousClock.now - began) / .milliseconds(1)
        let missing = SearchBusError(.backendFailed, "The engine answered fewer requests than it was asked.")
        return Answer(result: (results.first ?? .failure(missing)).map(AnswerDigest.init), milliseconds: milliseconds)
    }
}
