// SPDX-License-Identifier: MIT

import ArgumentParser
import Runtime
import SearchIndex
import Wire

struct IndexVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify the files of an index.",
        discussion: """
            Reads every file of the newest version, compares its checksums, decompresses every record and checks the \
            consistency of all parts. The index may be searched and changed meanwhile.

            Exit codes: 0 intact; 66 no such index; 74 a damaged index, or a disk failure.
            """
    )

    @Argument(help: "The index's name.", completion: .custom(Completions.indexes)) var name: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let directory = IndexDirectory(path: try options.location().indexes)
            var bar = ReadingBar(title: name, terminal: json ? nil : .error)
            let result = try directory.verify(name) { bar.show($0) }
            bar.clear()
            let seconds = bar.seconds
            if json {
                Terminal.output.print(result.json.adding(["seconds": .number(seconds)]).text)
            } else if result.isSound {
                Terminal.output.print(Self.sentence(result, seconds: seconds))
            } else {
                for problem in result.problems { Terminal.error.print(problem.line) }
            }
            if let error = result.error { throw error }
        }
    }

    static func sentence(_ result: IndexVerification, seconds: Double) -> String {
        let files = "\(result.fileCount) files of \(Quantity.bytes(result.byteCount))"
        let records = "\(Quantity.count(result.recordCount)) records"
        return "\(result.name): \(files) and \(records) are intact (\(Quantity.decimal(seconds)) s)"
    }
}
