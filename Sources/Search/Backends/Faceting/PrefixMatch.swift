// SPDX-License-Identifier: MIT

import SearchModel

/// Finds what was typed in a text: each word of it at the beginning of a word, whatever the case.
///
/// For engines that find records but do not say where; accents count as they stand.
public struct PrefixMatch: Sendable {
    private let words: [String]
    /// The same words as bytes.
    private let bytes: [[UInt8]]

    public init(_ query: String) {
        words = query.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        bytes = words.map { Array($0.utf8) }
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

    /// A value with what was typed marked in it; `nil` for one in which it is not found.
    public func marked(_ count: FacetCount) -> FacetCount? {
        highlight(in: count.value.label).map { FacetCount(value: count.value, count: count.count, highlighted: $0) }
    }

    /// Of the values that an engine lists, those in which every word that was typed begins a word: the commonest first, marked.
    public func found(among counts: [FacetCount], limit: Int) -> [FacetCount] {
        Array(counts.sorted(by: FacetCount.isCommoner).lazy.compactMap(marked).prefix(max(0, limit)))
    }

    private func marked(_ text: String) -> (spans: [Highlight.Span], found: Set<String>) {
        guard !words.isEmpty else { return (text.isEmpty ? [] : [.init(text, isMatched: false)], []) }
        let utf8 = Array(text.utf8)
        return utf8.allSatisfy { $0 < 0x80 } ? markedBytes(utf8) : markedCharacters(text)
    }

    /// The quick way for a text of ASCII, which is what most texts are.
    func markedBytes(_ text: [UInt8]) -> (spans: [Highlight.Span], found: Set<String>) {
        var spans: [Highlight.Span] = []
        var found: Set<String> = []
        var (start, position) = (0, 0)
        func add(_ range: Range<Int>, isMatched: Bool) {
            guard !range.isEmpty else { return }
            spans.append(.init(String(decoding: text[range], as: UTF8.self), isMatched: isMatched))
        }
        while position < text.count {
            guard Self.folded(text[position]) != nil else {
                position += 1
                continue
            }
            let end = text[position...].firstIndex { Self.folded($0) == nil } ?? text.count
            var length = 0
            for (place, word) in bytes.enumerated() where word.count <= end - position {
                guard word.indices.allSatisfy({ word[$0] == Self.folded(text[position + $0]) }) else { continue }
                found.insert(words[place])
                length = max(length, word.count)
            }
            if length > 0 {
                add(start..<position, isMatched: false)
                add(position..<position + length, isMatched: true)
                start = position + length
            }
            position = end
        }
        add(start..<text.count, isMatched: false)
        return (spans, found)
    }

    /// A letter or a digit, letters small; `nil` for anything else.
    private static func folded(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        default: nil
        }
    }

    func markedCharacters(_ text: String) -> (spans: [Highlight.Span], found: Set<String>) {
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
