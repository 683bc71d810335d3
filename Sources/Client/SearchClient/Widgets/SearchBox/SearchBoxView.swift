// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// When what is typed is searched.
public enum SearchTriggeringMode: String, Sendable, Hashable, CaseIterable {
    case searchAsYouType = "search-as-you-type"
    case searchOnSubmit = "search-on-submit"
}

/// What a `search-box` shows.
public struct SearchBoxView: QueryView, Hashable {
    public let status: ViewStatus
    /// The text: what is typed, or what others have made the searcher's query.
    public let query: String
    /// What the empty box says.
    public let placeholder: String
    /// Whether each change is searched, or only what is submitted.
    public let mode: SearchTriggeringMode
    /// Whether the box has the focus from the beginning.
    public let autofocus: Bool
    /// There where people can speak the text.
    public let voice: VoiceInput?
    public let client: String?
    public let edit: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        query = try json.requiredString("query")
        placeholder = try json.requiredString("placeholder")
        mode = try json.requiredWord("mode")
        autofocus = try json.requiredTruth("autofocus")
        voice = try json.optionalObject("voice").map(VoiceInput.init(json:))
        client = try json.optionalString("client")
        edit = try json.integer("edit")
    }

    public var typedText: String { query }
    public static var typing: TypingIntents { .box }
}
