// SPDX-License-Identifier: MIT

import Wire

/// A text of an app file with a form of its own, such as an address.
public protocol ParsedText: RecordValue, Hashable, CustomStringConvertible {
    /// Reads a text.
    ///
    /// - Throws: `SchemaProblem` in words that follow the text, with what to write instead.
    init(parsing text: String) throws(SchemaProblem)
}

extension ParsedText {
    public init?(record json: JSON) {
        guard let value = try? Self(strict: json) else { return nil }
        self = value
    }

    public init(strict json: JSON) throws(SchemaProblem) {
        guard let text = json.string else { throw SchemaProblem("is not a text") }
        do throws(SchemaProblem) {
            try self.init(parsing: text)
        } catch {
            // An address may have a password in it, which is not repeated.
            let shown = text.contains("@") ? "" : "is `\(text.prefix(100))`, which "
            throw SchemaProblem(shown + error.message, remedy: error.remedy)
        }
    }

    public var recordJSON: JSON? { .string(description) }
    public static var recordSchema: Schema { .text }
}
