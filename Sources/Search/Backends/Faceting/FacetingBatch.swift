// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The requests of one call as the plainer requests of one exchange, and the way back from its answers to a result for each.
package struct FacetingBatch {
    private let plans: [FacetingPlan]
    private let slices: AnswerSlices

    package init(_ requests: [SearchRequest], for capabilities: BackendCapabilities = BackendCapabilities()) {
        plans = requests.map { FacetingPlan($0, for: capabilities) }
        slices = AnswerSlices(counts: plans.map(\.count))
    }

    /// The requests of the first exchange, those of each plan one after another.
    package var requests: [SearchRequest] { plans.flatMap(\.requests) }

    /// The places of each request's own.
    package var ranges: [Range<Int>] { slices.ranges }

    /// The requests of a second exchange, which counts the selected values that the answers leave out.
    package func recounts(after responses: [SearchResult]) -> [SearchRequest] {
        recounts(of: responses).flatMap(\.self)
    }

    private func recounts(of responses: [SearchResult]) -> [[SearchRequest]] {
        zip(plans, slices.slices(of: responses)).map { plan, slice in
            (try? slice.get()).map(plan.recounts) ?? []
        }
    }

    /// A result for each request; what fails, fails the request that it is for, and no other.
    ///
    /// - Parameters:
    ///   - responses: The answers, as many as there are requests and in the same order; where there are fewer, those requests fail
    ///     whose answers are missing.
    ///   - recounts: The answers of the second exchange; none where there was none.
    /// - Returns: As many results as there are requests, in the same order.
    package func results(from responses: [SearchResult], recounts: [SearchResult] = []) -> [SearchResult] {
        let wanted = self.recounts(of: responses).map(\.count)
        var rest = recounts.count == wanted.reduce(0, +) ? recounts[...] : []
        return zip(zip(plans, slices.slices(of: responses)), wanted).map { pair, count in
            let own = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
            return pair.0.result(from: (try? pair.1.get()) ?? [], recounts: own)
        }
    }
}
