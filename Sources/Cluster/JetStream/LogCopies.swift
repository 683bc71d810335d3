// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Replication
import Wire

/// The copies of an app's log among the files of the cluster.
public struct LogCopies: CopyStore, Sendable {
    /// How many copies are kept: one more than the newest, which may turn out to be of no use.
    public static let kept = 2

    private let files: FileStream
    /// What the copies are copies of.
    private static let name = "log"
    /// Under what machines say whose copies are of another log than theirs.
    private static let claims = "claims"

    public init(files: FileStream) { self.files = files }

    /// The copies of a log, those first that go less far: a machine that lagged may have put one there last.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func all(of epoch: String) throws -> [StoredCopy] {
        guard try files.exists() else { return [] }
        let copies = try files.list(.log, name: Self.name).compactMap { Self.copy($0, of: epoch) }
        let claims = try claims(of: epoch)
        return copies.sorted { $0.place < $1.place }.map { $0.beside(claims) }
    }

    /// What machines say of the copies of others.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func claims(of epoch: String) throws -> [CopyClaim] {
        try files.list(.log, name: Self.claims).compactMap { manifest in
            manifest.facts["epoch"]?.string == epoch ? CopyClaim(manifest.facts) : nil
        }
    }

    /// Replaces a node's claims.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func note(_ claim: CopyClaim, of epoch: String) throws {
        let key = try FileKey(.log, name: Self.claims, id: claim.machine)
        guard !claim.contradicted.isEmpty else { return try files.remove(key) }
        var facts = claim.facts
        facts["epoch"] = .string(epoch)
        try files.put(facts, as: key)
    }

    public func noteGivenUp(_ epoch: String, on machine: String) throws {
        for copy in try all(of: epoch) where copy.machine == machine && !copy.contradictors.isEmpty { try remove(copy) }
        guard try files.exists(), try claims(of: epoch).contains(where: { $0.machine == machine }) else { return }
        try note(CopyClaim(machine: machine), of: epoch)
    }

    public func fetch(_ copy: StoredCopy, to path: String) throws {
        guard let manifest = try files.manifest(of: try key(copy.id)) else {
            throw SearchBusError(.journalUnavailable, "The copy \(copy.id) of the log has gone meanwhile.")
        }
        try files.fetch(manifest, to: path)
    }

    /// Uploads a snapshot, and removes all but the newest, and those of another log than the node's.
    ///
    /// - Parameters:
    ///   - path: The copy.
    ///   - place: The place of the journal that it is at.
    ///   - epoch: What the log is called.
    ///   - machine: Where it was made.
    ///   - onPiece: Is called after each piece; where it throws, the rest is left.
    /// - Returns: The copies that there are now, the one that goes furthest last.
    /// - Throws: As `FileStream.put`.
    public func put(
        _ path: String,
        at place: JournalPlace,
        of epoch: String,
        machine: String,
        onPiece: (_ bytes: Int) throws -> Void = { _ in }
    ) throws -> [StoredCopy] {
        let facts = JSONObject([
            ("epoch", .string(epoch)), ("place", .string("\(place.rawValue)")), ("machine", .string(machine)),
            ("made", .string(Timestamp.now().description)), ("version", .string(Release.version)),
        ])
        let own = try key(Identifier.make(length: 20))
        // The next attempt is another file: this one is not continued.
        try files.put(path, as: own, facts: facts, removesRest: true, onPiece: onPiece)
        let copies = try all(of: epoch)
        let kept = Self.remaining(of: copies, on: machine)
        for copy in copies where !kept.contains(copy) { try files.remove(try key(copy.id)) }
        return kept
    }

    /// Which copies stay once a machine has put one there.
    static func remaining(of copies: [StoredCopy], on machine: String) -> [StoredCopy] {
        copies.filter { !$0.contradictors.contains(machine) }.suffix(kept)
    }

    /// Takes a copy away.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    public func remove(_ copy: StoredCopy) throws { try files.remove(try key(copy.id)) }

    private func key(_ id: String) throws -> FileKey { try FileKey(.log, name: Self.name, id: id) }

    private static func copy(_ manifest: FileManifest, of epoch: String) -> StoredCopy? {
        guard manifest.facts["epoch"]?.string == epoch,
            let place = manifest.facts["place"]?.string.flatMap(UInt64.init), place < UInt64(Int.max)
        else { return nil }
        let machine = manifest.facts["machine"]?.string
        let made = manifest.facts["made"]?.string ?? "?"
        return StoredCopy(
            id: manifest.key.id,
            place: JournalPlace(rawValue: place),
            size: manifest.size,
            origin: "\(machine ?? "?"), \(made)",
            machine: machine
        )
    }
}
