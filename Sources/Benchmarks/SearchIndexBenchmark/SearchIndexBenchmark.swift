// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Measures the embedded index, alone and in one process; `Tests/Support/index_bench` puts it beside yardsticks.
@main
enum SearchIndexBenchmark {
    private static let usage = """
        usage: SearchIndexBenchmark COMMAND NAME --directory DIRECTORY ...
          import NAME --records FILE [--settings FILE]          makes an index: speed, memory, bytes on the disk, time to open
          search NAME --log FILE [--slowest N]                  asks each request of a log, twice: how long each kind takes
          change NAME --records FILE --log FILE [--changes N]   changes records one by one while the log is asked
          relevance NAME --items FILE [--missed FILE]           looks for known items: how many are found, and how high; the rest with what was found
        """

    static func main() {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            guard arguments.count >= 2 else {
                throw SearchBusError(.invalidArgument, "A command and a name are missing.")
            }
            let report = try run(arguments[0], options: Options(name: arguments[1], words: arguments.dropFirst(2)))
            print(report.prettyText)
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n\(usage)\n".utf8))
            exit(EXIT_FAILURE)
        }
    }

    private static func run(_ command: String, options: Options) throws -> JSON {
        switch command {
        case "import": return try ImportMeasure(options).run()
        case "search": return try SearchMeasure(options).run()
        case "change": return try ChangeMeasure(options).run()
        case "relevance": return try RelevanceMeasure(options).run()
        default: throw SearchBusError(.invalidArgument, "There is no command `\(command)`.")
        }
    }
}
