// SPDX-License-Identifier: MIT

import Foundation
import SearchClient
import TerminalSearch
import Wire

@main
struct TerminalCommand {
    static func main() async {
        do {
            let process = ProcessInfo.processInfo
            let options = try Options(Array(process.arguments.dropFirst()), environment: process.environment)
            guard !options.asksForHelp else { return print(Options.usage) }
            try await TerminalProgram.run(options)
        } catch let error as SearchBusError {
            fail("\(error)", code: error.code.exitCode)
        } catch {
            fail("\(error)", code: ErrorCode.internalError.exitCode)
        }
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("error: \(message)\n".utf8))
        exit(code)
    }
}
