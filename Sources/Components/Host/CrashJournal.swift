// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Glibc
import Synchronization
import Wire

/// Finds an event that kills the process each time it is folded.
///
/// Two numbers in a small mapped file outlive the process: the sequence that is being folded and how often a process died
/// over it. A note is two stores to memory, so it is free; the file needs no disk, for it only has to outlive a process.
public final class CrashJournal: Sendable {
    /// After how many deaths an event is set aside.
    private static let limit: UInt64 = 3

    private nonisolated(unsafe) let cells: UnsafeMutablePointer<UInt64>
    private let suspect: SequenceNumber
    private let deaths: UInt64

    /// Opens the journal of a component, and counts a death if the last process died while folding.
    ///
    /// - Throws: `SearchBusError` where the runtime directory cannot be written to.
    public init(path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let size = 3 * MemoryLayout<UInt64>.size
        guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0,
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { throw SearchBusError(.dataDirectoryUnusable, "The file \(path) cannot be written to.") }
        close(descriptor)
        cells = memory.bindMemory(to: UInt64.self, capacity: 3)
        let folding = cells[0]
        if folding != 0 {
            cells[2] = cells[1] == folding ? cells[2] + 1 : 1
            cells[1] = folding
            cells[0] = 0
        }
        suspect = SequenceNumber(rawValue: cells[1])
        deaths = cells[2]
    }

    deinit { munmap(cells, 3 * MemoryLayout<UInt64>.size) }

    /// Whether the process has died over the event too often.
    package func mustSetAside(_ sequence: SequenceNumber) -> Bool {
        deaths >= Self.limit && sequence == suspect
    }

    /// Notes what is about to be folded.
    package func note(_ sequence: SequenceNumber) { cells[0] = sequence.rawValue }

    /// Notes that the turn was survived.
    package func clear() { cells[0] = 0 }
}
