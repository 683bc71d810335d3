// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import ServiceLifecycle
import Synchronization
import Wire

/// Keeps a running gateway reachable: it listens again if the file of its socket was removed, and writes its address into
/// the runtime directory again.
final class ListenKeeper: Service {
    /// The interval between checks of the files.
    private static let interval: Duration = .seconds(1)
    /// The maximum number of listeners that are started; those whose files were deleted keep their connections.
    private static let maxListeners = 64
    private static let subject = "listen"

    private let listen: ListenAddress
    private let runtimeDirectory: String
    private let problems: ProblemBoard
    private let listenAgain: @Sendable (ListenKeeper) async throws -> Void
    /// The file of the socket; `nil` before the first listener runs, and for an address of the network.
    private let watch = Mutex<SocketWatch?>(nil)

    /// Prepares to keep a gateway reachable.
    ///
    /// - Parameters:
    ///   - listen: The gateway's listen address.
    ///   - runtimeDirectory: The directory of the file with its address.
    ///   - problems: Receives problems while the gateway cannot be reached.
    ///   - listenAgain: Listens until the gateway stops; calls `isListening` once it does.
    init(
        _ listen: ListenAddress,
        runtimeDirectory: String,
        problems: ProblemBoard,
        listenAgain: @escaping @Sendable (ListenKeeper) async throws -> Void
    ) {
        self.listen = listen
        self.runtimeDirectory = runtimeDirectory
        self.problems = problems
        self.listenAgain = listenAgain
    }

    /// Notes that a listener runs, and gives access to the socket's group.
    func isListening() throws {
        try listen.socketFile?.protect()
        watch.withLock { $0 = listen.socketFile.map(SocketWatch.init) }
        problems.resolve(subject: Self.subject)
    }

    func run() async throws {
        let (needs, need) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup { group in
            group.addTask {
                try? await cancelWhenGracefulShutdown { try await self.look(need) }
                need.finish()
            }
            for await _ in needs {
                group.addTask {
                    do {
                        try await self.listenAgain(self)
                    } catch {
                        self.report(
                            .addressInUse,
                            "The gateway cannot listen on \(self.listen): \(error)",
                            remedy: "Make the socket's directory, as one that this user may write to."
                        )
                        // The current file may be from this attempt.
                        self.watch.withLock { $0 = self.listen.socketFile.map(SocketWatch.init) }
                    }
                }
            }
        }
    }

    private func look(_ need: AsyncStream<Void>.Continuation) async throws {
        var listeners = 1
        while true {
            try await Task.sleep(for: Self.interval)
            if ListenAddress.read(from: runtimeDirectory) != listen { try? listen.write(to: runtimeDirectory) }
            guard let watch = watch.withLock({ $0 }) else { continue }
            switch watch.look() {
            case .inPlace: problems.resolve(subject: Self.subject)
            case .missing where listeners < Self.maxListeners:
                listeners += 1
                // The next check waits for the listener.
                self.watch.withLock { $0 = nil }
                need.yield()
            case .missing:
                report(
                    .addressInUse,
                    "The file of \(listen) was removed \(listeners) times.",
                    remedy: "Find what removes it, then run `searchbus restart gateway`."
                )
            case .taken: report(.addressInUse, "Another program listens on \(listen).")
            case .unreadable(let number):
                report(
                    .storageFailed,
                    "The file of \(listen) cannot be reached: \(String(cString: strerror(number))).",
                    remedy: "Make sure that this user may read the socket's directory."
                )
            }
        }
    }

    private func report(_ code: ErrorCode, _ message: String, remedy: String? = nil) {
        problems.report(SearchBusError(code, message, remedy: remedy), subject: Self.subject)
    }
}
