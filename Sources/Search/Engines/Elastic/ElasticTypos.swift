// SPDX-License-Identifier: MIT

/// How many typing errors a word that is searched may have.
struct ElasticTypos: Sendable, Hashable {
    /// The engine's word for it: `AUTO` (one error from three letters on, two from six), `AUTO:LOW,HIGH`, `1` or `2`.
    let fuzziness: String
    /// How many letters at the beginning have none.
    let prefixLength: Int

    /// Takes the engine's word; `nil` for one that the engine does not know.
    ///
    /// - Parameters:
    ///   - fuzziness: The engine's word.
    ///   - prefixLength: How many letters at the beginning have no error. With none, every word of the index is a candidate.
    init?(_ fuzziness: String = "AUTO", prefixLength: Int = 1) {
        guard Self.isKnown(fuzziness) else { return nil }
        self.fuzziness = fuzziness
        self.prefixLength = max(0, prefixLength)
    }

    private static func isKnown(_ word: String) -> Bool {
        guard word.hasPrefix("AUTO:") else { return ["AUTO", "0", "1", "2"].contains(word) }
        let lengths = word.dropFirst(5).split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard lengths.count == 2, let low = lengths[0], let high = lengths[1] else { return false }
        return 0 <= low && low < high && high <= 1_000
    }
}
