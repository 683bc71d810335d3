// SPDX-License-Identifier: MIT

/// A cache whose entries take at most so many bytes, keys included.
///
/// Half of the room is for entries that were used lately. Where it is full, those that were not used since are dropped at once.
package struct BoundedCache<Key: Hashable, Value> {
    private typealias Entry = (value: Value, bytes: Int)

    /// The size of a dictionary's place for an entry, beside its key and value, in bytes.
    private static var overhead: Int {
        2 * (MemoryLayout<Key>.stride + MemoryLayout<Entry>.stride) + 32
    }

    /// The maximum size of all entries, in bytes.
    package let limit: Int
    private var young: [Key: Entry] = [:]
    private var old: [Key: Entry] = [:]
    private var youngBytes = 0
    private var oldBytes = 0

    /// Makes an empty cache.
    package init(limit: Int) { self.limit = limit }

    package var byteCount: Int { youngBytes + oldBytes }

    package var count: Int { young.count + old.count }

    /// The value of a key, which is used by that; `nil` where it is not kept.
    package mutating func value(of key: Key) -> Value? {
        if let entry = young[key] { return entry.value }
        guard let entry = old[key] else { return nil }
        // Making room may drop the old entries, this one among them.
        old[key] = nil
        oldBytes -= entry.bytes
        insert(entry, key)
        return entry.value
    }

    /// Keeps a value, unless it takes more than a sixteenth of the room.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key; another value of it is replaced.
    ///   - bytes: The size of what key and value refer to outside of the dictionary, in bytes.
    package mutating func keep(_ value: Value, for key: Key, bytes: Int) {
        let size = max(0, bytes) + Self.overhead
        guard size <= limit / 16 else { return }
        remove(key)
        insert((value, size), key)
    }

    package mutating func remove(_ key: Key) {
        if let entry = young.removeValue(forKey: key) { youngBytes -= entry.bytes }
        if let entry = old.removeValue(forKey: key) { oldBytes -= entry.bytes }
    }

    private mutating func insert(_ entry: Entry, _ key: Key) {
        if youngBytes + entry.bytes > limit / 2 {
            (old, oldBytes) = (young, youngBytes)
            (young, youngBytes) = ([:], 0)
        }
        young[key] = entry
        youngBytes += entry.bytes
    }
}
