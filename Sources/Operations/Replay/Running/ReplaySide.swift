// SPDX-License-Identifier: MIT

import AlgoliaLanguage
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
        /// The first hits; none for an error, and if they are not needed.
        ///
        /// The rest of an answer is dropped at once: a page may be large, and many answers wait to be compared.
        let hits: [ListedHit]
        let milliseconds: Double

        init(_ result: SearchResult, listsHits: Bool = false, milliseconds: Double) {
            self.result = result.map(AnswerDigest.init)
            hits = listsHits ? (try? result.get()).map(ListedHit.list) ?? [] : []
            self.milliseconds = milliseconds
        }
    }

    /// How many searches an engine in another program is asked at the same time.
    static let mostConcurrent = 8

    /// What an engine is asked for a search.
    private struct Order: Sendable {
        let request: SearchRequest
        let service: any SearchService
    }

    private let units: [String: SearcherUnit]
    private let services: [String: any SearchService]
    /// What reads questions by Algolia's interface.
    private let questions: QuestionEngine
    /// The indexes that are searched instead of others.
    private let indexes: [String: String]
    /// The moment at which times in words are resolved, the same for both sides.
    private let now: Double

    /// Takes an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - indexes: Indexes to search instead of others, by the name of these.
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
        questions = QuestionEngine(
            backends: services,
            owners: Self.owners(of: searchers, indexes),
            embedded: try services[BackendConfiguration.embedded.name] ?? makeService(.embedded)
        )
    }

    /// The engines of indexes; one that replaces another uses the same engine.
    private static func owners(of searchers: [Searcher], _ indexes: [String: String]) -> [String: String] {
        let pairs = searchers.compactMap { searcher in searcher.index.map { ($0, searcher.backend) } }
        let owners = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        let others = indexes.compactMap { name, other in owners[name].map { (other, $0) } }.sorted { $0.0 < $1.0 }
        return owners.merging(others, uniquingKeysWith: { own, _ in own })
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
    private func order(_ search: LoggedSearch) throws(SearchBusError) -> Order {
        switch search.question {
        case .searcher(let name, let request): try order(name, request)
        case .algolia(let question): try order(question)
        }
    }

    private func order(_ searcher: String, _ request: MemberRequest) throws(SearchBusError) -> Order {
        var asked = request
        guard let unit = units[searcher], let member = unit.member(searcher) else {
            throw SearchBusError(
                .unknownAddressee,
                "The app has no searcher `\(searcher)`.",
                remedy: "Give the searchers of both apps the same names."
            )
        }
        if asked.index.isEmpty { asked.index = member.template.index }
        asked.index = indexes[asked.index] ?? asked.index
        guard let service = services[member.backend], let request = unit.request(of: member.name, for: asked) else {
            throw SearchBusError(
                .invalidArgument,
                "The backend `\(member.backend)` of the searcher `\(searcher)` only answers on the bus.",
                remedy: "Compare engines that SearchBus calls itself; docs/engines.md lists them."
            )
        }
        return Order(request: request.resolved(at: now), service: service)
    }

    private func order(_ question: AlgoliaQuestion) throws(SearchBusError) -> Order {
        var question = question
        question.index = indexes[question.index] ?? question.index
        do throws(AlgoliaError) {
            let (service, request) = try questions.search(for: question)
            return Order(request: request.resolved(at: now), service: service)
        } catch {
            throw SearchBusError(
                error.status == 404 ? .unknownIndex : .invalidArgument,
                error.message,
                remedy: "If the index has another name, add --with-index \(question.index)=OTHER."
            )
        }
    }

    /// Answers searches, in their order; with their first hits, where they are wanted.
    func answers(_ searches: some Collection<LoggedSearch>, listsHits: Bool = false) async -> [Answer] {
        var answers = [Answer?](repeating: nil, count: searches.count)
        var waiting: [(place: Int, order: Order)] = []
        for (place, search) in searches.enumerated() {
            do throws(SearchBusError) {
                let order = try order(search)
                if order.service.isImmediate {
                    answers[place] = Self.answerNow(order, listsHits)
                } else {
                    waiting.append((place, order))
                }
            } catch {
                answers[place] = Answer(.failure(error), milliseconds: 0)
            }
        }
        for (place, answer) in await Self.answers(waiting, listsHits) { answers[place] = answer }
        return answers.map { $0 ?? Answer(.failure(.searchCancelled), milliseconds: 0) }
    }

    /// Asks engines in other programs, a few searches at a time.
    private static func answers(_ orders: [(place: Int, order: Order)], _ listsHits: Bool) async -> [(Int, Answer)] {
        await withTaskGroup(of: (Int, Answer).self) { group in
            var answers: [(Int, Answer)] = []
            for (number, asked) in orders.enumerated() {
                if number >= mostConcurrent, let answer = await group.next() { answers.append(answer) }
                group.addTask {
                    let began = ContinuousClock.now
                    let results = await asked.order.service.search([asked.order.request])
                    return (asked.place, answer(results, listsHits, since: began))
                }
            }
            for await answer in group { answers.append(answer) }
            return answers
        }
    }

    private static func answerNow(_ order: Order, _ listsHits: Bool) -> Answer {
        let began = ContinuousClock.now
        return answer(order.service.searchNow([order.request]) ?? [], listsHits, since: began)
    }

    private static func answer(
        _ results: [SearchResult],
        _ listsHits: Bool,
        since began: ContinuousClock.Instant
    ) -> Answer {
        let milliseconds = (ContinuousClock.now - began) / .milliseconds(1)
        let missing = SearchBusError(.backendFailed, "The engine answered fewer requests than it received.")
        return Answer(results.first ?? .failure(missing), listsHits: listsHits, milliseconds: milliseconds)
    }
}
