// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import SearchModel
import Synchronization
import Wire

/// A dialect whose questions depend on what attributes an index has, such as which field of a text is the exact one.
///
/// It stays pure: the shape of the index is a value given to it.
public protocol ShapedDialect: Dialect {
    /// The same dialect for an index of this shape; of `nil` where the engine does not tell.
    func knowing(_ shape: IndexShape?) -> Self
}

/// An engine that is asked in a dialect which has to know the index first.
///
/// An index is looked at with the first question on it and every minute again, and at once after it refused a question.
public struct ShapedBackend<Words: ShapedDialect>: Backend {
    /// An answer, and the dialect that it was asked in.
    public struct Answer: Sendable {
        let json: JSON
        let words: Words
    }

    private let dialect: Words
    private let engine: HTTPBackend<Words>
    private let memory: ShapeMemory

    /// - Parameters:
    ///   - dialect: The dialect, which knows no index.
    ///   - transport: Where the engine is.
    ///   - now: The clock.
    public init(
        _ dialect: Words,
        over transport: HTTPTransport,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.dialect = dialect
        engine = HTTPBackend(dialect, over: transport)
        memory = ShapeMemory(now: now)
    }

    public var capabilities: BackendCapabilities { dialect.capabilities }

    public func map(request: SearchRequest) throws -> SearchRequest {
        // What no index could be asked fails before the engine is.
        _ = try dialect.encode(request)
        return request
    }

    public func search(_ query: SearchRequest) async throws -> Answer {
        try await search([query])[0].get()
    }

    public func search(_ requests: [SearchRequest]) async -> [Result<Answer, any Error>] {
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
                memory.forget(requests[item.place].index)
            }
            results[item.place] = answer.map { Answer(json: $0, words: item.words) }
        }
        return results
    }

    public func map(answer: Answer, of request: SearchRequest) throws -> SearchResponse {
        try answer.words.decode(answer.json, of: request)
    }

    public func describe(_ index: String) async throws -> IndexShape? { try await engine.describe(index) }

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
        do {
            let shape = try await engine.describe(index)
            memory.note(shape, of: index)
            return .success(shape)
        } catch let error as SearchBusError where error.code == .backendDenied {
            // A key that permits searching alone: the dialect does without. Whether it permits that, the search will tell.
            memory.note(nil, of: index)
            return .success(nil)
        } catch { return .failure(error) }
    }
}

/// The shapes of indexes that were looked at of late.
final class ShapeMemory: Sendable {
    private static let lifetime: Duration = .seconds(60)
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

    func note(_ shape: IndexShape?, of index: String) {
        let until = now().advanced(by: Self.lifetime)
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[index] = (shape, until)
        }
    }

    func forget(_ index: String) { known.withLock { $0[index] = nil } }
}
