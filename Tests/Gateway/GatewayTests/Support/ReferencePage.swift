// SPDX-License-Identifier: MIT

import Foundation

@testable import Gateway

/// A page in `docs` whose tables are made from values of the program.
struct ReferencePage {
    private let file: URL

    /// - Parameter name: The page's name, such as `http.md`.
    /// - Throws: `CocoaError` outside of the repository.
    init(_ name: String) throws {
        var folder = URL(filePath: #filePath)
        while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            guard folder.path != "/" else { throw CocoaError(.fileNoSuchFile) }
            folder.deleteLastPathComponent()
        }
        file = folder.appending(path: "docs/\(name)")
    }

    /// The rows of the first table under a heading, without the titles.
    func rows(under heading: String) throws -> [[String]] {
        let (lines, table) = try table(under: heading)
        return lines[table].dropFirst(2).map { line in
            line.dropFirst().dropLast().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Whether the first table under a heading is this one; `make record` writes it first.
    func has(_ wanted: [[String]], under heading: String) throws -> Bool {
        let rows = wanted.map { "| \($0.joined(separator: " | ")) |" }
        var (lines, table) = try table(under: heading)
        let titles = lines[table].prefix(2)
        if ProcessInfo.processInfo.environment["SEARCHBUS_RECORD"] != nil {
            lines.replaceSubrange(table, with: titles + rows)
            try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
            return true
        }
        return Array(lines[table].dropFirst(2)) == rows
    }

    /// Whether a line of the page is this one.
    func has(line: String) throws -> Bool {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").contains(line)
    }

    private func table(under heading: String) throws -> (lines: [String], rows: Range<Int>) {
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        guard let start = lines.firstIndex(of: heading),
            let first = lines[start...].firstIndex(where: { $0.hasPrefix("|") })
        else { throw CocoaError(.fileReadCorruptFile) }
        return (lines, first..<(lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex))
    }
}

extension Route {
    /// Whether a response is a stream of events.
    var isStream: Bool { replies.contains { $0.body?.mediaType == "text/event-stream" } }
    /// The names of the parameters in its query.
    var queryParameters: [String] { parameters.filter { $0.place == "query" }.map(\.name) }
}
