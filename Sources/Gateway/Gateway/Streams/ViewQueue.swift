// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import NIOCore

/// An event that is written for streams, once for all of them.
struct StreamFrame: Sendable, Hashable {
    let topic: String
    let sequence: SequenceNumber
    let bytes: ByteBuffer
}

/// The views that wait for a client: of each topic the newest only, so that a slow client costs no more memory than a
/// screen has widgets, and sees the present when it comes round.
struct ViewQueue: Sendable {
    private var waiting: [String: StreamFrame] = [:]
    private var handedOut: [String: SequenceNumber] = [:]
    /// How many views were passed over because a newer one came.
    private(set) var conflated = 0
    /// How many bytes wait.
    private(set) var bytes = 0

    /// How many views wait.
    var count: Int { waiting.count }

    /// Takes a view in, unless the client has one that is as new.
    mutating func put(_ frame: StreamFrame) {
        guard frame.sequence > handedOut[frame.topic] ?? .zero else { return }
        if let other = waiting[frame.topic] {
            guard frame.sequence > other.sequence else { return }
            conflated += 1
            bytes -= other.bytes.readableBytes
        }
        waiting[frame.topic] = frame
        bytes += frame.bytes.readableBytes
    }

    /// Whether the client has got a topic's view here, or will.
    func knows(_ topic: String) -> Bool { handedOut[topic] != nil || waiting[topic] != nil }

    /// Whether a view waits that is no newer than a place, of another topic than some.
    func waits(upTo sequence: SequenceNumber, except topics: Set<String>) -> Bool {
        waiting.values.contains { $0.sequence <= sequence && !topics.contains($0.topic) }
    }

    /// Notes that the client has got a topic's view in another way.
    mutating func noteHandedOut(_ topic: String, _ sequence: SequenceNumber) {
        handedOut[topic] = max(sequence, handedOut[topic] ?? .zero)
        guard let frame = waiting[topic], frame.sequence <= sequence else { return }
        bytes -= frame.bytes.readableBytes
        waiting[topic] = nil
    }

    /// Hands everything out by sequence: whoever resumes after the last of them has missed none of the others.
    mutating func takeAll() -> [StreamFrame] {
        let frames = waiting.values.sorted { $0.sequence < $1.sequence }
        waiting.removeAll(keepingCapacity: true)
        bytes = 0
        for frame in frames { handedOut[frame.topic] = frame.sequence }
        return frames
    }
}
