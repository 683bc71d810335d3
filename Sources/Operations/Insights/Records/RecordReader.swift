// SPDX-License-Identifier: MIT

/// Reads what `RecordWriter` wrote, and traps on nothing.
struct RecordReader {
    /// The bytes are not a record: they end early, or are invalid.
    struct Invalid: Error {}

    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func number() throws(Invalid) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0 as UInt64, to: 64, by: 7) {
            guard let byte = bytes.popFirst() else { throw Invalid() }
            let group = UInt64(byte & 0x7F)
            // The tenth byte has room for one bit.
            guard shift < 63 || group <= 1 else { throw Invalid() }
            value |= group << shift
            if byte & 0x80 == 0 { return value }
        }
        throw Invalid()
    }

    /// Reads a number that may be negative.
    mutating func signed() throws(Invalid) -> Int64 {
        let value = try number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func integer() throws(Invalid) -> Int {
        guard let value = Int(exactly: try number()) else { throw Invalid() }
        return value
    }

    /// Reads how many elements follow; never more than there are bytes, of which each takes one at least.
    mutating func count() throws(Invalid) -> Int {
        let count = try integer()
        guard count <= bytes.count else { throw Invalid() }
        return count
    }

    mutating func digest() throws(Invalid) -> UInt64 {
        guard bytes.count >= 8 else { throw Invalid() }
        let value = bytes.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        bytes.removeFirst(8)
        return value
    }

    mutating func text() throws(Invalid) -> String {
        let count = try count()
        guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else { throw Invalid() }
        bytes.removeFirst(count)
        return text
    }

    mutating func list<Element>(
        _ element: (inout RecordReader) throws(Invalid) -> Element
    ) throws(Invalid) -> [Element] {
        let count = try count()
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try element(&self)) }
        return elements
    }
}

/// Writes numbers and texts one after the other, each in as few bytes as it takes.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: UInt64) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a number that may be negative: small ones are short, whatever their sign.
    mutating func write(signed value: Int64) {
        write(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Writes how many elements follow.
    mutating func write(count: Int) { write(UInt64(max(0, count))) }

    /// Writes a number whose bits are all used, in eight bytes.
    mutating func write(digest value: UInt64) {
        for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func write(_ text: String) {
        write(count: text.utf8.count)
        bytes += text.utf8
    }
}
