// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// Marks in a text what a query finds: whole words, and beginnings of words.
struct Highlighter {
    private let whole: Set<[UInt8]>
    private let prefixes: [[UInt8]]

    /// Marks what a search for records finds: all words but the last whole, the last as a beginning.
    init(_ words: QueryWords) {
        whole = Set(words.whole.map { Array($0.utf8) })
        prefixes = words.prefix.map { [Array($0.utf8)] } ?? []
    }

    /// Marks what a search for facet values finds: every word as a beginning.
    init(prefixes words: QueryWords) {
        whole = []
        prefixes = (words.whole + [words.prefix].compactMap(\.self)).map { Array($0.utf8) }
    }

    /// The text with its matches marked, or `nil` where nothing of it matches.
    func highlight(_ text: String) -> Highlight? {
        guard !prefixes.isEmpty else { return nil }
        var text = text
        let spans = text.withUTF8 { bytes in self.spans(of: bytes) }
        return spans.isEmpty ? nil : Highlight(spans: spans)
    }

    /// The texts joined by a separator, which is never marked; `nil` where nothing matches.
    func highlight(_ texts: [String], separator: String) -> Highlight? {
        var spans: [Highlight.Span] = []
        var hasMatch = false
        for (index, text) in texts.enumerated() {
            if index > 0 { spans.append(Highlight.Span(separator, isMatched: false)) }
            if let highlight = highlight(text) {
                hasMatch = true
                spans.append(contentsOf: highlight.spans)
            } else if !text.isEmpty {
                spans.append(Highlight.Span(text, isMatched: false))
            }
        }
        return hasMatch ? Highlight(spans: spans) : nil
    }

    private func spans(of bytes: UnsafeBufferPointer<UInt8>) -> [Highlight.Span] {
        var spans: [Highlight.Span] = []
        var written = 0
        var scanner = WordScanner(bytes)
        while scanner.next() {
            guard let end = matchEnd(of: scanner) else { continue }
            if written < scanner.start {
                spans.append(Highlight.Span(Highlighter.text(bytes[written..<scanner.start]), isMatched: false))
            }
            spans.append(Highlight.Span(Highlighter.text(bytes[scanner.start..<end]), isMatched: true))
            written = end
        }
        guard !spans.isEmpty else { return [] }
        if written < bytes.count {
            spans.append(Highlight.Span(Highlighter.text(bytes[written...]), isMatched: false))
        }
        return spans
    }

    /// Where the match at the start of the scanner's word ends in the text; `nil` where the word does not match.
    private func matchEnd(of scanner: WordScanner) -> Int? {
        if !whole.isEmpty, whole.contains(scanner.word) { return scanner.end }
        var longest = 0
        for prefix in prefixes where prefix.count > longest && scanner.word.starts(with: prefix) {
            longest = prefix.count
        }
        guard longest > 0 else { return nil }
        return longest == scanner.word.count ? scanner.end : scanner.ends[longest - 1]
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
