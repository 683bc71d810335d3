// SPDX-License-Identifier: MIT

import Bus
import Wire

/// A report of a process.
public struct HeardStatus: Sendable, Hashable {
    public let name: String
    /// Its process id, if reported.
    public let pid: Int32?
    /// Its version of SearchBus, if reported.
    public let version: String?
    /// Its problems; `nil` without a status.
    public let problems: [ProcessProblem]?

    public init(name: String, pid: Int32?, version: String? = nil, problems: [ProcessProblem]? = nil) {
        self.problems = problems
        self.name = name
        self.pid = pid
        self.version = version
    }
}

public protocol StatusListener: Sendable {
    func listen(_ heard: @escaping @Sendable (HeardStatus) async -> Void) async
}

public struct BusStatusListener: StatusListener {
    private let endpoints: BusEndpoints
    private let machine: String?

    /// - Parameters:
    ///   - endpoints: Where the broker is.
    ///   - machine: What this machine is called, where the bus has the processes of several; those of others are passed over.
    public init(endpoints: BusEndpoints, machine: String? = nil) {
        self.endpoints = endpoints
        self.machine = machine
    }

    public func listen(_ heard: @escaping @Sendable (HeardStatus) async -> Void) async {
        // The connection lasts as long as the task, and a broken one is opened again.
        while !Task.isCancelled {
            try? await listenOnce(heard)
            try? await Task.sleep(for: .milliseconds(250))
        }
    }

    private func listenOnce(_ heard: @escaping @Sendable (HeardStatus) async -> Void) async throws {
        let client = try BusClient(endpoints: endpoints)
        defer { client.close() }
        // Each process reports once a second: on the thread of the sockets no other thread is woken for it.
        try await withTaskExecutorPreference(client.executor) { try await follow(client, heard) }
    }

    private func follow(_ client: BusClient, _ heard: @escaping @Sendable (HeardStatus) async -> Void) async throws {
        let subscription = try await client.subscribe(to: [TopicPrefix(.status)], after: .zero)
        // A broker that answers does its work; its own status may be up to a second away.
        _ = try await client.cursor(of: "supervisor")
        await heard(HeardStatus(name: "broker", pid: nil))
        while true {
            do {
                for event in try await subscription.next() {
                    let status = ProcessStatus(event)
                    if let machine, let other = status?.machine, other != machine { continue }
                    await heard(
                        HeardStatus(
                            name: event.topic.component,
                            pid: status?.pid.flatMap { Int32(exactly: $0) },
                            version: status?.version,
                            problems: status?.problems
                        )
                    )
                }
            } catch let error as SearchBusError where [.trimmed, .diverged].contains(error.code) {
                // Nothing that is on the log matters here.
                continue
            }
        }
    }
}
