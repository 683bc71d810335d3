// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Writes the matches in one text: the text with tags, and how much of the query matches.
struct LeafWriter: Sendable {
    private let openingTag: [UInt8]
    private let closingTag: [UInt8]
    private let ellipsis: String
    /// The query's words, as written in JSON.
    private let words: [[UInt8]]

    init(shape: AnswerShape, words: [String]) {
        openingTag = Self.escaped(shape.openingTag)
        closingTag = Self.escaped(shape.closingTag)
        ellipsis = shape.ellipsis
        self.words = words.map { JSON.string($0).bytes }
    }

    /// Writes an object with `value`, `matchLevel`, `fullyHighlighted` and `matchedWords`.
    func writeHighlight(_ text: UnsafeBufferPointer<UInt8>, _ marks: TextMarks, to output: inout [UInt8]) {
        output.append(contentsOf: #"{"value":""#.utf8)
        write(text, marks.marks, to: &output)
        guard !marks.marks.isEmpty else {
            output.append(contentsOf: #"","matchLevel":"none","matchedWords":[]}"#.utf8)
            return
        }
        let found = self.found(marks)
        output.append(contentsOf: found.count < words.count ? Self.partial : Self.full)
        output.append(contentsOf: marks.areAll ? Self.isWhole : Self.isPart)
        var written: [[UInt8]] = []
        // A word may occur twice in a query.
        for word in found where words.indices.contains(word) && !written.contains(words[word]) {
            if !written.isEmpty { output.append(UInt8(ascii: ",")) }
            output.append(contentsOf: words[word])
            written.append(words[word])
        }
        output.append(contentsOf: "]}".utf8)
    }

    /// Writes an object with `value` and `matchLevel`, where the value is an excerpt of the text.
    func writeSnippet(
        _ text: UnsafeBufferPointer<UInt8>,
        _ marks: TextMarks,
        _ part: TextExcerpt,
        to output: inout [UInt8]
    ) {
        output.append(contentsOf: #"{"value":""#.utf8)
        if part.isCutBefore { output.append(contentsOf: Self.escaped(ellipsis)) }
        let range = part.range.clamped(to: 0..<text.count)
        let inside = marks.marks.compactMap { mark -> TextMarks.Mark? in
            let common = mark.range.clamped(to: range)
            guard !common.isEmpty else { return nil }
            let moved = common.lowerBound - range.lowerBound..<common.upperBound - range.lowerBound
            return TextMarks.Mark(moved, word: mark.word)
        }
        write(UnsafeBufferPointer(rebasing: text[range]), inside, to: &output)
        if part.isCutAfter { output.append(contentsOf: Self.escaped(ellipsis)) }
        let found = self.found(marks)
        output.append(contentsOf: found.isEmpty ? Self.none : found.count < words.count ? Self.partial : Self.full)
        output.append(contentsOf: #""}"#.utf8)
    }

    private static let none = Array(#"","matchLevel":"none"#.utf8)
    private static let partial = Array(#"","matchLevel":"partial"#.utf8)
    private static let full = Array(#"","matchLevel":"full"#.utf8)
    private static let isWhole = Array(#"","fullyHighlighted":true,"matchedWords":["#.utf8)
    private static let isPart = Array(#"","fullyHighlighted":false,"matchedWords":["#.utf8)

    /// The numbers of the matching words, each once.
    private func found(_ marks: TextMarks) -> [Int] {
        marks.marks.reduce(into: []) { found, mark in
            if !found.contains(mark.word) { found.append(mark.word) }
        }
    }

    private func write(_ text: UnsafeBufferPointer<UInt8>, _ marks: [TextMarks.Mark], to output: inout [UInt8]) {
        var written = 0
        for mark in marks where mark.range.lowerBound >= written && mark.range.upperBound <= text.count {
            JSON.writeEscaped(UnsafeBufferPointer(rebasing: text[written..<mark.range.lowerBound]), to: &output)
            output.append(contentsOf: openingTag)
            JSON.writeEscaped(UnsafeBufferPointer(rebasing: text[mark.range]), to: &output)
            output.append(contentsOf: closingTag)
            written = mark.range.upperBound
        }
        JSON.writeEscaped(UnsafeBufferPointer(rebasing: text[written...]), to: &output)
    }

    /// A text as written between quotes in JSON.
    private static func escaped(_ text: String) -> [UInt8] { Array(JSON.string(text).bytes.dropFirst().dropLast()) }
}
