// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Runtime
import Wire

/// What every worker executable does: read the app, connect, work, say how it is, end when it is asked to.
public struct WorkerProcess: Sendable {
    /// The process's name in status events, such as `interactor-price`.
    public let name: String
    /// The word for what it does.
    public let role: String
    /// The components whose cursors it moves.
    public let components: [String]
    /// What it listens to and what it writes, for the picture of the system.
    public let reads: [String]
    public let writes: [String]
    private let runtimeDirectory: String
    private let details: @Sendable (inout ProcessStatus) -> Void

    public init(
        name: String,
        role: String,
        components: [String],
        reads: [String],
        writes: [String],
        runtimeDirectory: String,
        details: @escaping @Sendable (inout ProcessStatus) -> Void = { _ in }
    ) {
        self.name = name
        self.role = role
        self.components = components
        self.reads = reads
        self.writes = writes
        self.runtimeDirectory = runtimeDirectory
        self.details = details
    }

    /// Reads the app that the supervisor left as JSON.
    ///
    /// - Throws: `SearchBusError` with `storage-failed` where it cannot be read, `invalid-app-file` if it is not an app.
    public static func app(at path: String) throws -> App {
        let bytes = try HandedFile.read(path)
        do {
            return try App(json: JSON(parsing: bytes))
        } catch {
            throw SearchBusError(
                .invalidAppFile,
                "\(path) is not the JSON of an app: \(error)"
            )
        }
    }

    /// Runs components until the process is asked to end.
    ///
    /// - Parameters:
    ///   - folds: The components.
    ///   - isSupervised: Whether the end of standard input is such a request.
    ///   - aside: Work beside them, which is cancelled with them; its end is not theirs.
    /// - Throws: What the host and the bus throw.
    public func run(
        _ folds: [any SessionFold],
        isSupervised: Bool,
        aside: @escaping @Sendable (any EventLog) async -> Void = { _ in }
    ) async throws {
        let shards = try Executable.variable(HostShards.variable).map(HostShards.init(parsing:))
        try await run(isSupervised: isSupervised) { client, meter, predecessor in
            // Messages for all sessions are published by the owner of the first of them.
            let tellsAside = shards.map { $0.numbers.contains(0) } ?? true
            let beside = tellsAside ? Task { await aside(client) } : nil
            defer { beside?.cancel() }
            try await ComponentHost(folds, shards: shards, log: client, meter: meter, predecessor: predecessor).run()
        }
    }

    /// Runs work of any kind until the process is asked to end.
    ///
    /// - Parameters:
    ///   - isSupervised: Whether the end of standard input is such a request.
    ///   - work: The work: it gets the bus, what counts it for status events, and what is known of the process before.
    /// - Throws: What the work and the bus throw.
    public func run(
        isSupervised: Bool,
        _ work: @escaping @Sendable (BusClient, ComponentMeter, CrashJournal.Predecessor) async throws -> Void
    ) async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Executable.onTermination { end.finish() }
        if isSupervised { Executable.onEndOfStandardInput { end.finish() } }
        let client = try BusClient(endpoints: try BusEndpoints(runtimeDirectory: runtimeDirectory))
        defer { client.close() }
        let meter = ComponentMeter()
        let predecessor = CrashJournal.Predecessor(journalPath: "\(runtimeDirectory)/\(name).journal")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ends {} }
            group.addTask(executorPreference: client.executor) { try await work(client, meter, predecessor) }
            // On the thread of the work: a process whose work hangs must not say that it is well.
            group.addTask(executorPreference: client.executor) { try await reportStatus(client, meter) }
            // A request to end, or a failure of the work, ends the process.
            try await group.next()
            group.cancelAll()
        }
    }

    /// Says each second how the process is; at first more often, since who waits for it may connect later.
    private func reportStatus(_ log: any EventLog, _ meter: ComponentMeter) async throws {
        // It brings no events: it is waited for on the thread of the sockets, so that no other thread is woken each second.
        var pause = try await log.subscribe(to: [], after: .zero)
        defer { pause.cancel() }
        for number in 0... {
            var status = ProcessStatus(name: name, role: role)
            (status.component, status.components) = (components.first ?? name, components)
            (status.reads, status.writes) = (reads, writes)
            meter.report(to: &status)
            details(&status)
            let event = try status.draft(source: "/\(role)/\(components.first ?? name)")
            // Whether the broker can write is not this process's health.
            _ = try? await log.append([event])
            do {
                _ = try await pause.next(until: .now.advanced(by: number < 4 ? .milliseconds(200) : .seconds(1)))
            } catch is SearchBusError {
                // The log was replaced.
                pause.cancel()
                pause = try await log.subscribe(to: [], after: .zero)
            }
        }
    }
}
