// SPDX-License-Identifier: MIT

import PostgreSQL

/// What people typed, as a condition of full text search: every word is there, each as the beginning of one.
struct TextCondition {
    /// Whether a record has the words.
    let condition: String
    /// How well it has them.
    let rank: String

    /// - Returns: `nil` where no word was typed, which every record has.
    init?(_ query: String, in table: TableShape, settings: TableSettings, _ statement: inout Statement) {
        let words = TextCondition.words(of: query)
        guard !words.isEmpty else { return nil }
        let language = statement.bind(settings.language, as: "regconfig")
        let text = statement.bind(words.map { "'\($0)':*" }.joined(separator: " & "))
        let typed = "to_tsquery(\(language), \(text))"
        let vector = TextCondition.vector(table, settings, language, &statement)
        // Words that the configuration ignores, such as `the`, must not make the result empty.
        condition = "(numnode(\(typed)) = 0 OR \(vector) @@ \(typed))"
        rank = "ts_rank(\(vector), \(typed))"
    }

    /// The words of a text: letters and digits, which mean nothing to a parser.
    static func words(of query: String) -> [String] {
        query.lowercased().split { !$0.isLetter && !$0.isNumber }.map { word in
            String(String.UnicodeScalarView(word.unicodeScalars.filter { $0.value > 0 && $0 != "'" && $0 != "\\" }))
        }
    }

    private static func vector(
        _ table: TableShape,
        _ settings: TableSettings,
        _ language: String,
        _ statement: inout Statement
    ) -> String {
        if let vector = table.vector { return vector.sql }
        let parts = searched(in: table, settings).enumerated().compactMap { place, attribute -> String? in
            guard let part = part(attribute, of: table, language, &statement) else { return nil }
            return "setweight(\(part), '\(["A", "B", "C"].dropFirst(place).first ?? "D")')"
        }
        if parts.isEmpty, let record = table.record {
            return "to_tsvector(\(language), coalesce((\(record.sql))::jsonb, '{}'))"
        }
        return parts.isEmpty ? "to_tsvector(\(language), '')" : "(\(parts.joined(separator: " || ")))"
    }

    private static func part(
        _ attribute: String,
        of table: TableShape,
        _ language: String,
        _ statement: inout Statement
    ) -> String? {
        let source = AttributeSource(attribute, of: table)
        guard let sql = source.expression(&statement) else { return nil }
        guard case .json = source else { return "to_tsvector(\(language), coalesce((\(sql))::text, ''))" }
        return "to_tsvector(\(language), coalesce(\(sql), '\"\"'::jsonb))"
    }

    /// The attributes that are searched: those that the settings name, or all columns of texts.
    static func searched(in table: TableShape, _ settings: TableSettings) -> [String] {
        if let columns = settings.searchColumns { return columns }
        guard table.record == nil else { return [] }
        return table.columns.filter { $0.kind == .text && $0 != table.key }.map(\.name)
    }
}
