// SPDX-License-Identifier: MIT

import Bus
import Wire

/// How long an event takes from its append to a subscriber, one at a time.
struct AppendMeasure {
    private static let rounds = 5
    private static let samples = 6000
    private static let warmUp = 500

    let executables: String

    /// Measures both relays in turns.
    ///
    /// - Throws: `SearchBusError` where one cannot be started or falls silent.
    func run() throws -> BenchReport.Section {
        var outsider = try Subject(.broker, as: .outsider, executables)
        var component = try Subject(.broker, as: .component, executables)
        var yardstick = try Subject(.yardstick, as: .outsider, executables)
        for _ in 0..<Self.rounds {
            try yardstick.measure(Self.samples)
            try outsider.measure(Self.samples)
            try component.measure(Self.samples)
        }
        let client = try clientLatencies(outsider.relay.endpoints)
        func figures(_ name: String, _ subject: Subject) -> [Figure] {
            [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)].map { label, part in
                Figure(
                    "\(name) \(label)",
                    subject.median(at: part),
                    .microseconds,
                    yardstick: yardstick.median(at: part),
                    reach: part < 0.999 ? .timesYardstick(1.5) : .atMost(2000)
                )
            }
        }
        return BenchReport.Section(
            "append",
            "append → subscriber, one event of \(AppendWriter.dataSize) bytes at a time",
            figures: figures("from outside", outsider) + figures("from a component", component)
                + [("p50", 0.5), ("p99", 0.99)].map { label, part in
                    Figure("through BusClient \(label)", client.microseconds(at: part), .microseconds)
                },
            notes: [
                "Medians of \(Self.rounds) rounds in turns, \(Self.samples) events each; one measuring thread for both.",
                "From outside: the broker keeps the event's id to recognise a repeat. From a component: its cursor moves too.",
                "Through BusClient: append in one task, received in another; the figure has both clients' threads in it.",
            ]
        )
    }

    private struct Subject {
        let relay: RelayProcess
        private let client: RelayClient
        private var writer: AppendWriter
        private var rounds: [Percentiles] = []

        init(_ kind: RelayKind, as sender: AppendWriter.Sender, _ executables: String) throws {
            relay = try RelayProcess(kind, executables: executables)
            client = try RelayClient(relay.endpoints)
            writer = try AppendWriter(kind, as: sender)
            try client.join(&writer)
            _ = try client.latencies(of: (0..<AppendMeasure.warmUp).map { _ in writer.append(of: 1) })
        }

        mutating func measure(_ count: Int) throws {
            let appends = (0..<count).map { _ in writer.append(of: 1) }
            rounds.append(Percentiles(try client.latencies(of: appends)))
        }

        func median(at part: Double) -> Double { rounds.map { $0.microseconds(at: part) }.median }
    }

    // MARK: Through the client

    private func clientLatencies(_ endpoints: BusEndpoints) throws -> Percentiles {
        let latencies = try Blocking.run {
            let client = try BusClient(endpoints: endpoints, requestTimeout: .seconds(5))
            defer { client.close() }
            let topic = try Topic(.view, "bench", session: Identifier.make())
            let head = try await client.latest(LatestQuery([TopicPrefix(.index)], limit: 1)).head
            let subscription = try await client.subscribe(to: [TopicPrefix(.view, "bench")], after: head)
            defer { subscription.cancel() }
            let data = Array(#"{"text":"\#(String(repeating: "x", count: AppendWriter.dataSize - 11))"}"#.utf8)
            var times: [Int64] = []
            for _ in 0..<(Self.warmUp + Self.samples) {
                let draft = EventDraft(
                    topic: topic,
                    id: Identifier.make(),
                    source: "/bench",
                    type: "searchbus.view.bench",
                    data: data
                )
                let start = Stopwatch.now()
                async let receipt = client.append([draft])
                _ = try await subscription.next()
                times.append(Stopwatch.now() - start)
                _ = try await receipt
            }
            return Array(times.dropFirst(Self.warmUp))
        }
        return Percentiles(latencies)
    }
}
