// SPDX-License-Identifier: MIT

import Wire

/// What an interactor asks of others and answers to an intent.
public struct Effects: Sendable {
    /// A further page of a view that is too long for one event; it is published on the topic `view/NAME.NUMBER/`.
    public struct Page: Sendable, Hashable {
        /// The page, from 1.
        public let number: Int
        /// The whole of what a controller draws of it.
        public let view: JSON

        public init(number: Int, view: JSON) {
            self.number = number
            self.view = view
        }
    }

    /// What became of the intent; `nil` for every other input.
    public var outcome: Outcome?
    /// Requests to other components, in order.
    public var intents: [(to: String, intent: Intent)]
    public var pages: [Page]

    public init(outcome: Outcome? = nil, intents: [(to: String, intent: Intent)] = [], pages: [Page] = []) {
        self.outcome = outcome
        self.intents = intents
        self.pages = pages
    }

    public static var none: Effects { Effects() }

    public static var applied: Effects { Effects(outcome: .applied) }

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
        do { return try answer() } catch { return Effects(outcome: Outcome(rejectedFor: error)) }
    }

    /// The widget does not understand the intent.
    public static func unknown(_ intent: Intent, to interactor: (some Interactor).Type) -> Effects {
        Effects(outcome: Outcome(rejectedFor: SearchBusError.unknown(intent, to: interactor)))
    }
}
