// SPDX-License-Identifier: MIT

import Testing

@testable import AccessKeys

@Suite struct SecretTextTests {
    @Test func `a secret matches itself and nothing else`() {
        let secret = SecretText("abcdef")
        #expect(secret.matches("abcdef"))
        for other in ["", "abcde", "abcdefg", "abcdeF", "Abcdef", "abcdefabcdef"] { #expect(!secret.matches(other)) }
        #expect(!SecretText("").matches(""))
    }

    @Test func `secrets have 256 bits and differ`() {
        let secrets = Set((0..<200).map { _ in SecretText.make().text })
        #expect(secrets.count == 200)
        #expect(secrets.allSatisfy { $0.utf8.count == 43 && $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test func `what prints values shows no secret`() {
        let secret = SecretText("abcdef")
        var ring = AccessRing(owner: secret)
        ring.admit(BrowserEntry.make().entry)
        #expect(!"\(secret) \(String(reflecting: secret)) \(ring) \(String(reflecting: ring))".contains("abcdef"))
        var dumped = ""
        dump(secret, to: &dumped)
        dump(ring, to: &dumped)
        #expect(!dumped.contains("abcdef"))
    }

    @Test func `a digest is that of FIPS 180-4, and equal to itself alone`() {
        let digest = SecretDigest(of: "abc")
        #expect(digest.text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(SecretDigest(text: digest.text) == digest && digest != SecretDigest(of: "abd"))
        for text in ["", "ba78", digest.text.uppercased(), String(digest.text.dropLast()) + "g"] {
            #expect(SecretDigest(text: text) == nil)
        }
    }
}
