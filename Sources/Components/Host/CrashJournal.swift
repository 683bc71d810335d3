// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Glibc
import Wire

/// Finds an event that kills the process each time a component folds it.
///
/// A few numbers in a small mapped file outlive the process: which event of which log was being folded, by which component,
/// and how often a process died over it. A note is a few stores to memory, so it is free; the file needs no disk, for it
/// only has to outlive a process. Belongs to the task of the host.
public final class CrashJournal {
    /// After how many deaths an event is set aside.
    public static let limit = 3

    /// What was being folded.
    private struct Note: Hashable {
        var sequence: UInt64 = 0
        var component: UInt64 = 0
        var epoch: UInt64 = 0
    }

    /// The file: what is being folded, what a process has died over, and how often.
    private struct Cells {
        var folding = Note()
        var suspect = Note()
        var deaths: UInt64 = 0
    }

    private let cells: UnsafeMutablePointer<Cells>
    private let suspect: Note
    private let deaths: UInt64

    /// Opens the journal of a process, and counts a death if the last one died while folding.
    ///
    /// - Throws: `SearchBusError` where the runtime directory cannot be written to.
    public init(path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        let size = MemoryLayout<Cells>.size
        guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0,
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { throw SearchBusError(.dataDirectoryUnusable, "The file \(path) cannot be written to.") }
        cells = memory.bindMemory(to: Cells.self, capacity: 1)
        if cells.pointee.folding.sequence != 0 {
            let isSame = cells.pointee.suspect == cells.pointee.folding
            cells.pointee.deaths = isSame ? cells.pointee.deaths &+ 1 : 1
            cells.pointee.suspect = cells.pointee.folding
            cells.pointee.folding = Note()
        }
        suspect = cells.pointee.suspect
        deaths = cells.pointee.deaths
    }

    deinit { munmap(cells, MemoryLayout<Cells>.size) }

    /// Whether processes have died too often over the event in this component.
    func mustSetAside(_ event: Event, by component: String) -> Bool {
        deaths >= Self.limit && note(event, component) == suspect
    }

    /// Notes what is about to be folded.
    func begin(_ event: Event, by component: String) { cells.pointee.folding = note(event, component) }

    /// Notes that it was survived.
    func end() { cells.pointee.folding = Note() }

    private func note(_ event: Event, _ component: String) -> Note {
        Note(sequence: event.sequence.rawValue, component: Digest.number(of: component.utf8), epoch: Digest.number(of: event.epoch.utf8))
    }
}
