// SPDX-License-Identifier: MIT

/// Why a statement has no result.
public struct PostgreSQLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed.
    public enum Kind: Sendable, Hashable {
        /// No connection could be made; the words are libpq's or the server's.
        case unreachable
        /// The connection broke.
        case lost
        /// The server refused the statement, with a code of five characters.
        case refused(code: String)
        /// The result is larger than it may be.
        case tooLarge
    }

    public let kind: Kind
    /// The words for it, in one line.
    public let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        let lines = message.split(separator: "\n").map { line in
            String(line.drop { $0 == " " || $0 == "\t" })
        }
        self.message = String(lines.joined(separator: " ").prefix(400))
    }

    public var description: String { message }

    /// The server's code, where it is the server that refused.
    public var code: String? {
        guard case .refused(let code) = kind else { return nil }
        return code
    }
}
