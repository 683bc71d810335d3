// SPDX-License-Identifier: MIT

import Bus
import Wire

/// A browser that logged in with a link of the console: it has a name, and a secret of its own in its cookie.
public struct BrowserEntry: Sendable, Hashable {
    public let name: String
    public let digest: SecretDigest

    /// Creates an entry.
    ///
    /// - Returns: The entry, and the value of the browser's cookie.
    public static func make() -> (entry: BrowserEntry, cookie: String) {
        let (name, secret) = (Identifier.make(length: 16), SecretText.make().text)
        return (BrowserEntry(name: name, digest: SecretDigest(of: secret)), "\(name).\(secret)")
    }
}

extension BrowserEntry: JSONConvertible {
    /// Reads a browser of the file; older files have the secret itself.
    ///
    /// - Throws: `JSONError` if it is not a browser's entry.
    public init(json: JSON) throws {
        let name = try json.requiredString("name")
        let secret = json["secret"]?.string
        guard Name.isValid(name), secret.map({ $0.utf8.count >= 43 }) ?? true,
            let digest = secret.map({ SecretDigest(of: $0) })
                ?? json["digest"]?.string.flatMap(SecretDigest.init(text:))
        else { throw JSONError("not a browser's key") }
        self.init(name: name, digest: digest)
    }

    public var json: JSON { ["name": .string(name), "digest": .string(digest.text)] }
}
