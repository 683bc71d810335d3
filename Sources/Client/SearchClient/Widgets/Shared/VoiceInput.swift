// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// That people can speak a text instead of typing it.
public struct VoiceInput: Sendable, Hashable {
    /// The language that is spoken, such as `en-GB`; `nil` where the app file does not say.
    public let language: String?

    init(json: JSON) throws { language = try json.optionalString("language") }
}
