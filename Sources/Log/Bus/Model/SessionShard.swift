// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Which part of an app's sessions a session belongs to, where workers of several machines share them.
public enum SessionShard {
    /// Into how many shards sessions may be divided.
    public static let counts = 1...64
    /// The separator of a component and a shard in the name of a cursor; names cannot contain it.
    private static let mark: Character = "~"

    /// The shard of a session, or of anything else that one machine works for at a time.
    ///
    /// FNV-1a with 64 bits: the same in every language, and never changed, since cursors depend on it.
    ///
    /// - Parameters:
    ///   - name: The session.
    ///   - count: How many shards there are, at least one.
    /// - Returns: A number from 0.
    public static func of(_ name: String, among count: Int) -> Int {
        Int(NameHash.of(name.utf8) % UInt64(max(count, 1)))
    }

    /// What the cursor of a component is called for a shard, such as `price~3`.
    public static func cursor(of component: String, shard: Int) -> String { "\(component)\(mark)\(shard)" }

    /// The component to which a cursor belongs, whether that is divided or not.
    public static func component(ofCursor name: String) -> String { String(name.prefix { $0 != mark }) }

    /// Whether a text can be the name of a cursor: a component's name, with or without a shard.
    public static func isCursor(_ text: String) -> Bool {
        let parts = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        guard Name.isValid(parts[0]) else { return false }
        guard parts.count == 2 else { return true }
        return Int(parts[1]).map { (0..<counts.upperBound).contains($0) && String($0) == parts[1] } ?? false
    }
}
