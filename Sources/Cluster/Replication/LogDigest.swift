// SPDX-License-Identifier: MIT

/// A number that stands for all that a broker has made of a journal: two brokers that have made the same have the same number.
///
/// Each tells the others its number for the place where it is. So it shows when a machine's log has become another one, be it
/// by a fault of a disk, of a version, or of this program.
public struct LogDigest: Sendable {
    /// For how many places the number is known: who is behind by more is not compared with.
    public static let memory = 32_768

    /// The number for the place where the broker is.
    public private(set) var value: UInt64
    private var places: [UInt64]
    private var values: [UInt64]
    private var count = 0

    /// Goes on from where a broker was.
    ///
    /// - Parameters:
    ///   - value: Its number.
    ///   - place: The place that it is for; `nil` where nothing was carried out yet.
    public init(_ value: UInt64 = 0, at place: JournalPlace? = nil) {
        self.value = value
        places = Array(repeating: 0, count: Self.memory)
        values = Array(repeating: 0, count: Self.memory)
        if let place { note(value, at: place) }
    }

    /// The number once an entry was carried out.
    ///
    /// - Parameters:
    ///   - outcome: What came of each of its commands, in numbers.
    ///   - place: The place of its last message.
    /// - Returns: The values to store then.
    public func value(after outcome: some Sequence<UInt64>, at place: JournalPlace) -> UInt64 {
        outcome.reduce(Self.mixed(value, place.rawValue), Self.mixed)
    }

    /// Notes the number for a place.
    public mutating func note(_ value: UInt64, at place: JournalPlace) {
        self.value = value
        (places[count % Self.memory], values[count % Self.memory]) = (place.rawValue, value)
        count += 1
    }

    /// Whether another broker has made something else.
    ///
    /// - Parameters:
    ///   - other: Its number.
    ///   - place: Where it was when it had that.
    /// - Returns: `nil` where this broker is not there yet, or was there long ago.
    public func differs(from other: UInt64, at place: JournalPlace) -> Bool? {
        let known = min(count, Self.memory)
        // Places grow, so that the ring is in order from its oldest on.
        var (low, high) = (count - known, count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle % Self.memory] < place.rawValue { low = middle + 1 } else { high = middle }
        }
        guard low < count, places[low % Self.memory] == place.rawValue else { return nil }
        return values[low % Self.memory] != other
    }

    private static func mixed(_ value: UInt64, _ number: UInt64) -> UInt64 {
        let product = (value ^ number &+ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low &+ value
    }
}
