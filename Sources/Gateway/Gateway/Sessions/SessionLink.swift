// SPDX-License-Identifier: MIT

import Components
import SearchModel
import Wire

/// The initial state of a session, as the query of a permalink: `?q=lamp&brand=Acme`.
struct SessionLink: Sendable, Hashable {
    /// The maximum size of a link in an address, in bytes.
    static let sizeLimit = SessionLimits.address

    let text: String

    /// Reads the `link` of a request's body; `nil` without one, or for an empty one.
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

    /// Checks that the link is valid for the app.
    ///
    /// - Throws: `Problem` with `invalid-argument`, whose member `readable` is a link to the readable part.
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

    /// The maximum number of problems in a response.
    private static let shownLimit = 20
}
