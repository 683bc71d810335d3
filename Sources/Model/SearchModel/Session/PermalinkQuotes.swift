// SPDX-License-Identifier: MIT

import Wire

/// Lists of texts in a link, of which those that contain the separator are in quotes: `a~'b~c'~'it''s'`.
enum PermalinkQuotes {
    static let quote = UInt8(ascii: "'")

    /// A text in quotes, with the quotes inside of it doubled.
    static func quoted(_ text: String) -> String {
        var bytes = [quote]
        for byte in text.utf8 {
            bytes.append(byte)
            if byte == quote { bytes.append(quote) }
        }
        bytes.append(quote)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A part of a name, in quotes where it needs them.
    static func part(_ text: String) -> String {
        let needsQuotes = text.isEmpty || text.utf8.contains { $0 == quote || $0 == UInt8(ascii: "/") }
        return needsQuotes ? quoted(text) : text
    }

    /// Takes the quotes away from a text that begins with one.
    static func unquoted(_ bytes: ArraySlice<UInt8>) throws -> String {
        var text: [UInt8] = []
        var rest = bytes.dropFirst()
        while let byte = rest.popFirst() {
            guard byte == quote else {
                text.append(byte)
                continue
            }
            guard let next = rest.popFirst() else { return String(decoding: text, as: UTF8.self) }
            guard next == quote else { throw JSONError("text follows a closing quote") }
            text.append(quote)
        }
        throw JSONError("a quote is not closed")
    }

    /// The elements of a list, their quotes still about them; a quote counts only where an element begins, or after the
    /// exclamation marks that it begins with.
    static func split(_ bytes: [UInt8], at separator: UInt8) -> [ArraySlice<UInt8>] {
        var elements: [ArraySlice<UInt8>] = []
        var start = 0
        while true {
            var end = start
            while end < bytes.count, bytes[end] == UInt8(ascii: "!") { end += 1 }
            if end < bytes.count, bytes[end] == quote {
                end += 1
                while end < bytes.count {
                    guard bytes[end] == quote else {
                        end += 1
                        continue
                    }
                    guard end + 1 < bytes.count, bytes[end + 1] == quote else { break }
                    end += 2
                }
            }
            while end < bytes.count, bytes[end] != separator { end += 1 }
            elements.append(bytes[start..<end])
            guard end < bytes.count else { return elements }
            start = end + 1
        }
    }
}
