// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import SearchIndex
import Wire

struct IndexShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an index's attributes, size and settings.",
        discussion: """
            Counts are exact if the index stores the values of an attribute, or has up to 20,000 records; others are \
            estimated from so many records, and marked.

            Exit codes: 0 done; 66 no such index; 74 an unreadable index.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let report = try IndexDirectory(path: options.location().indexes).report(on: name)
            Terminal.show(report.json, asJSON: json, else: Self.lines(report))
        }
    }

    static func lines(_ report: IndexReport) -> [String] {
        let summary = report.summary
        let parts = IndexReport.Part.allCases.map { (name: $0.rawValue, bytes: report.bytes[$0] ?? 0) }
        let sizes = parts.filter { $0.bytes > 0 }.sorted { $0.bytes > $1.bytes }
        let table = AttributeTable(report: report)
        var lines = [Terminal.output.styled(summary.name, .bold)]
        lines += [
            "  records      \(Quantity.count(summary.recordCount))",
            "  size         \(Quantity.bytes(summary.bytes))",
            "  of that      \(sizes.map { "\($0.name) \(Quantity.bytes($0.bytes))" }.joined(separator: ", "))",
            "  segments     \(report.segmentCount), with \(Quantity.count(report.deletedRowCount)) deleted rows",
            "  generation   \(Quantity.count(summary.generation))",
            "",
        ]
        lines += table.lines.map { "  \($0)" }
        lines += table.notes.map { "  \(Terminal.output.styled($0, .faint))" }
        return lines + [""] + settings(summary.settings).map { "  \($0)" }
    }

    static func settings(_ settings: IndexSettings) -> [String] {
        (settings.json.object?.members ?? []).map { member in
            let texts = member.value.array.map { $0.map { $0.string ?? $0.text } }
            let words = texts.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") }
            return "\(member.key): \(Terminal.safe(words ?? member.value.string ?? member.value.text))"
        }
    }
}
