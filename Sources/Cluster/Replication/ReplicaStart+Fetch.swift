// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import Runtime
import Wire

extension ReplicaStart {
    /// The folder, in the data directory, in which copies grow until they are whole.
    private static let arrivals = "arriving"
    private static let log = "log.sqlite"
    /// What the folder is called, behind what all such have in common, of a log that most machines have otherwise: the last one.
    private static let outvoted = "outvoted"
    /// The same for a log that was replaced because the entries after it were removed; this, too, may happen repeatedly.
    private static let replica = "replica"

    /// Sees to it that the data directory has a log with which the journal can be followed.
    ///
    /// The caller holds the data directory.
    ///
    /// - Parameters:
    ///   - data: The data directory.
    ///   - journal: The journal.
    ///   - machine: What this machine is called.
    /// - Throws: `SearchBusError` with `trimmed` where there is nothing to begin with, `journal-unavailable`, `log-corrupt`,
    ///   `storage-full`, `storage-failed`; then the log is unchanged.
    static func prepare(_ data: String, for journal: any MessageOrder, on machine: String? = Machine.name) throws {
        let found = try found(in: data, epoch: journal.epoch)
        let reach = try journal.reach()
        if let machine, found == .nothing || found == .outvoted {
            // Others continue with its entries only if they have the same.
            try journal.copies?.noteGivenUp(journal.epoch, on: machine)
        }
        var refused: Set<String> = []
        while true {
            // Who has the log needs no copy to begin.
            let start = try ReplicaStart(found, reach: reach) {
                let copies = try journal.copies?.all(of: journal.epoch) ?? []
                return choice(of: copies.filter { !refused.contains($0.id) }, for: found, reach, on: machine)
            }
            if start == .beginAnew {
                try putAside(data, nil, replacing: found, as: outvoted)
                Executable.warn(
                    """
                    The log is replaced, since it differs from that of most machines; the previous one is in \
                    \(RestoreJournal.asidePrefix)\(outvoted)
                    """
                )
            }
            guard case .fetch(let copy) = start, let copies = journal.copies else { return clear(data, but: nil) }
            Executable.warn(
                "The log begins with a snapshot of \(copy.size >> 20) MiB (\(copy.origin)), at entry \(copy.place.rawValue)"
            )
            if try arrive(copy, from: copies, epoch: journal.epoch, in: data, replacing: found) { return }
            Executable.warn("That copy is of a log that most machines have otherwise, and is passed over")
            refused.insert(copy.id)
        }
    }

    private static func found(in data: String, epoch: String) throws -> Found {
        guard let log = try ReplicaLog(path: "\(data)/\(Self.log)") else { return .nothing }
        guard log.epoch == epoch else { return .other }
        if log.isOutvoted { return .outvoted }
        guard let place = log.place else { return log.head == .zero ? .nothing : .origin }
        // An empty log has nothing that the journal or a snapshot lacks.
        return place == .zero && log.head == .zero ? .nothing : .replica(at: place)
    }

    /// Fetches a copy, and puts it into place; answers whether it is of any use.
    private static func arrive(
        _ copy: StoredCopy,
        from copies: any CopyStore,
        epoch: String,
        in data: String,
        replacing found: Found
    ) throws -> Bool {
        let folder = "\(data)/\(arrivals)"
        clear(data, but: copy.id)
        if access(folder, F_OK) != 0 { try Files.makeDirectory(folder) }
        let path = "\(folder)/\(copy.id)"
        try copies.fetch(copy, to: path)
        let isOfUse: Bool
        do {
            isOfUse = try check(path, copy, epoch)
        } catch {
            // It would be found damaged at every attempt.
            clear(data, but: nil)
            throw error
        }
        guard isOfUse else {
            clear(data, but: nil)
            return false
        }
        let stage = "\(data)/\(RestoreJournal.stage)"
        try? FileManager.default.removeItem(atPath: stage)
        try Files.makeDirectory(stage)
        guard rename(path, "\(stage)/\(log)") == 0 else {
            throw SearchBusError(.storageFailed, "Cannot move \(stage)/\(log) to its path.")
        }
        try putAside(data, log, replacing: found, as: fixedName(found) ?? copy.id)
        clear(data, but: nil)
        return true
    }

    /// What the folder is called of a log that may give way again and again: only the last one is kept.
    private static func fixedName(_ found: Found) -> String? {
        switch found {
        case .outvoted: outvoted
        case .replica: replica
        case .nothing, .origin, .other: nil
        }
    }

    /// Puts what there is of the log into a folder, and a file that lies in the stage, or none, in its place.
    private static func putAside(_ data: String, _ incoming: String?, replacing found: Found, as name: String) throws {
        let aside = RestoreJournal.asidePrefix + name
        if fixedName(found) != nil { try? FileManager.default.removeItem(atPath: "\(data)/\(aside)") }
        let files = ["\(log)-wal", "\(log)-shm", "\(log)-places"] + (incoming == nil ? [log] : [])
        let journal = RestoreJournal(
            incoming: incoming.map { [$0] } ?? [],
            outgoing: files.filter { access("\(data)/\($0)", F_OK) == 0 },
            aside: aside
        )
        try journal.carryOut(in: data)
        if found == .nothing { try? FileManager.default.removeItem(atPath: "\(data)/\(aside)") }
        // A folder in which nothing is says nothing.
        rmdir("\(data)/\(aside)")
    }

    /// Reads all of a copy, and looks whether it is what it is said to be.
    ///
    /// - Returns: Whether it can be continued: the logs of most nodes may have differed when it was made.
    private static func check(_ path: String, _ copy: StoredCopy, _ epoch: String) throws -> Bool {
        let facts = try LogVerification.run(path: path)
        guard facts.epoch == epoch, let log = try ReplicaLog(path: path), log.place == copy.place else {
            throw SearchBusError(.logCorrupt, "The copy \(copy.id) of the log is not the one that it is said to be.")
        }
        return log.copyPlace(of: epoch) != nil
    }

    /// Removes leftovers of earlier attempts, except those of the snapshot to continue.
    private static func clear(_ data: String, but id: String?) {
        let folder = "\(data)/\(arrivals)"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name != id {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }
}
