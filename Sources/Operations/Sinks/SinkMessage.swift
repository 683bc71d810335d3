// SPDX-License-Identifier: MIT

import AppModel
import Bus
import CurlClient
import Digests
import Foundation
import Wire

/// A request that brings a receiver events: CloudEvents in the structured or the batched mode of their HTTP binding, signed as
/// [Standard Webhooks](https://www.standardwebhooks.com) says.
///
/// - [HTTP Protocol Binding for CloudEvents](https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md)
struct SinkMessage {
    /// The ID of the message, which is the same each time the same events are sent.
    let id: String
    let contentType: String
    let body: [UInt8]

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - events: At least one, in order.
    ///   - isBatch: Whether the receiver gets lists, also of one event.
    init(_ events: ArraySlice<Event>, isBatch: Bool) {
        let (first, last) = (events.first, events.last)
        id = "\(first?.epoch ?? "")-\(first?.sequence.rawValue ?? 0)-\(last?.sequence.rawValue ?? 0)"
        contentType = isBatch ? "application/cloudevents-batch+json" : "application/cloudevents+json"
        var body: [UInt8] = []
        body.reserveCapacity(events.reduce(2) { $0 + Self.size(of: $1) })
        if isBatch { body.append(UInt8(ascii: "[")) }
        for (place, event) in events.enumerated() {
            if place > 0 { body.append(UInt8(ascii: ",")) }
            // The topic is a frame of its own on the bus; here it is one more attribute. Its characters need no escape.
            body.append(contentsOf: #"{"topic":"\#(event.topic)","#.utf8)
            body.append(contentsOf: event.body.dropFirst())
        }
        if isBatch { body.append(UInt8(ascii: "]")) }
        self.body = body
    }

    /// How many bytes an event takes in a message.
    static func size(of event: Event) -> Int { event.body.count + event.topic.description.utf8.count + 16 }

    /// The request to a receiver.
    ///
    /// - Parameters:
    ///   - sink: The receiver, with its secrets.
    ///   - now: The time, in seconds since 1970.
    /// - Returns: The request, signed if the sink has a secret.
    func request(to sink: Sink, now: Int64) -> HTTPRequest {
        var headers = sink.headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        headers += [
            ("content-type", contentType), ("user-agent", "SearchBus/\(Release.version)"), ("webhook-id", id),
            ("webhook-timestamp", "\(now)"),
        ]
        if let secret = sink.secret {
            let code = SHA256.authenticationCode(of: Array("\(id).\(now).".utf8) + body, key: Self.key(of: secret))
            headers.append(("webhook-signature", "v1,\(Data(code).base64EncodedString())"))
        }
        return HTTPRequest("POST", sink.url, headers: headers, body: body)
    }

    /// The bytes of a secret: of `whsec_…`, what the rest is in Base64; of any other text, the text.
    private static func key(of secret: String) -> [UInt8] {
        let prefix = "whsec_"
        guard secret.hasPrefix(prefix), let key = Data(base64Encoded: String(secret.dropFirst(prefix.count))) else {
            return Array(secret.utf8)
        }
        return Array(key)
    }
}
