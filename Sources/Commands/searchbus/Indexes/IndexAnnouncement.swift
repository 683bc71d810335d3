// SPDX-License-Identifier: MIT

import Bus
import SearchIndex
import Supervisor
import Wire

/// Tells a running app that an index has changed, so that its live searches run again.
struct IndexAnnouncement: Sendable {
    /// How long the broker may take to answer; the index has changed already, whatever comes of this.
    private static let patience: Duration = .seconds(3)

    let index: String
    let generation: Int
    let records: Int

    init(_ summary: IndexSummary) {
        index = summary.name
        generation = summary.generation
        records = summary.recordCount
    }

    init(deleted summary: IndexSummary) {
        index = summary.name
        generation = summary.generation + 1
        records = 0
    }

    /// The event.
    ///
    /// - Throws: `SearchBusError` for an invalid name of an index.
    func draft(id: String) throws -> EventDraft {
        try IndexChange(of: index, generation: generation, records: records).draft(id: id, source: "/searchbus")
    }

    /// Appends the event where a broker runs; one that ought to run and does not answer is spoken of.
    func send(to location: AppLocation) {
        guard location.hasSocket || location.isSupervised else { return }
        let announcement = self
        AsyncWork.run {
            do {
                let client = try location.connect(timeout: Self.patience)
                defer { client.close() }
                _ = try await client.append([announcement.draft(id: Identifier.make())])
            } catch {
                // Without a supervisor the socket is only what a broker left behind.
                guard SupervisorState.running(in: location.runtime) != nil else { return }
                Terminal.error.print("The running app could not be notified; its next searches use the index anyway.")
            }
        }
    }
}
