// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import Wire

@testable import Gateway

@Suite struct StreamLimitsTests {
    private func limits(_ change: (inout GatewayConfiguration.Limits) -> Void) -> StreamLimits {
        var limits = GatewayConfiguration.Limits()
        change(&limits)
        return StreamLimits(limits)
    }

    @Test("One browser has so many streams, another is not affected, and a slot is freed")
    func perBrowser() throws {
        let limits = limits { $0.streamsPerBrowser = 2 }
        var places = [try limits.open(for: .browser("a")), try limits.open(for: .browser("a"))]
        let refusal = #expect(throws: Problem.self) { try limits.open(for: .browser("a")) }
        #expect(refusal?.status == 429)
        places.append(try limits.open(for: .browser("b")))
        places.removeFirst()
        places.append(try limits.open(for: .browser("a")))
        #expect(limits.count == 3)
        places = []
        #expect(limits.count == 0)
    }

    @Test("All together have so many streams")
    func total() throws {
        let limits = limits { $0.streams = 3 }
        let places = try (0..<3).map { _ in try limits.open(for: .program) }
        #expect(throws: Problem.self) { try limits.open(for: .program) }
        withExtendedLifetime(places) {}
    }

    @Test("Programs cannot take the streams of browsers")
    func programs() throws {
        let limits = limits { ($0.streamsOfPrograms, $0.streams) = (3, 4) }
        var places = try (0..<3).map { _ in try limits.open(for: .program) }
        #expect(throws: Problem.self) { try limits.open(for: .program) }
        places.append(try limits.open(for: .browser("a")))
        #expect(limits.count == 4)
    }

    @Test("One key cannot take the streams of another, and its error names the limit")
    func keys() throws {
        let limits = limits { ($0.streamsOfKey, $0.streamsOfPrograms, $0.streams) = (2, 5, 9) }
        func refusal(of identity: Identity) -> String? {
            #expect(throws: Problem.self) { try limits.open(for: identity) }?.error.message
        }
        var places = try (0..<2).map { _ in try limits.open(for: .key("a")) }
        #expect(refusal(of: .key("a"))?.contains("The key a has 2 streams") == true)
        places += try (0..<2).map { _ in try limits.open(for: .program) }
        #expect(refusal(of: .program)?.contains("owner's key, 2 streams") == true)
        places.append(try limits.open(for: .key("b")))
        #expect(refusal(of: .key("b"))?.contains("Programs have 5 streams") == true)
        places.removeFirst()
        places.append(try limits.open(for: .key("b")))
        #expect(limits.count == 5)
    }

    @Test("If too much is pending for all keys, the largest one is cut, however little each of its streams holds")
    func bytesOfKeys() throws {
        let limits = limits {
            ($0.streamBytesPerPeer, $0.streamBytesOfPrograms, $0.streamBytes) = (100, 120, 1_000)
        }
        let cut = Mutex<[Int]>([])
        let places = try (0..<5).map { number in
            let place = try limits.open(for: number < 4 ? .key("many") : .key("one"))
            place.onCut { cut.withLock { $0.append(number) } }
            return place
        }
        func hold(_ bytes: Int, _ index: Int) { for cut in places[index].hold(bytes) { cut() } }
        for (index, bytes) in [20, 19, 21, 18].enumerated() { hold(bytes, index) }
        hold(42, 4)
        #expect(cut.withLock { $0 }.isEmpty && limits.bytes == 120)
        hold(43, 4)
        #expect(cut.withLock { $0 } == [2] && limits.bytes == 100)
        withExtendedLifetime(places) {}
    }

    @Test("If too much is pending for one peer, or for all, the largest stream is closed, and no other")
    func bytes() throws {
        let limits = limits { ($0.streamBytesPerPeer, $0.streamBytes) = (100, 150) }
        let cut = Mutex<[Int]>([])
        let places = try (0..<4).map { number in
            let place = try limits.open(for: number < 2 ? .program : .browser("\(number)"))
            place.onCut { cut.withLock { $0.append(number) } }
            return place
        }
        func hold(_ bytes: Int, _ index: Int) { for cut in places[index].hold(bytes) { cut() } }
        hold(60, 0)
        hold(40, 1)
        hold(50, 2)
        #expect(cut.withLock { $0 }.isEmpty && limits.bytes == 150)
        hold(41, 1)
        #expect(cut.withLock { $0 } == [0] && limits.bytes == 91)
        hold(90, 3)
        #expect(cut.withLock { $0 } == [0, 3] && limits.bytes == 91)
        #expect(limits.highestBytes == 150)
    }
}
