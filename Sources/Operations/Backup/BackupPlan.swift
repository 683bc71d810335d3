// SPDX-License-Identifier: MIT

import Broker

/// What of a data directory goes into a backup, and how.
public struct BackupPlan: Sendable, Hashable {
    /// The names of the log, of the folder of indexes, and of the folders of the backup for the rest.
    static let log = "log.sqlite"
    static let indexes = "indexes"
    static let databases = "databases"
    static let secrets = "secrets"

    public struct Entry: Sendable, Hashable {
        public let name: String
        public let isFile: Bool
        /// Whether only its owner may read it.
        public let isPrivate: Bool

        public init(name: String, isFile: Bool, isPrivate: Bool) {
            (self.name, self.isFile, self.isPrivate) = (name, isFile, isPrivate)
        }
    }

    /// Databases beside the log, which components keep their state in.
    public private(set) var databases: [String] = []
    /// Files that only their owner may read: keys and secrets.
    public private(set) var secrets: [String] = []
    /// What is not in the backup, except files that each start recreates.
    public private(set) var leftOut: [String] = []
    /// What a restore puts aside beside that for which it has something else: what belongs to a log that goes.
    public private(set) var outgoing: [String] = []

    /// Goes through a data directory.
    public init(_ entries: [Entry], withSecrets: Bool) {
        for entry in entries.sorted(by: { $0.name < $1.name }) {
            let name = entry.name
            if name.hasPrefix("\(Self.log)-") || Self.isPartOfDatabase(name) {
                outgoing.append(name)
            } else if Self.isMadeAnew(name) {
                continue
            } else if entry.isFile, name.hasSuffix(".sqlite") {
                databases.append(name)
                outgoing.append(name)
            } else if entry.isFile, entry.isPrivate, withSecrets {
                secrets.append(name)
            } else {
                leftOut.append(name)
            }
        }
    }

    private static func isPartOfDatabase(_ name: String) -> Bool {
        [".sqlite-wal", ".sqlite-shm", ".sqlite-journal"].contains { name.hasSuffix($0) }
    }

    /// Temporary files of a node of a cluster, and those that it recreates.
    private static let ofCopies: Set = ["copies.json", "copying", "leaving", "arriving", "arriving-indexes", "moving"]

    private static func isMadeAnew(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("restore.") || name.hasPrefix(RestoreJournal.asidePrefix)
            || ofCopies.contains(name) || name.hasSuffix(".lock") || [log, indexes, "run"].contains(name)
    }
}
