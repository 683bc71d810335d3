// SPDX-License-Identifier: MIT

import RandomTesting
import Testing

@testable import Broker

@Suite("Subscriptions of peers")
struct SubscriptionTableTests {
    private func peers(_ table: SubscriptionTable, _ topic: String) -> [Int] {
        var peers: [Int] = []
        table.forEach(matching: Array(topic.utf8)) { peers.append($0.peer) }
        return peers.sorted()
    }

    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    @Test func `A topic matches every prefix of it, the empty one and itself too`() {
        var table = SubscriptionTable()
        for (peer, prefix) in ["", "view/", "view/box/", "view/box/s/", "view/bo", "intent/"].enumerated() {
            table.add(bytes(prefix), .init(peer: peer, isLate: false))
        }
        #expect(peers(table, "view/box/s/") == [0, 1, 2, 3, 4])
        #expect(peers(table, "view/") == [0, 1])
        #expect(peers(table, "view") == [0])
        #expect(peers(table, "") == [0])
        table.removeAll(of: 1)
        table.remove(bytes("view/bo"), of: 4)
        table.remove(bytes("view/box/"), of: 3)
        #expect(peers(table, "view/box/s/") == [0, 2, 3] && table.count == 4)
    }

    @Test func `It agrees with a list of pairs, whatever is added and removed`() {
        var random = SeededGenerator(seed: testSeed)
        let prefixes = ["", "a", "ab", "abc", "b", "ba", "abcd", "c"]
        var (table, pairs) = (SubscriptionTable(), [(String, Int)]())
        for _ in 0..<3_000 {
            guard let prefix = prefixes.randomElement(using: &random) else { return }
            let peer = Int.random(in: 0..<5, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                table.removeAll(of: peer)
                pairs.removeAll { $0.1 == peer }
            case 1...4:
                table.remove(bytes(prefix), of: peer)
                pairs.removeAll { $0 == (prefix, peer) }
            default:
                table.add(bytes(prefix), .init(peer: peer, isLate: false))
                pairs.removeAll { $0 == (prefix, peer) }
                pairs.append((prefix, peer))
            }
            #expect(table.count == Set(pairs.map(\.0)).count && table.entryCount == pairs.count)
            for topic in ["abcde", "ba", "", "x"] {
                #expect(peers(table, topic) == pairs.filter { topic.hasPrefix($0.0) }.map(\.1).sorted())
            }
        }
    }
}
