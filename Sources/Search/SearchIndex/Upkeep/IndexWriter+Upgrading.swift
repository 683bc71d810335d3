// SPDX-License-Identifier: MIT

extension IndexDirectory {
    /// The indexes that have an older format, or whose words are folded by another version of Unicode: they are searched as they are, and
    /// rebuilt from their records by the next change.
    ///
    /// - Throws: `SearchBusError.storageFailed` where the directory exists and cannot be read.
    public func upgradable() throws -> [String] {
        try list().map(\.name).filter { name in (try? folder(of: name).manifest())?.isOutdated ?? false }
    }
}

extension IndexWriter {
    /// Rebuilds the index from its records where it has an older format; searches continue meanwhile as before.
    ///
    /// - Returns: Whether it was rebuilt.
    /// - Throws: `SearchBusError`, `.unknownIndex` among them; the index is then unchanged.
    @discardableResult
    public func upgrade() throws -> Bool {
        guard let manifest = try folder.manifest() else { throw folder.unknown }
        guard manifest.isOutdated else { return false }
        _ = try publish { version in
            // The records are the same; what they are found by may not be.
            var next = version
            next.generation += 1
            return next
        }
        return true
    }
}
