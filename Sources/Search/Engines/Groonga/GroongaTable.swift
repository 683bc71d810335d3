// SPDX-License-Identifier: MIT

import Backends
import Wire

/// How the tables of a Groonga server are searched, as an app file says it.
struct GroongaSettings: Sendable, Hashable {
    enum Matching: String, Sendable, Hashable, CaseIterable {
        /// As the beginning of one.
        case prefix
        /// As the tokenizer of the index cuts it.
        case tokens
    }

    /// The columns that are searched; `nil` for all columns of texts.
    var searchColumns: [String]?
    var matching: Matching = .prefix
    /// A column that lists the attributes which a record has, since Groonga has no word for what is missing.
    var present: String?
    /// The column of places.
    var place: String?
}

extension GroongaSettings {
    init(_ backend: ResolvedBackend) throws {
        self.init(
            searchColumns: backend.parameters["searchColumns"]?.array?.compactMap(\.string),
            matching: try backend.word("matching") ?? .prefix,
            present: backend.text("present"),
            place: backend.text("place")
        )
    }
}

/// A table as the catalogue tells it: the only names that ever become part of a command.
struct GroongaTable: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case text
        /// Whole numbers from a lowest to a highest one.
        case integer(ClosedRange<Double>)
        case number
        case truth
        case place
    }

    struct Column: Sendable, Hashable {
        /// The name, of letters, digits and `_`.
        let name: String
        /// What an app calls it: `kind.l0` for `kind__l0`.
        let attribute: String
        let type: String
        let kind: Kind
        let isList: Bool
        let isReference: Bool
    }

    let name: String
    let columns: [Column]

    /// Whether a text can be the name of a table or a column.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 4_096 && !text.hasPrefix("_")
            && text.utf8.allSatisfy { $0.isNameByte && $0 != UInt8(ascii: "-") }
    }

    /// Reads the answer to `column_list`.
    init(_ answer: JSON, name: String, settings: GroongaSettings) throws {
        guard let rows = answer.array, !rows.isEmpty else { throw JSONError("the list of columns is not a list") }
        self.name = name
        columns = try rows.dropFirst().compactMap { row in
            guard let cells = row.array, cells.count >= 7, let name = cells[1].string, let storage = cells[3].string,
                let flags = cells[4].string, let type = cells[6].string
            else { throw JSONError("a column of the catalogue has no name or no type") }
            // Pseudo columns and indexes hold nothing of a record.
            guard storage != "index", !flags.contains("COLUMN_INDEX"), Self.isName(name) else { return nil }
            let isPlace = name == settings.place
            return Column(
                name: name,
                attribute: isPlace ? "_geoloc" : name.replacing("__", with: "."),
                type: type,
                kind: Self.kind(type),
                isList: flags.contains("COLUMN_VECTOR"),
                isReference: Self.kinds[type] == nil
            )
        }
    }

    private static let kinds: [String: Kind] = [
        "ShortText": .text, "Text": .text, "LongText": .text,
        "Int8": .integer(-128...127), "Int16": .integer(-32_768...32_767),
        "Int32": .integer(-2_147_483_648...2_147_483_647),
        "Int64": .integer(-9_007_199_254_740_992...9_007_199_254_740_992),
        "UInt8": .integer(0...255), "UInt16": .integer(0...65_535), "UInt32": .integer(0...4_294_967_295),
        "UInt64": .integer(0...9_007_199_254_740_992),
        "Float": .number, "Float32": .number, "Time": .number, "Bool": .truth,
        "WGS84GeoPoint": .place, "TokyoGeoPoint": .place,
    ]

    private static func kind(_ type: String) -> Kind { kinds[type] ?? .text }

    /// The column of an attribute; `nil` if it is missing.
    func column(_ attribute: String) -> Column? { columns.first { $0.attribute == attribute } }

    func searched(_ settings: GroongaSettings) -> [Column] {
        guard let names = settings.searchColumns else {
            return columns.filter { $0.kind == .text && !$0.isReference && $0.name != settings.present }
        }
        return names.compactMap(column)
    }

    func shape(_ settings: GroongaSettings) -> IndexShape {
        let shown = columns.filter { $0.name != settings.present }
        return IndexShape(
            attributes: shown.map { column in
                var isComparable = false
                switch column.kind {
                case .integer, .number: isComparable = !column.isList
                case .text, .truth, .place: break
                }
                return IndexShape.Attribute(
                    column.attribute,
                    type: column.isList ? "\(column.type)[]" : column.type,
                    isCountable: column.kind != .place,
                    isComparable: isComparable
                )
            }
        )
    }
}
