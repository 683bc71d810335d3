// SPDX-License-Identifier: MIT

import Glibc
import Runtime
import Supervisor

/// What the system tells about a process, from `/proc`.
enum ProcessFigures {
    /// The memory that it accounts for, in bytes: shared pages are divided among those who share them.
    static func proportionalBytes(of pid: Int) -> Int? {
        (try? Files.read("/proc/\(pid)/smaps_rollup")).flatMap {
            proportionalBytes(in: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Reads the text of a `smaps_rollup` file.
    static func proportionalBytes(in text: String) -> Int? {
        for line in text.split(separator: "\n") where line.hasPrefix("Pss:") {
            return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
        }
        return nil
    }

    /// The processor time that it has used, in seconds.
    static func processorSeconds(of pid: Int) -> Double? {
        (try? Files.read("/proc/\(pid)/stat")).flatMap { processorTicks(in: String(decoding: $0, as: UTF8.self)) }
            .map { Double($0) / Double(max(1, sysconf(Int32(_SC_CLK_TCK)))) }
    }

    static func processorTicks(in text: String) -> Int? {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
        return user + system
    }

    /// How busy the machine was in the last minute, in processes that want to run.
    static func load() -> Double {
        var averages: [Double] = [0]
        return getloadavg(&averages, 1) == 1 ? averages[0] : 0
    }
}
