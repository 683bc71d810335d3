// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
    /// - Parameters:
    ///   - names: Whom to wait for; with nobody named, the whole time is listened.
    ///   - time: How long to listen at the most.
    /// - Returns: What each process said, by name.
    /// - Throws: `SearchBusError` where the broker does not answer.
    func collect(expecting names: Set<String>, for time: Duration) async throws -> [String: JSON] {
        let subscription = try await log.subscribe(to: [TopicPrefix(.status)], after: .zero)
        _ = try await log.cursor(of: "searchbus")
        let end = Task {
            try? await Task.sleep(for: time)
            subscription.cancel()
        }
        defer { end.cancel() }
        var heard: [String: JSON] = [:]
        while names.isEmpty || !names.isSubset(of: heard.keys) {
            do {
                for event in try await subscription.next() {
                    if let data = try? event.data() { heard[event.topic.component] = data }
                }
            } catch is CancellationError {
                break
            } catch let error as SearchBusError where [.trimmed, .diverged].contains(error.code) {
                continue
            }
        }
        return heard
    }
}
