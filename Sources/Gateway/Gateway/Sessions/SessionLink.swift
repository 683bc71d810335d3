// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Components
import SearchModel
import Wire

/// The state that a session is to begin with, as the query of a permalink: `?q=lamp&brand=Acme`.
struct SessionLink: Sendable, Hashable {
    /// How many bytes a link has in an address at most.
    static let sizeLimit = SessionLimits.address

    let text: String

    /// Reads the `link` of a request's body; `nil` where there is none, or one that says nothing.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    init?(_ json: JSON?) throws {
        switch json {
        case nil, .null?, .string("")?, .string("?")?: return nil
        case .string(let text)? where text.hasPrefix("?") && SessionLimits.admits(link: text.utf8): self.text = text
        default:
            throw SearchBusError(
                .invalidArgument,
                "`link` is not the query of a permalink of up to \(SessionLimits.link) bytes.",
                remedy: "Send the query of the console's address, from its question mark on, such as `?q=lamp`."
            )
        }
    }

    /// Checks that the app can do what the link says.
    ///
    /// - Throws: `Problem` with `invalid-argument`, whose member `readable` is a link to what could be read.
    func check(with reader: LinkReader) throws {
        let reading = reader.read(text)
        guard let first = reading.problems.first else { return }
        let count = reading.problems.count
        var problem = Problem(
            SearchBusError(
                .invalidArgument,
                count == 1
                    ? "The link cannot be read completely: \(first.message)"
                    : "The link cannot be read completely: \(count) problems; the first: \(first.message)",
                remedy: "Use `readable`, a link to the readable part."
            )
        )
        problem.members = [
            ("readable", .string(reading.link)),
            ("unreadable", .array(reading.problems.prefix(Self.shownLimit).map { .string($0.message) })),
        ]
        throw problem
    }

    /// How many problems an answer names.
    private static let shownLimit = 20
}
