// SPDX-License-Identifier: MIT

/// Answers of an exchange that are not as many as its queries: those to a request are not among them.
struct AnswerMismatch: Error, Hashable {
    /// The places of the request's answers.
    let range: Range<Int>
    /// The places of the answers that came.
    let available: Range<Int>
}

/// The ranges of the answers to several requests in the one list of an exchange; a request without queries has none.
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

    var count: Int { ranges.last?.upperBound ?? 0 }

    /// The answers to each request.
    ///
    /// Where some are missing at the end, the requests whose answers are all there have them; of more answers than queries, none.
    func slices<Answer>(of answers: [Answer]) -> [Result<[Answer], AnswerMismatch>] {
        ranges.map { range in
            guard range.upperBound <= answers.count, answers.count <= count else {
                return .failure(AnswerMismatch(range: range, available: answers.indices))
            }
            return .success(Array(answers[range]))
        }
    }
}
