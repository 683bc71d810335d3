// SPDX-License-Identifier: MIT

import Bus
import Digests

/// Secrets that every node with the same owner's key can verify without storing them.
///
/// If nodes share a log, a browser that logged in at one node may be sent to another one. Its cookie is signed with the
/// owner's key; changing that key logs all of them out.
extension AccessRing {
    /// The prefix of the names of such browsers.
    private static let prefix = "any-"

    /// A new browser that every node recognizes.
    ///
    /// - Returns: The value of its cookie.
    public func makeSharedBrowser() -> String {
        let name = "\(Self.prefix)\(Identifier.make(length: 16))"
        return "\(name).\(signature(of: "browser \(name)"))"
    }

    /// The browser of a name, if every node recognizes it.
    func sharedBrowser(named name: some StringProtocol) -> BrowserEntry? {
        guard name.hasPrefix(Self.prefix), name.utf8.count <= 40 else { return nil }
        return BrowserEntry(name: String(name), digest: SecretDigest(of: signature(of: "browser \(name)")))
    }

    /// Whether a browser is still logged in.
    public func knows(browser name: String, _ digest: SecretDigest) -> Bool {
        (browsers.first { $0.name == name } ?? sharedBrowser(named: name))?.digest == digest
    }

    /// The signature of a text with the owner's key: 64 hexadecimal digits.
    public func signature(of text: String) -> String {
        SHA256.authenticationCode(of: text.utf8, key: owner.text.utf8).hexadecimal
    }
}
