// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import SearchIndex
import Synchronization

/// The answers that were given last, each to one question about one version of an index: who types asks what others have asked.
final class AnswerCache: Sendable {
    /// What an answer depends on, and nothing else.
    struct Key: Hashable, Sendable {
        let version: IndexVersion
        let question: AlgoliaQuestion
    }

    private struct State {
        var young: [Key: [UInt8]] = [:]
        var old: [Key: [UInt8]] = [:]
        var bytes = 0
    }

    /// What a key takes beside its answer, about.
    private static let keyBytes = 1_024

    private let limit: Int
    private let state = Mutex(State())

    /// Makes a cache.
    ///
    /// - Parameter limit: How many bytes it may take, about.
    init(limit: Int) { self.limit = limit }

    /// The answer to a question, if it is known.
    func answer(to key: Key) -> [UInt8]? {
        state.withLock { state in
            if let answer = state.young[key] { return answer }
            guard let answer = state.old[key] else { return nil }
            insert(answer, key, &state)
            return answer
        }
    }

    /// Notes an answer; one that would take a good part of the room is not kept.
    func note(_ answer: [UInt8], to key: Key) {
        guard answer.count <= limit / 16 else { return }
        state.withLock { insert(answer, key, &$0) }
    }

    /// Half of the room is for what was asked lately; when it is full, what was not asked meanwhile goes.
    private func insert(_ answer: [UInt8], _ key: Key, _ state: inout State) {
        if state.bytes + answer.count + Self.keyBytes > limit / 2 {
            (state.old, state.young, state.bytes) = (state.young, [:], 0)
        }
        state.young[key] = answer
        state.bytes += answer.count + Self.keyBytes
    }
}
