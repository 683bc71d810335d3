// SPDX-License-Identifier: MIT

import Wire

/// A request to one component.
public struct Intent: Sendable, Hashable {
    /// What is asked for, such as `set-query`; the part of the event type after `searchbus.intent.`.
    public let type: String
    public let data: JSON

    public init(type: String, data: JSON = .object(JSONObject())) {
        self.type = type
        self.data = data
    }
}

/// What became of an intent.
public enum Outcome: Sendable, Hashable {
    /// It was carried out, or handed on to the component that carries it out.
    case applied
    /// It asked for what is already so.
    case unchanged
    /// It made no sense, and nothing changed.
    case rejected(SearchBusError)

    /// The intent made no sense, for the reason given.
    public static func rejected(_ message: String, remedy: String? = nil) -> Outcome {
        .rejected(SearchBusError(.invalidIntent, message, remedy: remedy))
    }

    /// The intent was refused with an error, which is passed on unchanged if it comes from the catalogue.
    public init(rejectedFor error: any Error) {
        self = (error as? SearchBusError).map(Outcome.rejected) ?? .rejected("\(error)")
    }
}

/// An intent that a widget type understands.
public struct IntentDeclaration: Sendable, Hashable {
    /// The name, such as `set-range`.
    public let name: String
    /// What it asks for, in one sentence.
    public let summary: String
    /// The members of its data; others are not looked at.
    public let data: [Schema.Member]

    public init(_ name: String, _ summary: String, data: [Schema.Member] = []) {
        self.name = name
        self.summary = summary
        self.data = data
    }

    public var schema: Schema { .object(data, isOpen: true) }
}

extension IntentDeclaration: ExpressibleByStringLiteral {
    /// An intent without data whose name says it all.
    public init(stringLiteral name: String) { self.init(name, "") }
}

extension Interactor {
    /// Checks that the type understands an intent, and that its data are what they should be.
    ///
    /// - Throws: `SearchBusError` with `invalid-intent`, which says what would be right.
    public static func check(_ intent: Intent) throws {
        guard let declaration = intents.first(where: { $0.name == intent.type }) else {
            throw SearchBusError.unknown(intent, to: Self.self)
        }
        guard let problem = declaration.schema.problem(with: intent.data) else { return }
        let members = declaration.data.map { "`\($0.name)`\($0.isRequired ? "" : " (optional)"): \($0.summary)" }
        throw SearchBusError(
            .invalidIntent,
            "the data of `\(intent.type)`: \(problem)",
            remedy: members.isEmpty ? "It has no data." : members.joined(separator: " ")
        )
    }

    /// Folds an input as hosts do: an intent that is not what the type declares is rejected, and the fold does not see it.
    ///
    /// An intent to which the fold gives no outcome is not one of its own, and rejected too.
    public func take(_ input: Input, into state: inout State) -> Effects {
        guard case .intent(let intent) = input else { return fold(&state, input) }
        return .answering {
            try Self.check(intent)
            let effects = fold(&state, input)
            return effects.outcome == nil ? .unknown(intent, to: Self.self) : effects
        }
    }

    /// Changes what a session asks for as the state store does: an intent that is not what the type declares is refused.
    ///
    /// - Throws: The reason for which it is rejected.
    public func carryOut(_ intent: Intent, in session: inout SessionEdit) throws {
        try Self.check(intent)
        try change(&session, for: intent)
    }
}
