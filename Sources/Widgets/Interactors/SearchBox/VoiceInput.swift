// SPDX-License-Identifier: MIT

import Wire

/// Whether people can speak a text instead of typing it: what the app file says of it, and what a view tells a controller.
enum VoiceInput {
    static let parameter = Parameter(
        "voice",
        .oneOf([.boolean, .object([language])]),
        default: false,
        "Enables voice input where the browser supports it; `{language: en-GB}` sets its language."
    )

    /// The view's member; a view without it has no voice.
    static let viewMember = Schema.Member(
        "voice",
        .object("VoiceInput", "Voice input.", [language]),
        "Present if voice input is enabled."
    )

    private static let language = Schema.Member(
        "language",
        .text(maximum: 35),
        "The language as in HTML; without it, the page's."
    )

    /// What a view says; `nil` where people can type only.
    ///
    /// - Throws: `ParameterError` for a language that is not a tag of letters, digits and hyphens.
    static func view(_ values: ParameterValues) throws -> JSON? {
        let given = values["voice"]
        guard given.bool != false else { return nil }
        guard let tag = given["language"]?.string else { return [:] }
        let isTag = tag.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || Character(Unicode.Scalar(byte)).isLetter && byte < 128
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isTag, tag.first?.isLetter == true else {
            throw ParameterError("voice", "has the language `\(tag)`, which is not a tag such as `en` or `pt-BR`")
        }
        return ["language": .string(tag)]
    }
}
