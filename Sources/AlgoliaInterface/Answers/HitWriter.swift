// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Writes hits: the record, and beside it what was found in which of its attributes.
struct HitWriter {
    private let shape: AnswerShape
    private let words: MatchedWords
    /// What is kept of a record; `nil` for all that the engine handed out.
    private let retrieved: JSONSelection?
    /// What is marked, and what a part is shown of.
    private let highlighted: AttributeTree
    private let snippets: AttributeTree
    /// The attributes of both.
    private let sources: JSONSelection

    init(shape: AnswerShape, words: MatchedWords) {
        self.shape = shape
        self.words = words
        let isCut = shape.retrieved.map { Set($0) != Set(shape.neededAttributes ?? []) } ?? false
        retrieved = isCut ? shape.retrieved.map { JSONSelection($0 + ["objectID"]) } : nil
        highlighted = AttributeTree(shape.highlighted)
        snippets = AttributeTree(shape.snippets.map(\.attribute))
        sources = JSONSelection(shape.marked)
    }

    /// Writes one hit.
    mutating func write(_ hit: Hit, to output: inout [UInt8]) {
        let text = hit.recordText
        writeRecord(text, hit, to: &output)
        if !shape.marked.isEmpty, let cut = try? sources.cut(text.bytes), let record = try? JSON(parsing: cut).object {
            let found = hit.highlights
            if !highlighted.isEmpty {
                output.append(contentsOf: #","_highlightResult":"#.utf8)
                write(record, highlighted, found, to: &output, Self.highlight)
            }
            if !snippets.isEmpty {
                output.append(contentsOf: #","_snippetResult":"#.utf8)
                write(record, snippets, found, to: &output, Self.snippet)
            }
        }
        output.append(UInt8(ascii: "}"))
    }

    /// Writes a record without its closing brace; it always tells its identifier.
    private func writeRecord(_ text: JSONText, _ hit: Hit, to output: inout [UInt8]) {
        var bytes = text.bytes
        if let retrieved { bytes = (try? retrieved.cut(bytes)) ?? Array("{}".utf8) }
        let hasIdentifier = bytes.starts(with: #"{"objectID":"#.utf8)
        if !hasIdentifier || !shape.withheld.isEmpty {
            var object = (try? JSON(parsing: bytes))?.object ?? JSONObject()
            for name in shape.withheld { object[name] = nil }
            object["objectID"] = .string(hit.objectID)
            bytes = JSON.object(object).bytes
        }
        output.append(contentsOf: bytes.dropLast())
    }

    // MARK: Attributes

    /// What is written for one text of an attribute.
    private typealias Leaf = (HitWriter, String, [Highlight.Span], inout [UInt8]) -> Void

    private func write(
        _ record: JSONObject,
        _ tree: AttributeTree,
        _ found: [String: Highlight],
        to output: inout [UInt8],
        _ leaf: Leaf
    ) {
        var texts: [String: MarkedText] = [:]
        _ = write(.object(record), tree, found, &texts, to: &output, leaf)
    }

    /// Writes what is marked of a value in the value's own form; answers whether there was anything.
    private func write(
        _ value: JSON,
        _ tree: AttributeTree,
        _ found: [String: Highlight],
        _ texts: inout [String: MarkedText],
        to output: inout [UInt8],
        isInList: Bool = false,
        _ leaf: Leaf
    ) -> Bool {
        switch value {
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            for member in object.members {
                guard let branch = tree.branches[member.key] else { continue }
                let mark = output.count
                if !isFirst { output.append(UInt8(ascii: ",")) }
                JSON.writeString(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                if write(member.value, branch, found, &texts, to: &output, leaf) {
                    isFirst = false
                } else {
                    output.removeSubrange(mark...)
                }
            }
            output.append(UInt8(ascii: "}"))
            return !isFirst || tree.name == nil
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                let mark = output.count
                if !isFirst { output.append(UInt8(ascii: ",")) }
                if write(element, tree, found, &texts, to: &output, isInList: true, leaf) {
                    isFirst = false
                } else {
                    output.removeSubrange(mark...)
                }
            }
            output.append(UInt8(ascii: "]"))
            return true
        default:
            guard let name = tree.leaf, let text = value.searchedText else { return false }
            let spans = texts[name, default: MarkedText(found[name])].take(text)
            if shape.leavesOutOthers, isInList, !spans.contains(where: \.isMatched) { return false }
            leaf(self, name, spans, &output)
            return true
        }
    }

    private static func highlight(_ writer: HitWriter, _: String, _ spans: [Highlight.Span], _ output: inout [UInt8]) {
        output.append(contentsOf: #"{"value":"#.utf8)
        JSON.writeString(writer.shape.marked(spans), to: &output)
        let found = spans.count > 0 ? writer.words.found(in: spans) : []
        writer.writeLevel(found, to: &output)
        if found.isEmpty {
            output.append(contentsOf: #","matchedWords":[]}"#.utf8)
            return
        }
        let isWhole = spans.allSatisfy { $0.isMatched || !$0.text.contains { $0.isLetter || $0.isNumber } }
        output.append(contentsOf: #","fullyHighlighted":\#(isWhole),"matchedWords":"#.utf8)
        JSON(found).write(to: &output)
        output.append(UInt8(ascii: "}"))
    }

    private static func snippet(
        _ writer: HitWriter,
        _ name: String,
        _ spans: [Highlight.Span],
        _ output: inout [UInt8]
    ) {
        let words = writer.shape.snippets.first { $0.attribute == name }?.words ?? 10
        let part = Snippet.cut(spans, words: words, ellipsis: writer.shape.ellipsis)
        output.append(contentsOf: #"{"value":"#.utf8)
        JSON.writeString(writer.shape.marked(part), to: &output)
        writer.writeLevel(writer.words.found(in: spans), to: &output)
        output.append(UInt8(ascii: "}"))
    }

    private func writeLevel(_ found: [String], to output: inout [UInt8]) {
        output.append(contentsOf: #","matchLevel":""#.utf8)
        output.append(contentsOf: words.level(of: found).rawValue.utf8)
        output.append(UInt8(ascii: "\""))
    }
}

extension JSON {
    /// The text of a value that is searched: of texts and numbers.
    fileprivate var searchedText: String? {
        switch self {
        case .string(let text): text
        case .int(let number): String(number)
        case .double(let number): number.description
        default: nil
        }
    }
}
