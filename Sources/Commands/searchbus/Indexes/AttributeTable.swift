// SPDX-License-Identifier: MIT

import SearchIndex

/// The attributes of an index as a table for people.
struct AttributeTable {
    let report: IndexReport

    var lines: [String] {
        var table = Table([
            ("ATTRIBUTE", .left), ("TYPE", .left), ("RECORDS", .right), ("VALUES", .right), ("SIZE", .right),
            ("USED FOR", .left),
        ])
        for attribute in report.attributes {
            table.add([
                Terminal.safe(attribute.name), Self.type(attribute), Self.text(attribute.recordCount),
                Self.text(attribute.valueCount), attribute.bytes == 0 ? "" : Quantity.bytes(attribute.bytes),
                attribute.uses.words.joined(separator: ", "),
            ])
        }
        return table.lines
    }

    /// What a reader must know of the numbers.
    var notes: [String] {
        var notes: [String] = []
        let counts = report.attributes.flatMap { [$0.recordCount, $0.valueCount] }
        if counts.contains(where: { $0.certainty != .exact }) {
            notes.append(
                "~ and ≥ are from \(Quantity.count(report.sampleCount)) of the records: the index keeps no values of these"
                    + " attributes."
            )
        }
        if !report.isComplete { notes.append("Further attributes are not listed: nested too deeply, or too many.") }
        return notes
    }

    private static func type(_ attribute: IndexReport.Attribute) -> String {
        let types = attribute.types.map(\.rawValue).joined(separator: " or ")
        return attribute.isList ? "list of \(types)" : types
    }

    /// A count, with a sign before one that is not exact.
    static func text(_ count: IndexReport.Count) -> String {
        switch count.certainty {
        case .exact: Quantity.count(count.number)
        case .about: "~\(Quantity.count(count.number))"
        case .atLeast: "≥\(Quantity.count(count.number))"
        }
    }
}
