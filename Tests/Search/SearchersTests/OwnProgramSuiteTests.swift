// SPDX-License-Identifier: MIT

import EngineTesting
import Foundation
import RandomTesting
import Testing
import Wire

/// Custom engines, as programs on the bus, pass the suite of all engines.
@Suite(.timeLimit(.minutes(5))) struct OwnProgramSuiteTests {
    /// The project's folder.
    private static let project = Repository.root.path

    /// The Python of the tests, which has pyzmq; `make test` installs it.
    private static let python = "\(project)/.venv/bin/python"

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sb-csv-\(UUID().uuidString)")

    /// Records as a CSV file: texts as they are, everything else as JSON.
    private static func csv(_ records: [JSON]) -> String {
        let names = records.flatMap { $0.object?.keys ?? [] }.reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        let rows = records.map { record in
            names.map { name -> String in
                guard let value = record[name] else { return "" }
                return "\"\((value.string ?? value.text).replacing("\"", with: "\"\""))\""
            }.joined(separator: ",")
        }
        return ([names.joined(separator: ",")] + rows).joined(separator: "\r\n") + "\r\n"
    }

    @Test("the example in Python, over CSV files")
    func csvInPython() async throws {
        let folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try #require(FileManager.default.isExecutableFile(atPath: Self.python), "run `make setup-tests` first")
        let script = "\(Self.project)/Examples/csv-backend-python/csv_backend.py"
        let program = try ProgramUnderTest(
            "csv",
            [Self.python, script, folder.path, "name,note"],
            waivers: [.sorting: "a request on the bus names an index, which has its order"]
        ) { index, records in
            let file = folder.appendingPathComponent("\(index).csv")
            try Self.csv(records).write(to: file, atomically: true, encoding: .utf8)
        }
        try await EngineSuite(program).run()
    }
}
