// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Components
import Copies
import JetStream
import Runtime
import Wire

/// Keeps copies for as long as the app runs.
struct KeepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Keep copies for as long as the app runs."
    )

    @Option(help: "The directory of the broker's sockets.") var runtime: String
    @Option(help: "The directory of the log and the indexes.") var data: String
    @Option(help: "After how many MiB of the journal the log is copied.") var growth = 64
    @Flag(help: "End when standard input ends.") var supervised = false
    @OptionGroup var journal: JournalArguments

    func validate() throws {
        guard (1...1_000_000).contains(growth) else { throw ValidationError("--growth is 1 to 1000000 MiB.") }
    }

    func run() async {
        await Executable.report {
            let (changes, change) = AsyncStream.makeStream(of: IndexChange.self)
            let keeper = CopyKeeper(
                .init(
                    dataDirectory: data,
                    journal: journal.settings,
                    machine: JournalArguments.machine,
                    rule: CopyRule(growth: growth << 20)
                ),
                announce: { change.yield($0) }
            )
            let process = WorkerProcess(
                name: "copies",
                role: "copies",
                components: [],
                reads: ["status/copies/", "status/broker/"],
                writes: ["index/"],
                runtimeDirectory: runtime,
                details: { keeper.report(to: &$0) }
            )
            try await process.run(isSupervised: supervised) { log, _, _ in
                // No other process needs to wait for its last request.
                SystemThread { keeper.run() }.detach()
                defer { keeper.stop() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await listen(log, keeper) }
                    group.addTask { for await change in changes { await tell(change, log) } }
                    group.addTask { try await watch(keeper) }
                    try await group.next()
                    group.cancelAll()
                }
            }
        }
    }

    /// Throws if the keeper's thread waits forever: another process works where it cannot.
    private func watch(_ keeper: CopyKeeper) async throws {
        while !keeper.isStuck() { try await Task.sleep(for: .seconds(1)) }
        throw SearchBusError.stuck
    }

    /// Tells that an index of this machine is another now, so that live searches run again.
    private func tell(_ change: IndexChange, _ log: any EventLog) async {
        guard let draft = try? change.draft(id: Identifier.make(), source: "/copies") else { return }
        while !Task.isCancelled {
            do {
                _ = try await log.append([draft])
                return
            } catch {
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    /// Receives reports of the processes of its kind on all nodes, and of the brokers.
    private func listen(_ log: any EventLog, _ keeper: CopyKeeper) async throws {
        let prefixes = [TopicPrefix(.status, "copies"), TopicPrefix(.status, "broker")]
        let subscription = try await log.subscribe(to: prefixes, after: .zero)
        defer { subscription.cancel() }
        while true {
            do {
                for event in try await subscription.next() {
                    guard let status = ProcessStatus(event) else { continue }
                    let isBroker = event.topic.description == "status/broker/"
                    if isBroker { keeper.note(broker: status) } else { keeper.note(status) }
                }
            } catch let error as SearchBusError where [.trimmed, .diverged].contains(error.code) {
                // Nothing that is on the log matters here.
                continue
            }
        }
    }
}
