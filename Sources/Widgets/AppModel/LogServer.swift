// SPDX-License-Identifier: MIT

import Wire

/// The address of a server that orders events: `nats://10.0.0.1:4222`, or `tls://…`.
public struct LogServer: ParsedText {
    /// What the variables begin with that hold the user, password and certificates for the servers.
    public static let variablePrefix = "SEARCHBUS_NATS_"

    public let description: String

    private static let remedy = "Write nats://HOST:PORT, or tls://HOST:PORT."

    /// Reads an address; the port is 4222 where none is named.
    ///
    /// - Throws: `SchemaProblem` for an invalid address, and for one with a password.
    public init(parsing text: String) throws(SchemaProblem) {
        guard text.utf8.count <= 300, let scheme = ["nats://", "tls://"].first(where: text.hasPrefix) else {
            throw SchemaProblem("does not begin with nats:// or tls://", remedy: Self.remedy)
        }
        let rest = text.dropFirst(scheme.count)
        guard !rest.contains("@") else {
            throw SchemaProblem(
                "holds a secret",
                remedy: "Set SEARCHBUS_NATS_USER and SEARCHBUS_NATS_PASSWORD, or SEARCHBUS_NATS_CREDENTIALS."
            )
        }
        let end = rest.last == "]" ? nil : rest.lastIndex(of: ":")
        let host = rest[..<(end ?? rest.endIndex)]
        guard Self.isHost(host) else { throw SchemaProblem("names no host", remedy: Self.remedy) }
        if let end {
            let digits = rest[rest.index(after: end)...]
            guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let port = Int(digits), (1...65_535).contains(port)
            else { throw SchemaProblem("has an invalid port", remedy: Self.remedy) }
        }
        description = text
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text.first == "[" {
            return text.last == "]" && text.utf8.count > 3
                && text.dropFirst().dropLast().utf8.allSatisfy { byte in
                    (0x30...0x3A).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
                }
        }
        return (1...253).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isNameByte || $0 == UInt8(ascii: ".") }
    }
}
