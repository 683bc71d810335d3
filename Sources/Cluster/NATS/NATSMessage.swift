// SPDX-License-Identifier: MIT

import CNATS

/// A message that was received.
public final class NATSMessage {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { natsMsg_Destroy(pointer) }

    /// What it carries.
    public var payload: [UInt8] {
        guard let data = natsMsg_GetData(pointer) else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: Int(natsMsg_GetDataLength(pointer))))
    }

    /// The first value of a header field; `nil` if it is missing.
    public func header(_ name: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard natsMsgHeader_Get(pointer, name, &value) == NATS_OK, let value else { return nil }
        return String(cString: value)
    }
}

/// What listens to a subject; belongs to one thread.
public final class NATSSubscription {
    private let pointer: OpaquePointer
    private let connection: NATSConnection

    init(_ pointer: OpaquePointer, of connection: NATSConnection) {
        self.pointer = pointer
        self.connection = connection
    }

    deinit { natsSubscription_Destroy(pointer) }

    /// The next message, or `nil` where none came in time, or some were dropped because they were not taken.
    ///
    /// - Throws: `NATSError` where the connection is closed.
    public func next(milliseconds: Int64) throws -> NATSMessage? {
        var message: OpaquePointer?
        let status = natsSubscription_NextMsg(&message, pointer, milliseconds)
        if status == NATS_TIMEOUT || status == NATS_SLOW_CONSUMER { return nil }
        try NATSError.check(status, "natsSubscription_NextMsg")
        return message.map(NATSMessage.init)
    }
}
