// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Replay
import Runtime
import Supervisor
import Wire

/// A report for the console: the worst differences, each with the first hits of both sides.
struct KeptReplay {
    /// How many differences are kept, the worst first.
    static let mostDifferences = 500

    let report: ReplayReport
    let options: ReplayOptions
    let app: String
    let invalid: Int

    /// The report as the console reads it; as many differences as there is room for.
    func bytes(limit: Int) -> [UInt8] {
        var summary = JSONObject([("app", .string(app)), ("with", .string(options.words)), ("invalid", JSON(invalid))])
        for member in report.summary.members { summary[member.key] = member.value }
        var bytes = Array(JSON.object(summary).bytes.dropLast()) + Array(",\"differences\":[".utf8)
        for (number, entry) in report.entries.prefix(Self.mostDifferences).enumerated() {
            let next = (number > 0 ? [UInt8(ascii: ",")] : []) + entry.json.bytes
            guard bytes.count + next.count + 2 <= limit else { break }
            bytes += next
        }
        return bytes + Array("]}".utf8)
    }

    /// Keeps the report, and says where the console shows it.
    ///
    /// - Throws: `SearchBusError` where it cannot be written.
    func write(as name: String, in location: AppLocation) throws {
        try KeptReplays(data: location.data).keep(bytes(limit: KeptReplays.mostBytes), as: name)
        let address = SupervisorState.running(in: location.runtime)?.link.flatMap(URL.init(string:))
        let page = "#/replay?report=\(name)"
        guard let address, let host = address.host() else {
            return Terminal.error.print("kept as \(name): the console shows it at \(page)")
        }
        let port = address.port.map { ":\($0)" } ?? ""
        Terminal.error.print("kept as \(name): \(address.scheme ?? "http")://\(host)\(port)/\(page)")
    }
}
