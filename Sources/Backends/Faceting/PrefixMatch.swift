// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// Finds what was typed in a text: each word of it at the beginning of a word, whatever the case.
///
/// For engines that find records but do not say where; accents count as they stand.
public struct PrefixMatch: Sendable {
    private let words: [String]

    public init(_ query: String) {
        words = query.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The text with the beginnings of words marked; `nil` where a word of the query is not found in it.
    ///
    /// Nothing is marked where nothing was typed.
    public func highlight(in text: String) -> Highlight? {
        let (spans, found) = marked(text)
        return found.count == Set(words).count ? Highlight(spans: spans) : nil
    }

    /// The text with what is found of the query marked; `nil` where nothing of it is.
    public func anyHighlight(in text: String) -> Highlight? {
        let (spans, found) = marked(text)
        return found.isEmpty ? nil : Highlight(spans: spans)
    }

    private func marked(_ text: String) -> (spans: [Highlight.Span], found: Set<String>) {
        var spans: [Highlight.Span] = []
        var found: Set<String> = []
        var plain = ""
        var rest = Substring(text)
        while !rest.isEmpty {
            let word = rest.prefix { $0.isLetter || $0.isNumber }
            guard !word.isEmpty else {
                plain.append(rest.removeFirst())
                continue
            }
            let begun = words.filter { word.lowercased().hasPrefix($0) }
            // The longest that fits; a character may have another length in lower case.
            let length = min(begun.map(\.count).max() ?? 0, word.count)
            found.formUnion(begun)
            if length > 0 {
                if !plain.isEmpty { spans.append(.init(plain, isMatched: false)) }
                spans.append(.init(String(word.prefix(length)), isMatched: true))
                plain = ""
            }
            plain += word.dropFirst(length)
            rest = rest.dropFirst(word.count)
        }
        if !plain.isEmpty { spans.append(.init(plain, isMatched: false)) }
        return (spans, found)
    }
}
