// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import SearchClient

@Suite struct IntentOutcomeTests {
    @Test("The client reads every outcome that the log can have as what it is")
    func outcomes() {
        let error = SearchBusError(.invalidIntent, "No.", remedy: "Ask otherwise.")
        let read = OutcomeData.Result.allCases.map { result in
            IntentOutcome(json: OutcomeData(result, for: result == .rejected ? error : nil).json)
        }
        let rejected = IntentOutcome.rejected(code: "invalid-intent", message: "No.", remedy: "Ask otherwise.")
        #expect(read == [.applied, .unchanged, rejected])
        #expect(rejected.error == error && OutcomeData(.rejected, for: error).rejection == error)
    }
}
