// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Synchronization

/// The terms that were found for words with errors lately: who types on asks for the words before the last again with each key.
///
/// It may be shared between threads.
final class FuzzyCache: Sendable {
    /// A word as it was looked for.
    struct Key: Hashable, Sendable {
        let word: [UInt8]
        let isPrefix: Bool
        let most: Int
    }

    /// How many stretches of terms are kept, of all words together.
    private static let most = 32_768

    private struct State {
        var young: [Key: [FuzzyTerms.Found]] = [:]
        var old: [Key: [FuzzyTerms.Found]] = [:]
        var size = 0
    }

    private let state = Mutex(State())

    /// What a word finds, looked for with the closure where it is not kept.
    func found(_ key: Key, find: () -> [FuzzyTerms.Found]) -> [FuzzyTerms.Found] {
        if let known = state.withLock({ $0.young[key] ?? $0.old[key] }) { return known }
        let found = find()
        state.withLock { state in
            // Half of the room is for what was looked for lately; when it is full, what is older goes.
            if state.size + found.count + 8 > FuzzyCache.most / 2 { state = State(old: state.young) }
            state.young[key] = found
            state.size += found.count + 8
        }
        return found
    }
}
