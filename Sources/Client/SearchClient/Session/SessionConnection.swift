// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How a session's event stream is getting on.
public enum SessionConnection: Sendable, Hashable {
    /// It is being opened.
    case connecting
    /// Events come.
    case open
    /// It broke, and is opened again after a while.
    case waiting
    /// It was given up, and no view will come any more: the gateway does not let the client in, or sends what it cannot hold.
    case failed(SearchBusError)
    /// The session was closed by its owner.
    case closed
}
