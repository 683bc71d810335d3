// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The state that a session is to begin with, as the query of a permalink: `?q=lamp&brand=Acme`.
///
/// What it says is read by the state store, which rejects what the app does not have; here it is only bounded.
struct SessionLink: Sendable, Hashable {
    /// How many bytes a link has at the most.
    static let sizeLimit = SessionLimits.link

    let text: String

    /// Reads the `link` of a request's body; `nil` where there is none, or one that says nothing.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    init?(_ json: JSON?) throws {
        switch json {
        case nil, .null?, .string("")?, .string("?")?: return nil
        case .string(let text)? where text.hasPrefix("?") && text.utf8.count <= Self.sizeLimit: self.text = text
        default:
            throw SearchBusError(
                .invalidArgument,
                "`link` is not the query of a permalink of up to \(Self.sizeLimit) bytes.",
                remedy: "Send what stands in the console's address from the question mark on, such as `?q=lamp`."
            )
        }
    }
}
