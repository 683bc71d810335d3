// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
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
    private let cache = AnswerCache(limit: 16 << 20)
    private let known = KnownIndexes()

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

    /// Answers questions on the calling thread; as many answers, in the same order.
    func answersNow(_ questions: [AlgoliaQuestion]) -> [Answer] {
        guard !stopsEarly(questions) else { return answersInTurnNow(questions) }
        var (answers, groups) = begin(questions)
        for group in groups {
            let results = group.backend.searchNow(group.queries.map(\.request)) ?? []
            end(group, results, &answers)
        }
        return answers
    }

    /// Answers questions, however long engines take; as many answers, in the same order.
    func answers(_ questions: [AlgoliaQuestion]) async -> [Answer] {
        guard !stopsEarly(questions) else { return await answersInTurn(questions) }
        var (answers, groups) = begin(questions)
        for group in groups {
            let results = await group.backend.search(group.queries.map(\.request))
            end(group, results, &answers)
        }
        return answers
    }

    /// Answers what needs no search, and says what each engine is to be asked.
    private func begin(_ questions: [AlgoliaQuestion]) -> (answers: [Answer], groups: [Group]) {
        var prepared: [Int: AlgoliaQuery] = [:]
        var keys: [Int: AnswerCache.Key] = [:]
        let answers = questions.enumerated().map { place, question -> Answer in
            guard question.kind.isSearch else { return look(question) }
            keys[place] = key(of: question)
            if let key = keys[place], let known = cache.answer(to: key) { return .success(known) }
            return prepare(question, keys[place]?.version).map { query in
                prepared[place] = query
                return []
            }
        }
        return (answers, groups(of: prepared, keys, questions))
    }

    /// What the answer to a question depends on; `nil` where an engine elsewhere gives it.
    private func key(of question: AlgoliaQuestion) -> AnswerCache.Key? {
        guard let catalog = backend(of: question.index)?.catalog,
            let version = try? catalog.version(of: question.index)
        else { return nil }
        return AnswerCache.Key(version: version, question: question)
    }

    /// Puts the answers of an engine in their places.
    private func end(_ group: Group, _ results: [SearchResult], _ answers: inout [Answer]) {
        for (number, answer) in self.answers(results, group.queries).enumerated() {
            answers[group.places[number]] = answer
            if let key = group.keys[number], case .success(let bytes) = answer { cache.note(bytes, to: key) }
        }
    }

    // MARK: Searches

    /// What an engine is to be asked for a question; `version` is that of the index, where it has one and it is known.
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
        let query = try prepare(question, key(of: question)?.version).get()
        guard let backend = backend(of: question.index) else {
            throw AlgoliaError("Index \(question.index) does not exist", status: 404)
        }
        return (backend, query.request)
    }

    /// Questions that one engine is asked together.
    private struct Group {
        let backend: any SearchService
        var places: [Int] = []
        /// By what the answers may be kept.
        var keys: [AnswerCache.Key?] = []
        var queries: [AlgoliaQuery] = []
    }

    private func groups(
        of prepared: [Int: AlgoliaQuery],
        _ keys: [Int: AnswerCache.Key],
        _ questions: [AlgoliaQuestion]
    ) -> [Group] {
        var groups: [String: Group] = [:]
        for (place, query) in prepared.sorted(by: { $0.key < $1.key }) {
            let index = questions[place].index
            guard let backend = backend(of: index) else { continue }
            let name = owners[index].flatMap { backends[$0] == nil ? nil : $0 } ?? ""
            groups[name, default: Group(backend: backend)].places.append(place)
            groups[name]?.keys.append(keys[place])
            groups[name]?.queries.append(query)
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    private func answers(_ results: [SearchResult], _ queries: [AlgoliaQuery]) -> [Answer] {
        queries.enumerated().map { place, query in
            guard place < results.count else { return .failure(AlgoliaError("The search failed.", status: 502)) }
            switch results[place] {
            case .success(let response): return .success(query.answer(response))
            case .failure(let error): return .failure(AlgoliaError(describing: error, of: query.request.index))
            }
        }
    }
}

extension AlgoliaError {
    /// The answer does not fit into an event.
    static let answerTooLarge = AlgoliaError(
        "The answer is larger than 1 MB: ask for fewer hits, or fewer attributes (attributesToRetrieve).",
        status: 413
    )

    /// What a client is told of an error.
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
