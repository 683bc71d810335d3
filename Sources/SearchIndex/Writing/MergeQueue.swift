// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Synchronization

/// The merges of a process that are made beside changes: one at a time for an index.
///
/// A merge that is made becomes part of the next version that a writer of this process makes, or of one for its own sake where no
/// writer changes the index. Of several processes one merges.
final class MergeQueue: Sendable {
    /// The merges of this process.
    static let shared = MergeQueue()
    /// The file that is locked by who merges.
    static let lockFile = "merging"

    /// A merge of an index, under way or made.
    private struct Entry {
        let inputs: Set<String>
        let lock: MergeLock
        let done: DispatchGroup
        var isRunning = true
        var outcome: BackgroundMerge.Outcome?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// The files of an index's segments that are being merged by this process, or are merged.
    func inputs(_ folder: IndexFolder) -> Set<String> { entries.withLock { $0[folder.path]?.inputs ?? [] } }

    /// Begins what is due in a version that is now in use, unless a merge of the index is under way.
    func begin(_ version: Manifest, _ directory: IndexDirectory, _ folder: IndexFolder) {
        guard let range = Compaction.next(version.parts) else { return }
        let merge = BackgroundMerge(folder: folder, version: version, range: range)
        let isBegun = entries.withLock { entries in
            guard entries[folder.path] == nil, let lock = MergeLock(folder) else { return false }
            let done = DispatchGroup()
            done.enter()
            entries[folder.path] = Entry(inputs: Set(merge.inputs), lock: lock, done: done)
            return true
        }
        guard isBegun else { return }
        Thread.detachNewThread { [self] in
            #if os(Linux)
                // Of this thread alone: searches and changes come first.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            #endif
            run(merge, directory)
        }
    }

    private func run(_ merge: BackgroundMerge, _ directory: IndexDirectory) {
        let path = merge.folder.path
        let done = entries.withLock { $0[path]?.done }
        defer { done?.leave() }
        guard let outcome = try? merge.run() else {
            drop(merge.folder)
            // A change may have removed files before they were opened.
            if let now = try? merge.folder.manifest(), now != merge.version { begin(now, directory, merge.folder) }
            return
        }
        entries.withLock { $0[path]?.outcome = outcome }
        bringIn(directory, merge.folder)
        entries.withLock { entries in
            if entries[path]?.done === done { entries[path]?.isRunning = false }
        }
    }

    /// Makes a version of what is merged, unless a writer is at work, who does it with the next change or when he leaves.
    func bringIn(_ directory: IndexDirectory, _ folder: IndexFolder) {
        guard entries.withLock({ $0[folder.path]?.outcome != nil }) else { return }
        // Where this fails the next change tries again, or begins the merge anew.
        try? IndexWriter(directory: directory, name: folder.name).publishMerge()
    }

    /// Ends a merge: its files are part of a version by now, or of none.
    func drop(_ folder: IndexFolder) { entries.withLock { $0.removeValue(forKey: folder.path) }?.lock.release() }

    /// Takes what is merged into a version, which is then to be published; the same version where nothing is.
    ///
    /// Only who has the right to change the index may ask.
    func taken(into version: Manifest, _ folder: IndexFolder) -> Manifest {
        guard let outcome = entries.withLock({ $0[folder.path]?.outcome }) else { return version }
        defer { drop(folder) }
        // No change fails for a merge, which can be made again.
        if let next = try? outcome.applied(to: version, in: folder) { return next }
        for file in outcome.files { unlink(folder.file(file)) }
        return version
    }

    /// Waits until no merge of an index is under way.
    func wait(for folder: IndexFolder) {
        func running() -> DispatchGroup? {
            entries.withLock { entries in entries[folder.path].flatMap { $0.isRunning ? $0.done : nil } }
        }
        while let done = running() { done.wait() }
    }
}

/// The right to merge segments of an index beside changes, of one process at a time.
///
/// While somebody has it, files of merges are no leftovers. The system takes it back when the process ends.
struct MergeLock: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Takes the right; `nil` where another has it.
    init?(_ folder: IndexFolder) {
        path = folder.file(MergeQueue.lockFile)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    /// Gives the right back.
    func release() {
        unlink(path)
        close(descriptor)
    }
}
