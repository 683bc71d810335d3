// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
