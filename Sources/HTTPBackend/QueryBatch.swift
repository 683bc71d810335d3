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

    init(_ requests: [SearchRequest], syntax: FilterSyntax = .lists) {
        plans = requests.map { QueryPlan($0, syntax: syntax) }
    }

    /// The queries of all requests, those of each one after another.
    var queries: [JSON] { plans.flatMap { $0.queries() } }

    /// The places of each request's queries.
    var ranges: [Range<Int>] {
        var start = 0
        return plans.map { plan in
            defer { start += plan.count }
            return start..<start + plan.count
        }
    }

    /// A result for each request; an answer that is not understood fails the request that it is for, and no other.
    ///
    /// - Parameters:
    ///   - answers: The answers, as many as there are queries and in the same order.
    ///   - failure: The error for an answer that is not understood.
    /// - Returns: As many results as there are requests, in the same order.
    func results(from answers: [JSON], failure: (any Error) -> SearchBusError) -> [SearchResult] {
        guard answers.count == ranges.last?.upperBound ?? 0 else {
            let expected = ranges.last?.upperBound ?? 0
            return results(failing: failure(JSONError("\(answers.count) results to \(expected) queries")))
        }
        return zip(plans, ranges).map { plan, range in
            do { return .success(try plan.response(from: Array(answers[range]))) } catch {
                return .failure(failure(error))
            }
        }
    }

    /// The result for each request where the whole exchange has failed.
    func results(failing error: SearchBusError) -> [SearchResult] { plans.map { _ in .failure(error) } }
}
