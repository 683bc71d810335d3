// SPDX-License-Identifier: MIT

import Bus
import Runtime
import Wire

/// A key with a role.
///
/// The key itself is not stored: a presented key is identified by its digest.
public struct AccessKey: Sendable, Hashable {
    /// A replaced secret, and the end of its grace period.
    public struct Former: Sendable, Hashable {
        let digest: SecretDigest
        /// In seconds since 1970.
        public let endsAt: Int
    }

    /// The prefix of every key, by which users and secret scanners recognize one.
    public static let prefix = LogText.keyPrefix
    /// The maximum number of stored replaced secrets of a key.
    static let formerLimit = 8
    /// The maximum number of characters of a description.
    public static let descriptionLimit = 200

    /// The identifier of the key; not a secret.
    public let id: String
    public let scope: AccessScope
    public let description: String
    /// The time of its creation, in seconds since 1970.
    public let createdAt: Int
    /// The time of its expiry, in seconds since 1970; `nil` for never.
    public let endsAt: Int?
    /// The time of its revocation; `nil` if it was not revoked.
    public internal(set) var revokedAt: Int?
    /// The secrets before the present one, newest first.
    public internal(set) var former: [Former] = []
    var digest: SecretDigest
    /// What distinguishes it from other keys that were made from the same one; `nil` for a key of the file.
    public private(set) var part: String?

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

    /// Creates a key.
    ///
    /// - Returns: The key, and its text, which is not stored.
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
    ///
    /// In place of the secret, a restricted key has its restrictions and their signature, with a dot between them.
    static func parts(of text: some StringProtocol) -> (id: String, secret: String)? {
        guard text.utf8.count <= Restriction.textLimit, text.hasPrefix(prefix) else { return nil }
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

    /// The decision on restrictions with a signature, `PAYLOAD.SIGNATURE`; `nil` if none of the key's secrets signed them.
    func decision(restrictions text: String, at now: Int) -> AccessDecision? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let code = SecretDigest(text: String(parts[1])) else { return nil }
        let signer = ([digest] + former.map(\.digest)).first { secret in
            SecretDigest(text: Restriction.signature(of: parts[0], with: secret)) == code
        }
        guard let signer, let decision = decision(signer, at: now) else { return nil }
        guard case .granted = decision else { return decision }
        do {
            let key = try restricted(by: Restriction(payload: parts[0]), signedWith: signer, part: code)
            if let endsAt = key.endsAt, endsAt <= now { return .refused(key, .expired(endsAt)) }
            return .granted(key)
        } catch {
            return .refused(self, .invalid("\(error)"))
        }
    }

    private func restricted(
        by restriction: Restriction,
        signedWith secret: SecretDigest,
        part: SecretDigest
    ) throws -> AccessKey {
        var key = AccessKey(
            id: id,
            scope: try scope.restricted(by: restriction),
            digest: secret,
            description: description,
            createdAt: createdAt,
            endsAt: [endsAt, restriction.endsAt].compactMap(\.self).min()
        )
        key.part = String(part.text.prefix(16))
        return key
    }

    /// What identifies the presented text of a key later.
    public func digest(shown text: some StringProtocol) -> SecretDigest {
        part == nil ? AccessRing.digest(of: text) : digest
    }

    /// Gives the key another secret; the current one stays valid for a grace period.
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

/// The reason and time of a key's end.
public enum AccessEnd: Sendable, Hashable {
    case expired(Int)
    case revoked(Int)
    /// Another secret replaced it.
    case replaced(Int)
    /// It was made from a key with restrictions that are invalid, for the given reason.
    case invalid(String)
}

/// The decision on a text that a client sends as its key.
public enum AccessDecision: Sendable, Hashable {
    /// No key has, or had, this text.
    case unknown
    case granted(AccessKey)
    /// The text was valid once: the response may contain the reason.
    case refused(AccessKey, AccessEnd)
}
