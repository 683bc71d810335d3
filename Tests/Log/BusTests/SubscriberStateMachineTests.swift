// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Bus

@Suite("Subscriber state machine")
struct SubscriberStateMachineTests {
    private func machine(after: UInt64 = 0) -> SubscriberStateMachine {
        SubscriberStateMachine(prefixes: [TopicPrefix(.view)], after: .init(rawValue: after)) { "nonce" }
    }

    private func page(_ events: [Event], through: UInt64, head: UInt64, trimmed: UInt64? = nil) -> ReplayPage {
        ReplayPage(
            events: events,
            through: .init(rawValue: through),
            head: .init(rawValue: head),
            epoch: "e",
            trimmed: trimmed.map { .init(rawValue: $0) }
        )
    }

    private func heartbeat(
        head: UInt64,
        heads: [String: UInt64],
        instance: String = "i",
        epoch: String = "e"
    ) -> Heartbeat {
        Heartbeat(
            epoch: epoch,
            instance: instance,
            head: .init(rawValue: head),
            heads: heads.mapValues { SequenceNumber(rawValue: $0) },
            since: .zero
        )
    }

    /// A state machine that has joined with an empty log.
    private func liveMachine() -> SubscriberStateMachine {
        var machine = machine()
        _ = machine.join()
        _ = machine.heardBarrier(nonce: "nonce")
        _ = machine.replayed(page([], through: 0, head: 0))
        return machine
    }

    @Test func `Nothing is live before the barrier was received and the log replayed`() throws {
        var machine = machine(after: 3)
        #expect(machine.join() == [.awaitBarrier(nonce: "nonce")])
        #expect(machine.received(try event(5, previous: 4)).isEmpty)
        #expect(machine.heardBarrier(nonce: "another").isEmpty)
        #expect(
            machine.heardBarrier(nonce: "nonce") == [.dropBarrier(nonce: "nonce"), .replay(after: .init(rawValue: 3))]
        )
        let four = try event(4, previous: 3)
        let five = try event(5, previous: 4)
        #expect(machine.replayed(page([four, five], through: 5, head: 5)) == [.deliver([four, five])])
        #expect(machine.isLive)
        #expect(machine.received(five).isEmpty, "what was replayed is not delivered again")
    }

    @Test func `An event whose predecessor was not seen is a gap, which a replay closes`() throws {
        var machine = liveMachine()
        let one = try event(1, previous: 0)
        let two = try event(2, previous: 1)
        let three = try event(3, previous: 2)
        #expect(machine.received(one) == [.deliver([one])])
        #expect(machine.received(three) == [.replay(after: .zero)])
        #expect(machine.replayed(page([one, two], through: 2, head: 2)) == [.deliver([two]), .deliver([three])])
        #expect(machine.isLive)
    }

    @Test func `A heartbeat shows that the last event was lost`() throws {
        var machine = liveMachine()
        #expect(machine.received(heartbeat(head: 1, heads: ["view/w/": 1])) == [.replay(after: .zero)])
    }

    @Test func `A heartbeat of other channels changes nothing`() {
        var machine = liveMachine()
        #expect(machine.received(heartbeat(head: 9, heads: ["state/w/": 9])).isEmpty)
        #expect(machine.floor == SequenceNumber(rawValue: 9))
    }

    @Test func `Another broker instance makes it join again`() {
        var machine = liveMachine()
        _ = machine.received(heartbeat(head: 0, heads: [:]))
        #expect(
            machine.received(heartbeat(head: 0, heads: [:], instance: "j")) == [.awaitBarrier(nonce: "nonce")]
        )
    }

    @Test func `A subscriber without topics sends no request`() {
        var machine = SubscriberStateMachine(prefixes: [], after: .zero) { "nonce" }
        #expect(machine.join().isEmpty)
        #expect(machine.isLive)
        #expect(machine.received(heartbeat(head: 9, heads: ["view/hits/": 9])).isEmpty)
        #expect(machine.received(heartbeat(head: 9, heads: ["view/hits/": 9], instance: "j")).isEmpty)
        #expect(machine.isLive)
        #expect(machine.received(heartbeat(head: 1, heads: [:], epoch: "f")) == [.reportEpochChanged("f")])
    }

    @Test func `Another epoch ends the subscription with an error`() {
        var machine = liveMachine()
        _ = machine.received(heartbeat(head: 0, heads: [:]))
        #expect(machine.received(heartbeat(head: 0, heads: [:], epoch: "f")) == [.reportEpochChanged("f")])
        #expect(machine.join().isEmpty)
    }

    @Test func `An event of another epoch ends the subscription with an error`() throws {
        var machine = liveMachine()
        #expect(machine.received(try event(1, previous: 0, epoch: "f")) == [.reportEpochChanged("f")])
        #expect(machine.received(try event(2, previous: 1)).isEmpty)
    }

    @Test func `A subscriber beyond the log's end is notified once, and continues with the log`() throws {
        var machine = machine(after: 90)
        _ = machine.join()
        _ = machine.heardBarrier(nonce: "nonce")
        let page = ReplayPage(
            events: [],
            through: .init(rawValue: 5),
            head: .init(rawValue: 5),
            epoch: "e",
            trimmed: nil,
            diverged: .init(rawValue: 5)
        )
        #expect(machine.replayed(page) == [.reportDiverged(after: .init(rawValue: 5))])
        let six = try event(6, previous: 5)
        #expect(machine.received(six) == [.deliver([six])])
    }

    @Test func `Few large events are not held without end`() throws {
        var machine = liveMachine()
        _ = machine.join()
        let large = "\"" + String(repeating: "x", count: 1 << 20 - 2) + "\""
        for number in 1...6 as ClosedRange<UInt64> {
            _ = machine.received(try event(number, previous: number - 1, data: large))
        }
        _ = machine.heardBarrier(nonce: "nonce")
        // Some events were dropped, so the page that reaches the head is not the last.
        #expect(machine.replayed(page([], through: 6, head: 6)) == [.replay(after: .init(rawValue: 6))])
    }

    @Test func `A log that no longer reaches back is reported`() throws {
        var machine = machine(after: 1)
        _ = machine.join()
        _ = machine.heardBarrier(nonce: "nonce")
        let three = try event(3, previous: 0)
        let nine = try event(9, previous: 4)
        #expect(
            machine.replayed(page([three], through: 3, head: 9, trimmed: 7))
                == [
                    .reportTrimmed(upTo: .init(rawValue: 7)), .deliver([three]), .replay(after: .init(rawValue: 3)),
                ]
        )
        // Once is enough.
        #expect(machine.replayed(page([nine], through: 9, head: 9, trimmed: 7)) == [.deliver([nine])])
    }

    @Test func `What is not stored is delivered as it comes`() throws {
        let topic = try Topic(.status, "p")
        let received = try ReceivedEvent(
            topic: topic,
            attributes: Array(#"{"id":"1","source":"/t","type":"t"}"#.utf8),
            data: Array("{}".utf8)
        )
        let body = received.body(sequence: .zero, previous: .zero, channelPrevious: .zero, epoch: "e", now: "n")
        let status = try Event(topic: topic, body: body.bytes)
        var machine = machine()
        _ = machine.join()
        #expect(machine.received(status) == [.deliver([status])])
        #expect(machine.received(status) == [.deliver([status])])
    }

    @Test func `A paused subscription fetches later what came meanwhile`() throws {
        var machine = liveMachine()
        machine.pause()
        #expect(machine.received(try event(1, previous: 0)).isEmpty)
        #expect(machine.resume() == [.replay(after: .zero)])
    }
}

/// An event as the broker would publish it.
func event(
    _ sequence: UInt64,
    previous: UInt64,
    channelPrevious: UInt64? = nil,
    session: String = "s",
    channel: String = "w",
    epoch: String = "e",
    data: String = "{}"
) throws -> Event {
    let topic = try Topic(.view, channel, session: session)
    let received = try ReceivedEvent(
        topic: topic,
        attributes: Array(#"{"id":"\#(sequence)","source":"/t","type":"searchbus.view.t"}"#.utf8),
        data: Array(data.utf8)
    )
    return try Event(
        topic: topic,
        body: received.body(
            sequence: .init(rawValue: sequence),
            previous: .init(rawValue: previous),
            channelPrevious: .init(rawValue: channelPrevious ?? previous),
            epoch: epoch,
            now: Timestamp(microseconds: 0).description
        ).bytes
    )
}
