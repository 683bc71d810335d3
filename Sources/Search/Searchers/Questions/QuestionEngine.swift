// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AppModel
import Backends
import SearchIndex
import SearchModel
import Wire

/// Asks engines what clients of Algolia's interface want to know.
public struct QuestionEngine: Sendable {
    /// An answer as the client reads it, or why there is none.
    typealias Answer = Result<[UInt8], AlgoliaError>

    private let backends: [String: any SearchService]
    private let owners: [String: String]
    let embedded: (any SearchService)?
    let catalog: (any IndexCatalog)?
    let cache = AnswerCache()
    private let known = KnownIndexes()
    let longSearches = LongSearches()

    /// - Parameters:
    ///   - backends: The engines, by name.
    ///   - owners: The engines that answer for indexes, by the index.
    ///   - embedded: What answers for every other index.
    public init(backends: [String: any SearchService], owners: [String: String], embedded: (any SearchService)?) {
        self.backends = backends
        self.owners = owners
        self.embedded = embedded
        catalog = embedded?.catalog
    }

    /// Takes the engines of an app: for an index that of the searcher which searches it.
    ///
    /// - Throws: What the closure throws.
    init(_ app: App, makeBackend: (BackendConfiguration) throws -> any SearchService) throws {
        let owners = Dictionary(
            app.searchers.compactMap { searcher in searcher.index.map { ($0, searcher.backend) } },
            uniquingKeysWith: { first, _ in first }
        )
        let embedded = try makeBackend(.embedded)
        var backends: [String: any SearchService] = [:]
        for name in Set(owners.values) {
            // A program of one's own answers on the bus, and is not asked from here.
            guard let backend = app.backend(name), BackendType(named: backend.type)?.place != .own else { continue }
            backends[name] = backend.type == BackendType.embedded.name ? embedded : try makeBackend(backend)
        }
        self.init(backends: backends, owners: owners, embedded: embedded)
    }

    func backend(of index: String) -> (any SearchService)? {
        owners[index].flatMap { backends[$0] } ?? embedded
    }

    /// Whether all questions can be answered by computation alone.
    func isImmediate(_ questions: [AlgoliaQuestion]) -> Bool {
        questions.allSatisfy { !$0.kind.isSearch || backend(of: $0.index)?.isImmediate ?? true }
    }

    // MARK: Answers

    /// Answers questions on the calling thread, one after the other; as many answers, in the same order.
    ///
    /// - Parameters:
    ///   - questions: The questions.
    ///   - caller: The caller; while long searches of the same caller are in flight, others of it wait there too.
    /// - Returns: `nil` where they take more than a moment; see `answers(_:of:)`.
    func answersNow(_ questions: [AlgoliaQuestion], of caller: String = "") -> [Answer]? {
        guard !longSearches.isBusy(with: caller) else { return nil }
        let budget = WorkBudget(.inline)
        var list = AnswerList(count: questions.count)
        for (place, question) in questions.enumerated() where !list.isRefused {
            let answer = answer(question, &list, within: budget)
            guard !budget.isSpent else { return nil }
            list.set(answer, at: place)
        }
        return list.all
    }

    /// Answers questions, however long that takes; as many answers, in the same order.
    ///
    /// Engines elsewhere are asked all of theirs at once, the embedded index one question after the other.
    func answers(_ questions: [AlgoliaQuestion], of caller: String = "") async -> [Answer] {
        let stopsEarly = questions.contains { $0.strategy == .stopIfEnoughMatches }
        var list = AnswerList(count: questions.count)
        for group in stopsEarly ? [] : groups(of: questions) {
            let results = await group.backend.search(group.queries.map(\.query.request))
            for (number, (place, query)) in group.queries.enumerated() {
                list.set(answer(query, number < results.count ? results[number] : nil), at: place)
            }
        }
        let budget = WorkBudget(.call)
        for (place, question) in questions.enumerated() where !list.contains(place) && !list.isRefused {
            list.set(await answer(question, &list, of: caller, within: budget), at: place)
        }
        return list.all
    }

    /// Answers the next question of a call in its turn.
    private func answer(
        _ question: AlgoliaQuestion,
        _ list: inout AnswerList,
        of caller: String,
        within budget: WorkBudget
    ) async -> Answer {
        if question.kind.isSearch, let backend = backend(of: question.index), !backend.isImmediate {
            switch query(question, list) {
            case .failure(let answer): return answer.result
            case .success(let query):
                let result = await backend.search([query.request]).first
                list.hasEnough = list.hasEnough || ((try? result?.get()).map(query.isEnough) ?? false)
                return answer(query, result)
            }
        }
        let part = budget.part(.search)
        defer { budget.add(part) }
        do {
            let answered = try await longSearches.run(for: caller) { () -> (Answer, Bool) in
                var list = list
                return (answer(question, &list, within: part), list.hasEnough)
            }
            list.hasEnough = answered.1
            return answered.0
        } catch  where error.code == .busy {
            return .failure(AlgoliaError("Too many searches wait already: try again in a moment.", status: 429))
        } catch {
            return .failure(AlgoliaError(error))
        }
    }

    /// Answers the next question of a call on the calling thread.
    private func answer(_ question: AlgoliaQuestion, _ list: inout AnswerList, within budget: WorkBudget) -> Answer {
        guard question.kind.isSearch else { return look(question, budget) }
        // Whether an answer is enough is not kept with it.
        let key = question.strategy == .none ? key(of: question) : nil
        if let key, let known = cache.answer(to: key) { return .success(known) }
        budget.spend(WorkBudget.preparation)
        do { try budget.check() } catch { return .failure(AlgoliaError(error)) }
        guard let backend = backend(of: question.index) else {
            return .failure(AlgoliaError("Index \(question.index) does not exist", status: 404))
        }
        switch query(question, list, key?.version) {
        case .failure(let answer): return answer.result
        case .success(let query):
            let held = budget.heldBytes
            let result = backend.searchNow([query.request], within: budget)?.first
            budget.spend((budget.heldBytes - held) * WorkBudget.answerByte)
            if case .success = result {
                do { try budget.check() } catch { return .failure(AlgoliaError(error)) }
            }
            list.hasEnough = list.hasEnough || ((try? result?.get()).map(query.isEnough) ?? false)
            let answer = answer(query, result)
            if let key, case .success(let bytes) = answer { cache.note(bytes, to: key) }
            return answer
        }
    }

    /// An answer that needs no search.
    private struct Unasked: Error { let result: Answer }

    /// The query for the next question of a call; an answer if no query is needed.
    private func query(
        _ question: AlgoliaQuestion,
        _ list: AnswerList,
        _ version: IndexVersion? = nil
    ) -> Result<AlgoliaQuery, Unasked> {
        switch prepare(question, version) {
        case .failure(let error): .failure(Unasked(result: .failure(error)))
        case .success(let query) where list.hasEnough && question.strategy == .stopIfEnoughMatches:
            .failure(Unasked(result: .success(query.unprocessedAnswer)))
        case .success(let query): .success(query)
        }
    }

    private func answer(_ query: AlgoliaQuery, _ result: SearchResult?) -> Answer {
        switch result {
        case .success(let response): .success(query.answer(response))
        case .failure(let error): .failure(AlgoliaError(describing: error, of: query.request.index))
        case nil: .failure(AlgoliaError("The search failed.", status: 502))
        }
    }

    /// What the answer to a question depends on; `nil` where an engine elsewhere gives it, or it is not kept.
    private func key(of question: AlgoliaQuestion) -> AnswerCache.Key? {
        version(of: question.index).flatMap { AnswerCache.Key(version: $0, question: question) }
    }

    /// The version of an index; `nil` of one that an engine elsewhere has, and of an unknown one.
    private func version(of index: String) -> IndexVersion? {
        try? backend(of: index)?.catalog?.version(of: index)
    }

    // MARK: Searches

    /// The query for a question; `version` is that of the index, where it has one and it is known.
    func prepare(
        _ question: AlgoliaQuestion,
        _ version: IndexVersion? = nil
    ) -> Result<AlgoliaQuery, AlgoliaError> {
        guard let backend = backend(of: question.index) else {
            return .failure(AlgoliaError("Index \(question.index) does not exist", status: 404))
        }
        do {
            let catalog = backend.catalog
            let index = try known.index(question.index, version) {
                try catalog?.profile(of: question.index).algoliaIndex ?? AlgoliaQuery.Index()
            }
            return .success(try AlgoliaQuery(question, of: index, marking: catalog.map { $0.marker(for:) }))
        } catch {
            return .failure(AlgoliaError(describing: error, of: question.index))
        }
    }

    /// What which engine is asked for a search.
    ///
    /// - Throws: `AlgoliaError` for parameters that are invalid and for an index that is not there.
    public func search(
        for question: AlgoliaQuestion
    ) throws(AlgoliaError) -> (service: any SearchService, request: SearchRequest) {
        let query = try prepare(question, version(of: question.index)).get()
        guard let backend = backend(of: question.index) else {
            throw AlgoliaError("Index \(question.index) does not exist", status: 404)
        }
        return (backend, query.request)
    }

    /// Questions that one engine elsewhere is asked together.
    private struct Group {
        let backend: any SearchService
        var queries: [(place: Int, query: AlgoliaQuery)] = []
    }

    private func groups(of questions: [AlgoliaQuestion]) -> [Group] {
        var groups: [String: Group] = [:]
        for (place, question) in questions.enumerated() where question.kind.isSearch {
            guard let backend = backend(of: question.index), !backend.isImmediate,
                case .success(let query) = prepare(question)
            else { continue }
            groups[owners[question.index] ?? "", default: Group(backend: backend)].queries.append((place, query))
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension AlgoliaError {
    /// The error for a client.
    init(describing error: any Error, of index: String) {
        switch error {
        case let error as AlgoliaError: self = error
        case let error as SearchBusError where error.code == .unknownIndex:
            self.init("Index \(index) does not exist", status: 404)
        case let error as SearchBusError: self.init(error)
        default: self.init("The search failed.", status: 502)
        }
    }
}
