// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Synchronization
import Wire

/// A dialect whose questions depend on what attributes an index has, such as which field of a text is the exact one.
///
/// It stays pure: the shape of the index is a value given to it.
protocol ShapedDialect: Dialect {
    /// The shape of the index; `nil` where it is not known.
    var shape: IndexShape? { get set }
}

extension ShapedDialect {
    /// The same dialect for an index of another shape.
    func knowing(_ shape: IndexShape?) -> Self {
        var dialect = self
        dialect.shape = shape
        return dialect
    }
}

/// An engine that is asked in a dialect which has to know the index first.
///
/// An index is looked at with the first question on it and every minute again, and at once after it refused a question. Where a
/// further look fails, what was seen before holds on: the question itself tells whether the engine is there.
struct ShapedBackend<Words: ShapedDialect>: Backend {
    struct Answer: Sendable {
        let json: JSON
        let words: Words
    }

    private let dialect: Words
    private let engine: HTTPBackend<Words>
    private let memory: ShapeMemory

    init(
        _ dialect: Words,
        over transport: HTTPTransport,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.dialect = dialect
        engine = HTTPBackend(dialect, over: transport)
        memory = ShapeMemory(now: now)
    }

    var capabilities: BackendCapabilities { dialect.capabilities }

    func map(request: SearchRequest) throws -> SearchRequest {
        // What no index could be asked fails before the engine is.
        _ = try dialect.encode(request)
        return request
    }

    func search(_ query: SearchRequest) async throws -> Answer {
        try await search([query])[0].get()
    }

    func search(_ requests: [SearchRequest]) async -> [Result<Answer, any Error>] {
        let shapes = await shapes(of: Set(requests.map(\.index)))
        var results: [Result<Answer, any Error>] = []
        var asked: [(place: Int, query: JSON, words: Words)] = []
        for (place, request) in requests.enumerated() {
            do {
                let words = dialect.knowing(try shapes[request.index]?.get())
                asked.append((place, try words.encode(request), words))
                results.append(.failure(SearchBusError.searchCancelled))
            } catch { results.append(.failure(error)) }
        }
        for (item, answer) in zip(asked, await engine.search(asked.map(\.query))) {
            if case .failure(let error as SearchBusError) = answer, error.code == .backendRefused {
                memory.doubt(requests[item.place].index)
            }
            results[item.place] = answer.map { Answer(json: $0, words: item.words) }
        }
        return results
    }

    func map(answer: Answer, of request: SearchRequest) throws -> SearchResponse {
        try answer.words.decode(answer.json, of: request)
    }

    func describe(_ index: String) async throws -> IndexShape? { try await engine.describe(index) }

    /// What is known of indexes, after those that are not known were looked at; `nil` of one that a key may not look at.
    private func shapes(of indexes: Set<String>) async -> [String: Result<IndexShape?, any Error>] {
        await withTaskGroup(of: (String, Result<IndexShape?, any Error>).self) { group in
            for index in indexes {
                group.addTask { (index, await shape(of: index)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private func shape(of index: String) async -> Result<IndexShape?, any Error> {
        if let known = memory.shape(of: index) { return .success(known) }
        let earlier = memory.earlierShape(of: index)
        do {
            let shape = try await engine.describe(index)
            memory.note(shape, of: index)
            return .success(shape)
        } catch let error as SearchBusError where error.code == .backendDenied {
            // A key that permits searching alone: the dialect does without. Whether it permits that, the search will tell.
            memory.note(earlier ?? nil, of: index)
            return .success(earlier ?? nil)
        } catch {
            guard let earlier, !Task.isCancelled else { return .failure(error) }
            memory.note(earlier, of: index, isDoubtful: true)
            return .success(earlier)
        }
    }
}

/// The shapes of indexes that were looked at of late.
final class ShapeMemory: Sendable {
    private static let lifetime: Duration = .seconds(60)
    /// How long what could not be looked at again is left so.
    private static let patience: Duration = .seconds(5)
    /// How many indexes are remembered; names come from sessions, too.
    private static let limit = 256

    private let known = Mutex<[String: (shape: IndexShape?, until: ContinuousClock.Instant)]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// What is known of an index: `nil` where it has to be looked at, `.some(nil)` where it cannot be.
    func shape(of index: String) -> IndexShape?? {
        let now = now()
        return known.withLock { known in known[index].flatMap { $0.until > now ? .some($0.shape) : nil } }
    }

    /// What was known of an index when it was looked at last, however long ago.
    func earlierShape(of index: String) -> IndexShape?? {
        known.withLock { known in known[index].map { .some($0.shape) } ?? nil }
    }

    /// Keeps what an index looks like.
    func note(_ shape: IndexShape?, of index: String, isDoubtful: Bool = false) {
        let until = now().advanced(by: isDoubtful ? Self.patience : Self.lifetime)
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[index] = (shape, until)
        }
    }

    /// Has an index looked at with the next question.
    func doubt(_ index: String) {
        let now = now()
        known.withLock { $0[index]?.until = now }
    }
}
