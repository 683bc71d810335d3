// SPDX-License-Identifier: MIT

/// Rows of texts, written in columns that are as wide as they need to be.
struct Table {
    /// On which side of its column a text stands.
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private var rows: [[String]]

    init(_ columns: [(title: String, alignment: Alignment)]) {
        alignments = columns.map(\.alignment)
        rows = [columns.map(\.title)]
    }

    mutating func add(_ row: [String]) { rows.append(row) }

    var lines: [String] {
        let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column -> String in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                if alignments[column] == .right { return padding + row[column] }
                return column == row.count - 1 ? row[column] : row[column] + padding
            }
            return cells.joined(separator: "  ")
        }
    }
}
