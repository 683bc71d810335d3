// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// One event of a stream: its name, its data, and the ID to resume from.
struct ServerSentEvent: Sendable, Hashable {
    /// The kind of event; by default `message`.
    var name: String
    /// The lines of data, joined by line feeds.
    var data: [UInt8]
    /// The last ID of the stream, in this event or before it; empty without one.
    var lastID: String
}
