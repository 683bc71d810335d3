// SPDX-License-Identifier: MIT

import Wire

/// What a file is called that the machines of a cluster share.
public struct FileKey: Sendable, Hashable {
    /// What a file is.
    public enum Kind: String, Sendable, CaseIterable {
        /// A copy of the log.
        case log
        /// What a version of an index consists of.
        case index
        /// A file of an index, which versions may have in common.
        case part
    }

    /// The most bytes that a name or an id has.
    private static let longest = 128

    public let kind: Kind
    /// Of what: the part of the log, or the index.
    public let name: String
    /// What tells it from others of the same.
    public let id: String

    /// - Throws: `SearchBusError` with `invalid-argument` for what no subject can hold.
    public init(_ kind: Kind, name: String, id: String) throws {
        for text in [name, id] where !Self.isPlain(text) {
            throw SearchBusError(.invalidArgument, "`\(text.prefix(80))` cannot name a file of the cluster.")
        }
        (self.kind, self.name, self.id) = (kind, name, id)
    }

    /// Reads a key from the last parts of a subject, which ends with the number of a piece or `manifest`.
    init?(parts: [Substring]) {
        guard parts.count == 4, let kind = Kind(rawValue: String(parts[0])), Self.isPlain(parts[1]),
            Self.isPlain(parts[2])
        else { return nil }
        (self.kind, name, id) = (kind, String(parts[1]), String(parts[2]))
    }

    private static func isPlain(_ text: some StringProtocol) -> Bool { Name.isValid(text, longest: longest) }

    /// The key as a part of a subject.
    var subject: String { "\(kind.rawValue).\(name).\(id)" }
}
