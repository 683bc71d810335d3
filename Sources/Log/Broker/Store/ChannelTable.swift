// SPDX-License-Identifier: MIT

import Bus

/// What happened lately on each channel (`kind/component/`): the heads that heartbeats carry, and a ring of recent
/// events' channels by which the broker checks that a component has folded everything.
struct ChannelTable {
    /// How many events are remembered for the check.
    private static let ringSize = 1 << 16
    /// How many channels a heartbeat lists.
    private static let headLimit = 256
    /// How many channels are known before all are forgotten: their names come from writers.
    static let maxChannels = 4_096

    private var numbers: [String: Int] = [:]
    private var names: [String] = []
    /// The last sequence of each channel since the start; zero where there was none.
    private var lasts: [SequenceNumber] = []
    /// Nothing is known of what came up to here.
    private var start: SequenceNumber = .zero
    private var ring = [Int32](repeating: -1, count: ringSize)
    private var ringStart: SequenceNumber = .zero
    private var head: SequenceNumber = .zero
    private var covered: [[TopicPrefix]: Set<Int32>] = [:]
    /// What the last heartbeat listed; `nil` where something was stored since.
    private var listed: (heads: [String: SequenceNumber], since: SequenceNumber)?

    mutating func start(at head: SequenceNumber) {
        listed = nil
        lasts = lasts.map { _ in .zero }
        start = head
        ringStart = head
        self.head = head
    }

    /// Whether there are so many channels that they must be dropped, with their numbers, before the next one.
    var isFull: Bool { names.count >= Self.maxChannels }

    /// Forgets all channels and their numbers; nothing is known of what came up to the log's end.
    mutating func forget() {
        (numbers, names, lasts, covered) = ([:], [], [], [:])
        start(at: head)
    }

    /// The number of a channel, given at its first use.
    mutating func number(of channel: String) -> Int {
        if let number = numbers[channel] { return number }
        names.append(channel)
        lasts.append(.zero)
        numbers[channel] = names.count - 1
        covered = [:]
        return names.count - 1
    }

    /// A place after which a channel had no event.
    func last(of channel: Int) -> SequenceNumber { max(lasts[channel], start) }

    /// The last sequences of the channels with the newest events, and a place after which no other channel had one.
    mutating func heads() -> (heads: [String: SequenceNumber], since: SequenceNumber) {
        if let listed { return listed }
        let recent = lasts.indices.filter { lasts[$0] > .zero }.sorted { lasts[$0] > lasts[$1] }
        let since = recent.count > Self.headLimit ? lasts[recent[Self.headLimit]] : start
        let heads = recent.prefix(Self.headLimit).map { (names[$0], lasts[$0]) }
        let result = (heads: Dictionary(uniqueKeysWithValues: heads), since: since)
        listed = result
        return result
    }

    mutating func note(_ sequence: SequenceNumber, channel: Int) {
        listed = nil
        lasts[channel] = sequence
        ring[Int(sequence.rawValue) & (Self.ringSize - 1)] = Int32(channel)
        head = sequence
        if head.rawValue - ringStart.rawValue > UInt64(Self.ringSize) {
            ringStart = SequenceNumber(rawValue: head.rawValue - UInt64(Self.ringSize))
        }
    }

    /// How many events under the prefixes lie in a stretch of the log; `nil` where the ring does not reach back, or a
    /// prefix names less than whole channels.
    mutating func count(of prefixes: [TopicPrefix], after: SequenceNumber, upTo: SequenceNumber) -> Int? {
        guard after >= ringStart, upTo <= head, prefixes.allSatisfy({ $0.depth <= 2 }) else { return nil }
        let wanted = channels(under: prefixes)
        var count = 0
        var place = after.rawValue + 1
        while place <= upTo.rawValue {
            if wanted.contains(ring[Int(place) & (Self.ringSize - 1)]) { count += 1 }
            place += 1
        }
        return count
    }

    private mutating func channels(under prefixes: [TopicPrefix]) -> Set<Int32> {
        if let known = covered[prefixes] { return known }
        let found = Set(
            names.indices.filter { index in prefixes.contains { $0.coversChannel(names[index]) } }.map(Int32.init)
        )
        if covered.count > 256 { covered = [:] }
        covered[prefixes] = found
        return found
    }
}
