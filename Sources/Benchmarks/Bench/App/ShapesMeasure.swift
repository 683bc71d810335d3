// SPDX-License-Identifier: MIT

import Wire

/// Start, rest and one keystroke of apps of many shapes, from one without filter states to one with forty widgets.
struct ShapesMeasure {
    private static let script = "Tests/Support/app_shapes.py"

    let executables: String

    /// Starts one app after the other.
    ///
    /// - Throws: `SearchBusError` where the script cannot be started.
    func run() throws -> BenchReport.Section {
        switch RepositoryTools.find(script: Self.script, executables: executables) {
        case .failure(let missing):
            return BenchReport.Section("shapes", "left out", notes: [missing.text])
        case .success(let tools):
            let result = try tools.run(["--json"], executables: executables)
            var section = Self.section(result.output)
            guard !section.figures.isEmpty else {
                return BenchReport.Section("shapes", "left out", notes: [result.failure(of: Self.script)])
            }
            if result.code != 0 { section.notes.append(result.failure(of: Self.script)) }
            return section
        }
    }

    /// What the script's lines come to.
    static func section(_ lines: String) -> BenchReport.Section {
        let shapes = lines.split(separator: "\n").compactMap { try? JSON(parsing: Array($0.utf8)) }
        let units: [(String, String, Figure.Unit)] = [
            ("ready", "up to ready", .seconds), ("rest", "at rest", .percent), ("key", "a key, median", .milliseconds),
            ("processor", "processor time a key", .milliseconds),
        ]
        return BenchReport.Section(
            "shapes",
            "apps of other shapes: start, rest, one keystroke",
            figures: shapes.flatMap { shape in
                let name = shape["shape"]?.string ?? "?"
                let count = shape["processes"]?.int.map { " (\($0) processes)" } ?? ""
                return units.enumerated().compactMap { index, unit in
                    shape[unit.0]?.double.map { Figure("\(name)\(index == 0 ? count : ""), \(unit.1)", $0, unit.2) }
                }
            },
            notes: [
                "A key is typed over HTTP and is done when every view shows it; its time includes asking for the views."
            ]
        )
    }
}
