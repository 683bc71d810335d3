// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Listens to what processes say of themselves.
struct StatusCollector: Sendable {
    private let log: any EventLog

    init(log: any EventLog) {
        self.log = log
    }

    /// Listens for a while.
    ///
    /// - Throws: `SearchBusError` where the broker does not answer.
    func collect(
        expecting names: Set<String>,
        on machine: String? = nil,
        for time: Duration
    ) async throws -> ProcessBoard {
        let subscription = try await log.subscribe(to: [TopicPrefix(.status)], after: .zero)
        _ = try await log.cursor(of: "searchbus")
        let end = Task {
            try? await Task.sleep(for: time)
            subscription.cancel()
        }
        defer { end.cancel() }
        var board = StatusReport.board(of: names, on: machine)
        while names.isEmpty || machine != nil || names.contains(where: { board.own($0) == nil }) {
            do {
                for event in try await subscription.next() { board.received(event, at: .now) }
            } catch is CancellationError {
                break
            } catch let error as SearchBusError where [.trimmed, .diverged].contains(error.code) {
                continue
            }
        }
        return board
    }
}
