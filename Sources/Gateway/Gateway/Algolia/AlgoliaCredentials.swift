// SPDX-License-Identifier: MIT
// Part of SearchBus.

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

    /// The keys made by clients that were valid lately, and how often each client presented one that was not.
    private struct Attempts {
        var failed = RateLimit<[UInt8]>(perMinute: 60)
        var valid: Set<Int> = []
    }

    /// How many keys made by clients are remembered as valid.
    private static let validLimit = 4_096

    let file: KeyFile
    private let state: Mutex<State>
    private let attempts = Mutex(Attempts())
    private let clock: @Sendable () -> ContinuousClock.Instant

    /// Reads the keys, and makes them where there are none yet.
    ///
    /// - Parameters:
    ///   - dataDirectory: Where the keys are.
    ///   - clock: Tells the time by which attempts are counted.
    /// - Throws: `SearchBusError` for a file that cannot be used.
    init(dataDirectory: String, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) throws {
        self.clock = clock
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
    /// - Parameters:
    ///   - application: The application ID.
    ///   - key: A key, or one that a client made of a search key.
    ///   - address: The client's address; `nil` where it is unknown.
    /// - Returns: What the key allows.
    /// - Throws: `AlgoliaError` with status 403 for a key that is invalid, for another service, or not for this address; with
    ///   status 429 where the client has presented too many that are invalid.
    func access(to application: String, key: String, from address: NetworkAddress?) throws(AlgoliaError) -> KeyAccess {
        let ring = ring
        guard !key.isEmpty, application == ring.applicationID else { throw Self.invalid }
        guard KeyRing.mayBeSecured(key.utf8.count) else { return try Self.access(key, ring, address) }
        // Such a key is compared with an authentication code by each search key, which nobody is to have done at will.
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

    /// The session of what a key's holder asks for: the user's, where one is told.
    static func session(_ access: KeyAccess, userToken: String?) -> String {
        guard let token = access.userToken ?? userToken, !token.isEmpty else { return "algolia-\(access.digest)" }
        let plain = "algolia-\(token)"
        guard !Name.isValid(plain) else { return plain }
        return "algolia-u-\(HexDigest.sha256(token, bytes: 12))"
    }
}
