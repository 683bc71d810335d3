// SPDX-License-Identifier: MIT

import Bus
import RandomTesting
import Testing
import Wire

@Suite("Commands and events as bytes")
struct CommandTests {
    private let draft: EventDraft

    init() throws {
        draft = EventDraft(
            topic: try Topic(.intent, "box", session: "S1"),
            id: "i1",
            source: "/test",
            type: "searchbus.intent.set-query",
            correlationID: "c",
            causationID: "d",
            data: Array(#"{"query":"a \"b\" ☃"}"#.utf8)
        )
    }

    @Test func `An append that was sent is the append that is read`() throws {
        let move = CursorMove(
            component: "box",
            from: .zero,
            to: .init(rawValue: 7),
            folded: 3,
            prefixes: [TopicPrefix(.intent, "box")],
            incarnation: 2,
            configuration: "c1"
        )
        guard
            case .append(let events, let id, let moves) = try ReceivedCommand(
                frames: Command.append([draft], id: "a", moving: [move]).frames[...]
            )
        else {
            Issue.record("another command was read")
            return
        }
        #expect(id == "a" && moves == [move])
        #expect(events.map(\.id) == ["i1"])
        let body = events[0].body(
            sequence: .init(rawValue: 42),
            previous: .init(rawValue: 17),
            channelPrevious: .init(rawValue: 30),
            epoch: "e",
            now: "2026-01-01T00:00:00.000000Z"
        ).bytes
        let event = try Event(topic: draft.topic, body: body)
        #expect(event.sequence.rawValue == 42)
        #expect(event.previous.rawValue == 17)
        #expect(event.channelPrevious.rawValue == 30)
        #expect(event.correlationID == "c")
        #expect(event.causationID == "d")
        #expect(event.typeSuffix == "set-query")
        #expect(try event.data() == ["query": "a \"b\" ☃"])
        let json = try JSON(parsing: body)
        #expect(json["specversion"] == "1.0")
        #expect(json["subject"] == "S1")
        #expect(json["sequence"] == "00000000000000000042")
    }

    @Test(arguments: [
        #"{"op":"append","topics":["intent/box/S/"]}"#, #"{"op":"replay","topics":[]}"#, #"{"op":"cursor"}"#, "[]", "{",
        #"{"op":"latest","topics":["results"],"after":"x"}"#,
        #"{"op":"latest","topics":["results"],"through":"1"}"#,
        #"{"op":"latest","topics":["results"],"session":"s","through":1}"#, #"{"op":"nonsense"}"#,
        #"{"op":"echo","nonce":"a/b"}"#,
        #"{"op":"replay","topics":["results"],"session":"a b"}"#,
    ])
    func `A malformed command is refused with a reason`(header: String) {
        #expect(throws: SearchBusError.self) { try ReceivedCommand(frames: [Array(header.utf8)]) }
    }

    @Test(arguments: [
        (#"{"source":"/t","type":"t"}"#, "{}"), (#"{"id":"1","source":"/t","type":"t"}"#, "{"),
        (#"{"id":"1","source":"/t","type":"t","BAD":1}"#, "{}"), (#"{"id":"","source":"/t","type":"t"}"#, "{}"),
        (#"{"id":"1","source":"/t","type":"t","x":{}}"#, "{}"), ("\u{0}", "{}"),
    ])
    func `A malformed event is refused with a reason`(attributes: String, data: String) throws {
        let topic = try Topic(.view, "w", session: "s")
        #expect(throws: SearchBusError.self) {
            try ReceivedEvent(topic: topic, attributes: Array(attributes.utf8), data: Array(data.utf8))
        }
    }

    @Test func `What the broker writes cannot be given`() throws {
        let event = try ReceivedEvent(
            topic: try Topic(.view, "w", session: "s"),
            attributes: Array(#"{"id":"1","source":"/t","type":"t","sequence":"9","epoch":"x","subject":"y"}"#.utf8),
            data: Array("1".utf8)
        )
        let json = try JSON(
            parsing: event.body(
                sequence: .init(rawValue: 1),
                previous: .zero,
                channelPrevious: .zero,
                epoch: "e",
                now: "n"
            ).bytes
        )
        #expect(json["sequence"] == "00000000000000000001")
        #expect(json["epoch"] == "e")
        #expect(json["subject"] == "s")
    }

    @Test func `Twenty thousand mutated commands are read or refused, never worse`() {
        var random = SeededGenerator(seed: 20_261_121)
        let frames = Command.append([draft, draft], id: "", moving: []).frames
        var accepted = 0
        for _ in 0..<20_000 {
            var mutated = frames
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let frame = Int.random(in: 0..<mutated.count, using: &random)
                guard !mutated[frame].isEmpty else { continue }
                let place = Int.random(in: 0..<mutated[frame].count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: mutated[frame][place] = UInt8.random(in: 0...255, using: &random)
                case 1: mutated[frame].remove(at: place)
                case 2: mutated[frame].insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: mutated[frame] = Array(mutated[frame].prefix(place))
                }
            }
            do {
                _ = try ReceivedCommand(frames: mutated[...])
                accepted += 1
            } catch let error as SearchBusError {
                #expect(!error.message.isEmpty)
            } catch is JSONError {
                continue
            } catch {
                Issue.record("an error of another kind: \(error)")
            }
        }
        #expect(accepted > 0 && accepted < 20_000)
    }
}

@Suite("Topics, sequence numbers and times")
struct NamesTests {
    @Test(arguments: [
        "view/hits/S1/", "index/products/", "status/broker/", "intent/a-b_c/0/", "view/hits.12/S1/", "request/all/S1/",
    ])
    func `A topic survives encoding and decoding`(text: String) throws {
        #expect(try Topic(parsing: text).description == text)
    }

    @Test(arguments: [
        "", "view", "view/", "view/hits", "view/hits/", "view/hits/S1", "view/hits/S1/x/", "other/hits/S1/",
        "view//S1/",
        "view/h its/S1/", "view/hits.0/S1/", "view/hits.1234567/S1/", "view/hits./S1/", "view/.1/S1/", "view/a.b.1/S1/",
        "state/hits.1/S1/", "index/products/S1/", "view/hits/é/", "view/hits/../",
    ])
    func `An invalid topic is refused`(text: String) {
        #expect(throws: SearchBusError.self) { try Topic(parsing: text) }
    }

    @Test func `A prefix ends at a slash, so that it never matches a longer name`() throws {
        let prefix = try TopicPrefix(parsing: "view/hit")
        #expect(prefix.description == "view/hit/")
        #expect(!prefix.matches("view/hits/S1/"))
        #expect(prefix.matches("view/hit/S1/"))
        #expect(TopicPrefix.all.matches("anything"))
        #expect(!(try TopicPrefix(parsing: "view/hits").matches("view/hits.1/S1/")))
        #expect(try TopicPrefix(parsing: "view/hits.1").matches("view/hits.1/S1/"))
        #expect(throws: SearchBusError.self) { try TopicPrefix(parsing: "intent/hits.1") }
        #expect(try TopicPrefix(parsing: "view/hits/S1").touchesChannel("view/hits/"))
    }

    @Test func `Sequence numbers sort as texts as they do as numbers`() {
        let numbers: [UInt64] = [0, 1, 9, 10, 99, 1_000_000_007, UInt64(Int64.max)]
        let texts = numbers.map { SequenceNumber(rawValue: $0).description }
        #expect(texts == texts.sorted())
        #expect(texts.allSatisfy { $0.utf8.count == 20 })
        #expect(texts.compactMap { SequenceNumber($0)?.rawValue } == numbers)
        #expect(SequenceNumber("-1") == nil)
        #expect(SequenceNumber("18446744073709551615") == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z"), (951_827_696_000_001, "2000-02-29T12:34:56.000001Z"),
        (-1, "1969-12-31T23:59:59.999999Z"), (4_102_444_800_000_000, "2100-01-01T00:00:00.000000Z"),
    ])
    func `A time is written in RFC 3339`(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).description == text)
    }
}
