// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import Testing
import Wire

@testable import Bus

/// Random histories of a subscriber, a log and a network; `SEARCHBUS_TEST_SEED` repeats one.
@Suite("Histories of a subscriber")
struct SubscriberHistoryTests {
    static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["SEARCHBUS_TEST_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? Array(0..<120)

    @Test(arguments: seeds)
    func `Each event arrives once and in order on its channel, or is reported as lost`(seed: UInt64) throws {
        var history = try History(seed: seed)
        for _ in 0..<500 { try history.step() }
        try history.becomeQuiet()
        #expect(history.problems == [], "SEARCHBUS_TEST_SEED=\(seed)")
    }

    @Test func `The histories cover overflow, restarts and reported gaps`() throws {
        var met = (dropped: 0, restarts: 0, trimmed: 0)
        for seed in 0..<20 as Range<UInt64> {
            var history = try History(seed: seed)
            for _ in 0..<500 { try history.step() }
            met.dropped += history.overflows
            met.restarts += history.restarts
            met.trimmed += history.toldTrimmed > .zero ? 1 : 0
        }
        #expect(met.dropped > 20 && met.restarts > 20 && met.trimmed > 5, "\(met)")
    }
}

/// A log of several channels that drops events and restarts, a network that loses and repeats, and one subscriber.
private struct History {
    private static let bufferLimit = 6
    private static let channels = ["a", "b", "c"]

    private var random: SeededGenerator
    private var machine: SubscriberStateMachine
    private let prefixes: [TopicPrefix]
    private var log: [Event] = []
    private var head: UInt64 = 0
    private var lasts: [String: UInt64] = [:]
    /// The last of each channel since the broker's start, and where it started.
    private var channelLasts: [String: UInt64] = [:]
    private var start: UInt64 = 0
    private var instance = 0
    private var trimmed: UInt64 = 0
    private var wanted: [Event] = []
    private var network: [SubscriberStateMachine.Action] = []
    private var delivered: [Event] = []
    private(set) var toldTrimmed = SequenceNumber.zero
    private(set) var overflows = 0
    private(set) var restarts = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        prefixes =
            Bool.random(using: &random) ? [TopicPrefix(.view)] : [TopicPrefix(.view, "a"), TopicPrefix(.view, "c")]
        var number = 0
        machine = SubscriberStateMachine(prefixes: prefixes, after: .zero, bufferLimit: Self.bufferLimit) {
            number += 1
            return "n\(number)"
        }
        network = machine.join()
    }

    mutating func step() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: try append(Int.random(in: 0..<8, using: &random) == 0 ? 12 : 1)
        case 40..<80: answer(isQuiet: false)
        case 80..<90: heartbeat()
        case 90..<93:
            machine.pause()
            carryOut(machine.resume())
        case 93..<95: restart()
        case 95: trim()
        default: break
        }
    }

    /// Ends the losses, and delivers everything that is still in flight.
    mutating func becomeQuiet() throws {
        for _ in 0..<200 {
            while !network.isEmpty { answer(isQuiet: true) }
            heartbeat()
        }
    }

    /// The faults of the delivered events.
    var problems: [String] {
        var found: [String] = []
        if Set(delivered.map(\.sequence)).count != delivered.count { found.append("an event came twice") }
        for channel in Self.channels {
            let places = delivered.filter { $0.topic.component == channel }.map(\.sequence)
            if places != places.sorted() { found.append("events of \(channel) came out of order") }
        }
        let seen = Set(delivered.map(\.sequence))
        let missing = wanted.map(\.sequence).filter { !seen.contains($0) && $0 > toldTrimmed }
        if !missing.isEmpty { found.append("missing, and not reported: \(missing)") }
        return found
    }

    private mutating func append(_ count: Int) throws {
        for _ in 0..<count {
            let channel = Self.channels[Int.random(in: 0..<3, using: &random)]
            let session = "s\(Int.random(in: 0..<3, using: &random))"
            head += 1
            let next = try event(
                head,
                previous: lasts[channel + session] ?? 0,
                channelPrevious: max(channelLasts[channel] ?? 0, start),
                session: session,
                channel: channel
            )
            lasts[channel + session] = head
            channelLasts[channel] = head
            log.append(next)
            guard prefixes.contains(where: { $0.matches(next.topic.description) }) else { continue }
            wanted.append(next)
            let copies = [0, 1, 1, 1, 1, 1, 2]
            for _ in 0..<copies[Int.random(in: 0..<7, using: &random)] { receive(next) }
        }
    }

    private mutating func receive(_ event: Event) {
        let had = machine.heldCount
        carryOut(machine.received(event))
        if had > machine.heldCount, machine.heldCount == 0, !machine.isLive { overflows += 1 }
    }

    /// Performs the next action of the state machine.
    private mutating func answer(isQuiet: Bool) {
        guard !network.isEmpty else { return }
        switch network.removeFirst() {
        case .awaitBarrier(let nonce): carryOut(machine.heardBarrier(nonce: nonce))
        case .replay(let after):
            if !isQuiet, Int.random(in: 0..<4, using: &random) == 0 { return carryOut(machine.replayFailed()) }
            let rest = log.filter { event in
                event.sequence > after && prefixes.contains { $0.matches(event.topic.description) }
            }
            let events = Array(rest.prefix(5))
            let page = ReplayPage(
                events: events,
                through: rest.count > 5 ? events[4].sequence : max(after, SequenceNumber(rawValue: head)),
                head: SequenceNumber(rawValue: head),
                epoch: "e",
                trimmed: after.rawValue < trimmed ? SequenceNumber(rawValue: trimmed) : nil
            )
            carryOut(machine.replayed(page))
        default: break
        }
    }

    private mutating func carryOut(_ actions: [SubscriberStateMachine.Action]) {
        for action in actions {
            switch action {
            case .deliver(let events): delivered += events
            case .reportTrimmed(let place): toldTrimmed = max(toldTrimmed, place)
            default: network.append(action)
            }
        }
    }

    private mutating func heartbeat() {
        let heads = channelLasts.map { ("view/\($0.key)/", SequenceNumber(rawValue: $0.value)) }
        carryOut(
            machine.received(
                Heartbeat(
                    epoch: "e",
                    instance: "i\(instance)",
                    head: SequenceNumber(rawValue: head),
                    heads: Dictionary(uniqueKeysWithValues: heads),
                    since: SequenceNumber(rawValue: start)
                )
            )
        )
    }

    /// The broker is killed, and has no channels after its restart; pending requests are repeated.
    private mutating func restart() {
        restarts += 1
        instance += 1
        channelLasts = [:]
        start = head
        heartbeat()
    }

    /// Removes the oldest events, except the last of each topic.
    private mutating func trim() {
        trimmed = max(trimmed, UInt64.random(in: 0...head, using: &random))
        let (mark, kept) = (trimmed, Set(lasts.values))
        log.removeAll { $0.sequence.rawValue <= mark && !kept.contains($0.sequence.rawValue) }
    }
}
