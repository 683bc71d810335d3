// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Runtime
import Wire

/// A key with a role.
///
/// The key itself is not kept: who shows it is known by its digest.
public struct AccessKey: Sendable, Hashable {
    /// A secret that was replaced, and until when it is good.
    public struct Former: Sendable, Hashable {
        let digest: SecretDigest
        /// In seconds since 1970 began.
        public let endsAt: Int
    }

    /// What every key begins with, so that people and programs that look for leaked secrets recognise one.
    public static let prefix = LogText.keyPrefix
    /// How many replaced secrets of a key are remembered.
    static let formerLimit = 8
    /// How many characters of a description are kept.
    public static let descriptionLimit = 200

    /// What tells the key from others; no secret.
    public let id: String
    public let scope: AccessScope
    public let description: String
    /// When it was made, in seconds since 1970 began.
    public let createdAt: Int
    /// When it ends, in seconds since 1970 began; `nil` for never.
    public let endsAt: Int?
    /// When it was taken back; `nil` where it was not.
    public internal(set) var revokedAt: Int?
    /// The secrets before the present one, newest first.
    public internal(set) var former: [Former] = []
    var digest: SecretDigest

    /// A key without its secret.
    init(
        id: String,
        scope: AccessScope,
        digest: SecretDigest,
        description: String = "",
        createdAt: Int = 0,
        endsAt: Int? = nil
    ) {
        self.id = id
        self.scope = scope
        self.digest = digest
        self.description = String(description.prefix(Self.descriptionLimit))
        self.createdAt = createdAt
        self.endsAt = endsAt
    }

    /// Makes a key.
    ///
    /// - Returns: The key, and its text, which is kept nowhere.
    public static func make(
        _ scope: AccessScope,
        description: String = "",
        at now: Int,
        endsAt: Int? = nil
    ) -> (key: AccessKey, text: String) {
        let (id, secret) = (Identifier.make(length: 10), SecretText.make().text)
        let key = AccessKey(
            id: id,
            scope: scope,
            digest: SecretDigest(of: secret),
            description: description,
            createdAt: now,
            endsAt: endsAt
        )
        return (key, text(id: id, secret: secret))
    }

    static func text(id: String, secret: String) -> String { "\(prefix)\(id)_\(secret)" }

    /// The id and the secret in a key's text; `nil` for other texts.
    static func parts(of text: some StringProtocol) -> (id: String, secret: String)? {
        guard text.utf8.count <= 200, text.hasPrefix(prefix) else { return nil }
        let parts = text.dropFirst(prefix.count).split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Name.isValid(parts[0]), !parts[1].isEmpty else { return nil }
        return (String(parts[0]), String(parts[1]))
    }

    /// The decision on a secret; `nil` if it is not one of the key's.
    func decision(_ shown: SecretDigest, at now: Int) -> AccessDecision? {
        let past = former.first { $0.digest == shown }
        guard shown == digest || past != nil else { return nil }
        if let revokedAt { return .refused(self, .revoked(revokedAt)) }
        if let endsAt, endsAt <= now { return .refused(self, .expired(endsAt)) }
        if let past, shown != digest, past.endsAt <= now { return .refused(self, .replaced(past.endsAt)) }
        return .granted(self)
    }

    /// Gives the key another secret; the present one is good for a while yet.
    mutating func replaceSecret(by secret: String, at now: Int, grace: Int) {
        former = Array(([Former(digest: digest, endsAt: now + grace)] + former).prefix(Self.formerLimit))
        digest = SecretDigest(of: secret)
    }

    /// The time at which the key expired or was revoked; `nil` while it is valid.
    public func endedAt(by now: Int) -> Int? {
        if let revokedAt { return revokedAt }
        return endsAt.flatMap { $0 <= now ? $0 : nil }
    }
}

/// Why and since when a key is not valid any longer.
public enum AccessEnd: Sendable, Hashable {
    case expired(Int)
    case revoked(Int)
    /// Another secret replaced it.
    case replaced(Int)
}

/// The decision on a text that a client sends as its key.
public enum AccessDecision: Sendable, Hashable {
    /// No key has, or had, this text.
    case unknown
    case granted(AccessKey)
    /// The text was valid once: the response may contain the reason.
    case refused(AccessKey, AccessEnd)
}
