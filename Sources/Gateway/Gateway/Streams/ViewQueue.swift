// SPDX-License-Identifier: MIT

import Bus
import NIOCore

/// An event that is written for streams, once for all of them.
struct StreamFrame: Sendable, Hashable {
    let topic: String
    let sequence: SequenceNumber
    let bytes: ByteBuffer
}

/// The pending views of a client: of each topic only the newest, so that a slow client costs no more memory than a
/// screen has widgets, and gets the current state when it reads.
struct ViewQueue: Sendable {
    private var waiting: [String: StreamFrame] = [:]
    private var handedOut: [String: SequenceNumber] = [:]
    /// The number of views that a newer one replaced.
    private(set) var conflated = 0
    /// The number of pending bytes.
    private(set) var bytes = 0

    /// The number of pending views.
    var count: Int { waiting.count }

    /// Adds a view, unless the client has one that is as new.
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

    /// Whether the client got a topic's view here, or will get it.
    func knows(_ topic: String) -> Bool { handedOut[topic] != nil || waiting[topic] != nil }

    /// Whether a view of another topic than the given ones is pending that is not newer than a sequence number.
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

    /// Returns everything by sequence number: a client that resumes after the last of them has missed none of the others.
    mutating func takeAll() -> [StreamFrame] {
        let frames = waiting.values.sorted { $0.sequence < $1.sequence }
        waiting.removeAll(keepingCapacity: true)
        bytes = 0
        for frame in frames { handedOut[frame.topic] = frame.sequence }
        return frames
    }
}
