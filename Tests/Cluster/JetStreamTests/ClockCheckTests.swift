// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Wire

@testable import JetStream

/// A node with a wrong clock does not take part.
@Suite struct ClockCheckTests {
    private static let stored = "2026-11-23T10:00:00.123456789Z"
    private static let moment = Date(timeIntervalSince1970: 1_795_428_000)

    private static func problem(from start: TimeInterval, to end: TimeInterval) -> SearchBusError? {
        ClockCheck.problem(
            stored: stored,
            before: moment.addingTimeInterval(start),
            after: moment.addingTimeInterval(end)
        )
    }

    @Test func `Equal clocks are accepted, however long the response took`() {
        #expect(Self.problem(from: -0.01, to: 0.2) == nil)
        #expect(Self.problem(from: -30, to: 30) == nil)
        #expect(Self.problem(from: 5, to: 5.1) == nil)
        #expect(Self.problem(from: -8, to: -7) == nil)
    }

    @Test func `A clock that is ahead or behind is reported with the difference`() {
        let ahead = Self.problem(from: 3600, to: 3601)
        #expect(ahead?.message.contains("3599 s ahead of") == true)
        let behind = Self.problem(from: -121, to: -120)
        #expect(behind?.message.contains("120 s behind") == true)
        #expect(behind?.remedy.contains("NTP") == true)
    }

    @Test func `An unreadable time is ignored`() {
        #expect(ClockCheck.problem(stored: "yesterday", before: Self.moment, after: Self.moment) == nil)
    }
}
