// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// One event of a stream: its name, its data, and the place that a client comes back to after it.
struct ServerSentEvent: Sendable, Hashable {
    /// What kind of event it is; `message` where the stream does not say.
    var name: String
    /// The lines of data, joined by line feeds.
    var data: [UInt8]
    /// The last id that the stream told, with this event or before it; empty where it told none.
    var lastID: String
}
