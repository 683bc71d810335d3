// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AccessKeys
import AlgoliaInterface
import AlgoliaKeys
import Bus
import Glibc
import HTTPTypes
import Synchronization
import Wire

extension HTTPField.Name {
    static let algoliaApplication = algolia("X-Algolia-Application-Id")
    static let algoliaKey = algolia("X-Algolia-API-Key")
    static let algoliaUser = algolia("X-Algolia-UserToken")

    private static func algolia(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no field name") }
        return name
    }
}

/// Tells what who shows a key may do, by the keys of the data directory as they are now.
final class AlgoliaCredentials: Sendable {
    private struct State {
        var ring: KeyRing
        var version: FileVersion?
    }

    let file: KeyFile
    private let state: Mutex<State>

    /// Reads the keys, and makes them where there are none yet.
    ///
    /// - Throws: `SearchBusError` for a file that cannot be used.
    init(dataDirectory: String) throws {
        file = KeyFile(dataDirectory: dataDirectory)
        let ring = try file.load(at: Self.now)
        state = Mutex(State(ring: ring, version: file.version))
    }

    /// The time, in seconds since 1970 began.
    static var now: Int { time(nil) }

    /// The keys as they are now; where the file cannot be read, nobody has a right.
    var ring: KeyRing {
        let version = file.version
        return state.withLock { state in
            guard state.version != version else { return state.ring }
            let id = state.ring.applicationID
            state.ring = (try? file.read()) ?? KeyRing(applicationID: id, keys: [])
            state.version = version
            return state.ring
        }
    }

    /// What a request may do.
    ///
    /// Clients in browsers put what they know into the query, others into header fields.
    ///
    /// - Throws: `AlgoliaError` with status 403 for a key that is none, or was made for another service.
    func access(to application: String, key: String) throws(AlgoliaError) -> KeyAccess {
        let ring = ring
        guard !key.isEmpty, application == ring.applicationID, let access = ring.access(key, at: Self.now) else {
            throw AlgoliaError("Invalid Application-ID or API key", status: 403)
        }
        return access
    }

    /// The session of what a key's holder asks for: the user's, where one is told.
    static func session(_ access: KeyAccess, userToken: String?) -> String {
        guard let token = access.userToken ?? userToken, !token.isEmpty else { return "algolia-\(access.digest)" }
        let plain = "algolia-\(token)"
        guard !Name.isValid(plain) else { return plain }
        return "algolia-u-\(HexDigest.sha256(token, bytes: 12))"
    }
}
