// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What choosing an entry of a section does.
public struct SuggestionChoice: Sendable, Hashable {
    public enum Effect: String, Sendable, Hashable, CaseIterable {
        /// The entry's text is searched.
        case query
        /// The entry's value is filtered.
        case filter
        /// The entry's address is opened, by the controller.
        case url
    }

    public let does: Effect
    /// The attribute of the record that it does it with.
    public let attribute: String?

    init(json: JSON) throws {
        does = try json.requiredWord("does")
        attribute = try json.optionalString("attribute")
    }
}

/// The suggestions of one searcher.
public struct AutocompleteSection: Sendable, Hashable {
    /// Its records or values, and how far its search has got.
    public let results: ResultSection
    /// What choosing one of them does.
    public let choice: SuggestionChoice

    init(json: JSON) throws {
        results = try ResultSection(json: json)
        choice = try SuggestionChoice(json: json.requiredObject("choose"))
    }
}

/// What an `autocomplete` shows.
public struct AutocompleteView: QueryView, Hashable {
    public let status: ViewStatus
    /// The text: what is typed, or what others have made it.
    public let query: String
    /// What the empty box says.
    public let placeholder: String
    /// The sections in order, those too that are not listed.
    public let sections: [AutocompleteSection]
    /// What was searched before, the newest first.
    public let recent: [String]
    /// There where people can speak the text.
    public let voice: VoiceInput?
    public let client: String?
    public let edit: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        query = try json.requiredString("query")
        placeholder = try json.requiredString("placeholder")
        sections = try json.required("sections", each: AutocompleteSection.init(json:))
        recent = try json.requiredStrings("recent")
        voice = try json.optionalObject("voice").map(VoiceInput.init(json:))
        client = try json.optionalString("client")
        edit = try json.integer("edit")
    }

    public var typedText: String { query }
    public static var typing: TypingIntents { .box }
}
