// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaLanguage
import Foundation
import Wire

/// The keys of a service.
///
/// The search for a key takes constant time. A description of a ring contains no key.
public struct KeyRing: Sendable, CustomStringConvertible, CustomReflectable {
    /// The maximum number of keys.
    public static let limit = 500

    /// The identifier of the service for clients; not a secret.
    public let applicationID: String
    public private(set) var keys: [AlgoliaKey]
    private var accesses: [KeyAccess]

    public init(applicationID: String, keys: [AlgoliaKey]) {
        self.applicationID = applicationID
        self.keys = keys
        accesses = keys.map(KeyAccess.init)
    }

    /// A ring with a key for everything and one for searches.
    public static func make(at now: Int) -> KeyRing {
        let everything = Set(AlgoliaRight.allCases)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        var generator = SystemRandomNumberGenerator()
        return KeyRing(
            applicationID: String((0..<10).map { _ in letters[Int.random(in: 0..<36, using: &generator)] }),
            keys: [
                AlgoliaKey(value: AlgoliaKey.makeValue(), rights: everything, description: "Admin", createdAt: now),
                AlgoliaKey(
                    value: AlgoliaKey.makeValue(),
                    rights: [.search],
                    description: "Search only: may be given to browsers",
                    createdAt: now
                ),
            ]
        )
    }

    // MARK: Access

    /// The permissions of a presented key; `nil` for an unknown or expired key.
    ///
    /// - Parameters:
    ///   - text: A key, or one that a client has derived from a search key.
    ///   - now: The time, in seconds since 1970.
    /// - Returns: The permissions.
    public func access(_ text: String, at now: Int) -> KeyAccess? {
        guard text.utf8.count <= 8_192 else { return nil }
        var found: KeyAccess?
        // Longer texts are derived keys: comparing them with each key takes time.
        for (index, key) in keys.enumerated() where text.utf8.count <= 1_024 && SecretText(key.value).matches(text) {
            if !key.hasEnded(at: now) { found = accesses[index] }
        }
        return found ?? securedAccess(text, at: now)
    }

    /// The access of a derived key: an authentication code of restrictions by a key of the ring, and the restrictions.
    private func securedAccess(_ text: String, at now: Int) -> KeyAccess? {
        guard KeyRing.mayBeSecured(text.utf8.count), let bytes = Data(base64Encoded: text), bytes.count >= 64 else {
            return nil
        }
        let (code, restrictions) = (String(decoding: bytes.prefix(64), as: UTF8.self), bytes.dropFirst(64))
        for (index, key) in keys.enumerated() where key.rights.contains(.search) && !key.rights.contains(.admin) {
            let expected = HexDigest.authenticationCode(of: restrictions, key: key.value)
            guard SecretText(expected).matches(code), !key.hasEnded(at: now) else { continue }
            // A repeated restriction is ambiguous.
            guard let text = String(validating: restrictions, as: UTF8.self),
                let members = try? ParameterValues(try FormText.uniqueMembers(of: text)).members
            else { return nil }
            return restricted(accesses[index], by: members, at: now)
        }
        return nil
    }

    /// Whether a text of this length may be a derived key, which is checked against every search key.
    public static func mayBeSecured(_ count: Int) -> Bool { (87...8_192).contains(count) }

    private func restricted(_ access: KeyAccess, by members: JSONObject, at now: Int) -> KeyAccess? {
        if let end = members["validUntil"]?.string {
            guard let end = Int(end), end > now else { return nil }
        }
        guard let indexes = try? ParameterValues(members).names("restrictIndices"),
            (try? KeyAccess.networks(members)) != nil,
            (try? AlgoliaQuery(AlgoliaQuestion(.hits, index: "", parameters: members))) != nil
        else { return nil }
        return KeyAccess(access, restrictedBy: members, indexes: indexes)
    }

    // MARK: Changes

    /// Adds a key, or replaces the one with the same value.
    ///
    /// - Throws: `AlgoliaError` if there are too many.
    public mutating func insert(_ key: AlgoliaKey) throws(AlgoliaError) {
        if let place = keys.firstIndex(where: { $0.value == key.value }) {
            keys[place] = key
        } else {
            guard keys.count < KeyRing.limit else { throw AlgoliaError("There are \(KeyRing.limit) keys already.") }
            keys.append(key)
        }
        accesses = keys.map(KeyAccess.init)
    }

    /// Removes a key; returns the key, if there was one.
    public mutating func remove(_ value: String) -> AlgoliaKey? {
        guard let place = keys.firstIndex(where: { $0.value == value }) else { return nil }
        defer { accesses = keys.map(KeyAccess.init) }
        return keys.remove(at: place)
    }

    public var description: String { "(\(keys.count) keys)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ParameterValues {
    /// Names in a list; empty if the parameter is missing.
    fileprivate func names(_ name: String) throws(AlgoliaError) -> [String] { try texts(name) ?? [] }
}
