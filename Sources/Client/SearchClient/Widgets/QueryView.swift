// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What a widget is asked for by who types.
public struct TypingIntents: Sendable, Hashable {
    /// The text changed.
    let change: String
    /// The text is to be searched.
    let submit: String
    /// The text is to be empty; `nil` where an empty text is searched instead.
    let clear: String?

    /// Those of a box.
    static let box = TypingIntents(change: "set-query", submit: "submit", clear: "clear")
    /// Those of a field for searching among the values of a list.
    static let values = TypingIntents(change: "search", submit: "search", clear: nil)
}

/// A view with a text that people type.
public protocol QueryView: PhasedView {
    /// What is typed, or what others have made the text.
    var typedText: String { get }
    /// Whose edit the text is, where the sender said so.
    var client: String? { get }
    /// Which edit of the client's it is.
    var edit: Int? { get }
    /// What the widget is asked for by who types.
    static var typing: TypingIntents { get }
}
