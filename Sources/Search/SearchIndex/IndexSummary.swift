// SPDX-License-Identifier: MIT

import Wire

/// What there is to know about an index without searching it.
public struct IndexSummary: Sendable, Hashable {
    /// What the index is called.
    public let name: String
    /// How many records it holds.
    public let recordCount: Int
    /// How many bytes its files have.
    public let bytes: Int
    /// When it was changed last, since 1970 in UTC.
    public let updated: Duration
    /// Rises by one with each change.
    public let generation: Int
    /// What tells the version from others of this machine; merges that change no record leave it as it is.
    public let version: String
    /// The write that the version comes from; `nil` where it comes from none.
    public let stamp: IndexStamp?
    /// Whether all of its records were replaced, as by an import, since the last write was applied to it.
    public let isImport: Bool
    /// How it searches, with everything that was inferred.
    public let settings: IndexSettings
    /// Whether its manifest can be read; the other members are empty where it cannot.
    public let isReadable: Bool

    init(folder: IndexFolder, identity: FileIdentity) {
        self.init(folder: folder, identity: identity, manifest: try? folder.manifest())
    }

    init(folder: IndexFolder, identity: FileIdentity, manifest: Manifest?) {
        name = folder.name
        updated = identity.modified
        let files = manifest?.files ?? [Manifest.fileName]
        bytes = files.reduce(0) { $0 + (FileIdentity(path: folder.file($1))?.size ?? 0) }
        recordCount = manifest?.recordCount ?? 0
        generation = manifest?.generation ?? 0
        stamp = manifest?.stamp
        isImport = manifest?.isImport ?? false
        version = manifest.map { "\($0.epoch)-\($0.generation)" } ?? ""
        settings = manifest?.settings ?? IndexSettings()
        isReadable = manifest != nil
    }
}

extension IndexSummary {
    /// The summary as JSON, for `--json` and for programs.
    public var json: JSON {
        [
            "name": .string(name),
            "records": JSON(recordCount),
            "bytes": JSON(bytes),
            "updated": .int(updated.components.seconds),
            "generation": JSON(generation),
            "settings": settings.json,
            "readable": .bool(isReadable),
        ]
    }
}
