// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

extension LogStore {
    /// How many components are remembered; beyond it all are forgotten and read again as they come.
    private static let componentCacheLimit = 4096

    /// The state of a component, which may be unknown.
    func component(_ name: String, _ db: Database) throws -> ComponentEntry {
        if let entry = components[name] { return entry }
        let entry = try ComponentTable.entry(of: name, db)
        remember(entry, of: name)
        return entry
    }

    func remember(_ entry: ComponentEntry, of name: String) {
        if components.count >= Self.componentCacheLimit { components = [:] }
        components[name] = entry
    }

    /// Writes what is known of a component beside its cursor.
    func write(_ entry: ComponentEntry, of name: String, _ db: Database) throws {
        readerNames = nil
        try ComponentTable.write(entry, of: name, db)
    }

    /// A component's cursor; zero for one that never appended.
    func cursor(of name: String) throws -> SequenceNumber {
        try reading { db in try component(name, db).sequence }
    }

    func allCursors() throws -> [String: SequenceNumber] { try reading(ComponentTable.cursors) }

    /// Gives components to a process: from now on appends of earlier incarnations are refused.
    ///
    /// A claim with the nonce of the last one gets the first answer.
    func claim(_ names: [String], nonce: String, _ db: Database) throws -> [String: ComponentClaim] {
        var claims: [String: ComponentClaim] = [:]
        for name in Set(names) {
            var entry = try component(name, db)
            if entry.nonce != nonce {
                entry.incarnation += 1
                entry.nonce = nonce
                try write(entry, of: name, db)
                remember(entry, of: name)
            }
            claims[name] = entry.claim
        }
        return claims
    }
}
