// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// How long the requests of one kind took, or the changes.
struct Times: Sendable {
    /// In microseconds, in the order in which they were asked.
    private var microseconds: [Double] = []
    /// The processor time that each took on all threads, which other work on the machine does not change.
    private var processor: [Double] = []
    private var found = 0

    mutating func add(_ answer: SearchMeasure.Answer) {
        microseconds.append(answer.microseconds)
        processor.append(answer.processor)
        found += answer.found
    }

    /// Does something and adds how long it took.
    mutating func measure(_ work: () throws -> Void) rethrows {
        microseconds.append(try ContinuousClock().measure(work) / .microseconds(1))
    }

    /// The times at which a half, nine tenths, 99 of 100 and all were answered; for requests, what else is known of them.
    var json: JSON {
        let times = microseconds.sorted()
        var object = JSONObject([
            ("count", JSON(times.count)),
            ("p50", Times.value(at: 0.5, of: times)),
            ("p90", Times.value(at: 0.9, of: times)),
            ("p99", Times.value(at: 0.99, of: times)),
            ("max", Times.value(at: 1, of: times)),
        ])
        if !processor.isEmpty {
            let work = processor.sorted()
            object["processor50"] = Times.value(at: 0.5, of: work)
            object["processor99"] = Times.value(at: 0.99, of: work)
            object["meanFound"] = .number((Double(found) / Double(processor.count)).rounded())
        }
        return .object(object)
    }

    /// The smallest number that at least this part of them does not exceed (the nearest rank).
    private static func value(at part: Double, of sorted: [Double]) -> JSON {
        guard !sorted.isEmpty else { return .null }
        let rank = Int((part * Double(sorted.count)).rounded(.up))
        return .number(sorted[min(max(rank, 1), sorted.count) - 1].rounded())
    }
}

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
