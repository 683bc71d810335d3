// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation

/// What the system tells about this process.
enum ProcessFigures {
    /// The processor time that it has used on all of its threads, in seconds.
    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// A line of `/proc/self/status`, such as `VmRSS`, in bytes; 0 on systems without it.
    static func memory(_ line: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let found = status.split(separator: "\n").first { $0.hasPrefix("\(line):") }
        return found?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 } ?? 0
    }
}
