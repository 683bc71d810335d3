// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import AppProposal
import SearchIndex
import Wire

/// Proposes an app for the given contents of files.
struct Proposing {
    let app: ProposedApp
    let yaml: String

    /// - Parameters:
    ///   - files: The names of files with their contents; each becomes an index.
    ///   - identifier: As `--id` names it.
    /// - Throws: Errors of reading and proposing.
    init(_ files: [(name: String, text: String)], identifier: String? = nil) throws {
        let indexes = try files.map { file -> IndexProposal in
            let stem = IndexProposal.indexName(for: String(file.name.prefix { $0 != "." }))
            var source = IndexProposal.Source(name: stem, files: [file.name])
            var rest = [Array(file.text.utf8), []][...]
            let reader = RecordReader(name: file.name, options: .init(generatesIdentifiers: true)) {
                rest.popFirst() ?? []
            }
            var number = 0
            while let record = try reader.next() {
                number += 1
                source.add(record, file: file.name, number: number, line: reader.line)
                source.delimiter = reader.delimiter.map { Character(Unicode.Scalar($0)) }
            }
            return try IndexProposal(source, identifier: identifier)
        }
        app = ProposedApp(name: "try", indexes: indexes)
        yaml = app.yaml(commands: [:])
    }

    init(_ name: String, _ text: String, identifier: String? = nil) throws {
        try self.init([(name, text)], identifier: identifier)
    }

    var index: IndexProposal { app.indexes[0] }

    /// The app as read from its app file.
    func read() throws -> App { try AppFile.read(yaml) }

    /// The types of the widgets by the attributes that they are about.
    var types: [String: String] {
        let widgets = app.json["widgets"]?.array ?? []
        return Dictionary(
            widgets.compactMap { widget in
                widget["attribute"]?.string.map { ($0, widget["type"]?.string ?? "") }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// What was decided about an attribute or a part.
    func choices(_ subject: String) -> [String] {
        index.decisions.filter { $0.subject == subject }.map(\.choice)
    }
}
