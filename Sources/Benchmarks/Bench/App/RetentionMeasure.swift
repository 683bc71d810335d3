// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What a broker keeps of more events than it may keep.
struct RetentionMeasure {
    private static let sessions = 64
    private static let viewSize = 4096
    private static let batch = 32

    let executables: String
    /// What the log may take, in MiB.
    let retention: Int
    let surplus: Int

    /// Writes, waits for the broker to tidy up, and looks.
    ///
    /// - Throws: `SearchBusError` where the broker fails.
    func run() throws -> [Figure] {
        let relay = try RelayProcess(.broker, executables: executables, arguments: ["--retention", "\(retention)"])
        let count = (retention << 20) * surplus / Self.viewSize
        let endpoints = relay.endpoints
        try Blocking.run { try await Self.write(count, to: endpoints) }
        let full = relay.logBytes
        let status = try Blocking.run { try await Self.settledStatus(endpoints, limit: retention << 20) }
        let last = try Blocking.run { try await LogCensus(endpoints).amounts(after: .zero) }
        return [
            Figure("written", Double(count * Self.viewSize), .bytes),
            Figure("files at the end of writing", Double(full), .bytes),
            Figure("kept by the broker", Double(status), .bytes, reach: .atMost(Double(retention << 20) * 1.05)),
            Figure("events kept", Double(last.values.reduce(0) { $0 + $1.events }), .count),
            Figure("files afterwards", Double(relay.logBytes), .bytes),
        ]
    }

    private static func write(_ count: Int, to endpoints: BusEndpoints) async throws {
        let client = try BusClient(endpoints: endpoints, requestTimeout: .seconds(20))
        defer { client.close() }
        let text = String(repeating: "x", count: viewSize - 300)
        let data = Array(#"{"phase":"ready","text":"\#(text)"}"#.utf8)
        for start in stride(from: 0, to: count, by: batch) {
            let drafts = try (start..<min(count, start + batch)).map { number in
                EventDraft(
                    topic: try Topic(.view, "bench", session: "s\(number % sessions)"),
                    id: "\(number)",
                    source: "/bench",
                    type: "searchbus.view.bench",
                    data: data
                )
            }
            _ = try await client.append(drafts)
        }
    }

    /// How many bytes the broker says that it keeps, once that no longer falls.
    private static func settledStatus(_ endpoints: BusEndpoints, limit: Int) async throws -> Int {
        let client = try BusClient(endpoints: endpoints)
        defer { client.close() }
        let head = try await client.latest(LatestQuery([TopicPrefix(.index)], limit: 1)).head
        let subscription = try await client.subscribe(to: [TopicPrefix(.status, "broker")], after: head)
        defer { subscription.cancel() }
        var last = Int.max
        for _ in 0..<20 {
            let bytes = try await subscription.next().last?.data()["log"]?["bytes"]?.int ?? 0
            if bytes > 0, bytes <= limit, bytes >= last { return bytes }
            last = bytes
        }
        return last
    }
}
