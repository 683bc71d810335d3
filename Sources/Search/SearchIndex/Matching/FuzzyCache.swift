// SPDX-License-Identifier: MIT

import Synchronization

/// The terms that were found for words with errors lately: who types on asks for the words before the last again with each key.
///
/// It may be shared between threads.
final class FuzzyCache: Sendable {
    struct Key: Hashable, Sendable {
        let word: [UInt8]
        let isPrefix: Bool
        let most: Int
    }

    /// The maximum size of the words and of what they found, in bytes, for each segment.
    static let maxBytes = 2 << 20

    private let state = Mutex(BoundedCache<Key, [FuzzyTerms.Found]>(limit: FuzzyCache.maxBytes))

    var byteCount: Int { state.withLock { $0.byteCount } }

    /// What a word finds, looked for with the closure where it is not kept.
    ///
    /// - Parameters:
    ///   - key: The word.
    ///   - budget: What pays for the search; what is found once it is spent is incomplete, and is not kept.
    ///   - find: Looks for the word.
    /// - Returns: The terms that were found.
    func found(_ key: Key, _ budget: WorkBudget, find: () -> [FuzzyTerms.Found]) -> [FuzzyTerms.Found] {
        if let known = state.withLock({ $0.value(of: key) }) { return known }
        let found = find()
        guard !budget.isSpent else { return found }
        let bytes = key.word.count + found.count * MemoryLayout<FuzzyTerms.Found>.stride + 64
        // A copy has no room for more elements, so that the count of bytes is right.
        let kept = found.withUnsafeBufferPointer { Array($0) }
        state.withLock { $0.keep(kept, for: key, bytes: bytes) }
        return found
    }
}
