// SPDX-License-Identifier: MIT

import Bus
import NIOCore
import Testing
import Wire

@testable import Gateway

private func frame(_ topic: String, _ sequence: Int) -> StreamFrame {
    StreamFrame(
        topic: topic,
        sequence: SequenceNumber(rawValue: UInt64(sequence)),
        bytes: ByteBuffer(string: "\(topic)\(sequence)\n")
    )
}

private func text(_ step: StreamStep?) -> String? {
    guard case .write(let buffers, _)? = step else { return nil }
    return buffers.map { String(buffer: $0) }.joined()
}

private func next(_ machine: inout some StreamStateMachine) -> StreamStep? { machine.take(at: .now) }

private func sequences(_ queue: inout ViewQueue) -> [UInt64] { queue.takeAll().map { $0.sequence.rawValue } }

@Suite struct ViewQueueTests {
    @Test("Of each topic the newest view is kept, and they are sent by sequence number")
    func conflation() {
        var queue = ViewQueue()
        for (topic, sequence) in [("a", 1), ("b", 2), ("a", 3), ("c", 4), ("a", 5)] {
            queue.put(frame(topic, sequence))
        }
        #expect(queue.count == 3)
        #expect(queue.conflated == 2)
        #expect(sequences(&queue) == [2, 4, 5])
        #expect(queue.count == 0)
    }

    @Test("An older view never replaces a newer one")
    func order() {
        var queue = ViewQueue()
        queue.put(frame("a", 5))
        queue.put(frame("a", 4))
        #expect(sequences(&queue) == [5])
        queue.put(frame("a", 5))
        queue.put(frame("a", 3))
        #expect(queue.count == 0)
    }

    @Test("Views that the client already has are skipped, newer ones are not")
    func handedOut() {
        var queue = ViewQueue()
        queue.put(frame("a", 3))
        queue.put(frame("b", 9))
        for topic in ["a", "b"] { queue.noteHandedOut(topic, SequenceNumber(rawValue: 5)) }
        #expect(sequences(&queue) == [9])
    }

    @Test("A client that does not read costs one view per topic, whatever is published")
    func bounded() {
        var queue = ViewQueue()
        for sequence in 1...10_000 { queue.put(frame("t\(sequence % 7)", sequence)) }
        #expect(queue.count == 7)
    }
}

@Suite struct ResumeLedgerTests {
    @Test("Without late events every client resumes at its event ID")
    func inOrder() {
        var ledger = ResumeLedger()
        for sequence in 1...9 { ledger.note(SequenceNumber(rawValue: UInt64(sequence))) }
        #expect(ledger.safePlace(for: SequenceNumber(rawValue: 5)).rawValue == 5)
    }

    @Test("A client that left between a late event and those that overtook it receives it again")
    func late() {
        var ledger = ResumeLedger()
        for sequence in [5, 9, 7, 10] { ledger.note(SequenceNumber(rawValue: UInt64(sequence))) }
        #expect(ledger.safePlace(for: SequenceNumber(rawValue: 9)).rawValue == 6)
        #expect(ledger.safePlace(for: SequenceNumber(rawValue: 7)).rawValue == 6)
        #expect(ledger.safePlace(for: SequenceNumber(rawValue: 10)).rawValue == 10)
        #expect(ledger.safePlace(for: SequenceNumber(rawValue: 5)).rawValue == 5)
    }

    @Test("However many events fill a gap, a client that left meanwhile receives the first of them again")
    func many() {
        var ledger = ResumeLedger()
        for sequence in [99, 301] + Array(100...300) { ledger.note(SequenceNumber(rawValue: UInt64(sequence))) }
        #expect(ledger.safePlace(for: SequenceNumber(rawValue: 301)).rawValue == 99)
        #expect(ledger.safePlace(for: SequenceNumber(rawValue: 99)).rawValue == 99)
    }
}

@Suite struct SessionStreamStateMachineTests {
    private let start = ContinuousClock.now

    private func machine(resume: ResumePoint? = nil) -> SessionStreamStateMachine {
        SessionStreamStateMachine(
            resume: resume,
            pulse: StreamPulse(interval: .seconds(5), now: start),
            byteLimit: 200
        )
    }

    private func state(_ sequences: [(String, Int)], whole: Bool) throws -> SessionState {
        SessionState(
            session: "s",
            epoch: "epoch1",
            head: SequenceNumber(rawValue: 50),
            events: try sequences.map { try .sample("view/\($0.0)/s/", sequence: $0.1) },
            isWhole: whole
        )
    }

    @Test("A client without an event ID gets everything, then new events")
    func whole() throws {
        var machine = machine()
        #expect(next(&machine) == .join(nil))
        machine.received([frame("view/a/s/", 4), frame("view/b/s/", 60)])
        #expect(next(&machine) == nil)
        machine.joined(try state([("a", 7)], whole: true))
        let written = try #require(text(next(&machine)))
        #expect(written.contains("event: reset\n"))
        #expect(!written.contains("view/a/s/4\n"))
        #expect(written.hasSuffix("view/b/s/60\n"))
        machine.received([frame("view/a/s/", 61)])
        #expect(text(next(&machine)) == "view/a/s/61\n")
    }

    @Test("Outcomes come once, before the views; a client that takes none costs a bounded amount, and begins again")
    func outcomes() throws {
        var machine = machine()
        _ = machine.take(at: start)
        machine.received(outcomes: [ByteBuffer(string: "early\n")], areUrgent: false)
        machine.joined(try state([], whole: true))
        #expect(try #require(text(next(&machine))).hasSuffix("early\n"))
        machine.received([frame("view/a/s/", 60)])
        machine.received(outcomes: [ByteBuffer(string: "one\n"), ByteBuffer(string: "two\n")], areUrgent: false)
        #expect(text(next(&machine)) == "one\ntwo\nview/a/s/60\n")
        machine.received(outcomes: [ByteBuffer(string: "applied\n")], areUrgent: false)
        #expect(next(&machine) == nil && machine.awaitsViews, "the views that follow from it are soon there")
        machine.sendOutcomes()
        #expect(text(next(&machine)) == "applied\n" && !machine.awaitsViews)
        machine.sendOutcomes()
        #expect(next(&machine) == nil)
        machine.received(outcomes: [ByteBuffer(string: "applied\n")], areUrgent: false)
        machine.received(outcomes: [ByteBuffer(string: "rejected\n")], areUrgent: true)
        #expect(text(next(&machine)) == "applied\nrejected\n")
        for _ in 0..<100 {
            machine.received(outcomes: [ByteBuffer(string: "a long one\n")], areUrgent: true)
            #expect(machine.waitingBytes <= 200)
        }
        #expect(next(&machine) == .join(nil))
    }

    @Test("A client with an event ID gets the changes since, by sequence number, and no reset")
    func resumed() throws {
        let place = ResumePoint(epoch: "epoch1", sequence: SequenceNumber(rawValue: 40))
        var machine = machine(resume: place)
        #expect(next(&machine) == .join(place))
        machine.received([frame("view/a/s/", 51)])
        machine.joined(try state([("b", 44), ("a", 45)], whole: false))
        let written = try #require(text(next(&machine)))
        #expect(!written.contains("reset"))
        #expect(!written.contains("00045"))
        #expect(written.contains("id: epoch1-00000000000000000044\nevent: view\n"))
        #expect(written.hasSuffix("view/a/s/51\n"))
    }

    @Test("A view that is late, or older than one that a resumed client got elsewhere, causes a reset")
    func lateEvent() throws {
        let place = ResumePoint(epoch: "epoch1", sequence: SequenceNumber(rawValue: 40))
        for isEarly in [true, false] {
            var machine = machine(resume: place)
            _ = machine.take(at: start)
            // While the state is read, or after that.
            if isEarly { machine.received([frame("view/a/s/", 39)]) }
            machine.joined(try state([("b", 44)], whole: false))
            if !isEarly {
                #expect(try #require(text(next(&machine))).contains("id: epoch1-00000000000000000044\n"))
                machine.received([frame("view/b/s/", 43), frame("view/a/s/", 39)])
            }
            #expect(next(&machine) == .join(nil))
            machine.joined(try state([("a", 42), ("b", 44)], whole: true))
            let written = try #require(text(next(&machine)))
            #expect(written.contains("event: reset\n") && !written.contains("view/"))
            machine.received([frame("view/a/s/", 41), frame("view/c/s/", 51)])
            #expect(text(next(&machine)) == "view/c/s/51\n")
        }
    }

    @Test("After missed events the state is read again, even while it is being read")
    func lostTrack() throws {
        var machine = machine()
        _ = machine.take(at: start)
        machine.lostTrack()
        machine.joined(try state([("a", 7)], whole: true))
        #expect(next(&machine) == .join(nil))
        machine.joined(try state([("a", 8)], whole: true))
        #expect(try #require(text(next(&machine))).contains("reset"))
        machine.lostTrack()
        #expect(next(&machine) == .join(nil))
    }

    @Test("Views beyond the limit are dropped, and read again when the client reads")
    func tooMuch() throws {
        var machine = machine()
        _ = machine.take(at: start)
        machine.joined(try state([("a", 7)], whole: true))
        _ = machine.take(at: start)
        for sequence in 60...99 {
            machine.received([frame("view/w\(sequence)/s/", sequence)])
            #expect(machine.waitingBytes <= 200)
        }
        #expect(next(&machine) == .join(nil))
    }

    @Test("Sequences of a new log start over")
    func newLog() throws {
        var machine = machine()
        _ = machine.take(at: start)
        machine.joined(try state([("a", 40)], whole: true))
        _ = machine.take(at: start)
        machine.lostTrack()
        _ = machine.take(at: start)
        machine.joined(try state([("a", 1)], whole: true))
        machine.received([frame("view/a/s/", 2)])
        #expect(try #require(text(next(&machine))).hasSuffix("view/a/s/2\n"))
    }

    @Test("An ended stream sends its last event and accepts no further ones")
    func end() throws {
        var machine = machine()
        _ = machine.take(at: start)
        machine.end(ByteBuffer(string: "last"))
        machine.received([frame("view/a/s/", 1)])
        machine.joined(try state([], whole: true))
        #expect(text(next(&machine)) == "last")
        #expect(next(&machine) == .end)
    }
}

@Suite struct StreamPulseTests {
    private let start = ContinuousClock.now

    @Test("A heartbeat is due after each interval, and only once after a long pause")
    func heartbeats() {
        var pulse = StreamPulse(interval: .seconds(5), now: start)
        pulse.tick(at: start + .seconds(4))
        #expect(!pulse.isDue)
        for seconds in 5...30 { pulse.tick(at: start + .seconds(seconds)) }
        #expect(pulse.isDue)
        let first = pulse.beginWriting()
        let second = pulse.beginWriting()
        #expect(first && !second)
    }
}

@Suite struct BusStreamStateMachineTests {
    private func machine() -> BusStreamStateMachine {
        BusStreamStateMachine(pulse: StreamPulse(interval: .seconds(5), now: .now))
    }

    @Test("Messages are sent before events, each once, and free their space")
    func room() throws {
        var machine = machine()
        #expect(text(next(&machine)) == "retry: 500\n\n")
        machine.put(ByteBuffer(string: "first\n"))
        machine.put([try .sample("view/a/s/", sequence: 7)])
        #expect(!machine.isEmpty && machine.waitingBytes > 0)
        let written = try #require(text(next(&machine)))
        #expect(written.hasPrefix("first\n") && written.contains("\"topic\":\"view/a/s/\""))
        #expect(machine.isEmpty && machine.waitingBytes == 0)
        #expect(next(&machine) == nil)
        machine.end(nil)
        #expect(next(&machine) == .end)
    }

    @Test("Many events are sent in pieces, complete and in order")
    func pieces() throws {
        var machine = machine()
        _ = next(&machine)
        let filler = "\"" + String(repeating: "x", count: 10_000) + "\""
        machine.put(try (1...100).map { try .sample("view/a/s/", filler, sequence: $0) })
        var written = ""
        var pieces = 0
        while let piece = text(next(&machine)) {
            #expect(piece.utf8.count < BusStreamStateMachine.pieceSize + 12_000)
            written += piece
            pieces += 1
        }
        let ids = written.split(separator: "\n").filter { $0.hasPrefix("id: ") }
        #expect(ids == (1...100).map { "id: epoch1-\(SequenceNumber(rawValue: UInt64($0)))" })
        #expect(pieces > 5 && machine.isEmpty && machine.waitingBytes == 0)
    }
}

@Suite struct ServerSentEventTests {
    @Test("An event's bytes are passed on as they are, in one line")
    func splicing() throws {
        let event = try Event.sample("view/a/s/", "{\"a\":\n 1,\r\n\"b\":\"x\\ny\"}", sequence: 7)
        let text = String(buffer: ServerSentEvent.busEvent(event, named: "view"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines[3].isEmpty && lines[4].isEmpty)
        #expect(lines[0] == "id: epoch1-00000000000000000007")
        #expect(lines[1] == "event: view")
        #expect(lines[2].hasSuffix("\"data\":{\"a\":  1,  \"b\":\"x\\ny\"}}}"))
        let json = try JSON(parsing: String(lines[2].dropFirst("data: ".count)))
        #expect(json["topic"] == "view/a/s/")
        #expect(json["event"]?["data"] == ["a": 1, "b": "x\ny"])
    }

    @Test("An event that is not stored has no ID to resume from")
    func unstored() throws {
        let event = try Event.sample("status/x/", sequence: 0)
        #expect(String(buffer: ServerSentEvent.busEvent(event, named: "event")).hasPrefix("event: event\n"))
    }

    @Test("A resume point survives encoding and decoding, and other texts are refused")
    func resumePoints() {
        let point = ResumePoint(epoch: "a1-b2", sequence: SequenceNumber(rawValue: 42))
        #expect(ResumePoint(point.description) == point)
        for text in ["", "-", "a-", "-1", "a-b", "a-1x", "a b-1", "a-999999999999999999999", "a\n-1"] {
            #expect(ResumePoint(text) == nil)
        }
    }
}
