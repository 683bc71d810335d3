// SPDX-License-Identifier: MIT

import Foundation

/// A small HTTPS server on the loopback address, with a self-signed certificate: `openssl s_server`.
final class SecureServer {
    private let process = Process()
    private let folder: URL
    let url: String

    struct Failure: Error {}

    /// Listens on a free port; every request gets a page of its own and status 200.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sb-tls-\(UUID().uuidString)")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let paths = try [Self.certificate, Self.key].enumerated().map { number, text in
            let file = folder.appendingPathComponent("\(number).pem")
            try text.write(to: file, atomically: true, encoding: .utf8)
            return file.path
        }
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", paths[0], "-key", paths[1],
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It prints `ACCEPT 127.0.0.1:PORT` once it listens.
        var said = Data()
        var port: Substring?
        while port == nil {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failure() }
            said += more
            let line = String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast().first { $0.hasPrefix("ACCEPT ") }
            port = line?.split(separator: ":").last
        }
        url = "https://127.0.0.1:\(port ?? "")"
    }

    /// Ends the server; the process inherits blocked signals, so that only this one ends it.
    func stop() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Made for these tests, for `localhost`, for a hundred years.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUKeeOt7byQUYhDi3/BKd18I/Wv2IwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA4MjYwMVoYDzIxMjYxMDI5
        MDgyNjAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQobWsI+jTKFrH4plfVta2CHMGZ0aLs2Yv9sWvHA/HK3iymAa/ZfUWr
        s64dTX4Qi+qtCDNrZU0aqIEJs0601L/3o28wbTAdBgNVHQ4EFgQUKfQFHzs4ailv
        jSa+rP8gMGIxKwwwHwYDVR0jBBgwFoAUKfQFHzs4ailvjSa+rP8gMGIxKwwwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgOTsll5D/h5SdjlCvsl+YpSC/q2rND4NCkcfS07uxXc8CIQDD
        GVLYwDu6rwt5JmlUtbxoxGUd6y5vIJ5YafPXRcAolQ==
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVCBhJu+lou/phGbN
        VozuH+7GD6nnPjHbLJEayU+uHIShRANCAAQobWsI+jTKFrH4plfVta2CHMGZ0aLs
        2Yv9sWvHA/HK3iymAa/ZfUWrs64dTX4Qi+qtCDNrZU0aqIEJs0601L/3
        -----END PRIVATE KEY-----
        """
}
