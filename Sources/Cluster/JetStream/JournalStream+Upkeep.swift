// SPDX-License-Identifier: MIT

import Replication
import Wire

/// How large a journal is.
public struct JournalSize: Sendable, Hashable {
    /// The first place that can be read, and the last that was given.
    public let first: JournalPlace
    public let last: JournalPlace
    /// How many bytes the messages have.
    public let bytes: Int

    public init(first: JournalPlace, last: JournalPlace, bytes: Int) {
        (self.first, self.last, self.bytes) = (first, last, bytes)
    }

    /// About how many bytes lie behind a place: messages are taken to be of one size.
    public func bytes(after place: JournalPlace) -> Int {
        guard last > place, last >= first else { return 0 }
        let all = Double(last.rawValue - first.rawValue + 1)
        let behind = min(Double(last.rawValue - place.rawValue), all)
        return Int(Double(bytes) * behind / all)
    }
}

extension JournalStream {
    /// Whether the stream is there.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    func exists() throws -> Bool {
        switch try requests.ask("STREAM.INFO.\(settings.stream)") {
        case .done: return true
        case .refused(StreamRequests.unknownStream, _): return false
        case .refused(let code, let words): throw notMade(code, words)
        }
    }

    /// What the stream says of itself, and how large it is; who leads the servers answers.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`, or `journal-unreadable` for a stream that is not a journal of ours.
    func state() throws -> (description: Description, size: JournalSize) {
        let json = try requests.insist("STREAM.INFO.\(settings.stream)")
        guard let first = json["state"]?["first_seq"]?.int, let last = json["state"]?["last_seq"]?.int, first >= 0,
            last >= 0, let bytes = json["state"]?["bytes"]?.int
        else { throw wrong("the servers do not report its size") }
        let size = JournalSize(
            first: JournalPlace(rawValue: UInt64(max(first, 1))),
            last: JournalPlace(rawValue: UInt64(last)),
            bytes: max(bytes, 0)
        )
        return (try description(of: json["config"] ?? .null), size)
    }

    /// Takes away what lies below a place.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`.
    func trim(below place: JournalPlace) throws {
        _ = try requests.insist("STREAM.PURGE.\(settings.stream)", ["seq": JSON(Int(place.rawValue))])
    }
}
