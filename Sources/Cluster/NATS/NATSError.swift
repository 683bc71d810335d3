// SPDX-License-Identifier: MIT

import CNATS

/// A call of NATS's library that failed.
public struct NATSError: Error, CustomStringConvertible {
    /// The function.
    public let call: String
    let status: natsStatus

    init(call: String, status: natsStatus) {
        self.call = call
        self.status = status
    }

    /// Whether there was no responder.
    public var hasNoResponders: Bool { status == NATS_NO_RESPONDERS }

    /// Whether the server does not let us in.
    public var isDenied: Bool { status == NATS_CONNECTION_AUTH_FAILED || status == NATS_NOT_PERMITTED }

    /// Whether the two do not agree on TLS: a certificate, its key, or that there is TLS at all.
    public var isAboutTLS: Bool {
        status == NATS_SSL_ERROR || status == NATS_SECURE_CONNECTION_WANTED || status == NATS_SECURE_CONNECTION_REQUIRED
    }

    public var description: String { "\(String(cString: natsStatus_GetText(status))) (\(call))" }

    static func check(_ status: natsStatus, _ call: String) throws {
        guard status == NATS_OK else { throw NATSError(call: call, status: status) }
    }
}
