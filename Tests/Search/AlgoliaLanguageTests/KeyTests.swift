// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import Testing
import Wire

@Suite struct KeyTests {
    @Test func digestsAreThoseOfTheStandard() {
        // FIPS 180-4.
        #expect(HexDigest.sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(HexDigest.sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(HexDigest.sha256("abc", bytes: 4) == "ba7816bf")
    }

    @Test func authenticationCodesAreThoseOfTheStandard() {
        // RFC 4231, case 2; a key that is longer than a block, by Python's hmac.
        #expect(
            HexDigest.authenticationCode(of: Array("what do ya want for nothing?".utf8), key: "Jefe")
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        #expect(
            HexDigest.authenticationCode(of: Array("message".utf8), key: String(repeating: "k", count: 131))
                == "bf7c7ea93af6117b4f6f7dd0b8aac62097cd835b9df2ca81010858ebe0d2cabd"
        )
    }

    @Test func aKeyHasTheFormOfAlgoliasOwn() {
        let keys = (0..<50).map { _ in AlgoliaKey.makeValue() }
        #expect(Set(keys).count == 50)
        #expect(keys.allSatisfy { $0.utf8.count == 32 && $0.utf8.allSatisfy("0123456789abcdef".utf8.contains) })
    }
}
