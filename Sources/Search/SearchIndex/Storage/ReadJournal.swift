// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Wire

/// Notes which indexes a process reads, so that those it died in are checked before they are read again.
///
/// A mapped file that is truncated, or that the disk cannot read, ends the process that reads it (SIGBUS). The notes are numbers in a
/// small mapped file, which outlives the process: a note is a store to memory. It may be used from any thread, by one process.
public final class ReadJournal: Sendable {
    /// How many reads are noted at once; further ones are not.
    private static let slotCount = 64

    /// The hash of the index that each slot's read is of; 0 where it is free.
    private nonisolated(unsafe) let slots: UnsafeMutablePointer<UInt64>
    private let free = Mutex(Array(0..<ReadJournal.slotCount))
    /// The hashes of the indexes that the process before has died in.
    private let suspects: Mutex<Set<UInt64>>
    /// The versions that were checked and found to be damaged.
    private let damaged = Mutex<[String: (version: FileIdentity, error: SearchBusError)]>([:])

    /// Opens the journal of a process; indexes that the process before was reading when it ended are suspect.
    ///
    /// - Throws: `SearchBusError.dataDirectoryUnusable` where the file cannot be written to.
    public init(path: String) throws {
        let size = ReadJournal.slotCount * MemoryLayout<UInt64>.stride
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0,
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { throw SearchBusError(.dataDirectoryUnusable, "The file \(path) cannot be written to.") }
        slots = memory.bindMemory(to: UInt64.self, capacity: ReadJournal.slotCount)
        let all = UnsafeMutableBufferPointer(start: slots, count: ReadJournal.slotCount)
        suspects = Mutex(Set(all).subtracting([0]))
        all.update(repeating: 0)
    }

    deinit { munmap(slots, ReadJournal.slotCount * MemoryLayout<UInt64>.stride) }

    private static func hash(_ index: String) -> UInt64 { max(1, Array(index.utf8).withUnsafeBytes(Checksum.of)) }

    func reading<Value>(_ index: String, _ body: () throws -> Value) rethrows -> Value {
        guard let slot = free.withLock({ $0.popLast() }) else { return try body() }
        slots[slot] = ReadJournal.hash(index)
        defer {
            slots[slot] = 0
            free.withLock { $0.append(slot) }
        }
        return try body()
    }

    /// Whether the process before has died while it read an index, whose files were not checked since.
    func isSuspect(_ index: String) -> Bool { suspects.withLock { $0.contains(ReadJournal.hash(index)) } }

    func noteSound(_ index: String) { suspects.withLock { _ = $0.remove(ReadJournal.hash(index)) } }

    func noteDamage(_ error: SearchBusError, of index: String, version: FileIdentity) {
        damaged.withLock { $0[index] = (version, error) }
    }

    /// What is wrong with a version of an index that was checked; `nil` where that is not known.
    func damage(of index: String, version: FileIdentity) -> SearchBusError? {
        damaged.withLock { $0[index].flatMap { $0.version == version ? $0.error : nil } }
    }
}
