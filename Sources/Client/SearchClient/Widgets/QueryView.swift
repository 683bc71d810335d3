// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The intents of a typing user.
public struct TypingIntents: Sendable, Hashable {
    /// The text changed.
    let change: String
    /// Submits the text.
    let submit: String
    /// Clears the text; `nil` if an empty text is searched instead.
    let clear: String?

    /// Those of a box.
    static let box = TypingIntents(change: "set-query", submit: "submit", clear: "clear")
    /// Those of a field for searching among the values of a list.
    static let values = TypingIntents(change: "search", submit: "search", clear: nil)
}

/// A view with a text that users type.
public protocol QueryView: PhasedView {
    /// The typed text, or that of other clients.
    var typedText: String { get }
    /// The client that edited the text, if known.
    var client: String? { get }
    /// The number of the client's edit.
    var edit: Int? { get }
    /// The intents of a typing user.
    static var typing: TypingIntents { get }
}
