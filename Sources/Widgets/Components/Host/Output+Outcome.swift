// SPDX-License-Identifier: MIT

import Bus
import Interactors
import Wire

extension Output {
    package static func outcome(_ outcome: Outcome, of intent: Event, by component: String) -> Output {
        var data = outcome.data
        data.intent = intent.id
        return Output(
            .outcome,
            component,
            type: "searchbus.outcome.\(data.result.rawValue)",
            data: data.json.bytes,
            // The same turn may carry out others, of other chains.
            cause: Cause(intent)
        )
    }

    /// Whether it says that an intent was carried out and has changed something.
    var saysApplied: Bool { kind == .outcome && type == "searchbus.outcome.\(OutcomeData.Result.applied.rawValue)" }

    package static func intent(_ intent: Intent, to component: String) -> Output {
        Output(.intent, component, type: "searchbus.intent.\(intent.type)", data: intent.data.bytes)
    }
}

extension Outcome {
    /// The outcome as the log has it, without the intent.
    var data: OutcomeData {
        switch self {
        case .applied: OutcomeData(.applied)
        case .unchanged: OutcomeData(.unchanged)
        case .rejected(let error): OutcomeData(.rejected, for: error)
        }
    }
}
