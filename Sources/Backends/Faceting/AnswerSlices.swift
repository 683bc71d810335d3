// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Where the answers to each of several requests stand in the one list of an exchange; a request without queries has none.
struct AnswerSlices: Sendable, Hashable {
    /// The places of each request's answers.
    let ranges: [Range<Int>]

    /// - Parameter counts: How many queries each request has.
    init(counts: [Int]) {
        var start = 0
        ranges = counts.map { count in
            defer { start += count }
            return start..<start + count
        }
    }

    /// How many answers there are in all.
    var count: Int { ranges.last?.upperBound ?? 0 }

    /// The answers to each request; `nil` where they are not as many as the queries.
    func slices<Answer>(of answers: [Answer]) -> [[Answer]]? {
        answers.count == count ? ranges.map { Array(answers[$0]) } : nil
    }
}
