// SPDX-License-Identifier: MIT

import Wire

/// How soon the app is ready, and what it takes while it is idle.
struct MemoryMeasure {
    private static let starts = 5
    private static let idleSeconds = 10.0
    private static let settling: Int64 = 4000

    let ground: AppGround
    let layout: Layout

    /// Starts the app a few times, then watches it idle.
    ///
    /// - Throws: `SearchBusError` where it cannot be started.
    func run() throws -> BenchReport.Section {
        var seconds: [Double] = []
        for _ in 1..<Self.starts { seconds.append(try RunningApp(ground, layout: layout).secondsToReady) }
        let app = try RunningApp(ground, layout: layout)
        seconds.append(app.secondsToReady)
        Stopwatch.sleep(milliseconds: Self.settling)
        let processes = app.processes()
        let before = processes.map { ProcessFigures.processorSeconds(of: $0.pid) ?? 0 }
        let start = Stopwatch.now()
        Stopwatch.sleep(until: start + Int64(Self.idleSeconds * 1e9))
        let elapsed = Double(Stopwatch.now() - start) / 1e9
        let idle = zip(processes, before).map { process, before in
            ((ProcessFigures.processorSeconds(of: process.pid) ?? before) - before) / elapsed * 100
        }
        let memory = processes.map { Double(ProcessFigures.proportionalBytes(of: $0.pid) ?? 0) }
        return BenchReport.Section(
            "memory",
            "from `up` to ready, and what an idle app takes, `interactors: \(layout.rawValue)`",
            figures: [
                Figure("up to ready, median of \(Self.starts)", seconds.median, .seconds, reach: .atMost(2)),
                Figure("up to ready, worst", seconds.max() ?? 0, .seconds),
                Figure("idle, all processes", idle.reduce(0, +), .percent, reach: .atMost(2)),
                Figure("largest process", memory.max() ?? 0, .bytes, reach: .atMost(Double(15 << 20))),
                Figure("all processes", memory.reduce(0, +), .bytes),
            ] + zip(processes, memory).map { Figure("  \($0.name)", $1, .bytes) },
            notes: [
                "Memory is PSS (shared pages divided among those who share them); idle is percent of one processor.",
                "Idle by process: "
                    + zip(processes, idle).map { "\($0.name) \(ReportText.decimals($1)) %" }.joined(separator: ", ")
                    + ".",
            ]
        )
    }
}
