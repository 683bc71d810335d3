// SPDX-License-Identifier: MIT

import Supervisor
import Synchronization
import Wire

/// Waits for an app that starts, and keeps what goes wrong with its processes.
final class AppWatch: Sendable {
    private enum End {
        case ready
        case failed(SearchBusError)
    }

    private struct State {
        /// The last line of each process.
        var lines: [String: String] = [:]
        var notes: [String] = []
        var failure: SearchBusError?
    }

    private static let maxNotes = 16
    private static let lineLength = 400

    private let stream: AsyncStream<End>
    private let continuation: AsyncStream<End>.Continuation
    private let state = Mutex(State())

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Which processes ended and were started again, a sentence each.
    var notes: [String] { state.withLock(\.notes) }

    /// Why the app does not work; `nil` if it does.
    var failure: SearchBusError? { state.withLock(\.failure) }

    @Sendable func took(_ message: Supervisor.Message) {
        switch message {
        case .report(.ready): continuation.yield(.ready)
        case .report(.restarting(let name, let status, _)):
            let sentence = "the process `\(name)` of the app \(status)\(reason(of: name))"
            state.withLock { state in
                guard state.notes.count < Self.maxNotes, !state.notes.contains(sentence) else { return }
                state.notes.append(sentence)
            }
        case .report(.failed(let name, let status, _)):
            fail(Self.failure("The process `\(name)` of the app \(status)\(reason(of: name))"))
        case .report(.gaveUp(let name, let status, let error)):
            let reason = error.map { ": \($0.message)" } ?? reason(of: name)
            fail(Self.failure("The process `\(name)` of the app \(status)\(reason)"))
        case .line(let name, let line):
            state.withLock { $0.lines[name] = String(line.prefix(Self.lineLength)) }
        case .problem(let error): fail(error)
        default: break
        }
    }

    private func reason(of process: String) -> String {
        state.withLock { $0.lines[process] }.map { ": \($0)" } ?? ""
    }

    private func fail(_ error: SearchBusError) {
        state.withLock { $0.failure = $0.failure ?? error }
        continuation.yield(.failed(error))
    }

    /// The app has ended.
    func end() { continuation.finish() }

    /// Waits until the app is ready.
    ///
    /// - Throws: `SearchBusError` if it fails, ends, or is not ready in time.
    func waitUntilReady(within time: Duration) async throws {
        let timer = Task { [continuation] in
            try await Task.sleep(for: time)
            continuation.yield(.failed(Self.failure("The app was not ready within \(time)")))
        }
        defer { timer.cancel() }
        for await end in stream {
            if case .failed(let error) = end { throw error }
            return
        }
        throw Self.failure("The app ended while it started")
    }

    private static func failure(_ message: String) -> SearchBusError {
        SearchBusError(
            .componentFailed,
            "\(message).",
            remedy: "Start the app with `searchbus up` to see its messages."
        )
    }
}
