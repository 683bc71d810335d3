// SPDX-License-Identifier: MIT

import AppFile
import AppProposal
import SearchIndex
import Wire

struct InitReport {
    /// The maximum number of attributes that are listed.
    private static let mostRows = 60
    private static let exampleWidth = 32

    let app: ProposedApp
    let output: String
    /// Receives the output, a line or more at a time.
    let say: (String) -> Void
    /// Takes what people should look at.
    let alert: (String) -> Void

    /// Tells people what was found, and what is made of it.
    func tell() {
        for index in app.indexes {
            for line in Self.lines(of: index, width: Terminal.output.width) { say(Terminal.safe(line)) }
            say("")
        }
    }

    func show(json: Bool, yaml: String, results: [IndexImport.Result], warnings: [AppFileProblem]) {
        guard json else {
            tell()
            say("\(output) would be:\n")
            say(yaml)
            return
        }
        say(app.json.adding(["file": .string(output), "written": false, "yaml": .string(yaml)]).text)
    }

    func show(json: Bool, of made: ProposedApp, results: [IndexImport.Result], warnings: [AppFileProblem]) {
        guard !json else {
            let object = made.json.adding([
                "file": .string(output), "written": true, "imports": .array(results.map(\.json)),
                "warnings": JSON(warnings.map { "line \($0.line): \($0.message)" }),
            ])
            return say(object.text)
        }
        for (index, result) in zip(made.indexes, results) {
            say(result.sentence)
            for line in result.misfits { warn(line) }
            if index.identifier != app.indexes.first(where: { $0.name == index.name })?.identifier {
                warn("some records have the same identifier, so that all records were given a number")
            }
        }
        for warning in warnings { warn("\(output):\(warning.line): \(warning.message) — \(warning.remedy)") }
        let widgets = made.json["widgets"]?.array?.count ?? 0
        say("\(output): an app with \(widgets) widgets, in order; change it as you like")
        let argument = output == AppFilePath.names[0] ? "" : " \(output)"
        say(Terminal.output.styled("next: searchbus up\(argument)", .bold))
    }

    private func warn(_ text: String) {
        alert("warning: \(Terminal.safe(text))")
    }

    /// What was found in the files of an index.
    static func lines(of index: IndexProposal, width: Int?) -> [String] {
        let looked =
            index.isWhole ? "all analysed" : "\(Quantity.count(index.sampleCount)) sampled and analysed"
        let files = index.files.joined(separator: ", ")
        var lines = ["\(index.name): \(Quantity.count(index.recordCount)) records of \(files), \(looked)", ""]
        var table = Table([
            ("ATTRIBUTE", .left), ("VALUES", .right), ("FOR EXAMPLE", .left), ("BECOMES", .left), ("WHY", .left),
        ])
        let known = Set(index.attributes.map(\.name))
        var decided = Dictionary(grouping: index.decisions + index.leftOut, by: \.subject)
        if let attribute = index.identifier.attribute, let decision = decided["objectID"]?.first {
            decided[attribute, default: []].insert(
                Decision(attribute, "the identifier, objectID", decision.reason),
                at: 0
            )
        }
        for attribute in index.attributes.prefix(mostRows) {
            let decisions = decided[attribute.name] ?? []
            let examples = attribute.examples.joined(separator: " · ")
            table.add([
                attribute.name.count > 40 ? "\(attribute.name.prefix(39))…" : attribute.name,
                Quantity.count(attribute.values),
                examples.count > exampleWidth ? "\(examples.prefix(exampleWidth - 1))…" : examples,
                decisions.map(\.choice).joined(separator: "; "), decisions.map(\.reason).joined(separator: "; "),
            ])
        }
        lines += table.lines.map { row in
            guard let width, row.count > width else { return row }
            return "\(row.prefix(max(1, width - 1)))…"
        }
        if index.attributes.count > mostRows { lines.append("and \(index.attributes.count - mostRows) more") }
        lines.append("")
        for decision in index.decisions where !known.contains(decision.subject) {
            lines.append("\(decision.subject): \(decision.choice) (\(decision.reason))")
        }
        lines += index.doubts.map { "doubtful: `\($0.subject)`: \($0.choice); \($0.reason)" }
        return lines
    }
}
