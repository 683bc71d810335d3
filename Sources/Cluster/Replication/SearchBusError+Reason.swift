// SPDX-License-Identifier: MIT

import Wire

extension SearchBusError {
    /// What happened, as a part of a sentence: without the point at its end.
    public var reason: String { message.hasSuffix(".") ? String(message.dropLast()) : message }
}
