// SPDX-License-Identifier: MIT

import Digests
import Testing

/// Known answers of FIPS 180-4 and RFC 4231.
@Suite struct SHA256Tests {
    @Test("digests are those of the standard, also where the bytes arrive in parts")
    func digests() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(SHA256.digest(of: []).hexadecimal == empty)
        #expect(SHA256.digest(of: "abc".utf8).hexadecimal == abc)
        let hash = SHA256()
        hash.update(Array("a".utf8))
        #expect(hash.digest() == SHA256.digest(of: "a".utf8))
        hash.update([])
        hash.update(Array("bc".utf8))
        #expect(hash.digest().hexadecimal == abc)
        #expect(hash.digest().hexadecimal == abc)
    }

    @Test("authentication codes are those of the standard, for short, long and empty keys")
    func authenticationCodes() {
        func code(_ key: [UInt8], _ message: String) -> String {
            SHA256.authenticationCode(of: message.utf8, key: key).hexadecimal
        }
        #expect(
            code([UInt8](repeating: 0x0b, count: 20), "Hi There")
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        )
        #expect(
            code(Array("Jefe".utf8), "what do ya want for nothing?")
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        #expect(
            code([UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First")
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        )
        #expect(code([], "") == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }
}
