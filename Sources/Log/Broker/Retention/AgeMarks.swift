// SPDX-License-Identifier: MIT

import Bus

/// The sequence numbers that a log had reached at some moments, by which it is known which events are older than an age.
///
/// A pure value. Its times are milliseconds of steady time, which no change of the wall clock affects. What is older is known
/// late, by at most a 64th of the age and the time between two calls of `note`, and never early.
struct AgeMarks: Hashable {
    /// A moment, and the last sequence number at it.
    struct Mark: Hashable {
        let time: Int64
        let head: SequenceNumber
    }

    /// How many marks lie within the age.
    private static let resolution: Int64 = 64

    /// The age, in milliseconds.
    var age: Int64
    /// The marks, the oldest first.
    private(set) var marks: [Mark] = []

    init(age: Int64, marks: [Mark] = []) {
        self.age = age
        for mark in marks where mark.time >= (self.marks.last?.time ?? .min) { self.marks.append(mark) }
    }

    /// Notes the last sequence number at a moment that is not before the last one.
    mutating func note(_ head: SequenceNumber, at time: Int64) {
        if let last = marks.last {
            guard time - last.time >= age / Self.resolution else { return }
            // Of one sequence number the first moment says the most.
            if head > last.head { marks.append(Mark(time: time, head: head)) }
        } else {
            marks.append(Mark(time: time, head: head))
        }
        // Of those that are old enough the last one says everything.
        let old = marks.prefix { $0.time <= time - age }.count
        if old > 1 { marks.removeFirst(old - 1) }
    }

    /// The last sequence number that is at least as old as the age; zero where that is not known of any.
    func passed(at time: Int64) -> SequenceNumber {
        marks.last { $0.time <= time - age }?.head ?? .zero
    }
}
