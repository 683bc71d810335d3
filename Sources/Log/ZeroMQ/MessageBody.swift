// SPDX-License-Identifier: MIT

import CZeroMQ

/// Bytes that are built once and then shared, also with libzmq, without a copy.
///
/// Filled by one thread, and not changed any more after it was sent.
public final class MessageBody: @unchecked Sendable {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many bytes there are.
    public private(set) var count = 0
    /// What counts the bytes while libzmq holds them; set when they are sent, which happens once.
    private var counter: OutgoingBytes?

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

    /// Makes a message of libzmq of these bytes, counted until libzmq releases it, and passes it to a closure, which sends
    /// it.
    ///
    /// - Parameters:
    ///   - counter: What counts the bytes.
    ///   - send: Sends the message, and answers whether libzmq has taken it.
    func withMessage(countedBy counter: OutgoingBytes, _ send: (UnsafeMutablePointer<zmq_msg_t>) -> Bool) {
        precondition(self.counter == nil, "a body is sent once")
        self.counter = counter
        counter.add(count)
        var message = zmq_msg_t()
        // The release runs on a thread of libzmq, maybe after the socket is closed, so each message keeps its body.
        zmq_msg_init_data(
            &message,
            start,
            count,
            { _, body in
                guard let body else { return }
                Unmanaged<MessageBody>.fromOpaque(body).takeRetainedValue().wasReleased()
            },
            Unmanaged.passRetained(self).toOpaque()
        )
        if !send(&message) { zmq_msg_close(&message) }
    }

    private func wasReleased() { counter?.add(-count) }
}
