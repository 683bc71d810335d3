// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Wire

/// Members of views, read as their declarations say: what must be there is asked for, what is of another kind is refused.
extension JSON {
    /// A truth value that must be there.
    func requiredTruth(_ key: String) throws -> Bool {
        guard let truth = try required(key).bool else { throw JSONError("`\(key)` is not true or false") }
        return truth
    }

    /// A facet value, which must be there: a text, a number or a truth value.
    func requiredValue(_ key: String) throws -> JSON {
        let value = try required(key)
        guard value.string != nil || value.double != nil || value.bool != nil else {
            throw JSONError("`\(key)` is not a text, a number or a truth value")
        }
        return value
    }

    /// A list that must be there.
    func requiredList(_ key: String) throws -> [JSON] {
        _ = try required(key)
        return try list(key)
    }

    /// A list of texts that must be there.
    func requiredStrings(_ key: String) throws -> [String] {
        _ = try required(key)
        return try strings(key)
    }

    /// An object that must be there.
    func requiredObject(_ key: String) throws -> JSON {
        let value = try required(key)
        guard value.object != nil else { throw JSONError("`\(key)` is not an object") }
        return value
    }

    /// An object, `nil` where it is missing.
    func optionalObject(_ key: String) throws -> JSON? {
        guard let value = self[key], !value.isNull else { return nil }
        return try requiredObject(key)
    }

    /// A list that must be there, each element read in the same way.
    func required<Element>(_ key: String, each read: (JSON) throws -> Element) throws -> [Element] {
        try requiredList(key).map(read)
    }

    /// A list that must be there, of what can be selected, each element read in the same way.
    func selectable<Item>(_ key: String, each read: (JSON) throws -> Item) throws -> [SelectableItem<Item>] {
        try required(key) { SelectableItem(item: try read($0), isSelected: try $0.requiredTruth("selected")) }
    }

    /// What must be there and may be null.
    func nullable(_ key: String) throws -> JSON? {
        guard let value = self[key] else { throw JSONError("`\(key)` is missing") }
        return value.isNull ? nil : value
    }

    /// A whole number that must be there and may be null.
    func nullableInteger(_ key: String) throws -> Int? { try nullable(key).flatMap { _ in try integer(key) } }

    /// A number that must be there and may be null.
    func nullableDouble(_ key: String) throws -> Double? { try nullable(key).flatMap { _ in try requiredDouble(key) } }

    /// An error, `nil` where there is none.
    func optionalError(_ key: String) throws -> SearchBusError? {
        guard let told = self[key], !told.isNull else { return nil }
        _ = try told.requiredString("message")
        _ = try told.optionalString("remedy")
        return try SearchBusError(json: told)
    }

    /// A text that must be there and may be null.
    func nullableString(_ key: String) throws -> String? { try nullable(key).flatMap { _ in try requiredString(key) } }

    /// A text, `nil` where it is missing.
    func optionalString(_ key: String) throws -> String? {
        guard let value = self[key], !value.isNull else { return nil }
        return try requiredString(key)
    }

    /// One of the words of a type; `nil` where it is missing.
    func optionalWord<Word: RawRepresentable>(_ key: String) throws -> Word? where Word.RawValue == String {
        try optionalString(key).map { try Self.word($0, of: key) }
    }

    /// One of the words of a type, which must be there.
    func requiredWord<Word: RawRepresentable>(_ key: String) throws -> Word where Word.RawValue == String {
        try Self.word(try requiredString(key), of: key)
    }

    /// A list of words of a type, which must be there.
    func requiredWords<Word: RawRepresentable>(_ key: String) throws -> [Word] where Word.RawValue == String {
        try requiredStrings(key).map { try Self.word($0, of: key) }
    }

    /// A text whose matches are marked, which must be there.
    func requiredHighlight(_ key: String) throws -> Highlight {
        guard let highlight = Highlight(json: try required(key)) else {
            throw JSONError("`\(key)` is not a list of texts with whether they match")
        }
        return highlight
    }

    /// The lowest and the highest number, which must be there and may be null.
    func bounds(_ key: String) throws -> ClosedRange<Double>? {
        try nullable(key).map { value in
            let selection = try RangeSelection(json: value, named: key)
            guard let low = selection.low, let high = selection.high else {
                throw JSONError("`\(key)` has an open end")
            }
            return low...high
        }
    }

    /// The lowest and the highest number; `nil` where they are missing.
    func optionalBounds(_ key: String) throws -> ClosedRange<Double>? {
        guard let value = self[key] else { return nil }
        guard !value.isNull else { throw JSONError("`\(key)` is not two numbers") }
        return try bounds(key)
    }

    /// The ends of a selection, which must be there and may be null.
    func selection(_ key: String) throws -> RangeSelection? {
        try nullable(key).map { try RangeSelection(json: $0, named: key) }
    }

    /// What a record has for an attribute, which may be nested and is named with dots then.
    func attribute(_ name: String) -> JSON? {
        let parts = name.split(separator: ".")
        return self[name] ?? (parts.count > 1 ? parts.reduce(self) { $0?[String($1)] } : nil)
    }

    /// The value as a type of one's own, or `AnyRecord`.
    ///
    /// - Throws: `JSONError` with the name of what does not fit.
    func decoded<Record: Decodable>(as type: Record.Type = Record.self, naming name: String) throws -> Record {
        if let record = AnyRecord(self) as? Record { return record }
        do {
            return try JSONDecoder().decode(Record.self, from: Data(bytes))
        } catch {
            throw JSONError("\(name) does not fit: \(error)")
        }
    }

    private static func word<Word: RawRepresentable>(_ text: String, of key: String) throws -> Word
    where Word.RawValue == String {
        guard let word = Word(rawValue: text) else { throw JSONError("`\(key)` is an unknown word: \(text)") }
        return word
    }
}
