// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What an interactor asks of others and answers to an intent.
public struct Effects: Sendable {
    /// What became of the intent; `nil` for every other input.
    public var outcome: Outcome?
    /// Requests to other components, in order.
    public var intents: [(to: String, intent: Intent)]

    public init(outcome: Outcome? = nil, intents: [(to: String, intent: Intent)] = []) {
        self.outcome = outcome
        self.intents = intents
    }

    /// Nothing follows.
    public static var none: Effects { Effects() }

    /// The intent was carried out.
    public static var applied: Effects { Effects(outcome: .applied) }

    /// The intent asked for what is already so.
    public static var unchanged: Effects { Effects(outcome: .unchanged) }

    /// The intent made no sense, for the reason given.
    public static func rejected(_ message: String, remedy: String? = nil) -> Effects {
        Effects(outcome: .rejected(message, remedy: remedy))
    }

    /// The intent is carried out by asking another component.
    public static func asks(_ component: String, _ intents: Intent...) -> Effects {
        Effects(outcome: .applied, intents: intents.map { (component, $0) })
    }

    /// The answer to an intent whose data may not be what it should be: an error becomes the reason of a rejection.
    public static func answering(_ answer: () throws -> Effects) -> Effects {
        do { return try answer() } catch { return .rejected("\(error)") }
    }

    /// The widget does not understand the intent.
    public static func unknown(_ intent: Intent, to interactor: (some Interactor).Type) -> Effects {
        .rejected(
            "a `\(interactor.type)` widget does not understand `\(intent.type)`",
            remedy: "Send one of: \(interactor.intents.joined(separator: ", "))."
        )
    }
}
