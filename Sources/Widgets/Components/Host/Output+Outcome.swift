// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Interactors
import Wire

extension Output {
    /// What became of an intent, as an event.
    package static func outcome(_ outcome: Outcome, of intent: Event, by component: String) -> Output {
        var data = JSONObject([("intent", .string(intent.id)), ("result", .string(outcome.name))])
        if case .rejected(let error) = outcome {
            for member in error.json.object?.members ?? [] { data[member.key] = member.value }
        }
        return Output(
            .outcome,
            component,
            type: "searchbus.outcome.\(outcome.name)",
            data: JSON.object(data).bytes,
            // The same turn may carry out others, of other chains.
            cause: Cause(intent)
        )
    }

    /// Whether it says that an intent was carried out and has changed something.
    var saysApplied: Bool { kind == .outcome && type == "searchbus.outcome.\(Outcome.applied.name)" }

    /// A request to another component.
    package static func intent(_ intent: Intent, to component: String) -> Output {
        Output(.intent, component, type: "searchbus.intent.\(intent.type)", data: intent.data.bytes)
    }
}

extension Outcome {
    /// The word for the outcome in event types.
    public var name: String {
        switch self {
        case .applied: "applied"
        case .unchanged: "unchanged"
        case .rejected: "rejected"
        }
    }
}
