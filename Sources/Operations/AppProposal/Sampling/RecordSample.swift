// SPDX-License-Identifier: MIT

import SearchIndex

/// Records from all over a stream of unknown length, with a bound to how many they are and to their bytes.
///
/// At first every record is kept. When there are too many, every other one is dropped, and half as many are kept from then on.
public struct RecordSample: Sendable {
    /// The most records that are kept, and the most bytes of them.
    public static let mostRecords = 20_000
    public static let mostBytes = 64 << 20

    /// The records kept, in their order.
    public private(set) var records: [Record] = []
    /// Where each of them stands, for people.
    private(set) var places: [String] = []
    /// How many records there were.
    public private(set) var count = 0
    private var step = 1
    private var bytes = 0
    private let mostRecords: Int
    private let mostBytes: Int

    public init(mostRecords: Int = Self.mostRecords, mostBytes: Int = Self.mostBytes) {
        (self.mostRecords, self.mostBytes) = (mostRecords, mostBytes)
    }

    /// Whether all records are kept.
    public var isWhole: Bool { records.count == count }

    /// Takes one more record of the stream, with where it stands.
    public mutating func add(_ record: Record, at place: String = "") {
        defer { count += 1 }
        guard count.isMultiple(of: step) else { return }
        records.append(record)
        places.append(place)
        bytes += record.text.count
        while records.count > mostRecords || bytes > mostBytes && records.count > 1 {
            records = records.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            places = places.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            bytes = records.reduce(0) { $0 + $1.text.count }
            step *= 2
        }
    }
}
