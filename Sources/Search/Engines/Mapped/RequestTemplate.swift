// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// How a service is asked: a path and a body, with placeholders in their texts.
///
/// Pure. Values are percent-encoded in the path and are JSON values in the body; they are never pasted.
struct RequestTemplate: Sendable {
    /// A part of the path's query.
    private struct Item: Sendable {
        let name: TemplateText
        let value: TemplateText?
    }

    private indirect enum Body: Sendable {
        case value(JSON)
        case text(TemplateText)
        case list([Body])
        case object([(String, Body)])
    }

    private let path: TemplateText
    private let items: [Item]
    private let body: Body?
    /// The placeholders that stand anywhere.
    let placeholders: Set<Placeholder>

    init(path: String, body: JSON?) throws {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.path = try TemplateText(String(parts[0]))
        items = try (parts.dropFirst().first ?? "").split(separator: "&").map { item in
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return Item(name: try TemplateText(sides[0]), value: try sides.dropFirst().first.map(TemplateText.init))
        }
        self.body = try body.map(Self.body)
        var found = self.path.placeholders
        for item in items { found += item.name.placeholders + (item.value?.placeholders ?? []) }
        if let body = self.body { found += Self.placeholders(in: body) }
        placeholders = Set(found)
    }

    private static func body(_ json: JSON) throws -> Body {
        switch json.read {
        case .string(let text): .text(try TemplateText(text))
        case .array(let elements): .list(try elements.map(body))
        case .object(let object): .object(try object.members.map { ($0.key, try body($0.value)) })
        default: .value(json)
        }
    }

    private static func placeholders(in body: Body) -> [Placeholder] {
        switch body {
        case .value: []
        case .text(let text): text.placeholders
        case .list(let elements): elements.flatMap(placeholders)
        case .object(let members): members.flatMap { placeholders(in: $0.1) }
        }
    }

    // MARK: - Filling in

    /// The path with values in the places of placeholders; parts of the query whose value is missing are left out, and a list is
    /// said once for each of its values.
    func path(_ values: (Placeholder) -> JSON?) -> String {
        let start = path.pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .placeholder(let placeholder): PercentCoding.encoded(Self.text(values(placeholder) ?? ""))
            }
        }.joined()
        let parts = items.flatMap { item -> [String] in
            let name = Self.filled(item.name, values).map { PercentCoding.encoded($0) }.first ?? ""
            guard let value = item.value else { return [name] }
            guard value.placeholders.isEmpty else {
                return Self.filled(value, values).map { "\(name)=\(PercentCoding.encoded($0))" }
            }
            // What the app file says itself is encoded already.
            return ["\(name)=\(value.pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined())"]
        }
        return parts.isEmpty ? start : "\(start)?\(parts.joined(separator: "&"))"
    }

    /// A text with values in their places: one for each value of a list; none where a value is missing.
    private static func filled(_ text: TemplateText, _ values: (Placeholder) -> JSON?) -> [String] {
        text.pieces.reduce([""]) { texts, piece in
            switch piece {
            case .text(let text): return texts.map { $0 + text }
            case .placeholder(let placeholder):
                guard let value = values(placeholder) else { return [] }
                let words = value.array?.map(Self.text) ?? [Self.text(value)]
                return texts.flatMap { text in words.map { text + $0 } }
            }
        }
    }

    /// The body with values in the places of placeholders: a text that is one placeholder is its value, of whatever kind; members
    /// and elements whose value is missing are left out.
    func body(_ values: (Placeholder) -> JSON?) -> JSON? { body.map { Self.filled($0, values) ?? .null } }

    private static func filled(_ body: Body, _ values: (Placeholder) -> JSON?) -> JSON? {
        switch body {
        case .value(let value): return value
        case .text(let text):
            if text.pieces.count == 1, let only = text.placeholders.first { return values(only) }
            let texts = filled(text, values)
            return texts.isEmpty ? nil : .string(texts.joined(separator: ","))
        case .list(let elements): return .array(elements.compactMap { filled($0, values) })
        case .object(let members):
            let filledMembers = members.compactMap { member in filled(member.1, values).map { (member.0, $0) } }
            // An object that is about missing values alone is missing itself.
            return filledMembers.isEmpty && !members.isEmpty ? nil : .object(JSONObject(filledMembers))
        }
    }

    private static func text(_ value: JSON) -> String {
        value.string ?? value.array?.map(text).joined(separator: ",") ?? value.text
    }
}
