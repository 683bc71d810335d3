// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// For which parts of the sessions a process works, where machines share them.
public struct HostShards: Sendable, Hashable {
    /// The variable of the environment that tells a process, such as `0,3,5/8`: three of eight shards.
    public static let variable = "SEARCHBUS_SHARDS"

    public let numbers: [Int]
    public let count: Int

    /// - Parameters:
    ///   - numbers: The shards, from 0.
    ///   - count: How many there are in all.
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
