// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire

/// Finds an event that kills the process each time a component folds it.
///
/// A few numbers in a small mapped file outlive the process: which event of which log was being folded, by which component,
/// how often a process died over it, and which events were skipped for that. A note is a few stores to memory, so it is
/// free; the file needs no disk, for it only has to outlive a process. Belongs to the task of the host.
///
/// A process that was killed from outside says little about the event that it had at hand, and a skipped event is lost. So it takes
/// three failures of the process itself, or ten kills: the system may have killed it for the memory that the event takes.
public final class CrashJournal {
    /// What is known of the process before this one.
    public struct Predecessor: Sendable {
        let journalPath: String
        let hasFailed: Bool

        /// - Parameters:
        ///   - journalPath: The file that it has left.
        ///   - hasFailed: Whether it ended by itself, or hung; an unknown end counts as a kill from outside.
        public init(
            journalPath: String,
            hasFailed: Bool = Executable.variable(Executable.failureVariable) != nil
        ) {
            (self.journalPath, self.hasFailed) = (journalPath, hasFailed)
        }
    }

    /// How much a failure and a kill count, and from which sum on an event is skipped.
    private static let weights: (failure: UInt64, kill: UInt64, limit: UInt64) = (10, 3, 30)
    /// Why an event is skipped.
    public static let reason = "The process ended each time it worked on it."
    /// How many skipped events are remembered: those that may come again, because a cursor stays before them or
    /// the turn that sets them aside has another one in it that kills.
    private static let memory = 16

    package struct Note: Hashable {
        var sequence: UInt64 = 0
        var component: UInt64 = 0
        var epoch: UInt64 = 0
    }

    /// The file: what is being folded, what a process has died over, and how often.
    private struct Cells {
        var folding = Note()
        var suspect = Note()
        /// The weight of these deaths.
        var deaths: UInt64 = 0
        /// How many events were skipped since the file was created.
        var count: UInt64 = 0
    }

    /// Behind the cells and the list one more note: what is worked on beside the thread of the host.
    private static let size = MemoryLayout<Cells>.stride + (memory + 1) * MemoryLayout<Note>.stride

    private let cells: UnsafeMutablePointer<Cells>
    private let aside: UnsafeMutablePointer<Note>
    /// The skipped events; a snapshot of the file, which does not change while the process lives.
    private let condemned: Set<Note>
    /// What the last process died over, if it did.
    private let suspect: Note?

    /// Opens the journal of a process, and counts the end of the last one if it was folding.
    ///
    /// - Throws: `SearchBusError` where the runtime directory cannot be written to.
    public init(after predecessor: Predecessor) throws {
        let path = predecessor.journalPath
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        // A write to memory without a block on the disk would end the process with SIGBUS.
        let number = descriptor >= 0 ? posix_fallocate(descriptor, 0, off_t(Self.size)) : errno
        guard number == 0,
            let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else {
            let reason = String(cString: strerror(number == 0 ? errno : number))
            throw SearchBusError(
                number == ENOSPC ? .storageFull : .storageFailed,
                "The file \(path) cannot be written: \(reason)."
            )
        }
        cells = memory.bindMemory(to: Cells.self, capacity: 1)
        let list = (memory + MemoryLayout<Cells>.stride).bindMemory(to: Note.self, capacity: Self.memory)
        aside = list + Self.memory
        // Work beside the thread of the host takes long, folding a moment.
        let last = aside.pointee.sequence != 0 ? aside.pointee : cells.pointee.folding
        suspect = last.sequence != 0 ? last : nil
        if let suspect {
            let weight = predecessor.hasFailed ? Self.weights.failure : Self.weights.kill
            let isSame = cells.pointee.suspect == suspect
            cells.pointee.deaths = isSame ? cells.pointee.deaths &+ weight : weight
            cells.pointee.suspect = suspect
            (cells.pointee.folding, aside.pointee) = (Note(), Note())
            if cells.pointee.deaths >= Self.weights.limit {
                list[Int(cells.pointee.count % UInt64(Self.memory))] = cells.pointee.suspect
                (cells.pointee.suspect, cells.pointee.deaths) = (Note(), 0)
                cells.pointee.count &+= 1
            }
        }
        condemned = Set(UnsafeBufferPointer(start: list, count: Self.memory)).subtracting([Note()])
    }

    deinit { munmap(cells, Self.size) }

    /// Whether processes have died too often over the event in this component.
    package func mustSetAside(_ note: Note) -> Bool { condemned.contains(note) }

    /// Whether the last process died over the event, or over others that it was folded together with.
    package func isSuspect(_ note: Note) -> Bool { suspect == note }

    package func begin(_ note: Note) { cells.pointee.folding = note }

    package func end() { cells.pointee.folding = Note() }

    /// Work for an event that a process does beside the thread of its host, as the journal sees it.
    ///
    /// It may be used from any thread; of a process one such work runs at a time.
    public final class Aside: @unchecked Sendable {
        /// The work that the current task is for; `nil` where nothing is noted.
        @TaskLocal public static var current: Aside?

        private let journal: CrashJournal
        private let note: Note

        fileprivate init(_ journal: CrashJournal, _ note: Note) { (self.journal, self.note) = (journal, note) }

        public func begin() { journal.aside.pointee = note }

        public func end() { journal.aside.pointee = Note() }
    }

    /// The work for an event beside the thread of the host.
    package func aside(_ note: Note) -> Aside { Aside(self, note) }

    /// What stands for an event in a component.
    package func note(of event: Event, in component: String) -> Note {
        Note(
            sequence: event.sequence.rawValue,
            component: Digest.number(of: component.utf8),
            epoch: Digest.number(of: event.epoch.utf8)
        )
    }
}
