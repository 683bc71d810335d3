// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Wire

/// The merges of a process that are made beside changes: one at a time for an index.
///
/// A merge that is made becomes part of the next version that a writer of this process makes, or of one for its own sake where no
/// writer changes the index. One that fails is repeated with a growing delay. Of several processes one merges.
final class MergeQueue: Sendable {
    /// Calls a closure after a delay.
    typealias Schedule = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    /// The file that is locked by who merges.
    static let lockFile = "merging"
    /// How long the first repetition of a failed merge waits, and any at most.
    private static let firstDelay = 1
    private static let maxDelay = 300

    /// A merge of an index, running or finished.
    private struct Entry {
        let inputs: Set<String>
        let lock: MergeLock
        let done: DispatchGroup
        var isRunning = true
        var outcome: BackgroundMerge.Outcome?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var failures: [String: IndexMergeFailure] = [:]
        /// The indexes whose next attempt is scheduled.
        var waiting: Set<String> = []
        var observer: (@Sendable (String, IndexMergeFailure?) -> Void)?
    }

    private let state = Mutex(State())
    private let schedule: Schedule

    init(schedule: @escaping Schedule = MergeQueue.later) { self.schedule = schedule }

    private static let later: Schedule = { delay, body in
        DispatchQueue.global(qos: .utility)
            .asyncAfter(deadline: .now() + .seconds(Int(delay.components.seconds)), execute: body)
    }

    /// The indexes whose merges fail, by name.
    var failures: [IndexMergeFailure] { state.withLock { $0.failures.values.sorted { $0.index < $1.index } } }

    /// Sets what is called when merges of an index begin to fail, fail again or no longer do.
    func observe(_ observer: @escaping @Sendable (String, IndexMergeFailure?) -> Void) {
        state.withLock { $0.observer = observer }
    }

    /// The files of an index's segments that are being merged by this process, or are merged.
    func inputs(_ folder: IndexFolder) -> Set<String> { state.withLock { $0.entries[folder.path]?.inputs ?? [] } }

    // MARK: - Merging

    /// Begins what is due in a version that is now in use, unless a merge of the index is running or waits to be repeated.
    func begin(_ version: Manifest, _ folder: IndexFolder) {
        guard !version.isOutdated else { return }
        let limit = folder.environment.maxSegmentBytes
        guard let range = Compaction.next(version.parts, limit: limit) else { return resolve(folder) }
        let merge = BackgroundMerge(folder: folder, version: version, range: range)
        let isBegun = state.withLock { state in
            guard state.entries[folder.path] == nil, !state.waiting.contains(folder.path),
                let lock = MergeLock(folder)
            else { return false }
            let done = DispatchGroup()
            done.enter()
            state.entries[folder.path] = Entry(inputs: Set(merge.inputs), lock: lock, done: done)
            return true
        }
        guard isBegun else { return }
        Thread.detachNewThread { [self] in
            #if os(Linux)
                // Of this thread alone: searches and changes come first.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            #endif
            run(merge)
        }
    }

    private func run(_ merge: BackgroundMerge) {
        let path = merge.folder.path
        let done = state.withLock { $0.entries[path]?.done }
        defer { done?.leave() }
        do {
            let outcome = try merge.run()
            state.withLock { $0.entries[path]?.outcome = outcome }
        } catch {
            drop(merge.folder)
            let now = try? merge.folder.manifest()
            // A change may have removed files before they were opened: a segment, or the list of its deleted rows.
            let isOutdated = now.map { !merge.parts.allSatisfy($0.parts.contains) } ?? false
            if isOutdated, let now { begin(now, merge.folder) } else { fail(error, merge.folder) }
            return
        }
        bringIn(merge.folder)
        state.withLock { state in
            if state.entries[path]?.done === done { state.entries[path]?.isRunning = false }
        }
    }

    /// Makes a version of what is merged, unless a writer is at work, who does it with the next change or when he leaves.
    func bringIn(_ folder: IndexFolder) {
        guard state.withLock({ $0.entries[folder.path]?.outcome != nil }) else { return }
        do {
            try IndexWriter(directory: folder.directory, name: folder.name).publishMerge()
        } catch let error as SearchBusError where error.code == .busy {
            return
        } catch {
            fail(error, folder)
        }
    }

    /// Ends a merge: its files are part of a version by now, or of none.
    func drop(_ folder: IndexFolder) {
        state.withLock { $0.entries.removeValue(forKey: folder.path) }?.lock.release()
    }

    /// Takes what is merged into a version, which is then to be published; the same version where nothing is.
    ///
    /// Only who has the right to change the index may ask.
    func taken(into version: Manifest, _ folder: IndexFolder) -> Manifest {
        guard let outcome = state.withLock({ $0.entries[folder.path]?.outcome }) else { return version }
        defer { drop(folder) }
        // No change fails for a merge, which can be made again.
        do {
            if let next = try outcome.applied(to: version, in: folder) {
                resolve(folder)
                return next
            }
        } catch { fail(error, folder) }
        for file in outcome.files { folder.disk.remove(folder.file(file)) }
        return version
    }

    func wait(for folder: IndexFolder) {
        func running() -> DispatchGroup? {
            state.withLock { state in state.entries[folder.path].flatMap { $0.isRunning ? $0.done : nil } }
        }
        while let done = running() { done.wait() }
    }

    // MARK: - Failures

    /// Notes that a merge has failed, and schedules the next attempt.
    private func fail(_ error: any Error, _ folder: IndexFolder) {
        let known = error as? SearchBusError ?? SearchBusError(.storageFailed, "Index `\(folder.name)`: \(error).")
        let (failure, isScheduled, observer) = state.withLock { state in
            var failure =
                state.failures[folder.path]
                ?? IndexMergeFailure(index: folder.name, error: known, count: 0, since: Date())
            (failure.error, failure.count) = (known, failure.count + 1)
            state.failures[folder.path] = failure
            return (failure, state.waiting.insert(folder.path).inserted, state.observer)
        }
        observer?(folder.name, failure)
        guard isScheduled else { return }
        let delay = min(MergeQueue.maxDelay, MergeQueue.firstDelay << min(failure.count - 1, 16))
        schedule(.seconds(delay)) { [self] in retry(folder) }
    }

    private func retry(_ folder: IndexFolder) {
        state.withLock { _ = $0.waiting.remove(folder.path) }
        bringIn(folder)
        do {
            if let version = try folder.manifest() { begin(version, folder) } else { resolve(folder) }
        } catch { fail(error, folder) }
    }

    private func resolve(_ folder: IndexFolder) {
        let (failure, observer) = state.withLock { ($0.failures.removeValue(forKey: folder.path), $0.observer) }
        if failure != nil { observer?(folder.name, nil) }
    }
}
