// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaKeys
import AlgoliaLanguage
import Bus
import Glibc
import HTTPTypes
import Runtime
import Synchronization
import Wire

extension HTTPField.Name {
    static let algoliaApplication = algolia("X-Algolia-Application-Id")
    static let algoliaKey = algolia("X-Algolia-API-Key")
    static let algoliaUser = algolia("X-Algolia-UserToken")

    private static func algolia(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is not a field name") }
        return name
    }
}

/// Returns the permissions of a presented key, by the current keys of the data directory.
final class AlgoliaCredentials: Sendable {
    private struct State {
        var ring: KeyRing
        var version: FileVersion?
    }

    /// The derived keys that were valid lately, and how often each client presented an invalid one.
    private struct Attempts {
        var failed = RateLimit<[UInt8]>(perMinute: 60)
        var valid: Set<Int> = []
    }

    /// The maximum number of derived keys that are cached as valid.
    private static let validLimit = 4_096

    let file: KeyFile
    private let state: Mutex<State>
    private let attempts = Mutex(Attempts())
    private let clock: @Sendable () -> ContinuousClock.Instant

    /// Reads the keys, and creates missing ones.
    ///
    /// - Parameters:
    ///   - dataDirectory: The directory of the keys.
    ///   - clock: Returns the time for the limit of attempts.
    /// - Throws: `SearchBusError` for a file that cannot be used.
    init(dataDirectory: String, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) throws {
        self.clock = clock
        file = KeyFile(dataDirectory: dataDirectory)
        let ring = try file.load(at: Self.now)
        state = Mutex(State(ring: ring, version: file.version))
    }

    /// The time, in seconds since 1970.
    static var now: Int { time(nil) }

    /// The current keys; if the file cannot be read, no client has permissions.
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

    /// The permissions of a request.
    ///
    /// Clients in browsers put the credentials into the query, others into header fields.
    ///
    /// - Parameters:
    ///   - application: The application ID.
    ///   - key: A key, or one that a client derived from a search key.
    ///   - address: The client's address; `nil` if it is unknown.
    /// - Returns: The permissions of the key.
    /// - Throws: `AlgoliaError` with status 403 for a key that is invalid, for another service, or not for this address; with
    ///   status 429 if the client has presented too many invalid keys.
    func access(to application: String, key: String, from address: NetworkAddress?) throws(AlgoliaError) -> KeyAccess {
        let ring = ring
        guard !key.isEmpty, application == ring.applicationID else { throw Self.invalid }
        guard KeyRing.mayBeSecured(key.utf8.count) else { return try Self.access(key, ring, address) }
        // Such a key is compared with an authentication code by each search key, so the number of attempts is limited.
        let (client, text) = (address?.network ?? [], key.hashValue)
        let isRefused = attempts.withLock { attempts in
            !attempts.valid.contains(text) && attempts.failed.wait(for: client, at: clock()) != nil
        }
        guard !isRefused else {
            throw AlgoliaError("Too many invalid API keys from this address: try again in a minute", status: 429)
        }
        do throws(AlgoliaError) {
            let access = try Self.access(key, ring, address)
            attempts.withLock { attempts in
                if attempts.valid.count >= Self.validLimit { attempts.valid = [] }
                attempts.valid.insert(text)
            }
            return access
        } catch {
            attempts.withLock { attempts in
                attempts.valid.remove(text)
                attempts.failed.note(client, at: clock())
            }
            throw error
        }
    }

    private static func access(
        _ key: String,
        _ ring: KeyRing,
        _ address: NetworkAddress?
    ) throws(AlgoliaError) -> KeyAccess {
        guard let access = ring.access(key, at: now), access.allows(source: address) else { throw invalid }
        return access
    }

    private static let invalid = AlgoliaError("Invalid Application-ID or API key", status: 403)

    /// The session of requests with a key: that of the user, if one is named.
    static func session(_ access: KeyAccess, userToken: String?) -> String {
        guard let token = access.userToken ?? userToken, !token.isEmpty else { return "algolia-\(access.digest)" }
        let plain = "algolia-\(token)"
        guard !Name.isValid(plain) else { return plain }
        return "algolia-u-\(HexDigest.sha256(token, bytes: 12))"
    }
}
