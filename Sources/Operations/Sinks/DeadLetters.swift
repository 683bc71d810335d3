// SPDX-License-Identifier: MIT

import Bus
import Wire

/// The events that the receiver of a sink refused and that were not delivered since: a fold over `sink/NAME/`.
public struct DeadLetters: Sendable, Hashable {
    /// An event that was refused.
    public struct Letter: Sendable, Hashable {
        public let sequence: SequenceNumber
        public let topic: String
        public let id: String
        /// Why, such as `HTTP status 422`.
        public let reason: String
        /// When, in RFC 3339.
        public let time: String
    }

    /// How many are listed; beyond it, the oldest are left out.
    public static let maximumCount = 10_000

    private var letters: [SequenceNumber: Letter] = [:]
    /// How many times retention removed events before they were delivered.
    public private(set) var gaps = 0

    public init() {}

    /// The dead letters, in the order of the log.
    public var all: [Letter] { letters.values.sorted { $0.sequence < $1.sequence } }

    public func letter(_ sequence: SequenceNumber) -> Letter? { letters[sequence] }

    /// Takes in an event of the sink's own topic; others, and those of unknown types, change nothing.
    public mutating func fold(_ event: Event) {
        guard event.topic.kind == .sink, let kind = SinkNotice.Kind(rawValue: String(event.typeSuffix)),
            let notice = (try? event.data()).flatMap(SinkNotice.init(record:))
        else { return }
        switch kind {
        case .refused:
            guard let sequence = notice.sequences.first, let topic = notice.topic else { return }
            letters[sequence] = Letter(
                sequence: sequence,
                topic: topic,
                id: notice.id ?? "",
                reason: notice.reason ?? "",
                time: event.time
            )
            guard letters.count > Self.maximumCount, let oldest = letters.keys.min() else { return }
            letters[oldest] = nil
        case .delivered, .removed: for sequence in notice.sequences { letters[sequence] = nil }
        case .missed: gaps += 1
        case .resend: break
        }
    }

    /// Reads the dead letters of a sink from the log.
    ///
    /// - Throws: What the log throws.
    public init(of sink: String, on log: any EventLog) async throws {
        var place = SequenceNumber.zero
        while true {
            let page = try await log.replay(ReplayQuery([TopicPrefix(.sink, sink)], after: place))
            for event in page.events { fold(event) }
            guard page.through < page.head, page.through > place else { return }
            place = page.through
        }
    }
}
