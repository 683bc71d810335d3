// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import AlgoliaKeys
import Testing
import Wire

@Suite struct KeyTests {
    @Test func digestsAreThoseOfTheStandard() {
        // FIPS 180-4, and one message for each way to fill the last block.
        #expect(
            SHA256.hexadecimal(SHA256.digest(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            SHA256.hexadecimal(SHA256.digest([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
        #expect(
            SHA256.hexadecimal(SHA256.digest(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)))
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        )
    }

    @Test func authenticationCodesAreThoseOfTheStandard() {
        // RFC 4231, cases 2 and 6.
        #expect(
            SHA256.hexadecimal(
                SHA256.authenticationCode(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
            ) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        #expect(
            SHA256.hexadecimal(
                SHA256.authenticationCode(
                    of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                    key: [UInt8](repeating: 0xaa, count: 131)
                )
            ) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        )
    }
}
