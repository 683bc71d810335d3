// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

extension RecordConversion {
    /// A text that is not what its rule takes it for; the record keeps it.
    public struct Misfit: Sendable, Hashable {
        public let attribute: String
        /// The text, cut where it is long.
        public let text: String
    }

    /// Converts a record.
    ///
    /// A text that says that there is no value (`n/a`, `-`) is omitted if a rule expects another value. An invalid
    /// text is kept, and reported.
    ///
    /// - Throws: `SearchBusError.invalidRecord` for a record whose identifier is missing or none, or that is too large now.
    public func convert(_ record: Record, misfit: (Misfit) -> Void = { _ in }) throws -> Record {
        guard !isEmpty, var object = record.json.object else { return record }
        if let identifier {
            object[Record.identifierAttribute] = .string(try Self.identifier(identifier, in: object))
        }
        for rule in rules { Self.apply(rule, to: &object, misfit) }
        if let place, object["_geoloc"] == nil,
            let latitude = Self.coordinate(Self.value(of: place.latitude, in: object), most: 90),
            let longitude = Self.coordinate(Self.value(of: place.longitude, in: object), most: 180)
        {
            object["_geoloc"] = ["lat": .number(latitude), "lng": .number(longitude)]
        }
        return try Record(.object(object))
    }

    /// How many values of a level are kept of one record.
    private static let mostPaths = 100

    private static func identifier(_ name: String, in object: JSONObject) throws -> String {
        let value = object[name] ?? .null
        if let text = value.string, !text.isEmpty, text.utf8.count <= 512 { return text }
        if let number = value.int { return String(number) }
        throw SearchBusError(
            .invalidRecord,
            value.isNull
                ? "The identifier `\(name)` is missing."
                : "The identifier `\(name)` is neither a text of 1 to 512 bytes nor a whole number.",
            remedy:
                "Give each record its own `\(name)`, or have identifiers generated: leave --id out and pass --generate-ids."
        )
    }

    private static func value(of attribute: String, in object: JSONObject) -> JSON? {
        if let value = object[attribute] { return value }
        guard let dot = attribute.firstIndex(of: "."), let inner = object[String(attribute[..<dot])]?.object else {
            return nil
        }
        return value(of: String(attribute[attribute.index(after: dot)...]), in: inner)
    }

    private static func coordinate(_ value: JSON?, most: Double) -> Double? {
        let number = value?.double ?? value?.string.flatMap { NumberText.read($0, mark: .point)?.number }
        return number.flatMap { abs($0) <= most ? $0 : nil }
    }

    private static func apply(_ rule: Rule, to object: inout JSONObject, _ misfit: (Misfit) -> Void) {
        guard let value = object[rule.attribute] else {
            // Nested ones are written with dots.
            guard let dot = rule.attribute.firstIndex(of: ".") else { return }
            let first = String(rule.attribute[..<dot])
            guard var inner = object[first]?.object else { return }
            let rest = Rule(String(rule.attribute[rule.attribute.index(after: dot)...]), rule.conversion)
            apply(rest, to: &inner, misfit)
            object[first] = .object(inner)
            return
        }
        func fails(_ text: String) -> JSON {
            misfit(Misfit(attribute: rule.attribute, text: String(text.prefix(40))))
            return .string(text)
        }
        switch rule.conversion {
        case .levels(let separator):
            let paths = (value.array ?? [value]).compactMap(\.string)
            if let levels = levels(of: paths, separator) { object[levelsAttribute(of: rule.attribute)] = levels }
        case .list(let separator):
            guard let text = value.string else { return }
            let parts = self.parts(of: text, separator)
            object[rule.attribute] = parts.isEmpty ? nil : JSON(parts)
        case .number, .date, .truth:
            guard let text = value.string else { return }
            if WordText.isMissing(text) {
                object[rule.attribute] = nil
            } else {
                object[rule.attribute] = scalar(text, rule.conversion) ?? fails(text)
            }
        }
    }

    private static func scalar(_ text: String, _ conversion: Conversion) -> JSON? {
        switch conversion {
        case .number(let mark): NumberText.read(text, mark: mark).map { .number($0.number) }
        case .date(let order): DateText.seconds(in: text, order: order).map { JSON($0) }
        case .truth: WordText.truth(text).map { .bool($0) }
        case .list, .levels: nil
        }
    }

    /// The texts between separators, each once, without spaces around it.
    static func parts(of text: String, _ separator: String) -> [String] {
        var known: Set<String> = []
        return text.split(separator: separator).map(trimmed).filter { !$0.isEmpty && known.insert($0).inserted }
    }

    /// The levels of paths, from the root: a value each, or a list of them.
    private static func levels(of paths: [String], _ separator: String) -> JSON? {
        var levels: [[String]] = []
        for path in paths {
            let steps = path.split(separator: separator).map(trimmed).filter { !$0.isEmpty }.prefix(deepest)
            for depth in steps.indices {
                if levels.count <= depth { levels.append([]) }
                let value = steps[...depth].joined(separator: levelSeparator)
                guard levels[depth].count < mostPaths, !levels[depth].contains(value) else { continue }
                levels[depth].append(value)
            }
        }
        guard !levels.isEmpty else { return nil }
        return .object(
            JSONObject(
                levels.enumerated().map { depth, values in
                    ("lvl\(depth)", values.count == 1 ? .string(values[0]) : JSON(values))
                }
            )
        )
    }

    private static func trimmed(_ text: Substring) -> String {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        if let first = text.utf8.first, let last = text.utf8.last, visible.contains(first), visible.contains(last) {
            return String(text)
        }
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
