// SPDX-License-Identifier: MIT

/// Bytes that are built once and then shared, also with a library that sends them, without a copy.
///
/// Filled by one thread, and not changed any more after it was sent.
public final class MessageBody: @unchecked Sendable {
    /// The first byte; the bytes stay there once they are complete.
    package private(set) var start: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many bytes there are.
    public private(set) var count = 0

    /// Makes an empty body with room for some bytes.
    public init(capacity: Int) {
        self.capacity = max(capacity, 64)
        start = .allocate(byteCount: self.capacity, alignment: 16)
    }

    /// Makes a body of these bytes.
    public convenience init(_ bytes: UnsafeRawBufferPointer) {
        self.init(capacity: bytes.count)
        append(bytes)
    }

    /// Makes a body of these bytes.
    public convenience init(_ bytes: [UInt8]) {
        self.init(capacity: bytes.count)
        append(bytes)
    }

    deinit { start.deallocate() }

    /// A copy of the bytes.
    public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// Lends the bytes.
    public func withUnsafeBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Appends bytes.
    public func append(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).copyMemory(from: first, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends a byte.
    public func append(_ byte: UInt8) {
        reserve(1)
        (start + count).storeBytes(of: byte, as: UInt8.self)
        count += 1
    }

    /// Appends bytes.
    public func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Appends a text in UTF-8.
    public func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends so many bytes that a closure writes, every one of them.
    public func append(count added: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        reserve(added)
        let place = (start + count).bindMemory(to: UInt8.self, capacity: added)
        write(UnsafeMutableBufferPointer(start: place, count: added))
        count += added
    }

    private func reserve(_ added: Int) {
        guard count + added > capacity else { return }
        capacity = max(count + added, capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = larger
    }
}
