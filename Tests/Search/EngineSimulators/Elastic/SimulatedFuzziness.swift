// SPDX-License-Identifier: MIT

import Wire

/// The `fuzziness` of the simulated Elasticsearch: the number of inserted, deleted, changed or swapped letters.
struct SimulatedFuzziness {
    /// From how many letters on a word may have one error, and two.
    private let lengths: (one: Int, two: Int)
    private let most: Int
    private let prefixLength: Int

    /// - Throws: `ElasticFailure` for a value that the engine refuses.
    init(_ value: JSON, prefixLength: Int) throws {
        let text = value.string ?? value.text
        self.prefixLength = prefixLength
        if let number = Int(text), (0...2).contains(number) {
            (lengths, most) = ((0, 0), number)
            return
        }
        most = 2
        guard text.uppercased() != "AUTO" else {
            lengths = (3, 6)
            return
        }
        let parts = text.uppercased().split(separator: ":").last?.split(separator: ",").compactMap { Int($0) } ?? []
        guard text.uppercased().hasPrefix("AUTO:"), parts.count == 2, parts[0] >= 0, parts[0] < parts[1] else {
            throw ElasticFailure.parsing("failed to find low and high distance values in [\(text)]")
        }
        lengths = (parts[0], parts[1])
    }

    /// Whether a word of the index matches another word of a query.
    func takes(_ word: String, for asked: String) -> Bool {
        let errors = min(most, asked.count < lengths.one ? 0 : asked.count < lengths.two ? 1 : 2)
        let (word, asked) = (Array(word), Array(asked))
        guard word.prefix(prefixLength) == asked.prefix(prefixLength) else { return false }
        return Self.distance(word, asked) <= errors
    }

    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for (place, letter) in left.enumerated() {
            var row = [place + 1]
            for (other, sign) in right.enumerated() {
                var best = min(
                    row[other] + 1,
                    rows[place][other + 1] + 1,
                    rows[place][other] + (letter == sign ? 0 : 1)
                )
                if place > 0, other > 0, letter == right[other - 1], left[place - 1] == sign {
                    best = min(best, rows[place - 1][other - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
