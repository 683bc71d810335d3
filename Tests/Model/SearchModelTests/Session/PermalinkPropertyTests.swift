// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Testing
import Wire

/// Random states and random damage: a link leads back to its state, and nothing traps; a failure names its seed.
@Suite struct PermalinkPropertyTests {
    @Test func `a link leads back to the state that it was made of`() throws {
        let seed = testSeed
        var sessions = RandomSessions(seed: seed)
        for step in 0..<2_000 {
            let state = sessions.state()
            let link = state.permalink(sessions.scheme)
            guard link.utf8.count <= SessionLimits.link else { continue }
            let read = try SessionState(permalink: link, sessions.scheme)
            // Texts that only look the same are distinguished too.
            let isSame = read.canonical == state.canonical && texts(read) == texts(state)
            let isStable = link.utf8.allSatisfy(isLeftAlone)
            #expect(isSame && isStable, "seed \(seed), step \(step): \(link)")
        }
    }

    @Test func `a link survives being encoded again`() throws {
        let seed = testSeed
        var sessions = RandomSessions(seed: seed)
        for step in 0..<200 {
            let state = sessions.state()
            let link = state.permalink(sessions.scheme)
            let anew = link.dropFirst().utf8.map { byte in
                switch byte {
                case UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "%"): String(UnicodeScalar(byte))
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                    String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }
            }.joined().replacing("%20", with: "+")
            guard anew.utf8.count <= SessionLimits.link else { continue }
            let read = try SessionState(permalink: anew, sessions.scheme)
            #expect(read.canonical == state.canonical, "seed \(seed), step \(step): \(anew)")
        }
    }

    @Test func `damaged links never trap, and what is read of them is within the limits`() throws {
        let seed = testSeed
        var sessions = RandomSessions(seed: seed)
        let pieces = Array("&=~'!<>.-%+#?/,:0189aeqp\u{0}é".utf8)
        var accepted = 0
        var original: [UInt8] = []
        for step in 0..<8_000 {
            if step % 40 == 0 { original = Array(sessions.state().permalink(sessions.scheme).utf8.prefix(400)) }
            var bytes = original
            for _ in 0...Int.random(in: 0...3, using: &sessions.random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &sessions.random)
                switch Int.random(in: 0..<4, using: &sessions.random) {
                case 0: bytes[place] = sessions.random.pick(pieces)
                case 1: bytes.insert(sessions.random.pick(pieces), at: place)
                case 2: bytes.remove(at: place)
                default: bytes.removeLast(bytes.count - place)
                }
            }
            let link = String(decoding: bytes, as: UTF8.self)
            guard let state = try? SessionState(permalink: link, sessions.scheme) else { continue }
            accepted += 1
            let again = try SessionState(permalink: state.permalink(sessions.scheme), sessions.scheme)
            #expect(again.canonical == state.canonical, "seed \(seed), step \(step): \(link)")
        }
        #expect(accepted > 800, "the damage is too heavy to test anything")
    }

    /// Every text of a state, in an order of its own.
    private func texts(_ state: SessionState) -> [[UInt8]] {
        let filters = state.filters.values.flatMap { $0.groups.flatMap(\.filters) }
        let values = filters.compactMap { $0.facetValue?.string }
        let texts = values + state.searchers.values.flatMap { [$0.query, $0.index ?? ""] }
        return texts.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Whether browsers leave a byte of a query unchanged.
    private func isLeftAlone(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"#'<>\\^`{|}+".utf8.contains(byte)
    }
}
