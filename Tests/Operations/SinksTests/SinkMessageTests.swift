// SPDX-License-Identifier: MIT

import AppModel
import Bus
import BusTesting
import CurlClient
import Foundation
import Testing
import Wire

@testable import Sinks

@Suite struct SinkMessageTests {
    private func event(_ sequence: UInt64, _ topic: String = "index/notes/", size: Int = 1) throws -> Event {
        let data = String(repeating: "x", count: size)
        let body = """
            {"specversion":"1.0","id":"e\(sequence)","source":"/test","type":"searchbus.index.changed",\
            "sequence":"\(SequenceNumber(rawValue: sequence))","epoch":"now","data":"\(data)"}
            """
        return try Event(topic: Topic(parsing: topic), body: Array(body.utf8))
    }

    private let sink = Sink(name: "orders", url: "https://shop.example/events?key=1", topics: ["index/"])

    private func headers(_ request: HTTPRequest) -> [String: String] {
        Dictionary(request.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    @Test func `A message has the events with their topics, as a list or alone`() throws {
        let events = try [event(4), event(9)]
        let list = SinkMessage(events[...], isBatch: true)
        let json = try JSON(parsing: list.body)
        #expect(json.array?.map { $0["topic"]?.string } == ["index/notes/", "index/notes/"])
        #expect(json.array?.map { $0["id"]?.string } == ["e4", "e9"])
        #expect(list.contentType == "application/cloudevents-batch+json")
        #expect(list.id == "now-4-9")
        let alone = SinkMessage(events[..<1], isBatch: false)
        #expect(try JSON(parsing: alone.body)["data"] == "x")
        #expect(alone.contentType == "application/cloudevents+json")
        #expect(events.map(SinkMessage.size).reduce(2, +) >= list.body.count)
    }

    /// The signature of the example was made with Python's `hmac`, from the words of the specification.
    @Test func `A secret signs the ID, the time and the body`() throws {
        var sink = sink
        let message = SinkMessage(try [event(1)][...], isBatch: false)
        #expect(headers(message.request(to: sink, now: 1_700_000_000))["webhook-signature"] == nil)
        sink.secret = "whsec_\(Data("key".utf8).base64EncodedString())"
        let signed = headers(message.request(to: sink, now: 1_700_000_000))
        #expect(signed["webhook-id"] == "now-1-1")
        #expect(signed["webhook-timestamp"] == "1700000000")
        sink.secret = "key"
        let plain = headers(message.request(to: sink, now: 1_700_000_000))
        #expect(plain["webhook-signature"] == signed["webhook-signature"])
        #expect(signed["webhook-signature"] == "v1,giIiPEUUCSjOIqf3AAZBQ0Wy9yslPeyztyAaMwAkuBM=")
    }

    @Test func `Events fill messages in their order, up to a number and a size`() throws {
        var buffer = SinkBuffer(after: SequenceNumber(rawValue: 1), batch: 3)
        #expect(buffer.next == nil)
        let large = SinkBuffer.messageSize * 3 / 5
        let isInOrder = buffer.put(try [event(3), event(2, size: large), event(4, size: large), event(5), event(6)])
        #expect(isInOrder)
        var taken: [[UInt64]] = []
        while case .deliver(let events) = buffer.next {
            taken.append(events.map(\.sequence.rawValue))
            buffer.remove(events.count)
        }
        #expect(taken == [[2, 3], [4, 5, 6]])
        let isLateInOrder = buffer.put(try [event(6)])
        #expect(!isLateInOrder)
    }

    @Test func `The receiver gets no event of the sink's own topic`() throws {
        var buffer = SinkBuffer(after: .zero, batch: 10)
        _ = buffer.put(try [event(1), event(2, "sink/orders/"), event(3)])
        guard case .deliver(let first) = buffer.next else { return #expect(Bool(false)) }
        #expect(first.count == 1)
        buffer.remove(1)
        #expect(buffer.next == .note(try event(2, "sink/orders/")))
    }

    @Test(
        arguments: [
            (200, "accepted"), (204, "accepted"), (301, "retry"), (400, "refused"), (401, "retry"), (404, "retry"),
            (409, "refused"), (410, "retry"), (413, "refused"), (422, "refused"), (429, "retry"), (500, "retry"),
            (503, "retry"),
        ]
    )
    func `A status says whether to send again`(status: Int, meaning: String) {
        let answer = SinkAnswer(
            .success(
                HTTPResponse(
                    status: status,
                    headers: ["retry-after": "900000000000"],
                    body: Array(" Not \u{1B}[31m\n this\u{7} ".utf8) + [0xFF] + Array(repeating: 0x61, count: 900)
                )
            ),
            host: "https://shop.example"
        )
        switch answer {
        case .accepted: #expect(meaning == "accepted")
        case .refused(let reason):
            #expect(meaning == "refused")
            #expect(reason.hasPrefix("HTTP status \(status): Not [31m this \u{FFFD}aaa") && reason.count < 230)
        case .retry(let error):
            #expect(meaning == "retry")
            #expect(error.retryAfter == .seconds(300))
        }
    }

    @Test func `A message to people names the receiver without its path`() {
        #expect(SinkAnswer.host(of: "https://me:pw@shop.example:8080/a/secret?key=1") == "https://shop.example:8080")
        #expect(SinkAnswer.host(of: "nonsense") == "the receiver")
    }
}
