// SPDX-License-Identifier: MIT

import Wire

/// An event's sequence number; the first event has 1, and 0 is before it.
public struct SequenceNumber: RawRepresentable, Sendable, Hashable, Comparable, CustomStringConvertible {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The place before the first event.
    public static let zero = SequenceNumber(rawValue: 0)

    /// Reads a sequence number of 1 to 20 decimal digits; `nil` for anything else.
    public init?(_ text: String) {
        guard (1...20).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = UInt64(text), value <= UInt64(Int64.max)
        else { return nil }
        self.init(rawValue: value)
    }

    public static func < (left: SequenceNumber, right: SequenceNumber) -> Bool { left.rawValue < right.rawValue }

    /// Twenty digits, so that the order of the texts is the order of the numbers.
    public var description: String {
        String(unsafeUninitializedCapacity: 20) { digits in
            write(to: digits)
            return 20
        }
    }

    /// Appends the twenty digits.
    public func write(to output: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            write(to: digits)
            output.append(contentsOf: digits)
        }
    }

    func write(to digits: UnsafeMutableBufferPointer<UInt8>) {
        var rest = rawValue
        for place in stride(from: 19, through: 0, by: -1) {
            digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// The place so many events later.
    public func advanced(by count: Int) -> SequenceNumber {
        SequenceNumber(rawValue: rawValue + UInt64(count))
    }

    /// The place before; zero for zero.
    public var predecessor: SequenceNumber { SequenceNumber(rawValue: max(rawValue, 1) - 1) }
}

extension SequenceNumber: RecordValue {
    public init?(record json: JSON) {
        guard let number = json.string.flatMap({ SequenceNumber($0) }) else { return nil }
        self = number
    }

    public var recordJSON: JSON? { .string(description) }
    public static var recordSchema: Schema { .text(maximum: 20) }
}
