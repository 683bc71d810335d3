// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import Testing
import Wire

@testable import AppFile
@testable import AppModel

/// The tables of `docs/app-file.md` list the keys that are declared, all of them and no others.
@Suite struct AppFileDocumentTests {
    private let lines: [String]

    init() throws {
        let path = Repository.root.appending(path: "docs/app-file.md")
        lines = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
    }

    /// The rows of the first table of a section: the key of each, and its other cells.
    private func rows(_ heading: String) -> [(key: String, cells: [String])] {
        let table = lines.drop { $0 != heading }.drop { !$0.hasPrefix("| key |") }.prefix { $0.hasPrefix("|") }
        return table.dropFirst(2).compactMap { row in
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.first.map { ($0.trimmingCharacters(in: ["`"]), Array(cells.dropFirst())) }
        }
    }

    @Test func `each section of an app file has a row for each of its keys`() {
        for (heading, keys) in [
            ("## Top level", App.keys), ("## filterStates", App.FilterStateConfiguration.keys),
            ("## widgets", App.Widget.keys), ("## web", App.Web.keys), ("## sinks", Sink.keys),
            ("## log", LogConfiguration.keys),
        ] {
            #expect(rows(heading).map(\.key).sorted() == keys.sorted(), "\(heading)")
        }
        let console = rows("## Top level").first { $0.key == "console" }?.cells.joined() ?? ""
        for key in App.Console.keys { #expect(console.contains("`\(key)`"), "\(key)") }
    }

    @Test func `the keys of a searcher are those of its type`() {
        for (column, type) in Searcher.types.enumerated() {
            let documented = rows("## searchers").filter { $0.cells[column] == "●" }.map(\.key)
            let declared = Searcher.fields(of: type).filter { !$0.isDerived }.map(\.name)
            #expect(documented.sorted() == declared.sorted(), "\(type)")
        }
    }
}
