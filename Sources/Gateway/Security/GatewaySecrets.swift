// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc
import Wire

/// What a client must know to be let in, kept in a file that only its owner reads, so that a restart logs nobody out.
struct GatewaySecrets: Sendable {
    /// The name of the file in the data directory: a JSON object with `bearer` and `cookie`.
    static let fileName = "gateway.secret"

    /// The key that programs send as `Authorization: Bearer KEY`.
    let bearer: SecretText
    /// What a browser's cookie begins with.
    let cookie: SecretText

    /// Makes new secrets.
    init() {
        bearer = .make()
        cookie = .make()
    }

    private init?(contents: [UInt8]) {
        guard let json = try? JSON(parsing: contents), let bearer = json["bearer"]?.string,
            let cookie = json["cookie"]?.string, bearer.utf8.count >= 43, cookie.utf8.count >= 43
        else { return nil }
        self.bearer = SecretText(bearer)
        self.cookie = SecretText(cookie)
    }

    /// Reads the secrets of a data directory, and makes them where there are none yet.
    ///
    /// A file that others could read has been no secret: it is replaced.
    ///
    /// - Throws: `SearchBusError` where the directory cannot be written to.
    static func load(dataDirectory: String) throws -> GatewaySecrets {
        let path = "\(dataDirectory)/\(fileName)"
        if let contents = readPrivate(path), let secrets = GatewaySecrets(contents: contents) { return secrets }
        let secrets = GatewaySecrets()
        let json: JSON = ["bearer": .string(secrets.bearer.text), "cookie": .string(secrets.cookie.text)]
        try write(json.bytes + [0x0A], to: path)
        return secrets
    }

    private static func readPrivate(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// Writes a file beside its place and moves it there, so that nobody ever reads half of it.
    private static func write(_ bytes: [UInt8], to path: String) throws {
        func failure() -> SearchBusError {
            SearchBusError(.dataDirectoryUnusable, "`\(path)` cannot be written: \(String(cString: strerror(errno))).")
        }
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        let written = Glibc.write(file, bytes, bytes.count)
        let isWhole = written == bytes.count && fsync(file) == 0
        close(file)
        guard isWhole, rename(draft, path) == 0 else {
            defer { unlink(draft) }
            throw failure()
        }
    }
}
