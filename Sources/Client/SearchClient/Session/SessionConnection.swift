// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The state of a session's event stream.
public enum SessionConnection: Sendable, Hashable {
    /// It is being opened.
    case connecting
    /// It receives events.
    case open
    /// It broke, and reconnects after a delay.
    case waiting
    /// It ended, and no view will arrive any longer: the gateway refuses the client, or sends more than the limits allow.
    case failed(SearchBusError)
    /// The session was closed by its owner.
    case closed
}
