// SPDX-License-Identifier: MIT

import Wire

/// Which part of an app's sessions a session belongs to, where workers of several machines share them.
public enum SessionShard {
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

/// For which parts of the sessions a process works, where machines share them.
public struct HostShards: Sendable, Hashable {
    /// The variable of the environment that tells a process, such as `0,3,5/8`: three of eight shards.
    public static let variable = "SEARCHBUS_SHARDS"

    public let numbers: [Int]
    public let count: Int

    public init(_ numbers: some Sequence<Int>, of count: Int) {
        self.numbers = Set(numbers).sorted()
        self.count = count
    }

    /// Reads what `text` writes.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    public init(parsing text: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = (parts.first ?? "").split(separator: ",").map { Int($0) }
        guard parts.count == 2, let count = Int(parts[1]), SessionShard.counts.contains(count), !numbers.isEmpty,
            numbers.count <= count, numbers.allSatisfy({ $0.map((0..<count).contains) ?? false })
        else {
            throw SearchBusError(
                .invalidArgument,
                "\(Self.variable) is `\(text.prefix(200))`, which is not like 0,3,5/8: some numbers of shards, and how many there are."
            )
        }
        self.init(numbers.compactMap(\.self), of: count)
    }

    /// The shards in the environment of a process.
    public var text: String { "\(numbers.map(String.init).joined(separator: ","))/\(count)" }
}
