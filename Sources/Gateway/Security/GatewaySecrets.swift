// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Runtime
import Wire

/// What a client must know to be let in, kept in a file that only its owner reads, so that a restart logs nobody out.
struct GatewaySecrets: Sendable {
    /// The name of the file in the data directory: a JSON object with `bearer` and `browsers`.
    static let fileName = "gateway.secret"
    /// How large the file may be.
    private static let sizeLimit = 256 << 10

    /// The key that programs send as `Authorization: Bearer KEY`.
    let bearer: SecretText
    /// The browsers that came through a link.
    var browsers: [BrowserKeys.Entry] = []

    /// Makes new secrets.
    init() {
        bearer = .make()
    }

    private init?(contents: [UInt8]) {
        guard let json = try? JSON(parsing: contents), let bearer = json["bearer"]?.string, bearer.utf8.count >= 43
        else { return nil }
        self.bearer = SecretText(bearer)
        browsers = (json["browsers"]?.array ?? []).compactMap { try? BrowserKeys.Entry(json: $0) }
    }

    /// Reads the secrets of a data directory, and makes them where there are none yet.
    ///
    /// A file that others could read has been no secret: it is replaced.
    ///
    /// - Parameters:
    ///   - dataDirectory: Where the file is.
    ///   - onReplacing: Hears why a file that is there is not used.
    /// - Returns: The secrets.
    /// - Throws: `SearchBusError` where the directory cannot be written to.
    static func load(
        dataDirectory: String,
        onReplacing: (SearchBusError) -> Void = { _ in }
    ) throws -> GatewaySecrets {
        let path = "\(dataDirectory)/\(fileName)"
        switch PrivateFile.read(path, limit: sizeLimit) {
        case .missing: break
        case .contents(let contents):
            if let secrets = GatewaySecrets(contents: contents) { return secrets }
            onReplacing(replacement(path, "is damaged"))
        case .exposed: onReplacing(replacement(path, "could be read by others, or is not this user's own"))
        }
        let secrets = GatewaySecrets()
        try secrets.save(dataDirectory: dataDirectory)
        return secrets
    }

    /// Keeps the secrets for the next start.
    ///
    /// - Throws: `SearchBusError` where the directory cannot be written to.
    func save(dataDirectory: String) throws {
        let json: JSON = ["bearer": .string(bearer.text), "browsers": .array(browsers.map(\.json))]
        try PrivateFile.write(json.bytes + [0x0A], to: "\(dataDirectory)/\(Self.fileName)")
    }

    private static func replacement(_ path: String, _ why: String) -> SearchBusError {
        SearchBusError(
            .notPermitted,
            "`\(path)` \(why): it is replaced, and what was in it lets nobody in any more.",
            remedy: "Give programs the new key, and browsers a new link (`searchbus link`)."
        )
    }
}
