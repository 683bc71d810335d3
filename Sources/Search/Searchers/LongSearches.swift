// SPDX-License-Identifier: MIT

import Components
import Wire

/// Runs long searches beside the thread of their process, one at a time, in turns between callers.
///
/// A search begins on the thread of its process with a small budget. If that is not enough it is restarted here, with the
/// budget of a whole search. So the thread of the process answers quick searches and reports the process's status meanwhile, and
/// a caller with many long searches delays long ones of another caller by one search each. It may be used from any task.
final class LongSearches: Sendable {
    /// The maximum number of searches of one caller that wait.
    static let maxWaitingPerCaller = 64
    /// The maximum number of searches that wait.
    static let maxWaiting = 1_024

    let turns = Turns<String>(
        running: (1, 1),
        waiting: (LongSearches.maxWaiting, LongSearches.maxWaitingPerCaller)
    )

    /// Whether a search of a caller runs or waits.
    func isBusy(with caller: String) -> Bool { turns.isBusy(with: caller) }

    /// Runs a search when it is the caller's turn.
    ///
    /// - Throws: `SearchBusError` with `busy` where too many wait, `cancelled` where the task was before the search began.
    func run<Value>(for caller: String, _ search: () -> Value) async throws(SearchBusError) -> Value {
        do {
            return try await turns.run(for: caller) {
                let journal = CrashJournal.Aside.current
                journal?.begin()
                defer { journal?.end() }
                return search()
            }
        } catch is Turns<String>.Refusal {
            throw SearchBusError(.busy, "Too many long searches of this caller wait already.")
        } catch {
            throw SearchBusError(.cancelled, "The search was cancelled.")
        }
    }
}
