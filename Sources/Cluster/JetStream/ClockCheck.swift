// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Whether this machine's clock and that of the log's servers agree.
///
/// What is a repeat and which sessions are idle goes by the times of entries, which their machines give: one whose clock is
/// months ahead would have every session removed.
enum ClockCheck {
    /// How far two clocks may be apart.
    static let tolerance: TimeInterval = 10

    /// What is wrong with the clocks, where something is.
    ///
    /// - Parameters:
    ///   - stored: When something was made by the server's clock, as it writes it: to the second that is enough.
    ///   - before: A moment before it was asked for, by this machine's clock.
    ///   - after: A moment after it was made, by this machine's clock.
    /// - Returns: What to tell people; `nil` where the clocks agree, or the server's time cannot be read.
    static func problem(stored: String, before: Date, after: Date) -> SearchBusError? {
        guard let time = try? Date(String(stored.prefix(19)) + "Z", strategy: .iso8601) else { return nil }
        let ahead = before.timeIntervalSince(time) - 1
        let behind = time.timeIntervalSince(after)
        guard max(ahead, behind) > tolerance else { return nil }
        let seconds = Int(min(max(ahead, behind), 1e12).rounded())
        return SearchBusError(
            .journalUnavailable,
            "This machine's clock is \(seconds) s \(ahead > behind ? "ahead of" : "behind") that of the log's servers.",
            remedy: "Set the clocks, best by NTP on every machine; then start the broker again."
        )
    }
}
