// SPDX-License-Identifier: MIT

import Bus
import Foundation

/// An authority of a test's own that signs certificates, made with `openssl` and in a folder of its own.
public final class TestAuthority: Sendable {
    private let folder: String

    /// Its own certificate, which clients must trust: a file.
    public var certificate: String { "\(folder)/authority.pem" }

    /// - Throws: If `openssl` is not installed, or fails.
    public init() throws {
        folder = "/tmp/searchbus-authority-\(Identifier.make(length: 10))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let key = Self.newKey("\(folder)/authority.key")
        try Self.openssl(
            ["req", "-x509", "-days", "2", "-subj", "/CN=authority", "-out", "\(folder)/authority.pem"] + key
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Signs a certificate.
    ///
    /// - Parameters:
    ///   - name: The name of its files.
    ///   - host: The host, such as `IP:127.0.0.1`.
    /// - Returns: The files of it and of its key.
    /// - Throws: Where `openssl` fails.
    public func sign(_ name: String, for host: String) throws -> (certificate: String, key: String) {
        let path = "\(folder)/\(name)"
        try Self.openssl(["req", "-subj", "/CN=\(name)", "-out", "\(path).csr"] + Self.newKey("\(path).key"))
        try "subjectAltName=\(host)\n".write(toFile: "\(path).cnf", atomically: true, encoding: .utf8)
        try Self.openssl([
            "x509", "-req", "-in", "\(path).csr", "-CA", certificate, "-CAkey", "\(folder)/authority.key",
            "-CAcreateserial", "-days", "2", "-extfile", "\(path).cnf", "-out", "\(path).crt",
        ])
        return ("\(path).crt", "\(path).key")
    }

    private static func newKey(_ path: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path]
    }

    private static func openssl(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + words
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw POSIXError(.EIO) }
    }
}
