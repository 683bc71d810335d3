// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Writes hits: the record, and the matches in its attributes.
struct HitWriter {
    private let shape: AnswerShape
    private let marker: any TextMarking
    private let spanWords: SpanWords
    private let leaves: LeafWriter
    private let snippetWords: [String: Int]
    /// The kept attributes of a record; `nil` for all that the engine returned.
    private let retrieved: JSONSelection?
    /// The attributes that are marked, and those with excerpts.
    private let highlighted: AttributeTree
    private let snippets: AttributeTree
    /// The best possible score; `nil` if hits have no score.
    private let bestScore: Int?

    init(shape: AnswerShape, marker: any TextMarking, bestScore: Int? = nil) {
        self.shape = shape
        self.bestScore = bestScore
        self.marker = marker
        spanWords = marker as? SpanWords ?? SpanWords("")
        leaves = LeafWriter(shape: shape, words: marker.words)
        snippetWords = Dictionary(
            shape.snippets.map { ($0.attribute, $0.words) },
            uniquingKeysWith: { first, _ in first }
        )
        let isCut = shape.retrieved.map { Set($0) != Set(shape.neededAttributes ?? []) } ?? false
        retrieved = isCut ? shape.retrieved.map { JSONSelection($0 + ["objectID"]) } : nil
        highlighted = AttributeTree(shape.highlighted)
        snippets = AttributeTree(shape.snippets.map(\.attribute))
    }

    func write(_ hit: Hit, to output: inout [UInt8]) {
        let text = hit.recordText
        writeRecord(text, hit, to: &output)
        let found = hit.highlights
        if !highlighted.isEmpty { write("_highlightResult", text, highlighted, found, as: .highlight, to: &output) }
        if !snippets.isEmpty { write("_snippetResult", text, snippets, found, as: .snippet, to: &output) }
        if let ranking = hit.ranking { write(ranking, to: &output) }
        output.append(UInt8(ascii: "}"))
    }

    private func write(_ ranking: HitRanking, to output: inout [UInt8]) {
        if shape.tellsRanking {
            output.append(contentsOf: #","_rankingInfo":"#.utf8)
            JSON.object(ranking.algoliaMembers).write(to: &output)
        }
        if let bestScore {
            output.append(contentsOf: #","_score":"#.utf8)
            JSON.number(ranking.score(of: bestScore)).write(to: &output)
        }
    }

    /// Writes a record without its closing brace; it always has its identifier.
    private func writeRecord(_ text: JSONText, _ hit: Hit, to output: inout [UInt8]) {
        var bytes = text.bytes
        if let retrieved { bytes = (try? retrieved.cut(bytes)) ?? Array("{}".utf8) }
        if !AlgoliaRecord.hasIdentifier(bytes) || !shape.withheld.isEmpty {
            let record = AttributeBounds.removing(shape.withheld, from: (try? JSON(parsing: bytes)) ?? .null)
            var object = record.object ?? JSONObject()
            object["objectID"] = .string(hit.objectID)
            bytes = JSON.object(object).bytes
        }
        output.append(contentsOf: bytes.dropLast())
    }

    // MARK: Attributes

    /// The written part of a text: the whole text marked, or an excerpt.
    private enum Leaf {
        case highlight, snippet
    }

    /// Writes a member with the marked texts of a record; nothing if the record is invalid.
    private func write(
        _ name: StaticString,
        _ record: JSONText,
        _ tree: AttributeTree,
        _ found: [String: Highlight],
        as leaf: Leaf,
        to output: inout [UInt8]
    ) {
        var texts = found.mapValues { MarkedText($0) }
        let mark = output.count
        output.append(contentsOf: #",""#.utf8)
        name.withUTF8Buffer { output.append(contentsOf: $0) }
        output.append(contentsOf: #"":"#.utf8)
        let isWritten = record.bytes.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            return (try? write(&cursor, tree, &texts, as: leaf, to: &output)) != nil
        }
        if !isWritten { output.removeSubrange(mark...) }
    }

    /// Writes the marked texts of a value in the value's own form, from its JSON; returns whether there was any.
    private func write(
        _ cursor: inout JSONCursor,
        _ tree: AttributeTree,
        _ texts: inout [String: MarkedText],
        as leaf: Leaf,
        to output: inout [UInt8],
        isInList: Bool = false
    ) throws -> Bool {
        switch cursor.kind {
        case .object:
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            try cursor.forEachMember { cursor, name in
                guard let branch = tree.branches[name] else { return try cursor.skip() }
                let mark = output.count
                if !isFirst { output.append(UInt8(ascii: ",")) }
                JSON.writeString(name, to: &output)
                output.append(UInt8(ascii: ":"))
                if try write(&cursor, branch, &texts, as: leaf, to: &output) {
                    isFirst = false
                } else {
                    output.removeSubrange(mark...)
                }
            }
            output.append(UInt8(ascii: "}"))
            return !isFirst || tree.name == nil
        case .array:
            output.append(UInt8(ascii: "["))
            var isFirst = true
            try cursor.forEachElement { cursor in
                let mark = output.count
                if !isFirst { output.append(UInt8(ascii: ",")) }
                if try write(&cursor, tree, &texts, as: leaf, to: &output, isInList: true) {
                    isFirst = false
                } else {
                    output.removeSubrange(mark...)
                }
            }
            output.append(UInt8(ascii: "]"))
            return true
        case .string:
            return try cursor.withString { write($0, tree, &texts, as: leaf, to: &output, isInList: isInList) }
        case .other:
            guard var text = try cursor.value().searchedText else { return false }
            return text.withUTF8 { write($0, tree, &texts, as: leaf, to: &output, isInList: isInList) }
        }
    }

    /// Writes the marked form of a text; returns whether there was any.
    private func write(
        _ text: UnsafeBufferPointer<UInt8>,
        _ tree: AttributeTree,
        _ texts: inout [String: MarkedText],
        as leaf: Leaf,
        to output: inout [UInt8],
        isInList: Bool
    ) -> Bool {
        guard let name = tree.leaf else { return false }
        let spans = texts.isEmpty ? nil : texts[name]?.take(String(decoding: text, as: UTF8.self))
        let marker = marker.marking(name)
        let marks = spans.map { spanWords.marks(of: $0) } ?? marker.marks(in: text)
        if shape.leavesOutOthers, isInList, marks.marks.isEmpty { return false }
        switch leaf {
        case .highlight: leaves.writeHighlight(text, marks, to: &output)
        case .snippet:
            let part = marker.excerpt(of: text, marks, words: snippetWords[name] ?? 10)
            leaves.writeSnippet(text, marks, part, to: &output)
        }
        return true
    }
}
