// SPDX-License-Identifier: MIT

import Wire

/// The credentials of an app: the owner's key with all permissions, browsers' cookies, and keys with roles.
///
/// A description of a ring shows no secret.
public struct AccessRing: Sendable, CustomStringConvertible, CustomReflectable {
    /// The ID of the owner's key.
    public static let ownerID = "owner"
    /// The maximum number of usable keys.
    public static let keyLimit = 500
    /// The maximum number of browsers; a further one replaces the oldest.
    public static let browserLimit = 256
    /// How many expired or revoked keys are kept, so that a client that sends one gets the reason.
    static let endedLimit = 500
    /// How long they are stored, in seconds.
    static let endedTime = 90 * 86_400

    /// The owner's key, which commands on this machine print: it is the only stored secret.
    public private(set) var owner: SecretText
    /// The browsers that logged in with a link, oldest first.
    public private(set) var browsers: [BrowserEntry] = []
    private var ownerKey: AccessKey
    private var table: [String: AccessKey] = [:]

    /// A ring with only the owner's key.
    public init(owner: SecretText = .make()) {
        self.owner = owner
        ownerKey = AccessKey(
            id: Self.ownerID,
            scope: .everything,
            digest: SecretDigest(of: owner.text),
            description: "for commands on this machine: searchbus key"
        )
    }

    /// The owner's key first, then the others, oldest first.
    public var keys: [AccessKey] {
        [ownerKey] + table.values.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    // MARK: Decisions

    /// The decision on a client that presents a text as a key.
    public func decision(_ text: some StringProtocol, at now: Int) -> AccessDecision {
        guard text.utf8.count <= Restriction.textLimit else { return .unknown }
        if let (id, secret) = AccessKey.parts(of: text), let key = table[id] {
            let isRestricted = secret.contains(".")
            let decision =
                isRestricted
                ? key.decision(restrictions: secret, at: now) : key.decision(SecretDigest(of: secret), at: now)
            if let decision { return decision }
        }
        return ownerKey.decision(SecretDigest(of: text), at: now) ?? .unknown
    }

    /// The decision on a client that presented a key before.
    public func decision(id: String, _ shown: SecretDigest, at now: Int) -> AccessDecision {
        let key = id == Self.ownerID ? ownerKey : table[id]
        return key?.decision(shown, at: now) ?? .unknown
    }

    /// The digest that identifies a presented key later.
    public static func digest(of text: some StringProtocol) -> SecretDigest {
        SecretDigest(of: AccessKey.parts(of: text)?.secret ?? String(text))
    }

    /// The browser that a cookie's value belongs to.
    public func browser(_ value: some StringProtocol) -> BrowserEntry? {
        let parts = value.split(separator: ".", maxSplits: 1)
        guard value.utf8.count <= 200, parts.count == 2,
            let entry = browsers.first(where: { $0.name == parts[0] }) ?? sharedBrowser(named: parts[0]),
            entry.digest == SecretDigest(of: parts[1])
        else { return nil }
        return entry
    }

    // MARK: Changes

    /// Adds a browser.
    public mutating func admit(_ browser: BrowserEntry) {
        browsers = (browsers + [browser]).suffix(Self.browserLimit)
    }

    /// Adds a key.
    ///
    /// - Throws: `SearchBusError` if there are too many.
    public mutating func insert(_ key: AccessKey, at now: Int) throws {
        guard table.values.count(where: { $0.endedAt(by: now) == nil }) < Self.keyLimit else {
            throw SearchBusError(
                .invalidArgument,
                "There are \(Self.keyLimit) keys already.",
                remedy: "Delete unused ones: searchbus keys list, searchbus keys delete ID."
            )
        }
        table[key.id] = key
        forget(at: now)
    }

    /// Revokes a key.
    ///
    /// - Returns: The key; `nil` for an unknown ID.
    public mutating func revoke(_ id: String, at now: Int) -> AccessKey? {
        guard table[id] != nil else { return nil }
        if table[id]?.revokedAt == nil { table[id]?.revokedAt = now }
        forget(at: now)
        return table[id]
    }

    /// Gives a key another secret; the previous one is valid for the given number of seconds.
    ///
    /// - Returns: The key's new text; `nil` if no usable key has this ID.
    public mutating func rotate(_ id: String, at now: Int, grace: Int) -> String? {
        let secret = SecretText.make()
        if id == Self.ownerID {
            ownerKey.replaceSecret(by: secret.text, at: now, grace: grace)
            owner = secret
            return secret.text
        }
        guard let key = table[id], key.endedAt(by: now) == nil else { return nil }
        table[id]?.replaceSecret(by: secret.text, at: now, grace: grace)
        return AccessKey.text(id: id, secret: secret.text)
    }

    /// Removes keys that ended long ago, and the oldest of too many ended ones.
    private mutating func forget(at now: Int) {
        let ended = table.values.compactMap { key in key.endedAt(by: now).map { (id: key.id, at: $0) } }
            .sorted { ($0.at, $0.id) > ($1.at, $1.id) }
        for (place, key) in ended.enumerated() where place >= Self.endedLimit || key.at + Self.endedTime <= now {
            table[key.id] = nil
        }
    }

    public var description: String { "(\(table.count + 1) keys, \(browsers.count) browsers)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AccessRing: JSONConvertible {
    /// Reads a file's content.
    ///
    /// Invalid entries are skipped: they give no access.
    ///
    /// - Throws: `JSONError` if even the owner's key is missing.
    public init(json: JSON) throws {
        let owner = try json.requiredString("bearer")
        guard (43...200).contains(owner.utf8.count) else { throw JSONError("not a key") }
        self.init(owner: SecretText(owner))
        ownerKey.former = (json["former"]?.array ?? []).prefix(AccessKey.formerLimit)
            .compactMap(AccessKey.Former.init(json:))
        browsers = (json["browsers"]?.array ?? []).compactMap { try? BrowserEntry(json: $0) }.suffix(Self.browserLimit)
        for element in (json["keys"]?.array ?? []).prefix(Self.keyLimit + Self.endedLimit) {
            guard let key = try? AccessKey(json: element), key.id != Self.ownerID else { continue }
            table[key.id] = key
        }
    }

    public var json: JSON {
        var members = JSONObject([
            ("bearer", .string(owner.text)), ("browsers", .array(browsers.map(\.json))),
            ("keys", .array(keys.dropFirst().map(\.json))),
        ])
        if !ownerKey.former.isEmpty { members["former"] = .array(ownerKey.former.map(\.json)) }
        return .object(members)
    }
}
