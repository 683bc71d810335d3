// SPDX-License-Identifier: MIT

import Bus
import Wire

/// How old a log's events are, in steady time: the time since the machine's start, suspended or not, summed over its starts.
///
/// A pure value, which the log keeps. The wall clock has no part in it, so no change of it makes anything older. While the
/// machine is switched off nothing ages, since only the wall clock would tell for how long.
struct LogAges: Hashable {
    /// How long a repeated append is recognized for sure, in milliseconds.
    static let receiptAge: Int64 = 86_400_000
    /// How long a session in use, and an unanswered question of Algolia's interface, is kept at least, in milliseconds.
    static let recentAge: Int64 = 60_000
    private static let defaultSessionAge: Int64 = 30 * 86_400_000

    /// By how long sessions are idle.
    var sessions: AgeMarks
    /// By the age of receipts.
    var receipts: AgeMarks
    /// By what is in use or waited for; it is not kept, so that a start of the broker counts as use.
    private(set) var recent = AgeMarks(age: recentAge)
    /// The steady time, in milliseconds since the log was first opened.
    private(set) var time: Int64
    private let boot: String
    /// The time since the machine's start when `time` was last advanced, in milliseconds.
    private var reading: Int64

    /// Continues from what a log has kept.
    ///
    /// - Parameters:
    ///   - saved: What it has kept; `nil` where there is nothing.
    ///   - boot: What tells this start of the machine from others.
    ///   - reading: The time since that start, in milliseconds.
    ///   - receiptAge: How old receipts get, in milliseconds.
    init(_ saved: JSON?, boot: String, reading: Int64, receiptAge: Int64 = receiptAge) {
        func number(_ key: String) -> Int64? {
            saved?[key]?.string.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
        }
        sessions = AgeMarks(age: Self.defaultSessionAge, marks: Self.marks(saved?["sessions"]))
        receipts = AgeMarks(age: receiptAge, marks: Self.marks(saved?["receipts"]))
        (self.boot, self.reading) = (boot, reading)
        time = min(number("time") ?? 0, .max / 4)
        if !boot.isEmpty, saved?["boot"]?.string == boot, let before = number("reading"), before < reading {
            // Between two brokers of one start of the machine the time is known.
            time += min(reading - before, .max / 4)
        }
    }

    /// Advances to a time since the machine's start, at which the log ends at a sequence number.
    mutating func advance(to reading: Int64, head: SequenceNumber) {
        time += max(reading - self.reading, 0)
        self.reading = max(reading, self.reading)
        sessions.note(head, at: time)
        receipts.note(head, at: time)
        recent.note(head, at: time)
    }

    /// Events up to here are older than sessions may be idle.
    var idleSessions: SequenceNumber { sessions.passed(at: time) }
    /// Events up to here are older than receipts get.
    var oldReceipts: SequenceNumber { receipts.passed(at: time) }
    /// Events up to here are older than a minute.
    var pastMinute: SequenceNumber { recent.passed(at: time) }

    /// What the log keeps of it.
    var json: JSON {
        [
            "time": .string(String(time)), "boot": .string(boot), "reading": .string(String(reading)),
            "sessions": Self.json(sessions), "receipts": Self.json(receipts),
        ]
    }

    private static func json(_ marks: AgeMarks) -> JSON {
        .array(marks.marks.map { .string("\($0.time) \($0.head.rawValue)") })
    }

    private static func marks(_ json: JSON?) -> [AgeMarks.Mark] {
        (json?.array ?? []).prefix(256).compactMap { entry in
            let parts = (entry.string ?? "").split(separator: " ")
            guard parts.count == 2, let time = Int64(parts[0]), (0...(.max / 4)).contains(time),
                let head = SequenceNumber(String(parts[1]))
            else { return nil }
            return AgeMarks.Mark(time: time, head: head)
        }
    }
}
