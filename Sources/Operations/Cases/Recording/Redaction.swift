// SPDX-License-Identifier: MIT

import Wire

/// Replaces the texts of a case by placeholders of the same shape, so that equal texts stay equal.
///
/// A placeholder depends on the shape of the text and on when that first came, and on nothing else of it.
public struct Redaction {
    private static let letters = 26

    private var placeholders: [String: String] = [:]
    /// How many texts had the shape.
    private var counts: [String: Int] = [:]

    /// The words of the app file, which is part of the case: names of indexes and attributes, and settings.
    private let known: Set<Substring>

    private init(app: String) {
        known = Set(app.split { !($0.isLetter || $0.isNumber || "_-.".contains($0)) })
    }

    /// The case without its texts: those that were sent, and those of the views, except phases and error codes.
    ///
    /// Names of members, numbers and the app file stay; so do its words, except in queries.
    public static func redacted(_ recorded: Case) -> Case {
        var redaction = Redaction(app: recorded.app)
        var redacted = recorded
        redacted.isRedacted = true
        redacted.steps = recorded.steps.map { step in
            var step = step
            for place in step.intents.indices { step.intents[place].data = redaction.value(step.intents[place].data) }
            // In a fixed order, so that the same session gives the same file.
            let views = step.changes?.sorted { $0.key < $1.key }.map { ($0.key, redaction.value($0.value)) }
            step.changes = views.map { Dictionary($0, uniquingKeysWith: { $1 }) }
            return step
        }
        return redacted
    }

    private mutating func value(_ json: JSON, isQuery: Bool = false) -> JSON {
        switch json.read {
        case .string(let text): return .string(!isQuery && known.contains(text[...]) ? text : placeholder(text))
        case .array(let elements): return .array(elements.map { value($0, isQuery: isQuery) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map { member in
                        let isKept = ScreenComparison.keptMembers.contains(member.key) && member.value.string != nil
                        return (member.key, isKept ? member.value : value(member.value, isQuery: member.key == "query"))
                    }
                )
            )
        case let other: return other
        }
    }

    private mutating func placeholder(_ text: String) -> String {
        if let known = placeholders[text] { return known }
        let shape = Self.shape(text)
        let number = counts[shape, default: 0]
        counts[shape] = number + 1
        let placeholder = Self.text(shape, number)
        placeholders[text] = placeholder
        return placeholder
    }

    /// Letters become `a` or `A`, digits `0`; spaces and signs stay.
    private static func shape(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    if scalar.properties.isUppercase { return "A" }
                    if scalar.properties.isAlphabetic { return "a" }
                    return scalar.properties.numericType != nil ? "0" : scalar
                }
            )
        )
    }

    /// The placeholder of a shape with a number: its letters, from the last one, are the digits of the number.
    ///
    /// Where a shape has too few letters, the rest of the number is appended.
    private static func text(_ shape: String, _ number: Int) -> String {
        var rest = number
        var scalars = Array(shape.unicodeScalars)
        for place in scalars.indices.reversed() where rest > 0 {
            let first = scalars[place]
            guard first == "a" || first == "A" else { continue }
            scalars[place] = Unicode.Scalar(UInt8(first.value) + UInt8(rest % letters))
            rest /= letters
        }
        return String(String.UnicodeScalarView(scalars)) + (rest > 0 ? "-\(rest)" : "")
    }
}
