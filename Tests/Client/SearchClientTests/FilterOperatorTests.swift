// SPDX-License-Identifier: MIT

import SearchClient
import SearchModel
import Testing

@Suite struct FilterOperatorTests {
    /// The client does not depend on the model, so that an app need not have it.
    @Test func `the client compares numbers with the operators of the model`() {
        let comparisons = SearchClient.Filter.Comparison.allCases.map(\.rawValue)
        #expect(comparisons == SearchModel.Filter.Operator.allCases.map(\.rawValue))
    }
}
