// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import SearchModel
import Wire

/// The requests of one call as queries of one exchange, and the way back from its answers to a result for each.
///
/// Pure: JSON in and out.
struct QueryBatch {
    private let plans: [QueryPlan]

    init(_ requests: [SearchRequest], syntax: FilterSyntax = .lists, tags: HighlightTags = HighlightTags()) {
        plans = requests.map { QueryPlan($0, syntax: syntax, tags: tags) }
    }

    /// The queries of all requests, those of each one after another.
    var queries: [JSON] { plans.flatMap { $0.queries() } }

    /// The places of each request's queries.
    var ranges: [Range<Int>] { slices.ranges }

    private var slices: AnswerSlices { AnswerSlices(counts: plans.map(\.count)) }

    /// The queries of a second exchange, which counts the selected values that the answers leave out.
    func countQueries(after answers: [JSON]) -> [JSON] { countQueries(of: answers).flatMap(\.self) }

    private func countQueries(of answers: [JSON]) -> [[JSON]] {
        guard let slices = slices.slices(of: answers) else { return plans.map { _ in [] } }
        return zip(plans, slices).map { plan, answers in (try? plan.countQueries(after: answers)) ?? [] }
    }

    /// A result for each request; an answer that is not understood fails the request that it is for, and no other.
    ///
    /// - Parameters:
    ///   - answers: The answers, as many as there are queries and in the same order.
    ///   - counts: The answers of the second exchange; none where there was none, or it failed.
    ///   - failure: The error for an answer that is not understood.
    /// - Returns: As many results as there are requests, in the same order.
    func results(
        from answers: [JSON],
        counts: [JSON] = [],
        failure: (any Error) -> SearchBusError
    ) -> [SearchResult] {
        guard let slices = slices.slices(of: answers) else {
            let expected = self.slices.count
            return results(failing: failure(JSONError("\(answers.count) results to \(expected) queries")))
        }
        let wanted = countQueries(of: answers).map(\.count)
        var rest = counts.count == wanted.reduce(0, +) ? counts[...] : []
        return zip(zip(plans, slices), wanted).map { pair, count in
            let own = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            do { return .success(try pair.0.response(from: pair.1, counts: own)) } catch {
                return .failure(failure(error))
            }
        }
    }

    /// The result for each request where the whole exchange has failed.
    func results(failing error: SearchBusError) -> [SearchResult] { plans.map { _ in .failure(error) } }
}
