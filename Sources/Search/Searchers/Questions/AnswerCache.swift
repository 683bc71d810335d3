// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Digests
import SearchIndex
import Synchronization
import Wire

/// The answers that were given last, each to one question about one version of an index: who types asks what others have asked.
///
/// It may be used from any thread.
final class AnswerCache: Sendable {
    /// What an answer depends on, and nothing else.
    struct Key: Hashable, Sendable {
        /// The maximum size of a question whose answer is kept, in bytes of JSON.
        static let maxQuestionBytes = 4 << 10

        let version: IndexVersion
        /// The digest of the question: a question may be larger than its answer.
        private let digest: [UInt8]

        /// The key of a question; `nil` for one that is too large to be asked often.
        init?(version: IndexVersion, question: AlgoliaQuestion) {
            let bytes = question.json.bytes
            guard bytes.count <= Self.maxQuestionBytes else { return nil }
            self.version = version
            digest = SHA256.digest(of: bytes)
        }
    }

    /// The maximum size of all answers with their keys, in bytes.
    static let maxBytes = 16 << 20
    /// The size of a key's digest with the header of its array, in bytes.
    private static let digestBytes = SHA256.byteCount + 32

    private let answers: Mutex<BoundedCache<Key, [UInt8]>>

    /// Makes a cache.
    ///
    /// - Parameter limit: The maximum size of all answers with their keys, in bytes.
    init(limit: Int = AnswerCache.maxBytes) { answers = Mutex(BoundedCache(limit: limit)) }

    /// The size of all answers with their keys, in bytes.
    var byteCount: Int { answers.withLock { $0.byteCount } }

    /// The answer to a question, if it is known.
    func answer(to key: Key) -> [UInt8]? { answers.withLock { $0.value(of: key) } }

    /// Notes an answer; one that would take a good part of the room is not kept.
    func note(_ answer: [UInt8], to key: Key) {
        answers.withLock { $0.keep(answer, for: key, bytes: answer.count + Self.digestBytes) }
    }
}
