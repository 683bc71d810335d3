// SPDX-License-Identifier: MIT

import Wire

/// How many events a second are stored while many appends are in flight.
struct ThroughputMeasure {
    private static let rounds = 5

    private struct Load {
        let name: String
        let sender: AppendWriter.Sender
        let batch: Int
        /// How many appends a round has.
        let appends: Int
        /// How many appends are in flight at a time.
        let outstanding: Int
        let reach: Figure.Reach?
    }

    private static let loads = [
        Load(
            name: "batches of 64, components",
            sender: .component,
            batch: 64,
            appends: 800,
            outstanding: 16,
            reach: .partOfYardstick(0.6)
        ),
        Load(
            name: "batches of 64, outsiders",
            sender: .outsider,
            batch: 64,
            appends: 800,
            outstanding: 16,
            reach: .partOfYardstick(0.6)
        ),
        Load(
            name: "single events, components",
            sender: .component,
            batch: 1,
            appends: 20_000,
            outstanding: 256,
            reach: .partOfYardstick(0.5)
        ),
        Load(
            name: "single events, outsiders",
            sender: .outsider,
            batch: 1,
            appends: 20_000,
            outstanding: 256,
            reach: .partOfYardstick(0.5)
        ),
    ]

    let executables: String

    /// Measures both relays in turns.
    ///
    /// - Throws: `SearchBusError` where one cannot be started or falls silent.
    func run() throws -> BenchReport.Section {
        // What is measured is storing; taking old events away has its own figures.
        let broker = try RelayProcess(.broker, executables: executables, arguments: ["--retention", "65536"])
        let yardstick = try RelayProcess(.yardstick, executables: executables)
        let figures = try Self.loads.map { load in
            var ours: [Double] = []
            var theirs: [Double] = []
            var (subject, other) = (try Subject(broker, load), try Subject(yardstick, load))
            for _ in 0..<Self.rounds {
                theirs.append(try other.eventsPerSecond())
                ours.append(try subject.eventsPerSecond())
            }
            return Figure(
                load.name,
                ours.median,
                .perSecond,
                yardstick: theirs.median,
                reach: load.reach
            )
        }
        return BenchReport.Section(
            "throughput",
            "events of \(AppendWriter.dataSize) bytes stored a second, many appends in flight",
            figures: figures,
            notes: [
                "Medians of \(Self.rounds) rounds in turns; an event counts when it is acknowledged; there are no subscribers.",
                "Batches: 16 appends in flight; single events: 256.",
                "The yardstick shares a transaction among up to 64 appends that wait; it keeps no ids and moves no cursor.",
                "Both move what they have stored out of the write-ahead log on a thread of its own.",
            ]
        )
    }

    private struct Subject {
        private let client: RelayClient
        private let load: Load
        private var writer: AppendWriter

        init(_ relay: RelayProcess, _ load: Load) throws {
            self.load = load
            client = try RelayClient(relay.endpoints)
            writer = try AppendWriter(relay.kind, as: load.sender)
            try client.join(&writer)
            try client.leave()
        }

        mutating func eventsPerSecond() throws -> Double {
            let appends = (0..<load.appends).map { _ in writer.append(of: load.batch) }
            let duration = try client.duration(of: appends, outstanding: load.outstanding)
            return Double(load.appends * load.batch) / (Double(duration) / 1e9)
        }
    }
}
