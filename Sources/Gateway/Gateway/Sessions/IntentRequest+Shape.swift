// SPDX-License-Identifier: MIT

import Bus
import Components
import Wire

extension IntentRequest {
    /// The form of a request.
    static let shape = Shape.named("Intents", .oneOf([one, .object(["intents": .list(one, 1...batchLimit)])]))
    private static let one = Shape.named(
        "Intent",
        .object([
            "id?": .text(matching: "^[A-Za-z0-9_.:-]{1,128}$"),
            "to": .text.described("A searcher, a filter state, a widget or `session`."),
            "type": .text(matching: "^[a-z][a-z0-9-]{0,63}$"), "data?": .object,
        ])
    )
}

extension IntentReceipts {
    /// The form of the answer.
    static let shape = Shape.named(
        "IntentReceipts",
        .object([
            "intents": .list(.object(["id": .text, "sequence": .sequence, "outcome?": outcome])), "notice?": .error,
        ])
    )
    private static let outcome = Shape.named(
        "Outcome",
        Shape(members: OutcomeData.fields.map(\.member).filter { $0.name != "intent" })
    )
}
