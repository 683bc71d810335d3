// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import JetStream
import Runtime
import SearchIndex
import Wire

/// Keeps the indexes of a machine the same as those of the other machines of a cluster; belongs to one thread.
///
/// A version is put among the files of the cluster as a list of files, of which those that an earlier version had are there
/// already. A node fetches only the parts that it lacks.
final class IndexShare {
    /// The delay before an index is uploaded again, in relation to the upload's time, and its maximum.
    private static let (rest, longestRest): (Int, Duration) = (10, .seconds(30))
    /// How many versions of an index are kept: one more than the newest, for those who are fetching it.
    private static let kept = 2
    private static let leaving = "leaving"
    private static let arriving = "arriving-indexes"

    private let files: FileStream
    private let data: String
    private let machine: String
    private let directory: IndexDirectory
    private var records: IndexRecords
    /// One that changes still is left until it does not, or has done so for long.
    private var changing = ChangingIndexes()
    /// The newest version of each index among the files of the cluster, when the number of the last file was that.
    private var shared: (last: UInt64?, newest: [String: FileManifest]) = (nil, [:])
    private var restsUntil: [String: ContinuousClock.Instant] = [:]
    private var failed = FailedFetches()
    /// The indexes of which others have a newer version.
    private(set) var behind: [String: NewerVersion]

    init(_ files: FileStream, data: String, machine: String) {
        (self.files, self.data, self.machine) = (files, data, machine)
        directory = IndexDirectory(path: "\(data)/indexes")
        records = IndexRecords(data: data, stream: files.stream)
        behind = directory.newerVersions()
    }

    /// One round over all indexes; where one cannot be shared, the others are.
    ///
    /// - Parameters:
    ///   - check: Is asked now and then; where it throws, the rest is left.
    ///   - onChange: Called for each index that was replaced by a version of another node.
    ///   - onBehind: Called repeatedly with the indexes of which others have a newer version.
    /// - Throws: `SearchBusError`, and what `check` throws.
    func keep(
        check: () throws -> Void,
        onChange: (IndexChange) -> Void,
        onBehind: ([String: NewerVersion]) -> Void
    ) throws {
        let local = try directory.list().filter(\.isReadable)
        let last = try files.lastNumber()
        if last != shared.last {
            shared = (last, Dictionary(try files.list(.index).map { ($0.key.name, $0) }) { $1 })
            try sweepDeletions()
        }
        var failure: (any Error)?
        let summaries = Dictionary(local.map { ($0.name, $0) }) { first, _ in first }
        let names = Set(summaries.keys).union(shared.newest.keys).union(records.known.keys).union(behind.keys)
            .filter(IndexDirectory.isValid)
        // All are noted before the first is fetched, which may take long: an indexer that takes over waits for them.
        do { try noteNewer(names, summaries) } catch { failure = error }
        // What is only to be deleted waits for nothing that is fetched.
        let deleted = names.filter { step($0, summaries[$0], shared.newest[$0]) == .delete }
        for name in deleted.sorted() + names.subtracting(deleted).sorted() {
            try check()
            let summary = summaries[name]
            do {
                try keep(name, summary, newest: shared.newest[name], check, onChange, onBehind)
            } catch let error as SearchBusError {
                failure = failure ?? error
            }
            changing.note(name, summary?.version, now: .now)
        }
        if let failure { throw failure }
    }

    private func keep(
        _ name: String,
        _ summary: IndexSummary?,
        newest: FileManifest?,
        _ check: () throws -> Void,
        _ onChange: (IndexChange) -> Void,
        _ onBehind: ([String: NewerVersion]) -> Void
    ) throws {
        defer { onBehind(behind) }
        let known = records.known[name]
        let local = summary?.version ?? deletion(of: name)
        let deletion = newest.flatMap { IndexDeletion($0.facts) }
        onBehind(behind)
        switch step(name, summary, newest) {
        case .nothing: if local == nil, known != nil, newest == nil { try records.note(name, nil) }
        case .put:
            if let summary {
                // All of its files are read to tell which version it is.
                guard isDue(summary) else { return }
                if let number = try newest.flatMap({ try self.number(of: summary, upTo: $0, known, check) }) {
                    try records.note(name, .init(version: summary.version, number: number))
                } else {
                    try put(summary, check)
                }
            } else if let local {
                try putDeletion(of: name, local)
            }
        case .fetch:
            guard let newest else { return }
            if let summary, try isSame(summary, as: newest) {
                try records.note(name, .init(version: summary.version, number: newest.number))
            } else {
                guard let summary = try fetchWhenRested(newest, replacing: local, check) else { return }
                onChange(try IndexChange(of: name, generation: summary.generation, records: summary.recordCount))
            }
            try note(newer: nil, of: name)
        case .delete:
            guard let newest, let deletion else { return }
            if summary != nil {
                let writer = try IndexWriter(directory: directory, name: name)
                guard currentVersion(of: name) == local else { return }
                try withExtendedLifetime(writer) { try directory.remove(name) }
                Executable.warn("Index `\(name)` is deleted, as on \(deletion.origin)")
                onChange(try IndexChange(of: name, generation: 0, records: 0))
            } else if !directory.exists(name) {
                // An indexer that takes over is not to make it again from old writes.
                let writer = try IndexWriter(directory: directory, name: name)
                guard currentVersion(of: name) == local else { return }
                try withExtendedLifetime(writer) { try directory.noteDeletion(of: name) }
            }
            try records.note(name, .init(version: directory.deletion(of: name) ?? "", number: newest.number))
            try note(newer: nil, of: name)
        }
    }

    private func step(_ name: String, _ summary: IndexSummary?, _ newest: FileManifest?) -> IndexRule.Step {
        IndexRule.step(
            local: summary?.version ?? deletion(of: name),
            isDeleted: summary == nil,
            stamp: summary?.stamp,
            isImport: summary?.isImport ?? false,
            known: records.known[name],
            newest: newest.map { IndexRule.Newest($0) }
        )
    }

    /// Has it said of each index whether others have a newer one.
    private func noteNewer(_ names: Set<String>, _ summaries: [String: IndexSummary]) throws {
        for name in names {
            let newest = shared.newest[name]
            let step = step(name, summaries[name], newest)
            try note(newer: step == .fetch || step == .delete ? newest : nil, of: name)
        }
        try directory.noteLook()
    }

    /// The marker of an index's deletion; an index that no other node has is deleted without one.
    private func deletion(of name: String) -> String? {
        records.known[name] == nil ? nil : directory.deletion(of: name)
    }

    /// The current version of an index, which may have changed since the round began.
    private func currentVersion(of name: String) -> String? {
        guard let summary = try? directory.summary(of: name), summary.isReadable else { return deletion(of: name) }
        return summary.version
    }

    /// The number of the version that this machine has, where it put that there or fetched it and was ended before it noted so.
    ///
    /// What others have made since would otherwise give way to it.
    private func number(
        of summary: IndexSummary,
        upTo newest: FileManifest,
        _ known: IndexRule.Known?,
        _ check: () throws -> Void
    ) throws -> UInt64? {
        guard newest.number > known?.number ?? 0 else { return nil }
        if let arriving = records.arriving[summary.name] {
            let isInPlace = try withParts(of: summary.name, check) { parts, _ in
                IndexParts.checksum(of: parts) == arriving.checksum
            }
            if isInPlace { return arriving.number }
        }
        return try files.list(.index, name: summary.name).last { try isSame(summary, as: $0) }?.number
    }

    /// Calls with the files of an index, and the folder in which they are for as long.
    private func withParts<Value>(
        of name: String,
        _ check: () throws -> Void,
        _ body: ([IndexParts.Part], _ folder: String) throws -> Value
    ) throws -> Value {
        let folder = "\(data)/\(Self.leaving)"
        try? FileManager.default.removeItem(atPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Files that never change, under other names.
        _ = try directory.backUp(name, to: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let parts = try names.map { name in
            try check()
            let size = (try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? NSNumber)
            return IndexParts.Part(
                name: name,
                size: size?.intValue ?? 0,
                checksum: try FileStream.checksum(of: "\(folder)/\(name)")
            )
        }
        return try body(parts, folder)
    }

    /// Has searches of an index say that others have a newer one, for as long as that is so.
    private func note(newer manifest: FileManifest?, of name: String) throws {
        guard let manifest else {
            if behind.removeValue(forKey: name) != nil { try directory.note(newer: nil, of: name) }
            return
        }
        let origin = manifest.facts["origin"]?.string ?? "?"
        guard behind[name]?.origin != origin else { return }
        let version = NewerVersion(origin: origin, since: behind[name]?.since ?? "\(Timestamp.now())")
        behind[name] = version
        try directory.note(newer: version, of: name)
    }

    // MARK: Putting

    /// Whether an index has not changed since the last round, or has long enough, and was not put there just now.
    private func isDue(_ summary: IndexSummary) -> Bool {
        let now = ContinuousClock.now
        return changing.isDue(summary.name, summary.version, now: now)
            && restsUntil[summary.name].map { now >= $0 } ?? true
    }

    private func put(_ summary: IndexSummary, _ check: () throws -> Void) throws {
        let began = ContinuousClock.now
        let manifest = try withParts(of: summary.name, check) { parts, folder in
            try putMissing(parts, of: summary.name, in: folder, check)
            let origin = "\(machine), \(Timestamp.now())"
            // Where it has changed since it was looked at, it says too little, and is put there again.
            let version = IndexParts(
                parts: parts,
                records: summary.recordCount,
                origin: origin,
                stamp: summary.stamp
            )
            let key = try FileKey(.index, name: summary.name, id: Identifier.make(length: 20))
            let manifest = try files.put(version.facts, as: key)
            // Parts that another node removed, since no version had them until now.
            try putMissing(parts, of: summary.name, in: folder, check)
            return manifest
        }
        try records.note(summary.name, .init(version: summary.version, number: manifest.number))
        changing.notePut(summary.name)
        try removeOld(summary.name, keeping: Self.kept)
        restsUntil[summary.name] = .now + min((ContinuousClock.now - began) * Self.rest, Self.longestRest)
    }

    private func putMissing(
        _ parts: [IndexParts.Part],
        of index: String,
        in folder: String,
        _ check: () throws -> Void
    ) throws {
        for part in parts {
            let key = try FileKey(.part, name: index, id: part.checksum)
            guard try files.manifest(of: key) == nil else { continue }
            try files.put("\(folder)/\(part.name)", as: key, facts: JSONObject()) { _ in try check() }
        }
    }

    /// Puts there that an index was deleted on this machine.
    private func putDeletion(of name: String, _ local: String) throws {
        let now = Timestamp.now()
        let deletion = IndexDeletion(origin: "\(machine), \(now)", time: now.microseconds)
        let manifest = try files.put(
            deletion.facts,
            as: try FileKey(.index, name: name, id: Identifier.make(length: 20))
        )
        try records.note(name, .init(version: local, number: manifest.number))
        try removeOld(name, keeping: 1)
    }

    /// Removes markers of deletions that every node has received.
    private func sweepDeletions() throws {
        let now = Timestamp.now().microseconds
        for (name, manifest) in shared.newest where IndexDeletion(manifest.facts)?.isOver(at: now) == true {
            try files.remove(manifest.key)
            shared.newest[name] = nil
        }
    }

    /// Takes away older versions, and the files that only they had.
    private func removeOld(_ name: String, keeping count: Int) throws {
        let last = try files.lastNumber()
        let versions = try files.list(.index, name: name)
        for old in versions.dropLast(count) { try files.remove(old.key) }
        guard let oldest = versions.suffix(count).first else { return }
        let named = Set(versions.suffix(count).flatMap { IndexParts($0.facts)?.parts.map(\.checksum) ?? [] })
        // Newer parts may belong to a version that is being uploaded.
        for part in try files.list(.part, name: name) {
            guard part.number < oldest.number, !named.contains(part.key.id) else { continue }
            // A version that has come meanwhile may name what none of the others does.
            guard try files.lastNumber() == last else { return }
            try files.remove(part.key)
        }
    }

    // MARK: Fetching

    /// Whether this machine has a version already, such as one that was copied by hand.
    private func isSame(_ summary: IndexSummary, as manifest: FileManifest) throws -> Bool {
        let own = "\(directory.path)/\(summary.name)/\(IndexParts.manifest)"
        let part = IndexParts(manifest.facts)?.parts.first { $0.name == IndexParts.manifest }
        // It tells all others, each of which never changes.
        return try part?.checksum == FileStream.checksum(of: own)
    }

    /// Fetches a version, unless that has failed just now; `nil` where this machine's own has changed meanwhile.
    private func fetchWhenRested(
        _ manifest: FileManifest,
        replacing local: String?,
        _ check: () throws -> Void
    ) throws -> IndexSummary? {
        let (name, number, began) = (manifest.key.name, manifest.number, ContinuousClock.now)
        if let reason = failed.reason(toLeave: name, number: number, now: began) { throw reason }
        do {
            let summary = try fetch(manifest, replacing: local, check)
            failed.remove(name)
            return summary
        } catch let error as SearchBusError where error.code != .busy {
            failed.note(error, of: name, number: number, from: began, to: .now)
            throw error
        }
    }

    private func fetch(
        _ manifest: FileManifest,
        replacing local: String?,
        _ check: () throws -> Void
    ) throws -> IndexSummary? {
        let name = manifest.key.name
        guard let version = IndexParts(manifest.facts) else {
            throw SearchBusError(.journalUnreadable, "Unsupported format of a version of index `\(name)`.")
        }
        let folder = "\(data)/\(Self.arriving)/\(manifest.key.id)"
        try clear(but: manifest.key.id)
        try Files.makeDirectory(folder)
        try records.note(
            name,
            arriving: .init(number: manifest.number, checksum: IndexParts.checksum(of: version.parts))
        )
        for part in version.parts { try fetch(part, of: name, to: folder, check) }
        let writer = try IndexWriter(directory: directory, name: name)
        // Who has changed it meanwhile was later.
        guard currentVersion(of: name) == local else { return nil }
        let summary = try writer.restore(from: folder, isReplacing: true, keepsStamp: false)
        try records.note(name, .init(version: summary.version, number: manifest.number))
        try clear(but: nil)
        Executable.warn("Index `\(name)` is now that of \(version.origin): \(summary.recordCount) records")
        return summary
    }

    private func fetch(
        _ part: IndexParts.Part,
        of index: String,
        to folder: String,
        _ check: () throws -> Void
    ) throws {
        let target = "\(folder)/\(part.name)"
        let own = "\(directory.path)/\(index)/\(part.name)"
        if access(target, F_OK) == 0 {
            if try FileStream.checksum(of: target) == part.checksum { return }
            unlink(target)
        }
        // A file of an index never changes: one that is here need not come again.
        let isHere = part.name != IndexParts.manifest && (try? FileStream.checksum(of: own)) == part.checksum
        if isHere, link(own, target) == 0 { return }
        guard let manifest = try files.manifest(of: try FileKey(.part, name: index, id: part.checksum)) else {
            throw SearchBusError(
                .journalUnavailable,
                "A file of index `\(index)` is no longer among those of the cluster."
            )
        }
        try files.fetch(manifest, to: "\(target).partial") { _ in try check() }
        guard rename("\(target).partial", target) == 0 else {
            throw SearchBusError(.storageFailed, "Cannot move the files of \(target) to their path.")
        }
    }

    /// Removes leftovers of earlier attempts, except those of the version to continue.
    private func clear(but id: String?) throws {
        let folder = "\(data)/\(Self.arriving)"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name != id {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        if id == nil { rmdir(folder) }
    }
}
