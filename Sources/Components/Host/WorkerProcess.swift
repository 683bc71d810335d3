// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import Glibc
import Runtime
import Wire

/// What every worker executable does: read the app, connect, work, say how it is, end when it is asked to.
public struct WorkerProcess: Sendable {
    /// The process's name in status events, such as `interactor-price`.
    public let name: String
    /// The word for what it does.
    public let role: String
    /// The component whose cursor it moves.
    public let component: String
    /// What it listens to and what it writes, for the picture of the system.
    public let reads: [String]
    public let writes: [String]
    private let runtimeDirectory: String

    public init(
        name: String,
        role: String,
        component: String,
        reads: [String],
        writes: [String],
        runtimeDirectory: String
    ) {
        self.name = name
        self.role = role
        self.component = component
        self.reads = reads
        self.writes = writes
        self.runtimeDirectory = runtimeDirectory
    }

    /// Reads the app that the supervisor left as JSON.
    ///
    /// - Throws: `SearchBusError` with `invalid-app-file`.
    public static func app(at path: String) throws -> App {
        guard let bytes = readFile(path) else {
            throw SearchBusError(.invalidAppFile, "The app file \(path) cannot be read.")
        }
        do {
            return try App(json: JSON(parsing: bytes))
        } catch {
            throw SearchBusError(
                .invalidAppFile,
                "The app file \(path) is not the JSON that `searchbus check --json` writes: \(error)"
            )
        }
    }

    private static func readFile(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    /// Works until the process is asked to end.
    ///
    /// - Parameters:
    ///   - isSupervised: Whether the end of standard input is such a request.
    ///   - work: The work, given the log, where to count, and a file for the crash journal.
    /// - Throws: What the work throws.
    public func run(
        isSupervised: Bool,
        _ work: @escaping @Sendable (any EventLog, ComponentMeter, CrashJournal) async throws -> Void
    ) async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Executable.onTermination { end.finish() }
        if isSupervised { Executable.onEndOfStandardInput { end.finish() } }
        let client = try BusClient(endpoints: try BusEndpoints(runtimeDirectory: runtimeDirectory))
        defer { client.close() }
        let meter = ComponentMeter()
        let journal = try CrashJournal(path: "\(runtimeDirectory)/\(name).journal")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ends {} }
            group.addTask(executorPreference: client.executor) { try await work(client, meter, journal) }
            group.addTask { try await reportStatus(client, meter) }
            // Whatever ends first ends the process: being asked to, or work that cannot go on.
            try await group.next()
            group.cancelAll()
        }
    }

    /// Says each second how the process is.
    private func reportStatus(_ log: any EventLog, _ meter: ComponentMeter) async throws {
        let topic = try Topic(.status, name)
        while true {
            var data = JSONObject([
                ("name", .string(name)), ("role", .string(role)), ("component", .string(component)),
                ("pid", JSON(Int(getpid()))), ("memoryBytes", JSON(ProcessMemory.privateBytes())),
                ("reads", JSON(reads)), ("writes", JSON(writes)),
            ])
            for member in meter.report().members { data[member.key] = member.value }
            let event = EventDraft(
                topic: topic,
                id: Identifier.make(),
                source: "/\(role)/\(component)",
                type: "searchbus.status.process",
                data: JSON.object(data).bytes
            )
            _ = try await log.append([event])
            try await Task.sleep(for: .seconds(1))
        }
    }
}
